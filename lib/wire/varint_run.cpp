#include "wire/varint_run.hpp"

#include <bit>

#include "wire/varint_blocks.hpp"

namespace assay::wire {
namespace {

template <bool kInt32>
RunStop scan(Cursor& cursor, RunSummary& summary, const std::byte* until) noexcept {
  while (cursor.at < until) {
    const std::byte* begin = cursor.at;
    const Varint varint = read_varint(cursor);
    if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
      return {varint.fault, begin};
    }
    if constexpr (kInt32) {
      summary.add(low_int32(varint.value));
      if (!fits_int32(varint.value)) {
        return {varint.fault, begin};
      }
    } else {
      ++summary.count;
    }
    if (varint.fault != Fault::none) {
      return {varint.fault, begin};
    }
  }
  return {Fault::none, cursor.end};
}

constexpr std::uint64_t kBlock = 64;

template <bool kInt32>
RunStop scan_blocks(Cursor& cursor, RunSummary& summary, const BlockPasses* passes) noexcept {
  if (passes == nullptr) {
    return scan<kInt32>(cursor, summary, cursor.end);
  }
  while (!cursor.done()) {
    // The first ones, and those that stopped a pass. A pass may look at the byte before it.
    const std::byte* until = cursor.left() > kBlock ? cursor.at + kBlock : cursor.end;
    const RunStop stop = scan<kInt32>(cursor, summary, until);
    if (stop.at != cursor.end) {
      return stop;
    }
    (kInt32 ? passes->small : passes->any)(cursor, summary);
  }
  return {Fault::none, cursor.end};
}

}  // namespace

void pass_tagged_varints(Cursor& cursor, std::byte tag, bool int32, RunSummary& summary,
                         Simd level) noexcept {
  if (const BlockPasses* passes = block_passes(level); passes != nullptr) {
    (int32 ? passes->tagged_small : passes->tagged_any)(cursor, tag, summary);
  }
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::uint64_t count = 0;
  std::int32_t max = 0;
  // A word of eight bytes and the tag behind it are there to be read.
  while (cursor.left() > sizeof(std::uint64_t)) {
    const std::uint64_t word = load_fixed64(cursor.at);
    const std::uint64_t ends = ~word & kHigh;
    if (ends == 0) {
      break;
    }
    const auto length = static_cast<unsigned>(std::countr_zero(ends)) / 8 + 1;
    const auto last = static_cast<std::uint8_t>(cursor.at[length - 1]);
    if (cursor.at[length] != tag || (last == 0 && length > 1)) {
      break;
    }
    if (int32) {
      if (length > 2) {
        break;
      }
      const auto first = static_cast<std::int32_t>(word & 0x7f);
      max = std::max(max, length == 1 ? first : first | std::int32_t{last} << 7);
    }
    cursor.at += length + 1;
    ++count;
  }
  if (count != 0) {
    summary.count += count;
    summary.min = std::min(summary.min, 0);
    summary.max = std::max(summary.max, max);
  }
}

RunStop count_varints(Cursor& cursor, RunSummary& summary, Simd level) noexcept {
  return scan_blocks<false>(cursor, summary, block_passes(level));
}

RunStop scan_int32s(Cursor& cursor, RunSummary& summary, Simd level) noexcept {
  return scan_blocks<true>(cursor, summary, block_passes(level));
}

const BlockPasses* block_passes(Simd level) noexcept {
  switch (level) {
    case Simd::portable:
      break;
    case Simd::baseline:
      return baseline_passes();
    case Simd::avx2:
      return avx2_passes();
    case Simd::avx512:
      return avx512_passes();
  }
  return nullptr;
}

}  // namespace assay::wire
