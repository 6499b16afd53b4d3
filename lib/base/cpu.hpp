// What this machine's processor can do, and how much of it may be used.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

// What the processor has and the system lets programs use.
struct Cpu {
  bool avx2 = false;    // and the bit counts that come with it: BMI, LZCNT, POPCNT
  bool avx512 = false;  // F, DQ, BW, VL
  bool avxvnni = false;
  bool avx512vnni = false;
  bool dot_product = false;
};

const Cpu& cpu() noexcept;

// How the reader scans bytes. All ways have the same findings at the same offsets.
enum class Simd : std::uint8_t {
  portable,  // no more than C++
  baseline,  // what every processor of this architecture has
  avx2,
  avx512
};

// The best one that this machine has; where the environment variable ASSAY_SIMD names a lesser one
// (portable, baseline, avx2, avx512), that one. Read once, when first asked.
Simd simd() noexcept;

// Whether this machine has it.
bool has(Simd level) noexcept;

std::optional<Simd> find_simd(std::string_view name) noexcept;

}  // namespace assay
