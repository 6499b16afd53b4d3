// Random legal ConvIntegers, small and crooked. The same seed gives the same cases everywhere.
#pragma once

#include <cstdint>

#include "ops/conv_case.hpp"

namespace assay::testing {

// SplitMix64: short, and the same on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept;
  // 0 to n - 1; n > 0.
  std::int64_t below(std::int64_t n) noexcept;
  std::int64_t between(std::int64_t low, std::int64_t high) noexcept {
    return low + below(high - low + 1);
  }
  bool one_in(std::int64_t n) noexcept { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

// Fills with the extremes of the type or with anything, as the dice fall.
void fill_random(Random& random, std::vector<std::byte>& bytes);

ConvCase random_conv(Random& random);

}  // namespace assay::testing
