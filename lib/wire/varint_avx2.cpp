// The passes over varints for AVX2: 32 bytes at once.
#include "wire/varint_blocks.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

namespace assay::wire {
namespace {

// Bit i: byte i of the block, for some questions about it.
struct Masks {
  std::uint64_t goes_on;  // has its high bit set
  std::uint64_t zero;
  std::uint64_t one;
  std::uint64_t tag;  // is that very byte
};

using Vector = __m256i;

ASSAY_TARGET inline Vector load(const std::byte* at) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const Vector*>(at));
}
ASSAY_TARGET inline Vector all(std::byte byte) noexcept {
  return _mm256_set1_epi8(static_cast<char>(byte));
}
ASSAY_TARGET inline std::uint64_t bits(Vector lanes, std::size_t part) noexcept {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(lanes)))
         << (32 * part);
}

ASSAY_TARGET inline Masks masks_of(const std::byte* at, std::byte tag) noexcept {
  Masks masks{};
  for (std::size_t i = 0; i < 2; ++i) {
    const Vector bytes = load(at + 32 * i);
    masks.goes_on |= bits(bytes, i);
    masks.zero |= bits(_mm256_cmpeq_epi8(bytes, all(std::byte{0})), i);
    masks.one |= bits(_mm256_cmpeq_epi8(bytes, all(std::byte{1})), i);
    masks.tag |= bits(_mm256_cmpeq_epi8(bytes, all(tag)), i);
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
  const Vector zero = all(std::byte{0});
  for (std::size_t i = 0; i < 2; ++i) {
    const Vector bytes = load(at + 32 * i);
    const Vector second = _mm256_cmpgt_epi8(zero, load(at + 32 * i - 1));
    Vector out = _mm256_cmpgt_epi8(zero, bytes);
    if constexpr (kTagged) {
      out = _mm256_or_si256(out, _mm256_cmpeq_epi8(bytes, all(tag)));
    }
    const Vector last = _mm256_andnot_si256(out, bytes);
    maxima.one = _mm256_max_epu8(maxima.one, _mm256_andnot_si256(second, last));
    maxima.two = _mm256_max_epu8(maxima.two, _mm256_and_si256(second, last));
  }
}

ASSAY_TARGET inline std::int32_t maximum(Vector lanes) noexcept {
  alignas(32) std::uint8_t bytes[32];
  _mm256_store_si256(reinterpret_cast<Vector*>(bytes), lanes);
  return *std::max_element(bytes, bytes + 32);
}

}  // namespace
}  // namespace assay::wire

#include "wire/varint_block_passes.hpp"

namespace assay::wire {

const BlockPasses* avx2_passes() noexcept {
  return &kPasses;
}

}  // namespace assay::wire

#else

namespace assay::wire {

const BlockPasses* avx2_passes() noexcept {
  return nullptr;
}

}  // namespace assay::wire

#endif
