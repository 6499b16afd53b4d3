// What libprotobuf makes of the same bytes, with the classes that Debian's libonnx-dev installs
// (onnx 1.12), and whether it is what our records hold.
#pragma once

#include <google/protobuf/message.h>
#include <memory>
#include <string>

#include "assay/bytes.hpp"

#include "schema/onnx.hpp"

namespace assay::testing {

// The descriptor of that message; null when onnx 1.12 does not have it.
const google::protobuf::Descriptor* descriptor_of(schema::MessageId id);

// The bytes as libprotobuf parses them; null when it refuses.
std::unique_ptr<google::protobuf::Message> parse(schema::MessageId id, Bytes bytes);

// Where the record of that message and the parsed one differ, field by field and all the way down:
// "graph.node[1].name: ..."; empty when they do not. Fields that onnx 1.12 does not have are not
// compared.
std::string difference(schema::MessageId id, const void* record,
                       const google::protobuf::Message& parsed);

}  // namespace assay::testing
