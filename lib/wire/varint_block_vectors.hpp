// What a block of 64 bytes is, by vectors of movemask: a part of a file that has defined
// ASSAY_TARGET and, in an unnamed namespace of assay::wire,
//
//   Vector                            kBytes of them
//   load(at), all(byte), bits(lanes)  bits: the high bit of each byte
//   equal(a, b), negative(a)          all ones in a byte where it is so
//   both(a, b), either(a, b), but_not(a, b), larger(a, b)
//
// varint_block_passes.hpp goes on from here.

#include <algorithm>
#include <cstring>

namespace assay::wire {
namespace {

// Bit i: byte i of the block, for some questions about it.
struct Masks {
  std::uint64_t goes_on;  // has its high bit set
  std::uint64_t zero;
  std::uint64_t one;
  std::uint64_t tag;  // is that very byte
};

ASSAY_TARGET inline Masks masks_of(const std::byte* at, std::byte tag) noexcept {
  Masks masks{};
  for (std::size_t i = 0; i < 64; i += kBytes) {
    const Vector bytes = load(at + i);
    masks.goes_on |= std::uint64_t{bits(bytes)} << i;
    masks.zero |= std::uint64_t{bits(equal(bytes, all(std::byte{0})))} << i;
    masks.one |= std::uint64_t{bits(equal(bytes, all(std::byte{1})))} << i;
    masks.tag |= std::uint64_t{bits(equal(bytes, all(tag)))} << i;
  }
  return masks;
}

struct Maxima {
  Vector one;
  Vector two;
};

ASSAY_TARGET inline Maxima no_maxima() noexcept {
  return {all(std::byte{0}), all(std::byte{0})};
}

// Bytes that look like the tag are left out; the caller knows which of them are values.
template <bool kTagged>
ASSAY_TARGET inline void take(Maxima& maxima, const std::byte* at, std::byte tag) noexcept {
  for (std::size_t i = 0; i < 64; i += kBytes) {
    const Vector bytes = load(at + i);
    const Vector second = negative(load(at + i - 1));
    Vector out = negative(bytes);
    if constexpr (kTagged) {
      out = either(out, equal(bytes, all(tag)));
    }
    const Vector last = but_not(bytes, out);
    maxima.one = larger(maxima.one, but_not(last, second));
    maxima.two = larger(maxima.two, both(last, second));
  }
}

ASSAY_TARGET inline std::int32_t maximum(Vector lanes) noexcept {
  std::uint8_t bytes[kBytes];
  std::memcpy(bytes, &lanes, kBytes);
  return *std::max_element(bytes, bytes + kBytes);
}

}  // namespace
}  // namespace assay::wire

#include "wire/varint_block_passes.hpp"
