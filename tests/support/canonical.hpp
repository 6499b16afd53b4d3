// The one way to write what a message holds: fields in the order of their numbers, each number in
// its shortest form, packed where the schema says so, parts of a message merged, and nothing that
// the schema does not know.
//
// It reads as libprotobuf does, by the schema tables alone, and knows nothing of records. Two
// messages of equal content have equal canonical forms.
#pragma once

#include <string>
#include <string_view>

#include "schema/onnx.hpp"

namespace assay::testing {

// The canonical form of bytes that libprotobuf reads as that message; of other bytes, of what can
// be read of them. Cost: linear in the bytes, times the depth.
std::string canonical(schema::MessageId id, std::string_view message);

}  // namespace assay::testing
