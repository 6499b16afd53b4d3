// The rules of sequences, optionals and maps, which hold one another.
#pragma once

#include "rules/context.hpp"

namespace assay::rules {

// Each judges the message and everything in it. They recurse as deep as the decoder let the
// messages nest, which Limits::kMaxDepth bounds.
void check_sequence(Context& context, decode::SequenceRecord& sequence, const Path& path);
void check_optional(Context& context, decode::OptionalRecord& optional, const Path& path);
void check_map(Context& context, decode::MapRecord& map, const Path& path);

}  // namespace assay::rules
