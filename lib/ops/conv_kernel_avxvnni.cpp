#include "ops/conv_kernel.hpp"

namespace assay::conv {

const Kernel* avxvnni_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv
