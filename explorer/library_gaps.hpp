// What the C++ library of emscripten 3.1.6 does not have yet. Included before all else in that
// build alone.
#pragma once

#include <algorithm>
#include <type_traits>
#include <version>

#if !defined(__cpp_lib_bit_cast)
namespace std {

template <class To, class From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

}  // namespace std
#endif
