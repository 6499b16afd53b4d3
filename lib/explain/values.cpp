#include "explain/values.hpp"

#include <algorithm>
#include <bit>
#include <complex>

#include "assay/graph.hpp"
#include "assay/values.hpp"

#include "base/checked.hpp"
#include "base/text.hpp"
#include "explain/number_text.hpp"
#include "tensor/element_decode.hpp"
#include "wire/varint_run.hpp"

namespace assay::explain {
namespace {

using schema::FieldType;
using schema::MessageId;
using schema::number_of;

// The name tables that numbers of a field come from.
enum class Names : std::uint8_t { none, element, value_kind, attribute, location };

struct NamedField {
  MessageId message;
  std::uint32_t number;
  Names names;
};
constexpr NamedField kNamedFields[] = {
    {MessageId::tensor, number_of(MessageId::tensor, "data_type"), Names::element},
    {MessageId::tensor, number_of(MessageId::tensor, "data_location"), Names::location},
    {MessageId::type_tensor, number_of(MessageId::type_tensor, "elem_type"), Names::element},
    {MessageId::type_sparse_tensor, number_of(MessageId::type_sparse_tensor, "elem_type"),
     Names::element},
    {MessageId::type_map, number_of(MessageId::type_map, "key_type"), Names::element},
    {MessageId::map, number_of(MessageId::map, "key_type"), Names::element},
    {MessageId::sequence, number_of(MessageId::sequence, "elem_type"), Names::value_kind},
    {MessageId::optional, number_of(MessageId::optional, "elem_type"), Names::value_kind},
    {MessageId::attribute, number_of(MessageId::attribute, "type"), Names::attribute},
};

Names names_of(MessageId message, std::uint32_t number) noexcept {
  for (const NamedField& row : kNamedFields) {
    if (row.message == message && row.number == number) {
      return row.names;
    }
  }
  return Names::none;
}

constexpr std::uint32_t kKeys = number_of(MessageId::map, "keys");

// The lowest `digits` hexadecimal digits.
std::string bits_text(std::uint64_t bits, unsigned digits) {
  std::string out = "0x";
  for (; digits > 0; --digits) {
    out += "0123456789abcdef"[bits >> (4 * (digits - 1)) & 15];
  }
  return out;
}

bool is_small_float(const ElementTypeInfo& info) noexcept {
  switch (info.type) {
    case ElementType::float16:
    case ElementType::bfloat16:
    case ElementType::float8e4m3fn:
    case ElementType::float8e4m3fnuz:
    case ElementType::float8e5m2:
    case ElementType::float8e5m2fnuz:
    case ElementType::float8e8m0:
    case ElementType::float4e2m1:
    case ElementType::float6e2m3:
    case ElementType::float6e3m2:
      return true;
    default:
      return false;
  }
}

template <class T>
T decoded(const ElementTypeInfo& info, Bytes raw, std::uint64_t index) noexcept {
  T value[1] = {};
  (void)decode_elements(info, raw, index, std::span<T>(value));
  return value[0];
}

// The pattern of an element of at most 16 bits.
std::uint64_t pattern(const ElementTypeInfo& info, Bytes raw, std::uint64_t index) noexcept {
  const std::uint64_t first = index * info.bits;
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < info.bits; ++i) {
    const std::byte byte = raw[(first + i) / 8];
    bits |= (std::to_integer<std::uint64_t>(byte) >> ((first + i) % 8) & 1u) << i;
  }
  return bits;
}

template <class T>
std::string pair_text(std::complex<T> value) {
  return cat("(", number_text(value.real()), ", ", number_text(value.imag()), ")");
}

// Element `index` of a tensor whose bytes are `raw`. Small floats come with their bits.
std::string raw_text(const ElementTypeInfo& info, Bytes raw, std::uint64_t index) {
  if (is_small_float(info)) {
    return cat(number_text(decoded<double>(info, raw, index)), " (",
               bits_text(pattern(info, raw, index), (info.bits + 3) / 4), ")");
  }
  switch (info.type) {
    case ElementType::float32:
      return number_text(decoded<float>(info, raw, index));
    case ElementType::float64:
      return number_text(decoded<double>(info, raw, index));
    case ElementType::complex64:
      return pair_text(std::complex<float>(decoded<std::complex<double>>(info, raw, index)));
    case ElementType::complex128:
      return pair_text(decoded<std::complex<double>>(info, raw, index));
    case ElementType::uint64:
      return cat(decoded<std::uint64_t>(info, raw, index));
    case ElementType::boolean: {
      const std::uint64_t byte = pattern(info, raw, index);
      return byte == 0 ? "false" : byte == 1 ? "true" : cat(byte);
    }
    default:
      return cat(decoded<std::int64_t>(info, raw, index));
  }
}

}  // namespace

std::uint64_t bits_of(Bytes file, const WireField& field) noexcept {
  const Bytes payload = payload_of(file, field);
  switch (static_cast<wire::WireType>(field.wire_type)) {
    case wire::WireType::fixed32:
      return payload.size() < 4 ? 0 : wire::load_fixed32(payload.data());
    case wire::WireType::fixed64:
      return payload.size() < 8 ? 0 : wire::load_fixed64(payload.data());
    default: {
      wire::Cursor cursor{payload.data(), payload.data() + payload.size()};
      return wire::read_varint(cursor).value;
    }
  }
}

bool has_named_values(MessageId message, std::uint32_t number) noexcept {
  return names_of(message, number) != Names::none;
}

std::string_view name_of_value(MessageId message, std::uint32_t number,
                               std::int64_t value) noexcept {
  switch (names_of(message, number)) {
    case Names::element: {
      const ElementTypeInfo* info = find_element_type(value);
      return info != nullptr ? info->name : value == 0 ? "UNDEFINED" : "";
    }
    case Names::value_kind:
      return value < 0 || value > static_cast<std::int64_t>(ValueKind::optional)
                 ? ""
                 : value_kind_name(static_cast<ValueKind>(value));
    case Names::attribute:
      return value < 0 || value > schema::message(message).find(number)->enum_max
                 ? ""
                 : attribute_type_name(static_cast<AttributeType>(value));
    case Names::location:
      return value == 0 ? "DEFAULT" : value == 1 ? "EXTERNAL" : "";
    case Names::none:
      break;
  }
  return "";
}

Values::Values(MessageId message, const schema::Field& field, bool raw, Bytes payload,
               const ElementTypeInfo* element, std::optional<std::uint64_t> elements) noexcept
    : message_(message),
      field_(&field),
      raw_(raw),
      payload_(payload),
      element_(element),
      elements_(elements) {
  // A type has its say only over the fields that its values may be in.
  if (element_ != nullptr && message == MessageId::tensor && !raw_ &&
      static_cast<std::uint32_t>(element_->typed_field) != field.number) {
    element_ = nullptr;
  }
  if (element_ != nullptr && message == MessageId::map && field.number != kKeys) {
    element_ = nullptr;
  }
}

// Complex numbers take two entries of their field; they are one value here.
std::uint64_t Values::width() const noexcept {
  const std::uint64_t parts =
      element_ == nullptr || message_ != MessageId::tensor ? 1 : element_->entries_per_element;
  return field_->type == FieldType::float32   ? 4 * parts
         : field_->type == FieldType::float64 ? 8 * parts
                                              : 0;
}

std::uint64_t Values::count() const noexcept {
  if (raw_) {
    if (element_ == nullptr || element_->bits == 0) {
      return 0;
    }
    // Where the size is right, the last bits may belong to no element.
    std::uint64_t wanted = 0;
    if (elements_ && raw_data_bytes(*element_, *elements_, wanted) && wanted == payload_.size()) {
      return *elements_;
    }
    return payload_.size() * 8 / element_->bits;  // no file has 2^61 bytes
  }
  if (width() != 0) {
    return payload_.size() / width();
  }
  wire::Cursor cursor{payload_.data(), payload_.data() + payload_.size()};
  wire::RunSummary summary;
  for (;;) {
    const wire::RunStop stop = wire::count_varints(cursor, summary);
    if (stop.at == cursor.end || stop.fault == wire::Fault::truncated ||
        stop.fault == wire::Fault::too_long) {
      return summary.count;
    }
  }
}

std::vector<std::string> Values::texts(std::uint64_t first, std::uint64_t count) const {
  std::vector<std::string> out;
  if (raw_ || width() != 0) {
    const std::uint64_t all = this->count();
    const std::uint64_t end = first + std::min(count, all - std::min(first, all));
    for (std::uint64_t i = first; i < end; ++i) {
      out.push_back(element_text(i));
    }
    return out;
  }
  wire::Cursor cursor{payload_.data(), payload_.data() + payload_.size()};
  for (std::uint64_t i = 0; !cursor.done() && out.size() < count; ++i) {
    const wire::Varint varint = wire::read_varint(cursor);
    if (varint.fault == wire::Fault::truncated || varint.fault == wire::Fault::too_long) {
      break;
    }
    if (i >= first) {
      out.push_back(entry_text(varint.value, i));
    }
  }
  return out;
}

std::string Values::list(std::uint64_t most) const {
  // One more than is shown tells whether there are more.
  const std::vector<std::string> all = texts(0, saturating_add(most, 1));
  std::string out;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(all.size(), most); ++i) {
    out += cat(i == 0 ? "" : ", ", all[i]);
  }
  if (all.size() > most) {
    return out += most == 0 ? "..." : ", ...";
  }
  if (const std::uint64_t left = trailing_bytes(); left != 0) {
    out += cat(out.empty() ? "" : "; ", left, left == 1 ? " byte" : " bytes", " left over");
  }
  return out;
}

// The bytes behind the last value. Asked only where all values are shown.
std::uint64_t Values::trailing_bytes() const noexcept {
  if (raw_) {
    const std::uint64_t used = count() * (element_ == nullptr ? 0 : element_->bits);
    return payload_.size() - ceil_div(used, 8);
  }
  if (width() != 0) {
    return payload_.size() % width();
  }
  wire::Cursor cursor{payload_.data(), payload_.data() + payload_.size()};
  while (!cursor.done()) {
    const std::byte* at = cursor.at;
    (void)wire::read_varint(cursor);
    if (cursor.at == at) {
      break;
    }
  }
  return cursor.left();
}

std::string Values::element_text(std::uint64_t index) const {
  if (raw_) {
    return raw_text(*element_, payload_, index);
  }
  const std::byte* at = payload_.data() + index * width();
  if (field_->type == FieldType::float32) {
    const auto part = [at](std::size_t i) {
      return std::bit_cast<float>(wire::load_fixed32(at + 4 * i));
    };
    return width() == 4 ? number_text(part(0)) : pair_text(std::complex(part(0), part(1)));
  }
  const auto part = [at](std::size_t i) {
    return std::bit_cast<double>(wire::load_fixed64(at + 8 * i));
  };
  return width() == 8 ? number_text(part(0)) : pair_text(std::complex(part(0), part(1)));
}

std::string Values::text(std::uint64_t bits, std::uint64_t index) const {
  switch (field_->type) {
    case FieldType::float32:
      return number_text(std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xffffffffu)));
    case FieldType::float64:
      return number_text(std::bit_cast<double>(bits));
    default:
      return entry_text(bits, index);
  }
}

// A varint of the field. `index` tells how many elements the last entry of a run holds.
std::string Values::entry_text(std::uint64_t bits, std::uint64_t index) const {
  const auto value = static_cast<std::int64_t>(bits);
  const bool narrow_field =
      field_->type == FieldType::int32 || field_->type == FieldType::enumeration;
  if (narrow_field && !wire::fits_int32(bits)) {
    return cat(value, " (in 32 bits: ", wire::low_int32(bits), ")");
  }
  if (has_named_values(message_, field_->number)) {
    const std::string_view name = name_of_value(message_, field_->number, value);
    return name.empty() ? cat(value, " (has no name)") : cat(name, " (", value, ")");
  }
  if (element_ == nullptr || message_ != MessageId::tensor) {
    const bool positive = field_->type == FieldType::uint64 ||
                          (element_ != nullptr && element_->type == ElementType::uint64);
    return positive ? cat(bits) : cat(value);
  }
  if (field_->type != FieldType::int32 || element_->type == ElementType::int32) {
    return field_->type == FieldType::uint64 ? cat(bits) : cat(value);
  }
  // int32_data, one or several elements an entry, beside other elements of no use.
  const bool in_range = entry_in_range(*element_, value);
  if (!in_range) {
    return cat(value, " (beyond ", element_->name, ")");
  }
  const std::byte raw[2] = {static_cast<std::byte>(bits & 0xff),
                            static_cast<std::byte>(bits >> 8 & 0xff)};
  const std::uint64_t per_entry = element_->elements_per_entry;
  if (per_entry == 1) {
    return raw_text(*element_, raw, 0);
  }
  std::uint64_t here = per_entry;
  if (elements_ && index <= *elements_ / per_entry) {
    here = std::min(here, *elements_ - index * per_entry);
  }
  std::string out;
  for (std::uint64_t i = 0; i < here; ++i) {
    const std::string text = is_small_float(*element_)
                                 ? number_text(decoded<double>(*element_, raw, i))
                                 : raw_text(*element_, raw, i);
    out += cat(i == 0 ? "" : " ", text);
  }
  return cat(out, out.empty() ? "(" : " (", bits_text(bits, 2), ")");
}

}  // namespace assay::explain
