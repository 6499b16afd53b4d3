// The value of one bit pattern of each floating-point format that C++ has no type for.
//
// Every value of these formats is exactly a float, the smallest of FLOAT8E8M0 (2^-127) included, so
// nothing here rounds. NaNs stay NaNs; their payload is not kept for formats of 8 bits and less.
// Nothing depends on the rounding mode or on a processor's flush-to-zero switch.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "assay/element_type.hpp"

namespace assay {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

// IEEE 754 binary16.
inline float float16_value(std::uint16_t pattern) noexcept {
  constexpr std::uint32_t kRebias = (127u - 15u) << 23;
  const std::uint32_t magnitude = pattern & 0x7fffu;
  const std::uint32_t sign = (pattern & 0x8000u) << 16;
  // Masks instead of branches, so that a loop over many values becomes vector code. The product is
  // exact, and used for subnormal numbers only.
  const auto mask = [](bool condition) {
    return static_cast<std::uint32_t>(-static_cast<std::int32_t>(condition));
  };
  const std::uint32_t is_subnormal = mask(magnitude < 0x0400u);
  const std::uint32_t is_special = mask(magnitude >= 0x7c00u);  // infinity or NaN
  const std::uint32_t normal = (magnitude << 13) + kRebias + (kRebias & is_special);
  const float subnormal = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f;
  const std::uint32_t bits =
      (normal & ~is_subnormal) | (std::bit_cast<std::uint32_t>(subnormal) & is_subnormal);
  return std::bit_cast<float>(bits | sign);
}

// The upper half of a float.
inline float bfloat16_value(std::uint16_t pattern) noexcept {
  return std::bit_cast<float>(std::uint32_t{pattern} << 16);
}

// The value of every bit pattern, indexed by it, of a floating-point type of 8 bits or less: 256
// values for the FLOAT8 types, 64 for FLOAT6, 16 for FLOAT4E2M1. Empty for every other type.
std::span<const float> narrow_float_values(ElementType type) noexcept;

}  // namespace assay
