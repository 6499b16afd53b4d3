#include "support/message.hpp"

#include <bit>
#include <stdexcept>

namespace assay::testing {

using schema::Field;
using schema::FieldType;

std::string hex(std::initializer_list<unsigned> bytes) {
  std::string out;
  for (const unsigned byte : bytes) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  }
  return out;
}

const Field& Message::field(std::string_view name) const {
  const Field* found = schema::message(id_).find(name);
  if (found == nullptr) {
    throw std::logic_error(std::string(schema::message(id_).name) + " has no field " +
                           std::string(name));
  }
  return *found;
}

void Message::number(const Field& field, std::uint64_t value) {
  if (!field.varint()) {
    throw std::logic_error(std::string(field.name) + " takes no integer");
  }
  wire::append_varint(text_, value);
}

Message& Message::integer(std::string_view name, std::uint64_t value) {
  begin();
  wire::append_tag(text_, field(name).number, WireType::varint);
  payload();
  number(field(name), value);
  return *this;
}

Message& Message::set(std::string_view name, double value) {
  begin();
  const Field& written = field(name);
  wire::append_tag(text_, written.number, written.wire_type());
  payload();
  if (written.type == FieldType::float32) {
    wire::append_fixed32(text_, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  } else if (written.type == FieldType::float64) {
    wire::append_fixed64(text_, std::bit_cast<std::uint64_t>(value));
  } else {
    throw std::logic_error(std::string(name) + " takes no floating-point number");
  }
  return *this;
}

Message& Message::set(std::string_view name, std::string_view text) {
  begin();
  wire::append_tag(text_, field(name).number, WireType::length_delimited);
  wire::append_varint(text_, text.size());
  payload();
  text_ += text;
  return *this;
}

Message& Message::set(std::string_view name, const Message& message) {
  if (field(name).message != message.id_) {
    throw std::logic_error(std::string(name) + " takes another message");
  }
  set(name, std::string_view(message.text_));
  if (message.mark_.set) {
    mark_ = message.mark_;
    mark_.offset += payload_begin_;
  }
  return *this;
}

Message& Message::each(std::string_view name, std::initializer_list<std::int64_t> values) {
  return each(name, std::span(values.begin(), values.size()));
}

Message& Message::each(std::string_view name, std::span<const std::int64_t> values) {
  for (const std::int64_t value : values) {
    set(name, value);
  }
  return *this;
}

Message& Message::packed(std::string_view name, std::initializer_list<std::int64_t> values) {
  return packed(name, std::span(values.begin(), values.size()));
}

Message& Message::packed(std::string_view name, std::span<const std::int64_t> values) {
  Message block(id_);
  for (const std::int64_t value : values) {
    block.number(field(name), static_cast<std::uint64_t>(value));
  }
  return set(name, std::string_view(block.text_));
}

Message& Message::packed_floats(std::string_view name, std::initializer_list<double> values) {
  std::string block;
  for (const double value : values) {
    if (field(name).type == FieldType::float32) {
      wire::append_fixed32(block, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    } else {
      wire::append_fixed64(block, std::bit_cast<std::uint64_t>(value));
    }
  }
  return set(name, std::string_view(block));
}

Message& Message::tag(std::string_view name, WireType type, unsigned width) {
  return tag(field(name).number, static_cast<unsigned>(type), width);
}

Message& Message::tag(std::uint64_t number, unsigned wire_type, unsigned width) {
  begin();
  wire::append_tag(text_, number, wire_type, width);
  return *this;
}

Message& Message::varint(std::uint64_t value, unsigned width) {
  begin();
  wire::append_varint(text_, value, width);
  return *this;
}

Message& Message::bytes(std::string_view bytes) {
  begin();
  text_ += bytes;
  return *this;
}

Message& Message::here() {
  mark_ = {payload_begin_, text_.size() - payload_begin_, true};
  return *this;
}

Message& Message::here_field() {
  mark_ = {field_begin_, text_.size() - field_begin_, true};
  return *this;
}

Message& Message::here(std::uint64_t begin, std::uint64_t length) {
  mark_ = {payload_begin_ + begin, length, true};
  return *this;
}

Message& Message::whole() {
  mark_ = {0, text_.size(), true};
  return *this;
}

Message& Message::from() {
  mark_ = {text_.size(), 0, true};
  return *this;
}

Message& Message::to() {
  mark_.length = text_.size() - mark_.offset;
  return *this;
}

Message entry(std::string_view key, std::string_view value) {
  return Message(MessageId::string_string_entry).set("key", key).set("value", value);
}

Message tensor(ElementType type, std::initializer_list<std::int64_t> dims) {
  return tensor().each("dims", dims).set("data_type", type);
}

Message zero_tensor(ElementType type, std::initializer_list<std::int64_t> dims) {
  Message out = tensor(type, dims);
  std::uint64_t elements = 1;
  for (const std::int64_t dim : dims) {
    elements *= static_cast<std::uint64_t>(dim);
  }
  if (type == ElementType::string) {
    for (std::uint64_t i = 0; i < elements; ++i) {
      out.set("string_data", "");
    }
    return out;
  }
  std::uint64_t bytes = 0;
  if (!raw_data_bytes(*find_element_type(type), elements, bytes)) {
    throw std::logic_error("a test's tensor is too large");
  }
  return out.set("raw_data", std::string_view(zeros(bytes)));
}

Message int64_tensor(std::initializer_list<std::int64_t> values) {
  return int64_tensor({static_cast<std::int64_t>(values.size())}, values);
}

Message int64_tensor(std::initializer_list<std::int64_t> dims,
                     std::initializer_list<std::int64_t> values) {
  return tensor(ElementType::int64, dims).packed("int64_data", values);
}

Message sparse_floats(std::initializer_list<std::int64_t> dims,
                      std::initializer_list<std::int64_t> indices) {
  return sparse_tensor()
      .set("values", zero_tensor(ElementType::float32, {static_cast<std::int64_t>(indices.size())}))
      .set("indices", int64_tensor(indices))
      .each("dims", dims);
}

}  // namespace assay::testing
