// ConvInteger straight from its definition. Slow on purpose: this is what the others are held to.
#pragma once

#include <cstdint>
#include <span>

#include "assay/bytes.hpp"
#include "assay/conv_integer.hpp"

namespace assay::conv {

// The number that a byte stands for: 0 to 255 or -128 to 127.
constexpr std::int32_t element_value(std::byte byte, ElementType type) noexcept {
  const std::int32_t value = std::to_integer<std::int32_t>(byte);
  return type == ElementType::int8 && value >= 128 ? value - 256 : value;
}

// Assumes that every span has the size that `shape` says. Zero points: empty means 0.
void reference(const ConvIntegerShape& shape, Bytes x, Bytes x_zero_point, Bytes w,
               Bytes w_zero_point, std::span<std::int32_t> y);

}  // namespace assay::conv
