// Writing the wire format: for test cases, conformance suites, generators and mutators, sound bytes
// and deliberately faulty ones alike. The reader needs none of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/cursor.hpp"

namespace assay::wire {

// Appends a varint; with `width` above what the number needs, padded to that many bytes (overlong).
inline void append_varint(std::string& out, std::uint64_t value, unsigned width = 0) {
  unsigned written = 1;
  while (value >= 0x80 || written < width) {
    out += static_cast<char>(static_cast<std::uint8_t>(0x80 | (value & 0x7f)));
    value >>= 7;
    ++written;
  }
  out += static_cast<char>(static_cast<std::uint8_t>(value));
}

// Appends a tag; any number and any wire type, existing or not.
inline void append_tag(std::string& out, std::uint64_t number, unsigned wire_type,
                       unsigned width = 0) {
  append_varint(out, number << 3 | wire_type, width);
}
inline void append_tag(std::string& out, std::uint64_t number, WireType wire_type) {
  append_tag(out, number, static_cast<unsigned>(wire_type));
}

inline void append_fixed32(std::string& out, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) {
    out += static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i) & 0xff));
  }
}
inline void append_fixed64(std::string& out, std::uint64_t value) {
  append_fixed32(out, static_cast<std::uint32_t>(value & 0xffffffffu));
  append_fixed32(out, static_cast<std::uint32_t>(value >> 32));
}

// Appends a length-delimited field: tag, length, payload.
inline void append_field(std::string& out, std::uint64_t number, std::string_view payload) {
  append_tag(out, number, WireType::length_delimited);
  append_varint(out, payload.size());
  out += payload;
}
// Appends a varint field: tag, value.
inline void append_field(std::string& out, std::uint64_t number, std::uint64_t value) {
  append_tag(out, number, WireType::varint);
  append_varint(out, value);
}

}  // namespace assay::wire
