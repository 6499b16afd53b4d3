#include "ops/conv_kernel.hpp"

namespace assay::conv {

const Kernel* avx512vnni_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv
