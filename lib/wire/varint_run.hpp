// Runs of varints: the values of a packed field, or of one field given many times in a row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/cpu.hpp"
#include "wire/cursor.hpp"

namespace assay::wire {

// What a run holds, found in one pass.
struct RunSummary {
  std::uint64_t count = 0;
  // Of int32 runs. `min` is the smallest value, or something from 0 to it where none is negative.
  // `max` is the largest one, or above it by less than the lowest power of two that is above it, so
  // that for a limit of the form 2^k - 1 every value is within the limit if and only if `max` is;
  // each range of an ONNX type ends at such a limit.
  std::int32_t min = std::numeric_limits<std::int32_t>::max();
  std::int32_t max = std::numeric_limits<std::int32_t>::min();

  void add(std::int32_t value) noexcept {
    ++count;
    min = std::min(min, value);
    max = std::max(max, value);
  }
  void add(const RunSummary& other) noexcept {
    count += other.count;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
  }
};

// Why a scan stopped before the end.
struct RunStop {
  Fault fault = Fault::none;
  const std::byte* at = nullptr;  // where the varint at fault begins; the end when there is none
};

// Counts the varints from cursor.at to cursor.end, and stops at the first with a fault: before it
// for `truncated` and `too_long`; behind it, counted, for `overflow` and `overlong`, so that a
// lenient caller may go on. Cost: linear in the bytes, several of them a step.
RunStop count_varints(Cursor& cursor, RunSummary& summary, Simd level = simd()) noexcept;

// The same for the values of an int32 field, with their extremes. A value that does not fit in 32
// bits stops the scan too (fault `none`, cursor behind it), summed up as libprotobuf cuts it.
RunStop scan_int32s(Cursor& cursor, RunSummary& summary, Simd level = simd()) noexcept;

// Passes over `value tag value tag ...`, as long as values are sound (and, of an int32 field, below
// 2^14) and the same tag of one byte follows. The cursor is behind a tag before and after. What it
// leaves is for the caller to read one by one.
void pass_tagged_varints(Cursor& cursor, std::byte tag, bool int32, RunSummary& summary,
                         Simd level = simd()) noexcept;

}  // namespace assay::wire
