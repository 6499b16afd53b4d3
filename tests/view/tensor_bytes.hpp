// Tensors as bytes, in every way in which a file may keep the same values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/element_type.hpp"

#include "wire/writer.hpp"

namespace assay::testing {

// How the values of one tensor are written.
enum class Form { raw, packed, unpacked, mixed };
inline constexpr Form kForms[] = {Form::raw, Form::packed, Form::unpacked, Form::mixed};
inline constexpr const char* kFormNames[] = {"raw", "packed", "unpacked", "mixed"};

// Values for `elements` elements as raw_data has them: every byte differs from its neighbours, and
// all are legal.
inline std::string sample_values(const ElementTypeInfo& info, std::uint64_t elements) {
  std::uint64_t bytes = 0;
  if (!raw_data_bytes(info, elements, bytes)) {
    return {};
  }
  std::string raw;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const auto byte = static_cast<std::uint8_t>((i * 37 + 129 + i / 256) & 0xff);
    raw += static_cast<char>(info.type == ElementType::boolean ? byte & 1 : byte);
  }
  if (const unsigned used = static_cast<unsigned>(elements * info.bits % 8); used != 0) {
    raw.back() = static_cast<char>(static_cast<std::uint8_t>(raw.back()) & ((1u << used) - 1));
  }
  return raw;
}

// The same values as entries of the typed field: the 64 bits that the wire has, or the bits of a
// floating-point number.
inline std::vector<std::uint64_t> entries_of(const ElementTypeInfo& info, std::uint64_t elements,
                                             std::string_view raw) {
  const auto byte = [&](std::uint64_t i) {
    return i < raw.size() ? std::uint64_t{static_cast<std::uint8_t>(raw[i])} : 0;
  };
  std::uint64_t count = 0;
  (void)typed_entries(info, elements, count);
  std::vector<std::uint64_t> entries;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t value = 0;
    if (info.bits == 6) {
      const std::uint64_t bit = i * 6;
      value = ((byte(bit / 8) | byte(bit / 8 + 1) << 8) >> (bit % 8)) & 0x3f;
    } else {
      const std::uint64_t width = info.bits < 8 ? 1 : info.bits / 8 / info.entries_per_element;
      for (std::uint64_t k = 0; k < width; ++k) {
        value |= byte(i * width + k) << (8 * k);
      }
      // A negative number stands on the wire with all of its 64 bits.
      if (info.entry_min < 0 && width < 8 && (value >> (8 * width - 1)) != 0) {
        value |= ~std::uint64_t{0} << (8 * width);
      }
    }
    entries.push_back(value);
  }
  return entries;
}

inline void append_entry(std::string& out, TypedField field, std::uint64_t value) {
  if (field == TypedField::float_data) {
    wire::append_fixed32(out, static_cast<std::uint32_t>(value));
  } else if (field == TypedField::double_data) {
    wire::append_fixed64(out, value);
  } else {
    wire::append_varint(out, value);
  }
}

// The values as fields of a TensorProto.
inline std::string value_fields(const ElementTypeInfo& info, std::uint64_t elements,
                                std::string_view raw, Form form) {
  std::string out;
  if (form == Form::raw) {
    wire::append_field(out, 9, raw);
    return out;
  }
  const auto number = static_cast<std::uint64_t>(info.typed_field);
  const std::vector<std::uint64_t> entries = entries_of(info, elements, raw);
  const auto pack = [&](std::size_t first, std::size_t last) {
    std::string block;
    for (std::size_t i = first; i < last; ++i) {
      append_entry(block, info.typed_field, entries[i]);
    }
    wire::append_field(out, number, block);
  };
  const auto single = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      wire::append_tag(out, number,
                       info.typed_field == TypedField::float_data    ? wire::WireType::fixed32
                       : info.typed_field == TypedField::double_data ? wire::WireType::fixed64
                                                                     : wire::WireType::varint);
      append_entry(out, info.typed_field, entries[i]);
    }
  };
  const std::size_t count = entries.size();
  switch (form) {
    case Form::packed:
      pack(0, count);
      break;
    case Form::unpacked:
      single(0, count);
      break;
    case Form::mixed:
      single(0, count / 3);
      pack(count / 3, count / 2);
      pack(count / 2, count / 2);
      single(count / 2, count);
      break;
    case Form::raw:
      break;
  }
  return out;
}

// A TensorProto: dims, data_type, then `rest`.
inline std::string tensor_bytes(const std::vector<std::int64_t>& dims, ElementType type,
                                std::string_view rest) {
  std::string out;
  for (const std::int64_t dim : dims) {
    wire::append_field(out, 1, static_cast<std::uint64_t>(dim));
  }
  wire::append_field(out, 2, static_cast<std::uint64_t>(type));
  out += rest;
  return out;
}

}  // namespace assay::testing
