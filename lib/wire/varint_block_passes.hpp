// The passes of wire/varint_blocks.hpp for one instruction set: the body of a file that has defined
// ASSAY_TARGET (what stands before each function) and, in an unnamed namespace of assay::wire,
//
//   Masks masks_of(at, tag)         what the 64 bytes at `at` are
//   Maxima, take<kTagged>(maxima, at, tag), maximum(maxima.one), maximum(maxima.two)
//                                   the largest final bytes of varints of one and of two bytes
//
// A byte goes on when its high bit is set; else it ends a varint. In a run with tags every other
// byte that ends something is a tag: which ones, a running parity tells.

namespace assay::wire {
namespace {

// Bits of a long row of bytes, as they come block by block: shifting brings in the block before.
struct Row {
  std::uint64_t before;
  std::uint64_t here;
};

ASSAY_TARGET inline std::uint64_t shifted(const Row& row, unsigned by) noexcept {
  return row.here << by | row.before >> (64 - by);
}

// Bit i: whether the number of bits set from 0 to i is odd.
ASSAY_TARGET inline std::uint64_t parities(std::uint64_t bits) noexcept {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

// A fault is a final zero byte behind another (overlong), or a tenth byte other than 1 (overflow,
// too long); of small numbers, a third byte.
template <bool kSmall, bool kTagged>
ASSAY_TARGET void pass(Cursor& cursor, std::byte tag, RunSummary& summary) noexcept {
  const std::byte* at = cursor.at;
  const std::byte* safe = at;  // behind the last value, or its tag
  Row ones{};                  // bytes that go on
  Row twos{};                  // two of them in a row, the second here
  Row fours{};
  Row eights{};
  std::uint64_t tag_next = 0;  // all ones when the next end is that of a tag
  std::uint64_t count = 0;
  std::uint64_t tag_like_one = 0;  // values whose last byte is the very byte of the tag
  std::uint64_t tag_like_two = 0;
  Maxima maxima = no_maxima();
  while (static_cast<std::uint64_t>(cursor.end - at) >= 64) {
    const Masks masks = masks_of(at, tag);
    ones.here = masks.goes_on;
    const std::uint64_t inside = shifted(ones, 1);  // behind a byte that goes on
    std::uint64_t ends = ~masks.goes_on;
    std::uint64_t fault = masks.zero & inside;
    std::uint64_t values = ends;
    if constexpr (kTagged) {
      const std::uint64_t odd = parities(ends) ^ tag_next;
      values = ends & odd;
      ends &= ~odd;  // tags: a value counts when its tag is there
      fault |= ends & (~masks.tag | inside);
      tag_next = odd >> 63 != 0 ? ~std::uint64_t{0} : 0;
    }
    if constexpr (kSmall) {
      fault |= masks.goes_on & inside;
    } else {
      twos.here = ones.here & inside;
      fours.here = twos.here & shifted(twos, 2);
      eights.here = fours.here & shifted(fours, 4);
      fault |= shifted(eights, 1) & shifted(ones, 9) & ~masks.one;
      twos.before = twos.here;
      fours.before = fours.here;
      eights.before = eights.here;
    }
    if (fault != 0) {
      break;
    }
    if constexpr (kSmall) {
      take<kTagged>(maxima, at, tag);
      tag_like_one |= values & masks.tag & ~inside;
      tag_like_two |= values & masks.tag & inside;
    }
    count += static_cast<std::uint64_t>(__builtin_popcountll(ends));
    if (ends != 0) {
      safe = at + (64 - __builtin_clzll(ends));
    }
    ones.before = ones.here;
    at += 64;
  }
  cursor.at = safe;
  if (count == 0) {
    return;
  }
  summary.count += count;
  if constexpr (kSmall) {
    std::int32_t one = maximum(maxima.one);
    std::int32_t two = maximum(maxima.two);
    if (kTagged && tag_like_one != 0 && one < static_cast<std::int32_t>(tag)) {
      one = static_cast<std::int32_t>(tag);
    }
    if (kTagged && tag_like_two != 0 && two < static_cast<std::int32_t>(tag)) {
      two = static_cast<std::int32_t>(tag);
    }
    // Of two bytes, the first taken for all ones.
    const std::int32_t largest = two > 0 ? two * 128 + 127 : one;
    summary.min = summary.min < 0 ? summary.min : 0;
    summary.max = summary.max > largest ? summary.max : largest;
  }
}

void any(Cursor& cursor, RunSummary& summary) noexcept {
  pass<false, false>(cursor, std::byte{0}, summary);
}
void small(Cursor& cursor, RunSummary& summary) noexcept {
  pass<true, false>(cursor, std::byte{0}, summary);
}
void tagged_any(Cursor& cursor, std::byte tag, RunSummary& summary) noexcept {
  pass<false, true>(cursor, tag, summary);
}
void tagged_small(Cursor& cursor, std::byte tag, RunSummary& summary) noexcept {
  pass<true, true>(cursor, tag, summary);
}

constexpr BlockPasses kPasses = {any, small, tagged_any, tagged_small};

}  // namespace
}  // namespace assay::wire
