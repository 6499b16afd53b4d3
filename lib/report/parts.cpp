#include "report/parts.hpp"

#include <array>
#include <charconv>

namespace assay::report {

std::string hex(std::uint64_t value) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

std::string hex_pair(std::byte byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {kDigits[std::to_integer<std::size_t>(byte >> 4)],
          kDigits[std::to_integer<std::size_t>(byte & std::byte{15})]};
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return cat(count, " ", noun, count == 1 ? "" : "s");
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  out += '"';
  return out;
}

}  // namespace assay::report
