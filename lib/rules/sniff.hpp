// What a file that is no ONNX is instead.
#pragma once

#include <string_view>

#include "assay/bytes.hpp"

namespace assay::rules {

// "a zip archive", "a Python pickle", ...; empty when the first bytes tell nothing. Asked only
// about bytes that did not decode. Cost: constant.
std::string_view foreign_type(Bytes input) noexcept;

}  // namespace assay::rules
