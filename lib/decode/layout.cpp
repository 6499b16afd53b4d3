#include "decode/layout.hpp"

#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace assay::decode {
namespace {

using schema::Field;
using schema::FieldType;

// One member of a record as the compiler sees it.
struct Member {
  std::string_view name;
  std::size_t offset;
  std::size_t aside;
  Storage storage;
  MessageId message;
};

template <class T>
struct Kept {
  static constexpr MessageId kMessage = MessageId::count;
  static constexpr Storage kStorage = std::is_same_v<T, std::int64_t>   ? Storage::int64
                                      : std::is_same_v<T, std::int32_t> ? Storage::int32
                                      : std::is_same_v<T, float>        ? Storage::float32
                                      : std::is_same_v<T, double>       ? Storage::float64
                                      : std::is_same_v<T, Text>         ? Storage::text
                                      : std::is_same_v<T, Scalars>      ? Storage::varints
                                                                        : Storage::none;
};
template <class R>
struct Kept<R*> {
  static constexpr MessageId kMessage = R::kId;
  static constexpr Storage kStorage = Storage::message;
};
template <class R>
struct Kept<Slice<R>> {
  static constexpr MessageId kMessage = R::kId;
  static constexpr Storage kStorage = Storage::messages;
};
template <>
struct Kept<Slice<Text>> {
  static constexpr MessageId kMessage = MessageId::count;
  static constexpr Storage kStorage = Storage::texts;
};

consteval Storage storage_of(const Field& field) {
  if (!field.repeated()) {
    switch (field.type) {
      case FieldType::int64:
        return Storage::int64;
      case FieldType::int32:
        return Storage::int32;
      case FieldType::enumeration:
        return Storage::enumeration;
      case FieldType::float32:
        return Storage::float32;
      case FieldType::float64:
        return Storage::float64;
      case FieldType::string:
      case FieldType::bytes:
        return Storage::text;
      case FieldType::message:
        return Storage::message;
      case FieldType::uint64:
        return Storage::none;
    }
  }
  switch (field.type) {
    case FieldType::int64:
    case FieldType::uint64:
      return Storage::varints;
    case FieldType::int32:
      return Storage::int32s;
    case FieldType::float32:
      return Storage::fixed32s;
    case FieldType::float64:
      return Storage::fixed64s;
    case FieldType::string:
    case FieldType::bytes:
      return Storage::texts;
    case FieldType::message:
      return Storage::messages;
    case FieldType::enumeration:
      return Storage::none;
  }
  return Storage::none;
}

// The C++ type that a storage needs, in the terms of Kept.
consteval Storage member_of(Storage storage) {
  switch (storage) {
    case Storage::enumeration:
      return Storage::int32;
    case Storage::int32s:
    case Storage::fixed32s:
    case Storage::fixed64s:
      return Storage::varints;
    default:
      return storage;
  }
}

// The fields that cannot stand beside a singular one.
consteval std::uint32_t excluded_by(const schema::Message& message, const Field& field) {
  std::uint32_t clash = 1u << field.number;
  for (const Field& other : message.fields) {
    if (field.oneof != 0 && other.oneof == field.oneof) {
      clash |= 1u << other.number;
    }
  }
  return clash;
}

template <class R>
consteval std::uint32_t rest_size_of() {
  if constexpr (requires(R record) { record.rest; }) {
    return sizeof(*R().rest.made);
  }
  return 0;
}

// Does not compile when a member is missing, is one too many, or has the wrong type.
template <class R>
consteval MessagePlan make_plan(std::initializer_list<Member> members) {
  const schema::Message& message = schema::message(R::kId);
  MessagePlan plan;
  plan.schema = &message;
  plan.record_size = sizeof(R);
  plan.rest_size = rest_size_of<R>();
  if (members.size() != message.fields.size()) {
    throw "a record has one member for each field";
  }
  for (const Member& member : members) {
    const Field* field = message.find(member.name);
    if (field == nullptr || storage_of(*field) == Storage::none ||
        member_of(storage_of(*field)) != member.storage || field->message != member.message) {
      throw "a member must be named and typed as its field";
    }
    plan.fields[field->number] = {.clash = excluded_by(message, *field),
                                  .offset = static_cast<std::uint16_t>(member.offset),
                                  .aside = static_cast<std::uint16_t>(member.aside),
                                  .storage = storage_of(*field),
                                  .wire_type = field->wire_type(),
                                  .message = field->message,
                                  .text = field->text,
                                  .oneof = field->oneof,
                                  .enum_max = field->enum_max};
  }
  return plan;
}

// The member of a record, or of the part that stands aside, for the field of that name.
template <class T>
consteval Member member_at(std::string_view name, std::size_t offset, std::size_t aside) {
  return {name, offset, aside, Kept<T>::kStorage, Kept<T>::kMessage};
}

// The name and the offset of a member can only be had from the preprocessor. A pair of macros: one
// for members of the record, one for those that stand aside.
#define ASSAY_MEMBER(record, member) \
  member_at<decltype(record::member)>(#member, offsetof(record, member), 0)
#define ASSAY_ASIDE(record, part, member) \
  member_at<decltype(part::member)>(#member, offsetof(part, member), offsetof(record, rest))
#define ASSAY_1(r, a) ASSAY_MEMBER(r, a)
#define ASSAY_2(r, a, b) ASSAY_MEMBER(r, a), ASSAY_1(r, b)
#define ASSAY_3(r, a, ...) ASSAY_MEMBER(r, a), ASSAY_2(r, __VA_ARGS__)
#define ASSAY_4(r, a, ...) ASSAY_MEMBER(r, a), ASSAY_3(r, __VA_ARGS__)
#define ASSAY_5(r, a, ...) ASSAY_MEMBER(r, a), ASSAY_4(r, __VA_ARGS__)
#define ASSAY_6(r, a, ...) ASSAY_MEMBER(r, a), ASSAY_5(r, __VA_ARGS__)
#define ASSAY_7(r, a, ...) ASSAY_MEMBER(r, a), ASSAY_6(r, __VA_ARGS__)
#define ASSAY_10(r, a, b, c, ...) ASSAY_3(r, a, b, c), ASSAY_7(r, __VA_ARGS__)
#define ASSAY_12(r, a, b, ...) ASSAY_2(r, a, b), ASSAY_10(r, __VA_ARGS__)
#define ASSAY_PLAN(count, record, ...) make_plan<record>({ASSAY_##count(record, __VA_ARGS__)})
#define ASSAY_REST_1(r, p, a) ASSAY_ASIDE(r, p, a)
#define ASSAY_REST_2(r, p, a, b) ASSAY_ASIDE(r, p, a), ASSAY_REST_1(r, p, b)
#define ASSAY_REST_4(r, p, a, b, ...) ASSAY_REST_2(r, p, a, b), ASSAY_REST_2(r, p, __VA_ARGS__)
#define ASSAY_REST_6(r, p, a, b, ...) ASSAY_REST_2(r, p, a, b), ASSAY_REST_4(r, p, __VA_ARGS__)
#define ASSAY_REST_10(r, p, a, b, c, d, ...) \
  ASSAY_REST_4(r, p, a, b, c, d), ASSAY_REST_6(r, p, __VA_ARGS__)
#define ASSAY_REST_14(r, p, a, b, c, d, ...) \
  ASSAY_REST_4(r, p, a, b, c, d), ASSAY_REST_10(r, p, __VA_ARGS__)

}  // namespace

constexpr std::array<MessagePlan, schema::kMessageCount> kPlans = {
    ASSAY_PLAN(12, ModelRecord, ir_version, producer_name, producer_version, domain, model_version,
               doc_string, graph, opset_import, metadata_props, training_info, functions,
               configuration),
    ASSAY_PLAN(10, GraphRecord, node, name, initializer, doc_string, input, output, value_info,
               quantization_annotation, sparse_initializer, metadata_props),
    make_plan<NodeRecord>({ASSAY_6(NodeRecord, input, output, name, op_type, attribute, domain),
                           ASSAY_REST_4(NodeRecord, NodeRest, doc_string, overload, metadata_props,
                                        device_configurations)}),
    make_plan<AttributeRecord>({ASSAY_4(AttributeRecord, name, f, i, type),
                                ASSAY_REST_14(AttributeRecord, AttributeRest, s, t, g, floats, ints,
                                              strings, tensors, graphs, doc_string, tp, type_protos,
                                              ref_attr_name, sparse_tensor, sparse_tensors)}),
    make_plan<TensorRecord>(
        {ASSAY_5(TensorRecord, dims, data_type, name, raw_data, data_location),
         ASSAY_REST_10(TensorRecord, TensorRest, segment, float_data, int32_data, string_data,
                       int64_data, double_data, uint64_data, doc_string, external_data,
                       metadata_props)}),
    ASSAY_PLAN(2, SegmentRecord, begin, end),
    ASSAY_PLAN(3, SparseTensorRecord, values, indices, dims),
    ASSAY_PLAN(2, StringStringEntryRecord, key, value),
    ASSAY_PLAN(2, OperatorSetIdRecord, domain, version),
    ASSAY_PLAN(2, TensorAnnotationRecord, tensor_name, quant_parameter_tensor_names),
    ASSAY_PLAN(4, ValueInfoRecord, name, type, doc_string, metadata_props),
    ASSAY_PLAN(1, TensorShapeRecord, dim),
    ASSAY_PLAN(3, DimensionRecord, dim_value, dim_param, denotation),
    ASSAY_PLAN(7, TypeRecord, tensor_type, sequence_type, map_type, denotation, opaque_type,
               sparse_tensor_type, optional_type),
    ASSAY_PLAN(2, TypeTensorRecord, elem_type, shape),
    ASSAY_PLAN(2, TypeSparseTensorRecord, elem_type, shape),
    ASSAY_PLAN(1, TypeSequenceRecord, elem_type),
    ASSAY_PLAN(1, TypeOptionalRecord, elem_type),
    ASSAY_PLAN(2, TypeMapRecord, key_type, value_type),
    ASSAY_PLAN(2, TypeOpaqueRecord, domain, name),
    ASSAY_PLAN(12, FunctionRecord, name, input, output, attribute, node, doc_string, opset_import,
               domain, attribute_proto, value_info, overload, metadata_props),
    ASSAY_PLAN(4, TrainingInfoRecord, initialization, algorithm, initialization_binding,
               update_binding),
    ASSAY_PLAN(3, DeviceConfigurationRecord, name, num_devices, device),
    ASSAY_PLAN(3, NodeDeviceConfigurationRecord, configuration_id, sharding_spec, pipeline_stage),
    ASSAY_PLAN(4, ShardingSpecRecord, tensor_name, device, index_to_device_group_map, sharded_dim),
    ASSAY_PLAN(2, IntIntListEntryRecord, key, value),
    ASSAY_PLAN(2, ShardedDimRecord, axis, simple_sharding),
    ASSAY_PLAN(3, SimpleShardedDimRecord, dim_value, dim_param, num_shards),
    ASSAY_PLAN(7, SequenceRecord, name, elem_type, tensor_values, sparse_tensor_values,
               sequence_values, map_values, optional_values),
    ASSAY_PLAN(7, OptionalRecord, name, elem_type, tensor_value, sparse_tensor_value,
               sequence_value, map_value, optional_value),
    ASSAY_PLAN(5, MapRecord, name, key_type, keys, string_keys, values),
};

namespace {

consteval bool in_order() {
  for (std::size_t i = 0; i < kPlans.size(); ++i) {
    if (kPlans[i].schema->id != static_cast<MessageId>(i)) {
      return false;
    }
  }
  return true;
}
static_assert(in_order(), "the plans stand in the order of MessageId");

}  // namespace
}  // namespace assay::decode
