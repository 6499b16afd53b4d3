// Messages for people, put together without a formatting library or a locale.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "base/utf8.hpp"

namespace assay {

// A name from the file, as it may appear in a message: quoted, escaped, cut to a readable length.
struct Quoted {
  std::string_view name;
};

inline void append(std::string& out, std::string_view text) {
  out += text;
}
inline void append(std::string& out, Quoted quoted) {
  out += '"';
  out += escape(quoted.name, 80);
  out += '"';
}
template <std::integral T>
requires(!std::same_as<T, bool> && !std::same_as<T, char>) inline void append(std::string& out,
                                                                              T number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end.ptr);
}

// The parts one after another: cat("raw_data has ", 23, " bytes").
template <class... Parts>
std::string cat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

}  // namespace assay
