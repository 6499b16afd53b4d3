// The words of ConvInteger's messages: lists and shapes beside what base/text.hpp has.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "assay/conv_integer.hpp"

#include "base/text.hpp"

namespace assay::conv {

// An attribute's list or a shape: "[1,3,-1]"; a long one ends in "...".
struct Dims {
  std::span<const std::int64_t> values;
};

inline void append(std::string& out, Dims dims) {
  constexpr std::size_t kShown = 16;
  out += '[';
  for (std::size_t i = 0; i < dims.values.size(); ++i) {
    out += i == 0 ? "" : ",";
    if (i == kShown) {
      out += "...";
      break;
    }
    assay::append(out, dims.values[i]);
  }
  out += ']';
}

template <typename... Parts>
ConvIntegerError fault(Rule rule, const Parts&... parts) {
  return {rule, cat(parts...)};
}

}  // namespace assay::conv
