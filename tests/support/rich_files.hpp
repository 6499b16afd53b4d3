// Twenty sound files, of all kinds, that between them use every field and every way to write one.
#pragma once

#include <vector>

#include "support/message.hpp"

namespace assay::testing {

const std::vector<Message>& rich_files();

}  // namespace assay::testing
