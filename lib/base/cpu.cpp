#include "base/cpu.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace assay {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"portable", "baseline", "avx2", "avx512"};

#if defined(__x86_64__)
// The registers that the system saves; a kernel that uses others would lose them.
std::uint32_t saved_state() noexcept {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

bool has_lzcnt() noexcept {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c >> 5 & 1) != 0;
}

Cpu examine() noexcept {
  Cpu found;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  constexpr std::uint32_t kOsXsave = 1u << 27;
  if (__get_cpuid_count(1, 0, &a, &b, &c, &d) == 0 || (c & kOsXsave) == 0) {
    return found;
  }
  const bool popcnt = (c >> 23 & 1) != 0;
  const std::uint32_t state = saved_state();
  const bool ymm = (state & 0x06) == 0x06;
  const bool zmm = (state & 0xe6) == 0xe6;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) {
    return found;
  }
  const std::uint32_t leaves = a;
  constexpr std::uint32_t kAvx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;  // F, DQ, BW, VL
  constexpr std::uint32_t kAvx2 = 1u << 3 | 1u << 5 | 1u << 8;                  // BMI1, AVX2, BMI2
  found.avx2 = ymm && popcnt && (b & kAvx2) == kAvx2 && has_lzcnt();
  found.avx512 = found.avx2 && zmm && (b & kAvx512) == kAvx512;
  found.avx512vnni = found.avx512 && (c >> 11 & 1) != 0;
  if (leaves >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0) {
    found.avxvnni = found.avx2 && (a >> 4 & 1) != 0;
  }
  return found;
}
#elif defined(__aarch64__) && defined(__linux__)
Cpu examine() noexcept {
  constexpr unsigned long kAsimdDotProduct = 1ul << 20;  // HWCAP_ASIMDDP
  Cpu found;
  found.dot_product = (getauxval(AT_HWCAP) & kAsimdDotProduct) != 0;
  return found;
}
#else
Cpu examine() noexcept {
  return {};
}
#endif

Simd choose() noexcept {
  Simd best = Simd::baseline;
  for (const Simd level : {Simd::avx2, Simd::avx512}) {
    best = has(level) ? level : best;
  }
  const char* wanted = std::getenv("ASSAY_SIMD");
  const std::optional<Simd> named = wanted == nullptr ? std::nullopt : find_simd(wanted);
  return std::min(best, named.value_or(best));
}

}  // namespace

const Cpu& cpu() noexcept {
  static const Cpu examined = examine();
  return examined;
}

bool has(Simd level) noexcept {
  switch (level) {
    case Simd::portable:
    case Simd::baseline:
      return true;
    case Simd::avx2:
      return cpu().avx2;
    case Simd::avx512:
      return cpu().avx512;
  }
  return false;
}

Simd simd() noexcept {
  static const Simd chosen = choose();
  return chosen;
}

std::optional<Simd> find_simd(std::string_view name) noexcept {
  const auto* found = std::find(kNames.begin(), kNames.end(), name);
  return found == kNames.end() ? std::nullopt
                               : std::optional(static_cast<Simd>(found - kNames.begin()));
}

}  // namespace assay
