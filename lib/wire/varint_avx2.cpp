// The passes over varints for AVX2: 32 bytes at once.
#include "wire/varint_blocks.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

namespace assay::wire {
namespace {

using Vector = __m256i;
constexpr std::size_t kBytes = 32;

ASSAY_TARGET inline Vector load(const std::byte* at) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const Vector*>(at));
}
ASSAY_TARGET inline Vector all(std::byte byte) noexcept {
  return _mm256_set1_epi8(static_cast<char>(byte));
}
ASSAY_TARGET inline std::uint32_t bits(Vector lanes) noexcept {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(lanes));
}
ASSAY_TARGET inline Vector equal(Vector a, Vector b) noexcept {
  return _mm256_cmpeq_epi8(a, b);
}
ASSAY_TARGET inline Vector negative(Vector a) noexcept {
  return _mm256_cmpgt_epi8(all(std::byte{0}), a);
}
ASSAY_TARGET inline Vector both(Vector a, Vector b) noexcept {
  return _mm256_and_si256(a, b);
}
ASSAY_TARGET inline Vector either(Vector a, Vector b) noexcept {
  return _mm256_or_si256(a, b);
}
ASSAY_TARGET inline Vector but_not(Vector a, Vector b) noexcept {
  return _mm256_andnot_si256(b, a);
}
ASSAY_TARGET inline Vector larger(Vector a, Vector b) noexcept {
  return _mm256_max_epu8(a, b);
}

}  // namespace
}  // namespace assay::wire

#include "wire/varint_block_vectors.hpp"

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
