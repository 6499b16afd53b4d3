// What a field says, given what its message says about it.
#include <algorithm>

#include "assay/explain.hpp"

#include "base/checked.hpp"
#include "base/text.hpp"
#include "explain/values.hpp"

namespace assay {
namespace {

using explain::bits_of;
using explain::payload_of;
using explain::text_of;
using explain::Values;
using schema::MessageId;
using schema::number_of;
using wire::WireType;

constexpr std::uint32_t kRawData = number_of(MessageId::tensor, "raw_data");

std::string quoted(std::string_view text, std::uint64_t most) {
  std::string out = cat("\"", escape(text, most), "\"");
  if (text.size() > most) {
    out += cat(" (", text.size(), " bytes)");
  }
  return out;
}

std::string bytes_text(std::uint64_t count) {
  return cat(count, count == 1 ? " byte" : " bytes");
}

// A field that the schema does not have, or has otherwise: by its wire type alone.
std::string wire_meaning(Bytes file, const WireField& field, const MeaningLimits& limits) {
  switch (static_cast<WireType>(field.wire_type)) {
    case WireType::varint:
    case WireType::fixed32:
    case WireType::fixed64:
      return cat(bits_of(file, field));
    case WireType::length_delimited: {
      const std::string_view text = text_of(payload_of(file, field));
      if (!text.empty() && text.size() <= limits.text && is_plain_ascii(text)) {
        return quoted(text, limits.text);
      }
      return bytes_text(field.payload_length);
    }
    case WireType::start_group:
      return cat("a group of ", bytes_text(field.payload_length));
    default:
      return "";
  }
}

// Whether the payload, or what stands for a number, is there at all.
bool has_payload(const WireField& field) noexcept {
  return field.fault == FieldFault::none || field.fault == FieldFault::length_beyond ||
         field.fault == FieldFault::group_open;
}

bool is_raw(const FieldWalker& message, const WireField& field) noexcept {
  return message.type().schema().id == MessageId::tensor && field.number == kRawData;
}

// Whether the payload is a row of values.
bool holds_values(const FieldWalker& message, const WireField& field) noexcept {
  return has_payload(field) && field.as_declared() && (is_raw(message, field) || field.packed());
}

// Of raw_data, or of a number.
Values values_of(Bytes file, FieldWalker& message, const WireField& field) {
  return {message.type().schema().id, *field.schema,          is_raw(message, field),
          payload_of(file, field),    message.element_type(), message.elements()};
}

}  // namespace

// The element type that governs a message's values, and how many its dims ask for: what the last
// field says, as readers have it.
void FieldWalker::find_facts() {
  if (facts_found_) {
    return;
  }
  facts_found_ = true;
  const bool tensor = schema_->id == MessageId::tensor;
  if (!tensor && schema_->id != MessageId::map) {
    return;
  }
  constexpr std::uint32_t kDims = number_of(MessageId::tensor, "dims");
  const std::uint32_t type =
      tensor ? number_of(MessageId::tensor, "data_type") : number_of(MessageId::map, "key_type");
  std::uint64_t elements = 1;
  bool known = tensor;
  const auto multiply = [&](std::uint64_t dim) {
    known = known && dim <= 0x7fffffffffffffff && checked_mul(elements, dim, elements);
  };
  FieldWalker walker = *this;
  walker.at_ = begin_;
  WireField field;
  while (walker.next(field)) {
    if (field.fault != FieldFault::none || !field.as_declared()) {
      continue;
    }
    if (field.number == type) {
      element_type_ = find_element_type(wire::low_int32(bits_of(file_, field)));
    } else if (tensor && field.number == kDims) {
      if (!field.packed()) {
        multiply(bits_of(file_, field));
        continue;
      }
      const Bytes payload = payload_of(file_, field);
      wire::Cursor cursor{payload.data(), payload.data() + payload.size()};
      while (known && !cursor.done()) {
        const std::byte* at = cursor.at;
        multiply(wire::read_varint(cursor).value);
        known = known && cursor.at != at;
      }
    }
  }
  if (known) {
    elements_ = elements;
  }
}

const ElementTypeInfo* FieldWalker::element_type() {
  find_facts();
  return element_type_;
}

std::optional<std::uint64_t> FieldWalker::elements() {
  find_facts();
  return elements_;
}

std::string FieldWalker::meaning(const WireField& field, const MeaningLimits& limits) {
  if (!has_payload(field)) {
    return "";
  }
  if (!field.as_declared()) {
    return wire_meaning(file_, field, limits);
  }
  if (field.message()) {
    return FieldWalker(file_, field).summary();
  }
  if (!field.schema->scalar() && !is_raw(*this, field)) {
    return quoted(text_of(payload_of(file_, field)), limits.text);
  }
  const Values values = values_of(file_, *this, field);
  if (values.raw()) {
    if (element_type_ == nullptr || element_type_->bits == 0) {
      return bytes_text(field.payload_length);
    }
    return cat(values.count(), " ", element_type_->name, field.payload_length == 0 ? "" : ": ",
               values.list(limits.values));
  }
  if (field.packed()) {
    return cat("[", values.list(limits.values), "]");
  }
  return values.text(bits_of(file_, field), field.index);
}

std::uint64_t FieldWalker::value_count(const WireField& field) {
  return holds_values(*this, field) ? values_of(file_, *this, field).count() : 0;
}

std::vector<std::string> FieldWalker::values(const WireField& field, std::uint64_t first,
                                             std::uint64_t count) {
  return holds_values(*this, field) ? values_of(file_, *this, field).texts(first, count)
                                    : std::vector<std::string>();
}

}  // namespace assay
