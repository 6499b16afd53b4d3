// Are these sparse indices in range and ascending? Yes or no, fast; lib/rules says what is wrong.
#pragma once

#include <cstdint>
#include <span>

#include "assay/bytes.hpp"

namespace assay {

// True when `raw`, little-endian int64 tuples of limits.size() numbers, has every number within 0
// to its limit, exclusive, and every tuple above the one before it. Cost: one pass, no branch a
// number for tuples of up to four.
bool indices_ascend(Bytes raw, std::span<const std::int64_t> limits) noexcept;

}  // namespace assay
