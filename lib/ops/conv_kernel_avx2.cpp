#include "ops/conv_kernel.hpp"

namespace assay::conv {

const Kernel* avx2_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv
