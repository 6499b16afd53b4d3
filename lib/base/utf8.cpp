// One decoder of characters for everything, and a search that skips harmless blocks.
#include "base/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace assay {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

constexpr std::uint8_t byte_at(std::string_view text, std::size_t i) noexcept {
  return static_cast<std::uint8_t>(text[i]);
}

struct Character {
  std::uint32_t code_point;
  std::uint32_t length;  // in bytes; 0 when the bytes are not UTF-8
};

// The character at `at`, which must be inside the text.
Character character_at(std::string_view text, std::size_t at) noexcept {
  const std::uint8_t lead = byte_at(text, at);
  if (lead < 0x80) {
    return {lead, 1};
  }
  // What the second byte may be tells overlong forms, surrogates and the end of Unicode apart.
  std::uint32_t length = 0;
  std::uint8_t second_min = 0x80;
  std::uint8_t second_max = 0xbf;
  if (lead >= 0xc2 && lead <= 0xdf) {
    length = 2;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    length = 3;
    second_min = lead == 0xe0 ? 0xa0 : 0x80;
    second_max = lead == 0xed ? 0x9f : 0xbf;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    length = 4;
    second_min = lead == 0xf0 ? 0x90 : 0x80;
    second_max = lead == 0xf4 ? 0x8f : 0xbf;
  } else {
    return {0, 0};
  }
  if (text.size() - at < length) {
    return {0, 0};
  }
  const std::uint8_t second = byte_at(text, at + 1);
  if (second < second_min || second > second_max) {
    return {0, 0};
  }
  std::uint32_t code_point = (lead & (0xffu >> (length + 1))) << 6 | (second & 0x3fu);
  for (std::uint32_t i = 2; i < length; ++i) {
    const std::uint8_t next = byte_at(text, at + i);
    if ((next & 0xc0) != 0x80) {
      return {0, 0};
    }
    code_point = code_point << 6 | (next & 0x3fu);
  }
  return {code_point, length};
}

constexpr std::size_t kWord = sizeof(std::uint64_t);

// The first position from `at` on whose word of eight bytes holds anything but printable ASCII, or
// that has less than a word behind it. Most text in a model is one long run of such words.
std::size_t skip_plain_words(std::string_view text, std::size_t at) noexcept {
  while (text.size() - at >= kWord && is_plain(load_word(text.data() + at))) {
    at += kWord;
  }
  return at;
}

constexpr bool is_c1(std::uint32_t code_point) noexcept {
  return code_point >= 0x80 && code_point <= 0x9f;
}

template <typename IsControlByte>
std::size_t find_control_if(std::string_view text, IsControlByte is_control) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    at = skip_plain_words(text, at);
    const std::size_t end = at + std::min(kWord, text.size() - at);
    for (; at < end; ++at) {
      const std::uint8_t byte = byte_at(text, at);
      if (is_control(byte) ||
          (byte == 0xc2 && at + 1 < text.size() && is_c1(byte_at(text, at + 1)))) {
        return at;
      }
    }
  }
  return kNone;
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
  } else if (is_c1(point) || steers_text(point)) {
    append_hex(out, "\\u{", point, 1, "}");
  } else {
    out += character;
  }
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    at = skip_plain_words(text, at);
    const std::size_t end = at + std::min(kWord, text.size() - at);
    while (at < end) {
      if (byte_at(text, at) < 0x80) {
        ++at;
        continue;
      }
      const Character character = character_at(text, at);
      if (character.length == 0) {
        return at;
      }
      at += character.length;
    }
  }
  return kNone;
}

std::size_t find_control(std::string_view text) noexcept {
  return find_control_if(text, [](std::uint8_t b) { return b < 0x20 || b == 0x7f; });
}

std::size_t find_control_in_prose(std::string_view text) noexcept {
  return find_control_if(text, [](std::uint8_t b) {
    return (b < 0x20 && b != '\t' && b != '\n' && b != '\r') || b == 0x7f;
  });
}

std::string escape(std::string_view text, std::size_t max_bytes) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const Character character = character_at(text, at);
    const std::size_t step = std::max(character.length, 1u);
    if (at + step > max_bytes) {
      return out += "...";
    }
    if (character.length == 0) {
      append_hex(out, "\\x", byte_at(text, at), 2, "");
    } else {
      append_character(out, text.substr(at, step), character.code_point);
    }
    at += step;
  }
  return out;
}

}  // namespace assay
