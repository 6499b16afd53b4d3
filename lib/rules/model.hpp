// The rules of a whole model.
#pragma once

#include "rules/context.hpp"

namespace assay::rules {

void check_model(Context& context, decode::ModelRecord& model);

}  // namespace assay::rules
