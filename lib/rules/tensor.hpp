// The rules of a tensor, wherever it stands.
#pragma once

#include "assay/element_type.hpp"

#include "rules/context.hpp"

namespace assay::rules {

// Judges the tensor and, where it is sound, sets its `shape` and `elements`. Returns whether it is
// sound, so that rules of what is around it may rely on its type, its shape and its values.
// Payloads whose every bit pattern is a value are not touched. Cost: linear in the rest.
bool check_tensor(Context& context, decode::TensorRecord& tensor, const Path& path);

// The product of dims. False, after a finding, when one is negative, there are too many, or the
// product of those that are not 0 overflows. `shape` becomes the dims as numbers, in the arena,
// unless there are too many.
bool check_dims(Context& context, const decode::Scalars& dims, const Path& path, Rule overflow,
                std::uint64_t& elements, decode::Shape& shape);

// The element type of a sound tensor.
inline const ElementTypeInfo& type_of(const decode::TensorRecord& tensor) noexcept {
  return *find_element_type(tensor.data_type);
}

// "FLOAT [2,3]", for messages.
std::string describe(const decode::TensorRecord& tensor);
std::string describe_dims(const decode::Scalars& dims);

// A key given twice in a message's metadata_props.
void check_metadata(Context& context,
                    const decode::Slice<decode::StringStringEntryRecord>& metadata,
                    const Path& path);

}  // namespace assay::rules
