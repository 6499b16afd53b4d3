// Which kernels there are, and which of them this machine runs.
#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#include "ops/conv_kernel.hpp"

namespace assay {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"automatic", "reference",  "portable", "avx2",
                                                    "avxvnni",   "avx512vnni", "neon"};

struct Machine {
  bool avx2 = false;
  bool avxvnni = false;
  bool avx512vnni = false;
  bool dot_product = false;
};

#if defined(__x86_64__)
// The registers that the system saves; a kernel that uses others would lose them.
std::uint32_t saved_state() noexcept {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

Machine examine() noexcept {
  Machine machine;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  constexpr std::uint32_t kOsXsave = 1u << 27;
  if (__get_cpuid_count(1, 0, &a, &b, &c, &d) == 0 || (c & kOsXsave) == 0) {
    return machine;
  }
  const std::uint32_t state = saved_state();
  const bool ymm = (state & 0x06) == 0x06;
  const bool zmm = (state & 0xe6) == 0xe6;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) {
    return machine;
  }
  const std::uint32_t leaves = a;
  constexpr std::uint32_t kAvx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;  // F, DQ, BW, VL
  machine.avx2 = ymm && (b >> 5 & 1) != 0;
  machine.avx512vnni = zmm && (b & kAvx512) == kAvx512 && (c >> 11 & 1) != 0;
  if (leaves >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d) != 0) {
    machine.avxvnni = machine.avx2 && (a >> 4 & 1) != 0;
  }
  return machine;
}
#elif defined(__aarch64__) && defined(__linux__)
Machine examine() noexcept {
  constexpr unsigned long kAsimdDotProduct = 1ul << 20;  // HWCAP_ASIMDDP
  return {false, false, false, (getauxval(AT_HWCAP) & kAsimdDotProduct) != 0};
}
#else
Machine examine() noexcept {
  return {};
}
#endif

const Machine& machine() noexcept {
  static const Machine examined = examine();
  return examined;
}

}  // namespace

namespace conv {

const Kernel* find_kernel(ConvKernel id) noexcept {
  switch (id) {
    case ConvKernel::portable:
      return portable_kernel();
    case ConvKernel::avx2:
      return machine().avx2 ? avx2_kernel() : nullptr;
    case ConvKernel::avxvnni:
      return machine().avxvnni ? avxvnni_kernel() : nullptr;
    case ConvKernel::avx512vnni:
      return machine().avx512vnni ? avx512vnni_kernel() : nullptr;
    case ConvKernel::neon:
      return machine().dot_product ? neon_kernel() : nullptr;
    case ConvKernel::automatic:
    case ConvKernel::reference:
      break;
  }
  return nullptr;
}

}  // namespace conv

std::string_view conv_kernel_name(ConvKernel kernel) noexcept {
  return kNames[static_cast<std::size_t>(kernel)];
}

std::optional<ConvKernel> find_conv_kernel(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) {
      return static_cast<ConvKernel>(i);
    }
  }
  return std::nullopt;
}

bool conv_kernel_available(ConvKernel kernel) noexcept {
  return kernel == ConvKernel::automatic || kernel == ConvKernel::reference ||
         conv::find_kernel(kernel) != nullptr;
}

}  // namespace assay
