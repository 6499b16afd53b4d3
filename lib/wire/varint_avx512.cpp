// The passes over varints for AVX-512: a block at once.
#include "wire/varint_blocks.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,lzcnt,popcnt")))

namespace assay::wire {
namespace {

// Bit i: byte i of the block, for some questions about it.
struct Masks {
  std::uint64_t goes_on;  // has its high bit set
  std::uint64_t zero;
  std::uint64_t one;
  std::uint64_t tag;  // is that very byte
};

using Vector = __m512i;

ASSAY_TARGET inline Vector load(const std::byte* at) noexcept {
  return _mm512_loadu_si512(at);
}
ASSAY_TARGET inline Vector all(std::byte byte) noexcept {
  return _mm512_set1_epi8(static_cast<char>(byte));
}

ASSAY_TARGET inline Masks masks_of(const std::byte* at, std::byte tag) noexcept {
  const Vector bytes = load(at);
  return {_mm512_movepi8_mask(bytes), _mm512_cmpeq_epi8_mask(bytes, all(std::byte{0})),
          _mm512_cmpeq_epi8_mask(bytes, all(std::byte{1})),
          _mm512_cmpeq_epi8_mask(bytes, all(tag))};
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
  const Vector bytes = load(at);
  const std::uint64_t second = _mm512_movepi8_mask(load(at - 1));
  std::uint64_t last = ~std::uint64_t{_mm512_movepi8_mask(bytes)};
  if constexpr (kTagged) {
    last &= ~std::uint64_t{_mm512_cmpeq_epi8_mask(bytes, all(tag))};
  }
  maxima.one = _mm512_mask_max_epu8(maxima.one, last & ~second, maxima.one, bytes);
  maxima.two = _mm512_mask_max_epu8(maxima.two, last & second, maxima.two, bytes);
}

ASSAY_TARGET inline std::int32_t maximum(Vector lanes) noexcept {
  std::uint8_t bytes[64];
  _mm512_storeu_si512(bytes, lanes);
  return *std::max_element(bytes, bytes + 64);
}

}  // namespace
}  // namespace assay::wire

#include "wire/varint_block_passes.hpp"

namespace assay::wire {

const BlockPasses* avx512_passes() noexcept {
  return &kPasses;
}

}  // namespace assay::wire

#else

namespace assay::wire {

const BlockPasses* avx512_passes() noexcept {
  return nullptr;
}

}  // namespace assay::wire

#endif
