#include "assay/version.hpp"

namespace assay {

std::string_view version() noexcept {
  return ASSAY_VERSION;
}

}  // namespace assay
