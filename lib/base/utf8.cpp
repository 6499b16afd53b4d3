#include "base/utf8.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>

namespace assay {
namespace {

constexpr std::uint64_t kEach = 0x0101010101010101u;
constexpr std::uint64_t kHigh = 0x80 * kEach;

std::uint64_t load_word(const char* at) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

constexpr std::uint8_t byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<std::uint8_t>(text[i]);
}

// The length of the well-formed character that begins at `i`, or 0. RFC 3629, section 4.
std::size_t character_length(std::string_view text, std::size_t i) noexcept {
  const std::uint8_t lead = byte_at(text, i);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || length > text.size() - i) {
    return 0;
  }
  const std::uint8_t second = byte_at(text, i + 1);
  const std::uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const std::uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) {
    return 0;
  }
  for (std::size_t k = 2; k < length; ++k) {
    if ((byte_at(text, i + k) & 0xc0) != 0x80) {
      return 0;
    }
  }
  return length;
}

std::uint32_t code_point(std::string_view text, std::size_t i, std::size_t length) noexcept {
  std::uint32_t value = byte_at(text, i);
  if (length > 1) {
    value &= 0xffu >> (length + 1);
    for (std::size_t k = 1; k < length; ++k) {
      value = value << 6 | (byte_at(text, i + k) & 0x3fu);
    }
  }
  return value;
}

template <bool kProse>
std::size_t find_control_character(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t byte = byte_at(text, i);
    if (byte < 0x20 || byte == 0x7f) {
      if (!kProse || (byte != '\t' && byte != '\n' && byte != '\r')) {
        return i;
      }
    } else if (byte == 0xc2 && i + 1 < text.size() && byte_at(text, i + 1) < 0xa0) {
      return i;
    }
  }
  return std::string_view::npos;
}

// What changes the order or the lines of the text around it.
constexpr bool steers_text(std::uint32_t point) noexcept {
  return point == 0x061c || point == 0x200e || point == 0x200f || point == 0x2028 ||
         point == 0x2029 || (point >= 0x202a && point <= 0x202e) ||
         (point >= 0x2066 && point <= 0x2069);
}

void append_hex(std::string& out, std::string_view before, std::uint32_t value, unsigned digits,
                std::string_view after) {
  char text[8];
  const auto end = std::to_chars(text, text + sizeof text, value, 16);
  out += before;
  for (auto length = static_cast<unsigned>(end.ptr - text); length < digits; ++length) {
    out += '0';
  }
  out.append(text, end.ptr);
  out += after;
}

void append_character(std::string& out, std::string_view character, std::uint32_t point) {
  switch (point) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    default:
      break;
  }
  if (point < 0x20 || point == 0x7f) {
    append_hex(out, "\\x", point, 2, "");
  } else if ((point >= 0x80 && point < 0xa0) || steers_text(point)) {
    append_hex(out, "\\u{", point, 1, "}");
  } else {
    out += character;
  }
}

}  // namespace

bool is_plain_ascii(std::string_view text) noexcept {
  std::size_t i = 0;
  std::uint64_t suspect = 0;
  // A byte is plain when its high bit is clear, it is at least 0x20 and is not 0x7f. Per byte of a
  // word whose high bits are clear: +0x60 sets the high bit from 0x20 on, +1 sets it for 0x7f.
  for (; text.size() - i >= sizeof(std::uint64_t); i += sizeof(std::uint64_t)) {
    const std::uint64_t word = load_word(text.data() + i);
    const std::uint64_t low = word & ~kHigh;
    suspect |= (word | ~(low + 0x60 * kEach) | (low + kEach)) & kHigh;
  }
  for (; i < text.size(); ++i) {
    const std::uint8_t byte = byte_at(text, i);
    suspect |= byte < 0x20 || byte >= 0x7f ? 1u : 0u;
  }
  return suspect == 0;
}

std::size_t find_invalid_utf8(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size()) {
    while (text.size() - i >= sizeof(std::uint64_t) && (load_word(text.data() + i) & kHigh) == 0) {
      i += sizeof(std::uint64_t);
    }
    if (i == text.size()) {
      break;
    }
    const std::size_t length = character_length(text, i);
    if (length == 0) {
      return i;
    }
    i += length;
  }
  return std::string_view::npos;
}

std::size_t find_control(std::string_view text) noexcept {
  return find_control_character<false>(text);
}

std::size_t find_control_in_prose(std::string_view text) noexcept {
  return find_control_character<true>(text);
}

std::string escape(std::string_view text, std::size_t max_bytes) {
  std::string out;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = character_length(text, i);
    const std::size_t step = length == 0 ? 1 : length;
    if (i + step > max_bytes) {
      return out += "...";
    }
    if (length == 0) {
      append_hex(out, "\\x", byte_at(text, i), 2, "");
    } else {
      append_character(out, text.substr(i, length), code_point(text, i, length));
    }
    i += step;
  }
  return out;
}

}  // namespace assay
