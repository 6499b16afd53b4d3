// The rules of types, shapes and value infos.
#pragma once

#include "rules/context.hpp"

namespace assay::rules {

// Who relies on a value info: callers of the model on those of the main graph's inputs and outputs,
// which must say everything; on all others nobody, and published files leave them vague.
enum class Audience : std::uint8_t { callers, nobody };

// An input or output of a graph.
void check_value_info(Context& context, const decode::ValueInfoRecord& info, const Path& path,
                      Audience audience);
// An entry of a value_info list.
void check_inner_info(Context& context, const decode::ValueInfoRecord& info, const Path& path);
void check_type(Context& context, const decode::TypeRecord& type, const Path& path,
                Audience audience);

// Whether two types say the same. Cost: linear in their size.
bool same_type(const decode::TypeRecord* a, const decode::TypeRecord* b);

// Whether a tensor of that type and shape may be given where `type` is declared: false only when
// the two contradict each other.
bool agrees(const decode::TypeRecord& type, const decode::TensorRecord& tensor);

}  // namespace assay::rules
