// What an input is asked where a run is in a hurry: the input chooses, by a hash, so that the same
// input is always asked the same. A replay asks everything.
#pragma once

#include <cstdint>

#include "assay/bytes.hpp"

#include "base/wrap.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {

// A number that follows from the bytes (FNV-1a).
ASSAY_WRAPS inline std::uint64_t fingerprint(Bytes input) noexcept {
  std::uint64_t state = 14'695'981'039'346'656'037u;
  for (const std::byte byte : input) {
    state = (state ^ static_cast<std::uint8_t>(byte)) * 1'099'511'628'211u;
  }
  return state;
}

// Decisions that follow from a number, one after the other.
class Share {
 public:
  explicit Share(Bytes input) noexcept : left_(fingerprint(input)) {}

  // 0 to n - 1.
  std::uint64_t below(std::uint64_t n) noexcept {
    const std::uint64_t taken = left_ % n;
    left_ /= n;
    return taken;
  }
  // For one input in n; in a replay, for all.
  bool one_in(std::uint64_t n) noexcept { return below(n) == 0 || thorough; }

 private:
  std::uint64_t left_;
};

}  // namespace assay::fuzz
