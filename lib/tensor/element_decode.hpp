// The values of a tensor from its bytes as raw_data lays them out: little-endian whatever the host,
// row-major, elements of less than a byte packed from the low bits up without regard to rows.
//
// Nothing is assumed of the bytes but their length, which is checked: every pattern decodes to some
// value, and alignment does not matter. `out` must not overlap the bytes.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>

#include "assay/bytes.hpp"
#include "assay/decode_result.hpp"
#include "assay/element_type.hpp"

namespace assay {

// Decodes the elements first, first + 1, ... of a tensor whose bytes are `raw`, as many as `out`
// holds. Cost: linear in `out`. Unless the result is ok or inexact, `out` is untouched.
//
// To float and double: exact where possible, else rounded to the nearest value, ties to even; a
// number beyond float's range becomes infinity, NaN stays NaN. BOOL is 0 or 1.
DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<float> out) noexcept;
DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<double> out) noexcept;
// To integers: the same number or `inexact`, never a rounded, saturated or wrapped one. From the
// floating-point formats, too: 3.0 is 3, -0.0 is 0; 0.5, 2^63, infinities and NaN are inexact.
DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<std::int64_t> out) noexcept;
DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<std::uint64_t> out) noexcept;
// From COMPLEX64 and COMPLEX128 only; exact.
DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<std::complex<double>> out) noexcept;

// The bits of the last byte that belong to no element; 0 where elements fill whole bytes. Holds for
// raw_data and for the last entry of int32_data alike, but not for FLOAT6 in int32_data, where each
// entry is one element.
constexpr std::byte padding_mask(const ElementTypeInfo& info, std::uint64_t elements) noexcept {
  // bits is at most 128 and elements % 8 at most 7: nothing overflows.
  const std::uint64_t used = elements % 8 * info.bits % 8;
  return used == 0 ? std::byte{0} : static_cast<std::byte>(0xff << used & 0xff);
}

// Whether the padding bits of raw_data are zero. `raw` has the exact length for `elements`.
constexpr bool padding_bits_clear(const ElementTypeInfo& info, std::uint64_t elements,
                                  Bytes raw) noexcept {
  return raw.empty() || (raw.back() & padding_mask(info, elements)) == std::byte{0};
}

// The position of the first byte other than 0 and 1, or std::string_view::npos. Cost: one pass over
// the bytes at about the speed of memory.
std::size_t find_bad_bool(Bytes raw) noexcept;

}  // namespace assay
