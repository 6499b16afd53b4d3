// Valid files of every kind, made from choices: whatever the choices, the file must be accepted by
// the strict profile. A reader that refuses everything would pass every other test.
#pragma once

#include "assay/kind.hpp"

#include "fuzz/choices.hpp"
#include "support/message.hpp"

namespace assay::fuzz {

testing::Message generate(Kind kind, Choices& choices);

}  // namespace assay::fuzz
