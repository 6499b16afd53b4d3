// Arithmetic on sizes that came from a file. A bare `*` or `+` on such a size is a bug.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace assay {

// a * b, or false when it does not fit.
template <std::integral T>
[[nodiscard]] constexpr bool checked_mul(T a, T b, T& result) noexcept {
  return !__builtin_mul_overflow(a, b, &result);
}

// a + b, or false when it does not fit.
template <std::integral T>
[[nodiscard]] constexpr bool checked_add(T a, T b, T& result) noexcept {
  return !__builtin_add_overflow(a, b, &result);
}

// a * b, or the largest value when it does not fit.
constexpr std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t result = 0;
  return checked_mul(a, b, result) ? result : std::numeric_limits<std::uint64_t>::max();
}

// a + b, or the largest value when it does not fit.
constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t result = 0;
  return checked_add(a, b, result) ? result : std::numeric_limits<std::uint64_t>::max();
}

// n / k rounded up, without an addition that could overflow.
constexpr std::uint64_t ceil_div(std::uint64_t n, std::uint64_t k) noexcept {
  return n / k + (n % k != 0 ? 1 : 0);
}

// The same number in a narrower type; the caller has checked that it fits.
template <std::integral To, std::integral From>
constexpr To narrow(From value) noexcept {
  return static_cast<To>(value);
}

}  // namespace assay
