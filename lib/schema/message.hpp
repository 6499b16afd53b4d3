// The shape of a schema table: what a message of onnx.proto looks like on the wire.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "wire/cursor.hpp"

namespace assay::schema {

enum class FieldType : std::uint8_t {
  int64,
  int32,
  uint64,
  enumeration,
  float32,
  float64,
  string,
  bytes,
  message
};
enum class Label : std::uint8_t { optional, repeated };

// What a string may hold beyond being UTF-8. Names are identifiers: a control character in one is
// an attempt to forge a log line or to cut a C string short. Prose may hold tabs and newlines.
enum class Text : std::uint8_t { none, name, prose };

// Messages refer to one another, in circles, by this number.
enum class MessageId : std::uint8_t {
  model,
  graph,
  node,
  attribute,
  tensor,
  segment,
  sparse_tensor,
  string_string_entry,
  operator_set_id,
  tensor_annotation,
  value_info,
  tensor_shape,
  dimension,
  type,
  type_tensor,
  type_sparse_tensor,
  type_sequence,
  type_optional,
  type_map,
  type_opaque,
  function,
  training_info,
  device_configuration,
  node_device_configuration,
  sharding_spec,
  int_int_list_entry,
  sharded_dim,
  simple_sharded_dim,
  sequence,
  optional,
  map,
  count
};
inline constexpr std::size_t kMessageCount = static_cast<std::size_t>(MessageId::count);

struct Field {
  std::uint32_t number;
  std::string_view name;
  FieldType type;
  Label label;
  Text text = Text::none;                // of string fields
  bool packed = false;                   // declared packed; both forms are read whatever it says
  std::uint8_t oneof = 0;                // members of one oneof share a number above 0
  std::uint8_t since_ir = 1;             // IR version that brought the field
  MessageId message = MessageId::count;  // of message fields
  std::uint8_t enum_max = 0;             // of enum fields: the values are 0 to this

  constexpr bool repeated() const { return label == Label::repeated; }
  constexpr bool scalar() const { return type <= FieldType::float64; }
  constexpr bool varint() const { return type <= FieldType::enumeration; }
  // The wire type of one value outside a packed block.
  constexpr wire::WireType wire_type() const {
    if (varint()) {
      return wire::WireType::varint;
    }
    if (type == FieldType::float32) {
      return wire::WireType::fixed32;
    }
    return type == FieldType::float64 ? wire::WireType::fixed64 : wire::WireType::length_delimited;
  }
};

inline constexpr std::uint32_t kNumbers = 32;  // every field number of ONNX is below this
inline constexpr std::uint8_t kNoField = 0xff;

struct Message {
  MessageId id;
  std::string_view name;                         // "TensorProto", "TypeProto.Tensor"
  std::span<const Field> fields;                 // in the order of their numbers
  std::uint32_t reserved;                        // bit n: number n is reserved
  std::array<std::uint8_t, kNumbers> by_number;  // index in `fields`, or kNoField

  // The field of that number, or null.
  constexpr const Field* find(std::uint32_t number) const noexcept {
    return number < kNumbers && by_number[number] != kNoField ? &fields[by_number[number]]
                                                              : nullptr;
  }
  constexpr const Field* find(std::string_view field_name) const noexcept {
    for (const Field& field : fields) {
      if (field.name == field_name) {
        return &field;
      }
    }
    return nullptr;
  }
  constexpr bool is_reserved(std::uint32_t number) const noexcept {
    return number < kNumbers && (reserved >> number & 1u) != 0;
  }
};

}  // namespace assay::schema
