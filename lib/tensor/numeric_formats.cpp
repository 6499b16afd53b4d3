// Tables of the narrow floating-point formats, made at compile time from their definitions: FLOAT8
// of arXiv 2209.05433 (E4M3FN, E5M2) and 2206.02915 (the FNUZ pair), FLOAT4, FLOAT6 and E8M0 of the
// OCP Microscaling specification 1.0.
#include "tensor/numeric_formats.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace assay {
namespace {

// Which bit patterns are not numbers.
enum class Specials : std::uint8_t {
  none,               // every pattern is a number
  ieee,               // the largest exponent: infinity with mantissa 0, NaN otherwise
  nan_all_ones,       // "FN": all ones below the sign is NaN; no infinity
  nan_negative_zero,  // "FNUZ": the pattern of -0 is the one NaN; no infinity
};

struct FloatFormat {
  std::uint32_t exponent_bits;
  std::uint32_t mantissa_bits;
  std::int32_t bias;
  Specials specials;
};

constexpr std::uint32_t kQuietNan = 0x7fc00000u;
constexpr std::uint32_t kInfinity = 0x7f800000u;

// The bits of the float of the same value.
consteval std::uint32_t binary32(const FloatFormat& format, std::uint32_t pattern) noexcept {
  const std::uint32_t width = format.exponent_bits + format.mantissa_bits;
  const std::uint32_t mantissa_mask = (1u << format.mantissa_bits) - 1;
  const std::uint32_t magnitude = pattern & ((1u << width) - 1);
  const std::uint32_t sign = (pattern >> width) << 31;
  std::uint32_t mantissa = magnitude & mantissa_mask;
  std::int32_t exponent = static_cast<std::int32_t>(magnitude >> format.mantissa_bits);

  switch (format.specials) {
    case Specials::none:
      break;
    case Specials::ieee:
      if (exponent == (1 << format.exponent_bits) - 1) {
        return sign | (mantissa == 0 ? kInfinity : kQuietNan);
      }
      break;
    case Specials::nan_all_ones:
      if (magnitude == (1u << width) - 1) {
        return sign | kQuietNan;
      }
      break;
    case Specials::nan_negative_zero:
      if (magnitude == 0 && sign != 0) {
        return kQuietNan;
      }
      break;
  }
  if (magnitude == 0) {
    return sign;
  }
  if (exponent == 0) {
    // A subnormal number here is a normal one as float: move its first set bit to the hidden place.
    const int significant = static_cast<int>(std::bit_width(mantissa));
    const int shift = static_cast<int>(format.mantissa_bits) + 1 - significant;
    mantissa = (mantissa << shift) & mantissa_mask;
    exponent = 1 - shift;
  }
  return sign | (static_cast<std::uint32_t>(exponent - format.bias + 127) << 23) |
         (mantissa << (23 - format.mantissa_bits));
}

template <std::size_t Patterns>
consteval std::array<float, Patterns> table_of(const FloatFormat& format) noexcept {
  std::array<float, Patterns> values{};
  for (std::uint32_t pattern = 0; pattern < Patterns; ++pattern) {
    values[pattern] = std::bit_cast<float>(binary32(format, pattern));
  }
  return values;
}

constexpr auto kE4m3fn = table_of<256>({4, 3, 7, Specials::nan_all_ones});
constexpr auto kE4m3fnuz = table_of<256>({4, 3, 8, Specials::nan_negative_zero});
constexpr auto kE5m2 = table_of<256>({5, 2, 15, Specials::ieee});
constexpr auto kE5m2fnuz = table_of<256>({5, 2, 16, Specials::nan_negative_zero});
constexpr auto kE2m3 = table_of<64>({2, 3, 1, Specials::none});
constexpr auto kE3m2 = table_of<64>({3, 2, 3, Specials::none});
constexpr auto kE2m1 = table_of<16>({2, 1, 1, Specials::none});

// An exponent and nothing else: 2^(pattern - 127). Only the first is subnormal as float.
constexpr auto kE8m0 = [] {
  std::array<float, 256> values{};
  values[0] = std::bit_cast<float>(0x00400000u);
  for (std::uint32_t pattern = 1; pattern < 255; ++pattern) {
    values[pattern] = std::bit_cast<float>(pattern << 23);
  }
  values[255] = std::bit_cast<float>(kQuietNan);
  return values;
}();

}  // namespace

std::span<const float> narrow_float_values(ElementType type) noexcept {
  switch (type) {
    case ElementType::float8e4m3fn:
      return kE4m3fn;
    case ElementType::float8e4m3fnuz:
      return kE4m3fnuz;
    case ElementType::float8e5m2:
      return kE5m2;
    case ElementType::float8e5m2fnuz:
      return kE5m2fnuz;
    case ElementType::float8e8m0:
      return kE8m0;
    case ElementType::float6e2m3:
      return kE2m3;
    case ElementType::float6e3m2:
      return kE3m2;
    case ElementType::float4e2m1:
      return kE2m1;
    default:
      return {};
  }
}

}  // namespace assay
