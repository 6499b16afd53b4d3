// vpdpbusd on 256 bits, in the encoding of machines without AVX-512: four products of an unsigned
// and a signed byte a lane, summed without saturation.
#include "ops/conv_kernel.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET __attribute__((target("avx2,avxvnni"))) ASSAY_UNCHECKED
#include "ops/conv_unroll.hpp"

namespace assay::conv {
namespace {

// Twelve accumulators: five cycles of latency on two ports need ten.
constexpr std::size_t kRows = 6;
constexpr std::size_t most_vectors(std::size_t rows) {
  constexpr std::size_t kMost[] = {6, 6, 4, 3, 2, 2};
  return kMost[rows - 1];
}

ASSAY_INLINE inline __m256i dot(__m256i sums, __m256i cells, __m256i weights) noexcept {
  return _mm256_dpbusd_avx_epi32(sums, cells, weights);
}

}  // namespace
}  // namespace assay::conv

#include "ops/conv_kernel_ymm.hpp"

namespace assay::conv {
namespace {

// Four rows of bytes become one of cells, 32 at a time. Unpacking works within halves.
ASSAY_TARGET void interleave(const Interleave& job) noexcept {
  const __m256i flip = _mm256_set1_epi8(static_cast<char>(job.flip));
  const __m256i pad = _mm256_set1_epi8(static_cast<char>(job.zero ^ job.flip));
  std::int64_t offset = 0;
  for (std::size_t r = 0; r < job.rows; ++r, offset += job.line_step) {
    for (std::size_t i = 0; i < job.count; i += 32) {
      __m256i rows[4];
      unroll<4>([&](auto e) ASSAY_INLINE {
        rows[e] = _mm256_xor_si256(
            load_row(job.sources[e], static_cast<std::int64_t>(i), offset, pad), flip);
      });
      const __m256i ab_low = _mm256_unpacklo_epi8(rows[0], rows[1]);
      const __m256i ab_high = _mm256_unpackhi_epi8(rows[0], rows[1]);
      const __m256i cd_low = _mm256_unpacklo_epi8(rows[2], rows[3]);
      const __m256i cd_high = _mm256_unpackhi_epi8(rows[2], rows[3]);
      const __m256i a = _mm256_unpacklo_epi16(ab_low, cd_low);    // cells 0-3 and 16-19
      const __m256i b = _mm256_unpackhi_epi16(ab_low, cd_low);    // 4-7 and 20-23
      const __m256i c = _mm256_unpacklo_epi16(ab_high, cd_high);  // 8-11 and 24-27
      const __m256i d = _mm256_unpackhi_epi16(ab_high, cd_high);  // 12-15 and 28-31
      const __m256i woven[] = {
          _mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(c, d, 0x20),
          _mm256_permute2x128_si256(a, b, 0x31), _mm256_permute2x128_si256(c, d, 0x31)};
      std::byte* to = job.cells + r * job.cells_step + i * 4;
      unroll<4>([&](auto v) ASSAY_INLINE {
        if (i + (v + 1) * kLanes <= job.count) {
          store(to + v * 32, woven[v]);
        } else if (i + v * kLanes < job.count) {
          store_first(to + v * 32, job.count - i - v * kLanes, woven[v]);
        }
      });
    }
  }
}

constexpr Kernel kKernel = [] {
  Kernel kernel;
  kernel.id = ConvKernel::avxvnni;
  kernel.depth = 4;
  kernel.cell_bytes = 4;
  kernel.lanes = kLanes;
  kernel.differences = false;
  kernel.interleave = interleave;
  kernel.max_rows = kRows;
  add_rows(kernel, std::make_index_sequence<kRows>());
  add_lines(kernel, std::make_index_sequence<kMaxLineSteps>());
  return kernel;
}();

}  // namespace

const Kernel* avxvnni_kernel() noexcept {
  return &kKernel;
}

}  // namespace assay::conv

#else

namespace assay::conv {

const Kernel* avxvnni_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv

#endif
