// The Protocol Buffers wire format: varints, tags, fixed-width values. Knows nothing of ONNX.
//
// A cursor walks bytes that somebody else owns and never reads past `end`. Limits nest because a
// submessage gets a cursor of its own. What libprotobuf tolerates and a strict reader does not
// (a varint longer than it need be) is told apart from what nobody can read.
// Source: the Protocol Buffers encoding specification.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace assay::wire {

enum class WireType : std::uint8_t {
  varint = 0,
  fixed64 = 1,
  length_delimited = 2,
  start_group = 3,
  end_group = 4,
  fixed32 = 5
};

inline constexpr std::uint32_t kMaxFieldNumber = (1u << 29) - 1;
inline constexpr unsigned kMaxVarintBytes = 10;
inline constexpr unsigned kMaxTagBytes = 5;

enum class Fault : std::uint8_t {
  none,
  truncated,          // the bytes end inside the value
  too_long,           // a varint without an end in ten bytes
  overflow,           // bits beyond the 64th; libprotobuf drops them
  overlong,           // more bytes than the number needs; the value is whole
  tag_too_long,       // a tag of more than five bytes
  field_number_zero,  // field number 0
  field_number_range  // field number above 2^29 - 1
};

struct Cursor {
  const std::byte* at = nullptr;
  const std::byte* end = nullptr;

  bool done() const noexcept { return at == end; }
  std::uint64_t left() const noexcept { return static_cast<std::uint64_t>(end - at); }
};

struct Varint {
  std::uint64_t value = 0;
  Fault fault = Fault::none;
};

// The slow path of read_varint: two bytes or more, or a fault.
Varint read_long_varint(Cursor& cursor) noexcept;

// Reads a varint and moves behind it. After `truncated` and `too_long` the cursor stands where it
// stood; after `overflow` (value cut to 64 bits) and `overlong` it stands behind the varint.
// Cost: one step a byte, ten at most.
inline Varint read_varint(Cursor& cursor) noexcept {
  if (cursor.at != cursor.end) {
    const auto first = static_cast<std::uint8_t>(*cursor.at);
    if (first < 0x80) {
      ++cursor.at;
      return {first, Fault::none};
    }
  }
  return read_long_varint(cursor);
}

struct Tag {
  std::uint32_t number = 0;
  std::uint8_t wire_type = 0;  // 0 to 7; 6 and 7 do not exist
  Fault fault = Fault::none;
};

Tag read_long_tag(Cursor& cursor) noexcept;

// Reads a tag. The same positions as read_varint; `tag_too_long`, `field_number_zero` and
// `field_number_range` leave the cursor where it stood.
inline Tag read_tag(Cursor& cursor) noexcept {
  if (cursor.at != cursor.end) {
    const auto first = static_cast<std::uint8_t>(*cursor.at);
    if (first < 0x80 && first >= 8) {
      ++cursor.at;
      return {static_cast<std::uint32_t>(first >> 3), static_cast<std::uint8_t>(first & 7),
              Fault::none};
    }
  }
  return read_long_tag(cursor);
}

// Little-endian loads from any address; the caller has checked that the bytes are there.
template <class T>
T load_little_endian(const std::byte* at) noexcept {
  T value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, at, sizeof value);
  } else {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      value |= static_cast<T>(at[i]) << (8 * i);
    }
  }
  return value;
}
inline std::uint32_t load_fixed32(const std::byte* at) noexcept {
  return load_little_endian<std::uint32_t>(at);
}
inline std::uint64_t load_fixed64(const std::byte* at) noexcept {
  return load_little_endian<std::uint64_t>(at);
}

// True for a varint that an int32 field may hold: 0 to 2^31-1, or a negative number sign-extended
// to 64 bits. libprotobuf keeps the low 32 bits of anything else.
constexpr bool fits_int32(std::uint64_t value) noexcept {
  return value <= 0x7fffffffu || value >= 0xffffffff80000000u;
}

// What libprotobuf makes of a varint in an int32 field: its low 32 bits.
constexpr std::int32_t low_int32(std::uint64_t value) noexcept {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value & 0xffffffffu));
}

}  // namespace assay::wire
