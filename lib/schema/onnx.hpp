// onnx.proto and onnx-data.proto at 1.23, as tables: the one home of field numbers, names and
// types.
#pragma once

#include <initializer_list>

#include "schema/message.hpp"

namespace assay::schema {
namespace tables {

using enum FieldType;
using enum Label;
using M = MessageId;

// Builders, so that a row of a table reads like a line of the schema.
constexpr Field scalar(std::uint32_t number, std::string_view name, FieldType type,
                       int since_ir = 1) {
  return {.number = number,
          .name = name,
          .type = type,
          .label = optional,
          .since_ir = static_cast<std::uint8_t>(since_ir)};
}
constexpr Field scalars(std::uint32_t number, std::string_view name, FieldType type,
                        bool packed = false) {
  return {.number = number, .name = name, .type = type, .label = repeated, .packed = packed};
}
constexpr Field choice(std::uint32_t number, std::string_view name, int enum_max) {
  return {.number = number,
          .name = name,
          .type = enumeration,
          .label = optional,
          .enum_max = static_cast<std::uint8_t>(enum_max)};
}
constexpr Field name_field(std::uint32_t number, std::string_view name, int since_ir = 1) {
  return {.number = number,
          .name = name,
          .type = string,
          .label = optional,
          .text = Text::name,
          .since_ir = static_cast<std::uint8_t>(since_ir)};
}
constexpr Field names(std::uint32_t number, std::string_view name) {
  return {.number = number, .name = name, .type = string, .label = repeated, .text = Text::name};
}
constexpr Field prose(std::uint32_t number, std::string_view name) {
  return {.number = number, .name = name, .type = string, .label = optional, .text = Text::prose};
}
constexpr Field one(std::uint32_t number, std::string_view name, MessageId id, int since_ir = 1) {
  return {.number = number,
          .name = name,
          .type = FieldType::message,
          .label = optional,
          .since_ir = static_cast<std::uint8_t>(since_ir),
          .message = id};
}
constexpr Field many(std::uint32_t number, std::string_view name, MessageId id, int since_ir = 1) {
  return {.number = number,
          .name = name,
          .type = FieldType::message,
          .label = repeated,
          .since_ir = static_cast<std::uint8_t>(since_ir),
          .message = id};
}
constexpr Field in_oneof(Field field) {
  field.oneof = 1;
  return field;
}

inline constexpr Field kModel[] = {
    scalar(1, "ir_version", int64),
    name_field(2, "producer_name"),
    name_field(3, "producer_version"),
    name_field(4, "domain"),
    scalar(5, "model_version", int64),
    prose(6, "doc_string"),
    one(7, "graph", M::graph),
    many(8, "opset_import", M::operator_set_id, 3),
    many(14, "metadata_props", M::string_string_entry),
    many(20, "training_info", M::training_info, 7),
    many(25, "functions", M::function, 8),
    many(26, "configuration", M::device_configuration, 11),
};
inline constexpr Field kGraph[] = {
    many(1, "node", M::node),
    name_field(2, "name"),
    many(5, "initializer", M::tensor),
    prose(10, "doc_string"),
    many(11, "input", M::value_info),
    many(12, "output", M::value_info),
    many(13, "value_info", M::value_info),
    many(14, "quantization_annotation", M::tensor_annotation, 5),
    many(15, "sparse_initializer", M::sparse_tensor, 6),
    many(16, "metadata_props", M::string_string_entry, 10),
};
inline constexpr Field kNode[] = {
    names(1, "input"),
    names(2, "output"),
    name_field(3, "name"),
    name_field(4, "op_type"),
    many(5, "attribute", M::attribute),
    prose(6, "doc_string"),
    name_field(7, "domain", 3),
    name_field(8, "overload", 10),
    many(9, "metadata_props", M::string_string_entry, 10),
    many(10, "device_configurations", M::node_device_configuration, 11),
};
inline constexpr Field kAttribute[] = {
    name_field(1, "name"),
    scalar(2, "f", float32),
    scalar(3, "i", int64),
    scalar(4, "s", bytes),
    one(5, "t", M::tensor),
    one(6, "g", M::graph),
    scalars(7, "floats", float32),
    scalars(8, "ints", int64),
    scalars(9, "strings", bytes),
    many(10, "tensors", M::tensor),
    many(11, "graphs", M::graph),
    prose(13, "doc_string"),
    one(14, "tp", M::type),
    many(15, "type_protos", M::type),
    choice(20, "type", 14),
    name_field(21, "ref_attr_name"),
    one(22, "sparse_tensor", M::sparse_tensor, 6),
    many(23, "sparse_tensors", M::sparse_tensor, 6),
};
inline constexpr Field kTensor[] = {
    scalars(1, "dims", int64),
    scalar(2, "data_type", int32),
    one(3, "segment", M::segment),
    scalars(4, "float_data", float32, true),
    scalars(5, "int32_data", int32, true),
    scalars(6, "string_data", bytes),
    scalars(7, "int64_data", int64, true),
    name_field(8, "name"),
    scalar(9, "raw_data", bytes),
    scalars(10, "double_data", float64, true),
    scalars(11, "uint64_data", uint64, true),
    prose(12, "doc_string"),
    many(13, "external_data", M::string_string_entry),
    choice(14, "data_location", 1),
    many(16, "metadata_props", M::string_string_entry, 10),
};
inline constexpr Field kSegment[] = {scalar(1, "begin", int64), scalar(2, "end", int64)};
inline constexpr Field kSparseTensor[] = {
    one(1, "values", M::tensor),
    one(2, "indices", M::tensor),
    scalars(3, "dims", int64),
};
// Keys and values serve as metadata (prose) and as external data, whose own rules are stricter.
inline constexpr Field kStringStringEntry[] = {prose(1, "key"), prose(2, "value")};
inline constexpr Field kOperatorSetId[] = {name_field(1, "domain"), scalar(2, "version", int64)};
inline constexpr Field kTensorAnnotation[] = {
    name_field(1, "tensor_name"),
    many(2, "quant_parameter_tensor_names", M::string_string_entry),
};
inline constexpr Field kValueInfo[] = {
    name_field(1, "name"),
    one(2, "type", M::type),
    prose(3, "doc_string"),
    many(4, "metadata_props", M::string_string_entry, 10),
};
inline constexpr Field kTensorShape[] = {many(1, "dim", M::dimension)};
inline constexpr Field kDimension[] = {
    in_oneof(scalar(1, "dim_value", int64)),
    in_oneof(name_field(2, "dim_param")),
    name_field(3, "denotation"),
};
inline constexpr Field kType[] = {
    in_oneof(one(1, "tensor_type", M::type_tensor)),
    in_oneof(one(4, "sequence_type", M::type_sequence)),
    in_oneof(one(5, "map_type", M::type_map)),
    name_field(6, "denotation"),
    in_oneof(one(7, "opaque_type", M::type_opaque)),
    in_oneof(one(8, "sparse_tensor_type", M::type_sparse_tensor, 8)),
    in_oneof(one(9, "optional_type", M::type_optional, 8)),
};
inline constexpr Field kTypeTensor[] = {scalar(1, "elem_type", int32),
                                        one(2, "shape", M::tensor_shape)};
inline constexpr Field kTypeElement[] = {one(1, "elem_type", M::type)};
inline constexpr Field kTypeMap[] = {scalar(1, "key_type", int32), one(2, "value_type", M::type)};
inline constexpr Field kTypeOpaque[] = {name_field(1, "domain"), name_field(2, "name")};
inline constexpr Field kFunction[] = {
    name_field(1, "name"),
    names(4, "input"),
    names(5, "output"),
    names(6, "attribute"),
    many(7, "node", M::node),
    prose(8, "doc_string"),
    many(9, "opset_import", M::operator_set_id),
    name_field(10, "domain"),
    many(11, "attribute_proto", M::attribute, 9),
    many(12, "value_info", M::value_info, 10),
    name_field(13, "overload", 10),
    many(14, "metadata_props", M::string_string_entry, 10),
};
inline constexpr Field kTrainingInfo[] = {
    one(1, "initialization", M::graph),
    one(2, "algorithm", M::graph),
    many(3, "initialization_binding", M::string_string_entry),
    many(4, "update_binding", M::string_string_entry),
};
inline constexpr Field kDeviceConfiguration[] = {
    name_field(1, "name"),
    scalar(2, "num_devices", int32),
    names(3, "device"),
};
inline constexpr Field kNodeDeviceConfiguration[] = {
    name_field(1, "configuration_id"),
    many(2, "sharding_spec", M::sharding_spec),
    scalar(3, "pipeline_stage", int32),
};
inline constexpr Field kShardingSpec[] = {
    name_field(1, "tensor_name"),
    scalars(2, "device", int64),
    many(3, "index_to_device_group_map", M::int_int_list_entry),
    many(4, "sharded_dim", M::sharded_dim),
};
inline constexpr Field kIntIntListEntry[] = {scalar(1, "key", int64), scalars(2, "value", int64)};
inline constexpr Field kShardedDim[] = {
    scalar(1, "axis", int64),
    many(2, "simple_sharding", M::simple_sharded_dim),
};
inline constexpr Field kSimpleShardedDim[] = {
    in_oneof(scalar(1, "dim_value", int64)),
    in_oneof(name_field(2, "dim_param")),
    scalar(3, "num_shards", int64),
};
inline constexpr Field kSequence[] = {
    name_field(1, "name"),
    scalar(2, "elem_type", int32),
    many(3, "tensor_values", M::tensor),
    many(4, "sparse_tensor_values", M::sparse_tensor),
    many(5, "sequence_values", M::sequence),
    many(6, "map_values", M::map),
    many(7, "optional_values", M::optional),
};
inline constexpr Field kOptional[] = {
    name_field(1, "name"),
    scalar(2, "elem_type", int32),
    one(3, "tensor_value", M::tensor),
    one(4, "sparse_tensor_value", M::sparse_tensor),
    one(5, "sequence_value", M::sequence),
    one(6, "map_value", M::map),
    one(7, "optional_value", M::optional),
};
inline constexpr Field kMap[] = {
    name_field(1, "name"),         scalar(2, "key_type", int32),
    scalars(3, "keys", int64),     scalars(4, "string_keys", bytes),
    one(5, "values", M::sequence),
};

constexpr Message make(MessageId id, std::string_view name, std::span<const Field> fields,
                       std::initializer_list<unsigned> reserved = {}) {
  Message made{id, name, fields, 0, {}};
  made.by_number.fill(kNoField);
  std::uint8_t index = 0;
  for (const Field& field : fields) {
    made.by_number[field.number] = index++;
  }
  for (const unsigned number : reserved) {
    made.reserved |= 1u << number;
  }
  return made;
}

inline constexpr std::array<Message, kMessageCount> kMessages = {
    make(M::model, "ModelProto", kModel),
    make(M::graph, "GraphProto", kGraph, {3, 4, 6, 7, 8, 9}),
    make(M::node, "NodeProto", kNode),
    make(M::attribute, "AttributeProto", kAttribute, {12, 16, 17, 18, 19}),
    make(M::tensor, "TensorProto", kTensor),
    make(M::segment, "TensorProto.Segment", kSegment),
    make(M::sparse_tensor, "SparseTensorProto", kSparseTensor),
    make(M::string_string_entry, "StringStringEntryProto", kStringStringEntry),
    make(M::operator_set_id, "OperatorSetIdProto", kOperatorSetId),
    make(M::tensor_annotation, "TensorAnnotation", kTensorAnnotation),
    make(M::value_info, "ValueInfoProto", kValueInfo),
    make(M::tensor_shape, "TensorShapeProto", kTensorShape),
    make(M::dimension, "TensorShapeProto.Dimension", kDimension),
    make(M::type, "TypeProto", kType),
    make(M::type_tensor, "TypeProto.Tensor", kTypeTensor),
    make(M::type_sparse_tensor, "TypeProto.SparseTensor", kTypeTensor),
    make(M::type_sequence, "TypeProto.Sequence", kTypeElement),
    make(M::type_optional, "TypeProto.Optional", kTypeElement),
    make(M::type_map, "TypeProto.Map", kTypeMap),
    make(M::type_opaque, "TypeProto.Opaque", kTypeOpaque, {3}),
    make(M::function, "FunctionProto", kFunction, {2, 3}),
    make(M::training_info, "TrainingInfoProto", kTrainingInfo),
    make(M::device_configuration, "DeviceConfigurationProto", kDeviceConfiguration),
    make(M::node_device_configuration, "NodeDeviceConfigurationProto", kNodeDeviceConfiguration),
    make(M::sharding_spec, "ShardingSpecProto", kShardingSpec),
    make(M::int_int_list_entry, "IntIntListEntryProto", kIntIntListEntry),
    make(M::sharded_dim, "ShardedDimProto", kShardedDim),
    make(M::simple_sharded_dim, "SimpleShardedDimProto", kSimpleShardedDim),
    make(M::sequence, "SequenceProto", kSequence),
    make(M::optional, "OptionalProto", kOptional),
    make(M::map, "MapProto", kMap),
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kMessageCount; ++i) {
    if (kMessages[i].id != static_cast<MessageId>(i)) {
      return false;
    }
    std::uint32_t last = 0;
    for (const Field& field : kMessages[i].fields) {
      if (field.number <= last || field.number >= kNumbers || kMessages[i].fields.size() >= 32) {
        return false;
      }
      last = field.number;
    }
  }
  return true;
}
static_assert(in_order(), "the tables stand in the order of MessageId, their fields by number");

}  // namespace tables

// The table of a message. Every message of onnx.proto and onnx-data.proto is there.
constexpr const Message& message(MessageId id) noexcept {
  return tables::kMessages[static_cast<std::size_t>(id)];
}
constexpr std::span<const Message, kMessageCount> messages() noexcept {
  return tables::kMessages;
}

// The number of a field by its name; a name that is not there does not compile.
consteval std::uint32_t number_of(MessageId id, std::string_view field_name) {
  const Field* field = message(id).find(field_name);
  if (field == nullptr) {
    throw "no such field";
  }
  return field->number;
}

}  // namespace assay::schema
