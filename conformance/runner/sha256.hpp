// SHA-256 (FIPS 180-4), for stating large outputs and tensors by their digest.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::conformance {

// In lower-case hexadecimal digits. Cost: linear.
std::string sha256_hex(std::string_view bytes);

// Values as little-endian 32-bit integers, one after another.
std::string int32_bytes(const std::vector<std::int64_t>& values);

}  // namespace assay::conformance
