// Which kernels there are, and which of them this machine runs.
#include <array>

#include "base/cpu.hpp"
#include "ops/conv_kernel.hpp"

namespace assay {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"automatic", "reference",  "portable", "avx2",
                                                    "avxvnni",   "avx512vnni", "neon"};

}  // namespace

namespace conv {

const Kernel* find_kernel(ConvKernel id) noexcept {
  switch (id) {
    case ConvKernel::portable:
      return portable_kernel();
    case ConvKernel::avx2:
      return cpu().avx2 ? avx2_kernel() : nullptr;
    case ConvKernel::avxvnni:
      return cpu().avxvnni ? avxvnni_kernel() : nullptr;
    case ConvKernel::avx512vnni:
      return cpu().avx512vnni ? avx512vnni_kernel() : nullptr;
    case ConvKernel::neon:
      return cpu().dot_product ? neon_kernel() : nullptr;
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
