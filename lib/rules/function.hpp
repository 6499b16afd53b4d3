// The rules of a local function: its signature and its body.
#pragma once

#include "rules/graph.hpp"

namespace assay::rules {

// Judges functions[index] of the model; its calls are noted in `functions`.
void check_function(Context& context, Functions& functions, NameMap* configurations,
                    decode::FunctionRecord& function, std::uint32_t index);

}  // namespace assay::rules
