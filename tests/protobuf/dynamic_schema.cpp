#include "protobuf/dynamic_schema.hpp"

#include <algorithm>
#include <google/protobuf/descriptor.pb.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace assay::testing {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FieldDescriptorProto;
using schema::FieldType;

// Nested names, such as TypeProto.Tensor, in one word.
std::string name_of(schema::MessageId id) {
  std::string name(schema::message(id).name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

FieldDescriptorProto::Type type_of(FieldType type) {
  switch (type) {
    case FieldType::int64:
      return FieldDescriptorProto::TYPE_INT64;
    case FieldType::int32:
      return FieldDescriptorProto::TYPE_INT32;
    case FieldType::uint64:
      return FieldDescriptorProto::TYPE_UINT64;
    case FieldType::enumeration:
      return FieldDescriptorProto::TYPE_ENUM;
    case FieldType::float32:
      return FieldDescriptorProto::TYPE_FLOAT;
    case FieldType::float64:
      return FieldDescriptorProto::TYPE_DOUBLE;
    case FieldType::string:
      return FieldDescriptorProto::TYPE_STRING;
    case FieldType::bytes:
      return FieldDescriptorProto::TYPE_BYTES;
    case FieldType::message:
      return FieldDescriptorProto::TYPE_MESSAGE;
  }
  throw std::logic_error("a field type that is unknown");
}

// An enum of the message's own with the values 0 to `max`.
std::string add_enum(DescriptorProto& message, const schema::Field& field) {
  const std::string name = "Enum_" + std::string(field.name);
  auto& added = *message.add_enum_type();
  added.set_name(name);
  for (int i = 0; i <= field.enum_max; ++i) {
    auto& value = *added.add_value();
    value.set_name(std::string(field.name) + "_" + std::to_string(i));
    value.set_number(i);
  }
  return name;
}

void add_field(DescriptorProto& message, const schema::Field& field) {
  FieldDescriptorProto& added = *message.add_field();
  added.set_name(std::string(field.name));
  added.set_number(static_cast<int>(field.number));
  added.set_type(type_of(field.type));
  added.set_label(field.repeated() ? FieldDescriptorProto::LABEL_REPEATED
                                   : FieldDescriptorProto::LABEL_OPTIONAL);
  if (field.packed) {
    added.mutable_options()->set_packed(true);
  }
  if (field.type == FieldType::message) {
    added.set_type_name(name_of(field.message));
  } else if (field.type == FieldType::enumeration) {
    added.set_type_name(add_enum(message, field));
  }
  if (field.oneof != 0) {
    while (message.oneof_decl_size() < field.oneof) {
      message.add_oneof_decl()->set_name("oneof_" + std::to_string(message.oneof_decl_size()));
    }
    added.set_oneof_index(field.oneof - 1);
  }
}

}  // namespace

DynamicSchema::DynamicSchema() : factory_(&pool_) {
  google::protobuf::FileDescriptorProto file;
  file.set_name("assay.proto");
  file.set_syntax("proto2");
  for (std::size_t i = 0; i < schema::kMessageCount; ++i) {
    const auto id = static_cast<schema::MessageId>(i);
    DescriptorProto& message = *file.add_message_type();
    message.set_name(name_of(id));
    // libprotobuf wants the members of a oneof one after another; ONNX has one in a message at
    // most.
    for (const bool in_oneof : {true, false}) {
      for (const schema::Field& field : schema::message(id).fields) {
        if ((field.oneof != 0) == in_oneof) {
          add_field(message, field);
        }
      }
    }
  }
  if (pool_.BuildFile(file) == nullptr) {
    throw std::logic_error("the schema tables make no sense to libprotobuf");
  }
}

std::unique_ptr<google::protobuf::Message> DynamicSchema::parse(schema::MessageId id,
                                                                const std::string& bytes) {
  std::unique_ptr<google::protobuf::Message> message(
      factory_.GetPrototype(pool_.FindMessageTypeByName(name_of(id)))->New());
  return message->ParseFromString(bytes) ? std::move(message) : nullptr;
}

}  // namespace assay::testing
