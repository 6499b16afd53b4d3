// The passes over varints for what every x86-64 processor has: 16 bytes at once.
#include "wire/varint_blocks.hpp"

#if defined(__SSE2__)

#include <emmintrin.h>

#define ASSAY_TARGET

namespace assay::wire {
namespace {

using Vector = __m128i;
constexpr std::size_t kBytes = 16;

ASSAY_TARGET inline Vector load(const std::byte* at) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const Vector*>(at));
}
ASSAY_TARGET inline Vector all(std::byte byte) noexcept {
  return _mm_set1_epi8(static_cast<char>(byte));
}
ASSAY_TARGET inline std::uint32_t bits(Vector lanes) noexcept {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(lanes));
}
ASSAY_TARGET inline Vector equal(Vector a, Vector b) noexcept {
  return _mm_cmpeq_epi8(a, b);
}
ASSAY_TARGET inline Vector negative(Vector a) noexcept {
  return _mm_cmpgt_epi8(all(std::byte{0}), a);
}
ASSAY_TARGET inline Vector both(Vector a, Vector b) noexcept {
  return _mm_and_si128(a, b);
}
ASSAY_TARGET inline Vector either(Vector a, Vector b) noexcept {
  return _mm_or_si128(a, b);
}
ASSAY_TARGET inline Vector but_not(Vector a, Vector b) noexcept {
  return _mm_andnot_si128(b, a);
}
ASSAY_TARGET inline Vector larger(Vector a, Vector b) noexcept {
  return _mm_max_epu8(a, b);
}

}  // namespace
}  // namespace assay::wire

#include "wire/varint_block_vectors.hpp"

namespace assay::wire {

const BlockPasses* baseline_passes() noexcept {
  return &kPasses;
}

}  // namespace assay::wire

#else

namespace assay::wire {

const BlockPasses* baseline_passes() noexcept {
  return nullptr;
}

}  // namespace assay::wire

#endif
