// Wire bytes of one ONNX message, put together field by field under the names of the schema, so
// that the input of a test reads as a sentence. Deliberate faults are written with the same words.
//
// A test also says which bytes a finding must point at: the mark. It moves along when a message is
// put into another one.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "assay/bytes.hpp"
#include "assay/element_type.hpp"

#include "schema/onnx.hpp"
#include "wire/writer.hpp"

namespace assay::testing {

using schema::MessageId;
using wire::WireType;

// `count` bytes of zero.
inline std::string zeros(std::size_t count) {
  return std::string(count, '\0');
}
// The bytes given by their values: hex({0x01, 0xff}).
std::string hex(std::initializer_list<unsigned> bytes);

struct Mark {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  bool set = false;
};

// A name that the schema does not have, or a value that its type cannot take, throws
// std::logic_error: a fault of the test.
class Message {
 public:
  explicit Message(MessageId id) : id_(id) {}

  // One field. A number is written as the type of the field asks for: varint, 4 or 8 bytes.
  template <std::integral T>
  Message& set(std::string_view field, T value) {
    return integer(field, static_cast<std::uint64_t>(value));
  }
  Message& set(std::string_view field, double value);
  Message& set(std::string_view field, std::string_view text);
  Message& set(std::string_view field, const char* text) {
    return set(field, std::string_view(text));
  }
  Message& set(std::string_view field, const Message& message);
  Message& set(std::string_view field, ElementType type) {
    return set(field, static_cast<std::int32_t>(type));
  }

  // A repeated number: one field a value, or one packed block.
  Message& each(std::string_view field, std::initializer_list<std::int64_t> values);
  Message& each(std::string_view field, std::span<const std::int64_t> values);
  Message& packed(std::string_view field, std::initializer_list<std::int64_t> values);
  Message& packed(std::string_view field, std::span<const std::int64_t> values);
  Message& packed_floats(std::string_view field, std::initializer_list<double> values);

  // Below the level of fields. `width` above what a varint needs makes it overlong.
  Message& tag(std::string_view field, WireType type, unsigned width = 0);
  Message& tag(std::uint64_t number, unsigned wire_type, unsigned width = 0);
  Message& varint(std::uint64_t value, unsigned width = 0);
  Message& bytes(std::string_view bytes);

  // What a finding must point at: the payload of what was written last; all of it, tag included;
  // `length` bytes from byte `begin` of that payload; the whole message so far.
  Message& here();
  Message& here_field();
  Message& here(std::uint64_t begin, std::uint64_t length);
  Message& whole();
  // The same from this place on; up to this place.
  Message& from();
  Message& to();

  MessageId id() const { return id_; }
  const std::string& text() const { return text_; }
  Bytes view() const { return bytes_of(text_); }
  const Mark& mark() const { return mark_; }

 private:
  const schema::Field& field(std::string_view name) const;
  Message& integer(std::string_view field, std::uint64_t value);
  void number(const schema::Field& field, std::uint64_t value);
  void begin() { field_begin_ = payload_begin_ = text_.size(); }
  void payload() { payload_begin_ = text_.size(); }

  MessageId id_;
  std::string text_;
  std::size_t field_begin_ = 0;
  std::size_t payload_begin_ = 0;
  Mark mark_;
};

inline Message tensor() {
  return Message(MessageId::tensor);
}
inline Message sparse_tensor() {
  return Message(MessageId::sparse_tensor);
}
inline Message sequence() {
  return Message(MessageId::sequence);
}
inline Message optional() {
  return Message(MessageId::optional);
}
inline Message map() {
  return Message(MessageId::map);
}
inline Message model() {
  return Message(MessageId::model);
}
inline Message graph() {
  return Message(MessageId::graph);
}
inline Message node() {
  return Message(MessageId::node);
}
inline Message attribute() {
  return Message(MessageId::attribute);
}
inline Message type() {
  return Message(MessageId::type);
}
// key and value.
Message entry(std::string_view key, std::string_view value);

// A tensor of that type and shape, without values.
Message tensor(ElementType type, std::initializer_list<std::int64_t> dims);
// A sound one: raw_data of zeros, or empty strings.
Message zero_tensor(ElementType type, std::initializer_list<std::int64_t> dims);
// INT64, one dim, values in int64_data; and the same of two dims.
Message int64_tensor(std::initializer_list<std::int64_t> values);
Message int64_tensor(std::initializer_list<std::int64_t> dims,
                     std::initializer_list<std::int64_t> values);
// The values, then the indices (linear), of a sparse FLOAT tensor of these dims.
Message sparse_floats(std::initializer_list<std::int64_t> dims,
                      std::initializer_list<std::int64_t> indices);

}  // namespace assay::testing
