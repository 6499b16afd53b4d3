#include "wire/varint_run.hpp"

namespace assay::wire {

RunStop scan_varints(Cursor& cursor, bool int32, RunSummary& summary) noexcept {
  while (!cursor.done()) {
    const std::byte* begin = cursor.at;
    const Varint varint = read_varint(cursor);
    if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
      return {varint.fault, begin};
    }
    std::uint64_t value = varint.value;
    if (int32 && !fits_int32(value)) {
      value = static_cast<std::uint64_t>(std::int64_t{low_int32(value)});
      summary.add(value);
      return {varint.fault, begin};
    }
    summary.add(value);
    if (varint.fault != Fault::none) {
      return {varint.fault, begin};
    }
  }
  return {Fault::none, cursor.end};
}

}  // namespace assay::wire
