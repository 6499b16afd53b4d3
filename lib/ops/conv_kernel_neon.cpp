#include "ops/conv_kernel.hpp"

namespace assay::conv {

const Kernel* neon_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv
