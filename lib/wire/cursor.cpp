#include "wire/cursor.hpp"

namespace assay::wire {

Varint read_long_varint(Cursor& cursor) noexcept {
  std::uint64_t value = 0;
  const std::byte* at = cursor.at;
  for (unsigned i = 0; i < kMaxVarintBytes; ++i) {
    if (at == cursor.end) {
      return {value, Fault::truncated};
    }
    const auto byte = static_cast<std::uint8_t>(*at++);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      cursor.at = at;
      if (i == kMaxVarintBytes - 1 && byte > 1) {
        return {value, Fault::overflow};
      }
      return {value, byte == 0 && i > 0 ? Fault::overlong : Fault::none};
    }
  }
  return {value, Fault::too_long};
}

Tag read_long_tag(Cursor& cursor) noexcept {
  Cursor ahead = cursor;
  const Varint varint = read_varint(ahead);
  if (varint.fault == Fault::truncated) {
    return {0, 0, Fault::truncated};
  }
  if (varint.fault == Fault::too_long ||
      static_cast<std::uint64_t>(ahead.at - cursor.at) > kMaxTagBytes) {
    return {0, 0, Fault::tag_too_long};
  }
  const std::uint64_t number = varint.value >> 3;
  const auto wire_type = static_cast<std::uint8_t>(varint.value & 7);
  if (number == 0) {
    return {0, wire_type, Fault::field_number_zero};
  }
  if (number > kMaxFieldNumber) {
    return {0, wire_type, Fault::field_number_range};
  }
  cursor.at = ahead.at;
  return {static_cast<std::uint32_t>(number), wire_type, varint.fault};
}

}  // namespace assay::wire
