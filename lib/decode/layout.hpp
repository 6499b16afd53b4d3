// Where each field of a schema table goes in its record. The one place where the two are tied, and
// the compiler checks that they agree.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

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

// What the decoder needs to know of one field number.
struct alignas(16) FieldPlan {
  std::uint32_t clash = 0;   // the fields that it excludes: itself, and the rest of its oneof
  std::uint16_t offset = 0;  // in the record, or in the part of it that stands aside
  std::uint16_t aside = 0;   // where the record points to that part; 0: the field is in the record
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
  std::uint32_t rest_size = 0;  // of the part that stands aside
  std::array<FieldPlan, schema::kNumbers> fields{};
};

extern const std::array<MessagePlan, schema::kMessageCount> kPlans;

inline const MessagePlan& plan_of(MessageId id) noexcept {
  return kPlans[static_cast<std::size_t>(id)];
}

// A member of any record; zero where the part that it is in was never made.
template <class T>
T member_of(const void* record, const FieldPlan& field) noexcept {
  const auto* base = static_cast<const std::byte*>(record);
  if (field.aside != 0) {
    std::memcpy(&base, base + field.aside, sizeof base);
  }
  T value{};
  if (base != nullptr) {
    std::memcpy(&value, base + field.offset, sizeof value);
  }
  return value;
}

}  // namespace assay::decode
