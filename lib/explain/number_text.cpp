#include "explain/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace assay::explain {
namespace {

template <class T>
std::string shortest(T value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  char text[64];
#ifdef __cpp_lib_to_chars
  const auto end = std::to_chars(text, text + sizeof text, value);
  return {text, end.ptr};
#else
  // A standard library without to_chars() for these, as the one of the WebAssembly build is.
  for (int digits = 6; digits <= 17; ++digits) {
    (void)std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
    if (static_cast<T>(std::strtod(text, nullptr)) == value) {
      break;
    }
  }
  std::string out = text;
  std::replace(out.begin(), out.end(), ',', '.');
  return out;
#endif
}

}  // namespace

std::string number_text(float value) {
  return shortest(value);
}
std::string number_text(double value) {
  return shortest(value);
}

}  // namespace assay::explain
