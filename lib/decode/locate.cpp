#include "decode/runs.hpp"

namespace assay::decode {

Bytes locate(const Source& source, std::uint32_t number) noexcept {
  Bytes found = bytes_of(source);
  wire::Cursor cursor{source.begin, source.begin + source.size};
  while (!cursor.done()) {
    const wire::Tag tag = wire::read_tag(cursor);
    if (tag.fault != wire::Fault::none && tag.fault != wire::Fault::overlong) {
      break;
    }
    const std::byte* at = cursor.at;
    std::uint64_t size = 0;
    switch (static_cast<wire::WireType>(tag.wire_type)) {
      case wire::WireType::varint:
        (void)wire::read_varint(cursor);
        size = static_cast<std::uint64_t>(cursor.at - at);
        cursor.at = at;
        break;
      case wire::WireType::fixed32:
        size = 4;
        break;
      case wire::WireType::fixed64:
        size = 8;
        break;
      case wire::WireType::length_delimited:
        size = wire::read_varint(cursor).value;
        at = cursor.at;
        break;
      default:
        return found;
    }
    if (size == 0 && static_cast<wire::WireType>(tag.wire_type) == wire::WireType::varint) {
      break;
    }
    if (size > cursor.left()) {
      break;
    }
    cursor.at += size;
    if (tag.number == number) {
      found = {at, size};
    }
  }
  return found;
}

}  // namespace assay::decode
