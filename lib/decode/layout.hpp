// Where each field of a schema table goes in its record. The one place where the two are tied, and
// the compiler checks that they agree.
#pragma once

#include <array>
#include <cstddef>

#include "decode/records.hpp"

namespace assay::decode {

// How a field is kept.
enum class Storage : std::uint8_t {
  none,  // no such field
  int64,
  int32,
  enumeration,
  float32,
  float64,
  text,      // string or bytes
  message,   // pointer to a record
  varints,   // Scalars
  int32s,    // Scalars of int32 values
  fixed32s,  // Scalars
  fixed64s,  // Scalars
  texts,     // Slice of Text
  messages   // Slice of records
};

// What the decoder needs to know of one field number: eight bytes.
struct FieldPlan {
  std::uint16_t offset = 0;
  Storage storage = Storage::none;
  wire::WireType wire_type = wire::WireType::varint;
  MessageId message = MessageId::count;
  schema::Text text = schema::Text::none;
  std::uint8_t oneof = 0;
  std::uint8_t enum_max = 0;
};

struct MessagePlan {
  const schema::Message* schema = nullptr;
  std::uint32_t record_size = 0;
  std::array<FieldPlan, schema::kNumbers> fields{};
};

const MessagePlan& plan_of(MessageId id) noexcept;

}  // namespace assay::decode
