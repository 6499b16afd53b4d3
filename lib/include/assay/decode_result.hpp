// What decoding the elements of a tensor came to.
#pragma once

#include <cstdint>

namespace assay {

enum class DecodeStatus : std::uint8_t {
  ok,
  out_of_range,   // the tensor holds fewer elements than were asked for
  no_conversion,  // STRING, or a complex type to a real one, or a real type to a complex one
  inexact,        // an element is no integer, or is one beyond the range asked for
  no_values       // the values are in a data file that was not opened
};

struct DecodeResult {
  DecodeStatus status = DecodeStatus::ok;
  std::uint64_t element = 0;  // inexact: the first such element; those before it are in `out`

  bool ok() const noexcept { return status == DecodeStatus::ok; }
};

}  // namespace assay
