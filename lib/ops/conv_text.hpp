// The words of ConvInteger's messages: numbers, lists, shapes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/conv_integer.hpp"

namespace assay::conv {

inline std::string text(std::string_view s) { return std::string(s); }
inline std::string text(std::int64_t n) { return std::to_string(n); }
inline std::string text(std::uint64_t n) { return std::to_string(n); }

// "[1,3,-1]"; a long list ends in "...".
inline std::string text(std::span<const std::int64_t> list) {
  constexpr std::size_t kShown = 16;
  std::string result = "[";
  for (std::size_t i = 0; i < list.size(); ++i) {
    result += i == 0 ? "" : ",";
    if (i == kShown) {
      result += "...";
      break;
    }
    result += std::to_string(list[i]);
  }
  return result + "]";
}

template <typename... Parts>
ConvIntegerError fault(Rule rule, const Parts&... parts) {
  return {rule, (text(parts) + ...)};
}

}  // namespace assay::conv
