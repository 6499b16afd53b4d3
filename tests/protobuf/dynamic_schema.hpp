// The schema tables as protobuf descriptors: libprotobuf then reads every message that Assay reads,
// the ones that came after Debian's onnx too.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/dynamic_message.h>
#include <memory>
#include <string>

#include "schema/onnx.hpp"

namespace assay::testing {

class DynamicSchema {
 public:
  DynamicSchema();

  // The bytes as libprotobuf parses them; null when it refuses.
  std::unique_ptr<google::protobuf::Message> parse(schema::MessageId id, const std::string& bytes);

 private:
  google::protobuf::DescriptorPool pool_;
  google::protobuf::DynamicMessageFactory factory_;
};

}  // namespace assay::testing
