#include "wire/varint_run.hpp"

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

#if defined(__SSE2__)

constexpr std::uint64_t kBlock = 64;

// Bit i: byte i of the block, for three questions about it.
struct Masks {
  std::uint64_t goes_on = 0;  // has its high bit set: the varint goes on
  std::uint64_t zero = 0;
  std::uint64_t one = 0;
};

Masks masks_of(const std::byte* at) noexcept {
  Masks masks;
  for (unsigned i = 0; i < 4; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + i);
    const auto mask = [i](__m128i lanes) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(lanes)))
             << (16 * i);
    };
    masks.goes_on |= mask(bytes);
    masks.zero |= mask(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    masks.one |= mask(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(1)));
  }
  return masks;
}

// Bits of a long row of bytes, as they come block by block: shifting brings in the block before.
struct Row {
  std::uint64_t before = 0;
  std::uint64_t here = 0;

  constexpr std::uint64_t shifted(unsigned by) const noexcept {
    return here << by | before >> (64 - by);
  }
};

// Where the varint begins that has a byte at `at`, or that ends right before it.
const std::byte* varint_start(const std::byte* begin, const std::byte* at) noexcept {
  while (at != begin && (at[-1] & std::byte{0x80}) != std::byte{0}) {
    --at;
  }
  return at;
}

// Moves over blocks that hold no fault. A varint may reach from one block into the next; where it
// stops, the cursor stands at the beginning of a varint. A fault is a final zero byte behind
// another (overlong), or a tenth byte other than 1 (overflow, too long).
void pass_sound_blocks(Cursor& cursor, RunSummary& summary) noexcept {
  const std::byte* begin = cursor.at;
  const std::byte* at = begin;
  Row ones;  // bytes that go on
  Row twos;  // two of them in a row, the second here
  Row fours;
  Row eights;
  std::uint64_t ends = 0;
  while (static_cast<std::uint64_t>(cursor.end - at) >= kBlock) {
    const Masks masks = masks_of(at);
    ones.here = masks.goes_on;
    twos.here = ones.here & ones.shifted(1);
    fours.here = twos.here & twos.shifted(2);
    eights.here = fours.here & fours.shifted(4);
    const std::uint64_t tenth = eights.shifted(1) & ones.shifted(9);
    const std::uint64_t fault = (masks.zero & ones.shifted(1)) | (tenth & ~masks.one);
    if (fault != 0) {
      break;
    }
    ends += static_cast<std::uint64_t>(std::popcount(~masks.goes_on));
    for (Row* row : {&ones, &twos, &fours, &eights}) {
      row->before = row->here;
    }
    at += kBlock;
  }
  cursor.at = varint_start(begin, at);
  summary.count += ends;
}

// Moves over blocks of varints of one or two bytes without a fault, noting the largest value: that
// of one byte as it is, that of two from its second byte, the first taken for all ones.
void pass_small_blocks(Cursor& cursor, RunSummary& summary) noexcept {
  const std::byte* begin = cursor.at;
  const std::byte* at = begin;
  __m128i largest_one = _mm_setzero_si128();
  __m128i largest_two = _mm_setzero_si128();
  const __m128i zero = _mm_setzero_si128();
  std::uint64_t ends = 0;
  const auto load = [](const std::byte* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  // The byte before the first is taken for the end of a varint, which it is.
  __m128i previous =
      _mm_slli_si128(static_cast<std::uint64_t>(cursor.end - at) >= 16 ? load(at) : zero, 1);
  while (static_cast<std::uint64_t>(cursor.end - at) >= 16) {
    const __m128i bytes = load(at);
    if (at != begin) {
      previous = load(at - 1);
    }
    const __m128i goes_on = _mm_cmplt_epi8(bytes, zero);
    const __m128i second = _mm_cmplt_epi8(previous, zero);
    const __m128i final_second = _mm_andnot_si128(goes_on, second);
    const __m128i fault = _mm_or_si128(_mm_and_si128(goes_on, second),
                                       _mm_and_si128(final_second, _mm_cmpeq_epi8(bytes, zero)));
    if (_mm_movemask_epi8(fault) != 0) {
      break;
    }
    largest_one = _mm_max_epu8(largest_one, _mm_andnot_si128(_mm_or_si128(goes_on, second), bytes));
    largest_two = _mm_max_epu8(largest_two, _mm_and_si128(final_second, bytes));
    ends += 16 - static_cast<std::uint64_t>(
                     std::popcount(static_cast<std::uint32_t>(_mm_movemask_epi8(goes_on))));
    at += 16;
  }
  cursor.at = varint_start(begin, at);
  if (ends == 0) {
    return;
  }
  const auto largest = [](__m128i lanes) {
    alignas(16) std::uint8_t bytes[16];
    _mm_store_si128(reinterpret_cast<__m128i*>(bytes), lanes);
    return std::int32_t{*std::max_element(bytes, bytes + 16)};
  };
  const std::int32_t two = largest(largest_two);
  summary.count += ends;
  summary.min = std::min(summary.min, 0);
  summary.max = std::max(summary.max, two > 0 ? two * 128 + 127 : largest(largest_one));
}

template <bool kInt32>
RunStop scan_blocks(Cursor& cursor, RunSummary& summary) noexcept {
  while (!cursor.done()) {
    if constexpr (kInt32) {
      pass_small_blocks(cursor, summary);
    } else {
      pass_sound_blocks(cursor, summary);
    }
    const std::byte* until = cursor.left() > kBlock ? cursor.at + kBlock : cursor.end;
    const RunStop stop = scan<kInt32>(cursor, summary, until);
    if (stop.at != cursor.end) {
      return stop;
    }
  }
  return {Fault::none, cursor.end};
}

#endif

}  // namespace

void pass_tagged_varints(Cursor& cursor, std::byte tag, bool int32, RunSummary& summary) noexcept {
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

RunStop count_varints_portable(Cursor& cursor, RunSummary& summary) noexcept {
  return scan<false>(cursor, summary, cursor.end);
}

RunStop scan_int32s_portable(Cursor& cursor, RunSummary& summary) noexcept {
  return scan<true>(cursor, summary, cursor.end);
}

#if defined(__SSE2__)

RunStop count_varints(Cursor& cursor, RunSummary& summary) noexcept {
  return scan_blocks<false>(cursor, summary);
}

RunStop scan_int32s(Cursor& cursor, RunSummary& summary) noexcept {
  return scan_blocks<true>(cursor, summary);
}

#else

RunStop count_varints(Cursor& cursor, RunSummary& summary) noexcept {
  return count_varints_portable(cursor, summary);
}

RunStop scan_int32s(Cursor& cursor, RunSummary& summary) noexcept {
  return scan_int32s_portable(cursor, summary);
}

#endif

}  // namespace assay::wire
