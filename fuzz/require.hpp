// A property that must hold for every input: when it does not, the program dies loudly, which every
// fuzzing engine takes for a finding.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace assay::fuzz {

[[noreturn]] inline void fail(std::string_view property, std::string_view detail = {}) {
  std::fprintf(stderr, "\nproperty broken: %.*s\n%.*s\n", static_cast<int>(property.size()),
               property.data(), static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline void require(bool holds, std::string_view property, std::string_view detail = {}) {
  if (!holds) {
    fail(property, detail);
  }
}

}  // namespace assay::fuzz
