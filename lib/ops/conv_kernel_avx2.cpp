// vpmaddwd on 256 bits: two products of 16-bit numbers a lane. The numbers are the differences to
// the zero points, of nine bits, so that nothing saturates and nothing has to be corrected.
#include "ops/conv_kernel.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET __attribute__((target("avx2"))) ASSAY_UNCHECKED
#include "ops/conv_unroll.hpp"

namespace assay::conv {
namespace {

// Accumulators, cells, a weight and a product within sixteen registers.
constexpr std::size_t kRows = 6;
constexpr std::size_t most_vectors(std::size_t rows) {
  constexpr std::size_t kMost[] = {6, 4, 3, 2, 2, 2};
  return kMost[rows - 1];
}

ASSAY_INLINE inline __m256i dot(__m256i sums, __m256i cells, __m256i weights) noexcept {
  return _mm256_add_epi32(sums, _mm256_madd_epi16(cells, weights));
}

}  // namespace
}  // namespace assay::conv

#include "ops/conv_kernel_ymm.hpp"

namespace assay::conv {
namespace {

// Two rows of bytes become one of cells, 32 at a time.
ASSAY_TARGET void interleave(const Interleave& job) noexcept {
  const __m256i flip = _mm256_set1_epi8(static_cast<char>(job.flip));
  const __m256i pad = _mm256_set1_epi8(static_cast<char>(job.zero ^ job.flip));
  const __m256i zero = _mm256_set1_epi16(job.zero);
  std::int64_t offset = 0;
  for (std::size_t r = 0; r < job.rows; ++r, offset += job.line_step) {
    for (std::size_t i = 0; i < job.count; i += 32) {
      __m256i rows[2];
      unroll<2>([&](auto e) ASSAY_INLINE {
        rows[e] = _mm256_xor_si256(
            load_row(job.sources[e], static_cast<std::int64_t>(i), offset, pad), flip);
      });
      const __m256i low = _mm256_unpacklo_epi8(rows[0], rows[1]);   // cells 0-7 and 16-23
      const __m256i high = _mm256_unpackhi_epi8(rows[0], rows[1]);  // 8-15 and 24-31
      const __m128i quarters[] = {_mm256_castsi256_si128(low), _mm256_castsi256_si128(high),
                                  _mm256_extracti128_si256(low, 1),
                                  _mm256_extracti128_si256(high, 1)};
      std::byte* to = job.cells + r * job.cells_step + i * 4;
      unroll<4>([&](auto v) ASSAY_INLINE {
        const __m256i woven = _mm256_sub_epi16(_mm256_cvtepu8_epi16(quarters[v]), zero);
        if (i + (v + 1) * kLanes <= job.count) {
          store(to + v * 32, woven);
        } else if (i + v * kLanes < job.count) {
          store_first(to + v * 32, job.count - i - v * kLanes, woven);
        }
      });
    }
  }
}

constexpr Kernel kKernel = [] {
  Kernel kernel;
  kernel.id = ConvKernel::avx2;
  kernel.depth = 2;
  kernel.cell_bytes = 4;
  kernel.lanes = kLanes;
  kernel.differences = true;
  kernel.interleave = interleave;
  kernel.max_rows = kRows;
  add_rows(kernel, std::make_index_sequence<kRows>());
  add_lines(kernel, std::make_index_sequence<kMaxLineSteps>());
  return kernel;
}();

}  // namespace

const Kernel* avx2_kernel() noexcept {
  return &kKernel;
}

}  // namespace assay::conv

#else

namespace assay::conv {

const Kernel* avx2_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv

#endif
