// Runs of varints: the values of a packed field, or of one field given many times in a row.
#pragma once

#include <cstdint>
#include <limits>

#include "wire/cursor.hpp"

namespace assay::wire {

// What a run holds, found in one pass. The extremes are those of the values read as signed 64-bit
// numbers and as unsigned ones, so that a range check of any integer type needs no second pass.
struct RunSummary {
  std::uint64_t count = 0;
  std::int64_t min = std::numeric_limits<std::int64_t>::max();
  std::int64_t max = std::numeric_limits<std::int64_t>::min();
  std::uint64_t unsigned_max = 0;

  void add(std::uint64_t value) noexcept {
    const auto as_signed = static_cast<std::int64_t>(value);
    ++count;
    min = as_signed < min ? as_signed : min;
    max = as_signed > max ? as_signed : max;
    unsigned_max = value > unsigned_max ? value : unsigned_max;
  }
  void add(const RunSummary& other) noexcept {
    count += other.count;
    min = other.min < min ? other.min : min;
    max = other.max > max ? other.max : max;
    unsigned_max = other.unsigned_max > unsigned_max ? other.unsigned_max : unsigned_max;
  }
};

// Why scan_varints stopped before the end.
struct RunStop {
  Fault fault = Fault::none;
  const std::byte* at = nullptr;  // where the varint at fault begins
};

// Reads the varints from cursor.at to cursor.end into `summary`, and stops at the first with a
// fault: before it for `truncated` and `too_long`; behind it, with its value counted, for
// `overflow` and `overlong`, so that a lenient caller may go on. With `int32`, each value is cut to
// its low 32 bits and sign-extended, as libprotobuf does, and a value that does not survive that
// stops the scan too (fault `none`, cursor behind it). Cost: linear in the bytes.
RunStop scan_varints(Cursor& cursor, bool int32, RunSummary& summary) noexcept;

}  // namespace assay::wire
