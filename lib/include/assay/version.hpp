#pragma once

#include <string_view>

namespace assay {

// The version of the library that is linked, "0.1.0".
std::string_view version() noexcept;

}  // namespace assay
