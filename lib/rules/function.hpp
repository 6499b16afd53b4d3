// The rules of a local function: its signature and its body.
#pragma once

#include "rules/graph.hpp"

namespace assay::rules {

// Judges functions[index] of the model; its calls are noted in `model.functions`. The scope of
// `model` is used as room for the function's own names and must know no others.
void check_function(Context& context, const Body& model, decode::FunctionRecord& function,
                    std::uint32_t index);

}  // namespace assay::rules
