// The one operator whose schema is checked: a ConvInteger node held to the operator's text, as far
// as the model says what its inputs are.
#pragma once

#include "rules/graph.hpp"

namespace assay::rules {

// Judges the node when it is a ConvInteger. What the model leaves unknown (a dimension, a type, a
// shape, or one of more axes than a tensor may have) is taken to be what the rest asks for, so that
// only what is known can be at fault. Cost: linear in the node.
void check_conv_integer(Context& context, Body& body, const decode::NodeRecord& node,
                        const Path& path, KnownValues& known);

}  // namespace assay::rules
