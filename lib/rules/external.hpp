// The rules of a tensor whose values are in another file.
#pragma once

#include "assay/element_type.hpp"

#include "rules/context.hpp"

namespace assay::rules {

// Judges external_data: keys and values as text and, when the context has a folder, the file that
// it names. `info` is null when type or shape are not sound; `bytes` is what the values take.
void check_external(Context& context, decode::TensorRecord& tensor, const Path& path,
                    const ElementTypeInfo* info, std::uint64_t elements, std::uint64_t bytes);

// The rules of values laid out as in raw_data: BOOL bytes and padding bits. `raw` may be the last
// byte alone of a packed type. `place` is where to point when `raw` is not part of the input.
void check_values(Context& context, const ElementTypeInfo& info, std::uint64_t elements, Bytes raw,
                  const Path& path, std::string_view field, Bytes place = {});

}  // namespace assay::rules
