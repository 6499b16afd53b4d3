// vpdpbusd on 512 bits: four products of an unsigned and a signed byte a lane, summed without
// saturation. Compiled for every x86-64; run only where conv_dispatch.cpp has found the
// instructions.
#include "ops/conv_kernel.hpp"

#if defined(__x86_64__)

// GCC 12 takes the deliberately undefined operand of its own intrinsics for a mistake.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <algorithm>
#include <cstring>
#include <immintrin.h>
#include <utility>

#define ASSAY_TARGET \
  __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))) ASSAY_UNCHECKED
#include "ops/conv_unroll.hpp"

namespace assay::conv {
namespace {

constexpr std::size_t kLanes = 16;
// 24 accumulators, and registers for the cells and a weight.
constexpr std::size_t kRows = 8;
constexpr std::size_t most_vectors(std::size_t rows) {
  return rows <= 4 ? 6 : 3;
}

ASSAY_TARGET __m512i load(const std::byte* from) noexcept {
  return _mm512_loadu_si512(from);
}

// The lanes of 64 cells from cell i on whose position is within the row.
__mmask64 within(const SourceRow& row, std::int64_t position) noexcept {
  const std::int64_t begin = std::clamp<std::int64_t>(-position, 0, 64);
  const std::int64_t end = std::clamp<std::int64_t>(row.extent - position, begin, 64);
  const auto below = [](std::int64_t n) { return n == 64 ? ~0ull : (1ull << n) - 1; };
  return below(end) & ~below(begin);
}

// Four rows of bytes become one of cells. Unpacking works within quarters of a register; the rows
// are permuted beforehand so that the cells come out in order.
struct Weaver {
  __m512i order;
  __m512i flip;
  __m512i pad;
  std::array<const std::byte*, 4> lines;
  std::array<__mmask64, 4> loads;
  std::array<__mmask16, 4> stores;

  template <bool kMasked>
  ASSAY_INLINE __m512i row(std::size_t e, std::int64_t offset) const noexcept {
    // Masked lanes are not touched, so that the address may lie outside of x.
    const auto* from =
        reinterpret_cast<const std::byte*>(reinterpret_cast<std::intptr_t>(lines[e]) + offset);
    const __m512i bytes = kMasked ? _mm512_mask_loadu_epi8(pad, loads[e], from) : load(from);
    return _mm512_permutexvar_epi32(order, _mm512_xor_si512(bytes, flip));
  }

  // The 64 cells of one row.
  template <bool kMasked>
  ASSAY_INLINE void weave(std::byte* cells, std::int64_t offset) const noexcept {
    const __m512i a = row<kMasked>(0, offset);
    const __m512i b = row<kMasked>(1, offset);
    const __m512i c = row<kMasked>(2, offset);
    const __m512i d = row<kMasked>(3, offset);
    const __m512i ab_low = _mm512_unpacklo_epi8(a, b);
    const __m512i ab_high = _mm512_unpackhi_epi8(a, b);
    const __m512i cd_low = _mm512_unpacklo_epi8(c, d);
    const __m512i cd_high = _mm512_unpackhi_epi8(c, d);
    const __m512i woven[] = {
        _mm512_unpacklo_epi16(ab_low, cd_low), _mm512_unpackhi_epi16(ab_low, cd_low),
        _mm512_unpacklo_epi16(ab_high, cd_high), _mm512_unpackhi_epi16(ab_high, cd_high)};
    unroll<4>([&](auto v) ASSAY_INLINE {
      if (kMasked) {
        _mm512_mask_storeu_epi32(cells + v * 64, stores[v], woven[v]);
      } else {
        _mm512_storeu_si512(cells + v * 64, woven[v]);
      }
    });
  }
};

// Whether the four factors of a cell are neighbours in one row: taps along x, one apart.
bool is_run(const Interleave& job) noexcept {
  const SourceRow& first = job.sources[0];
  for (std::int64_t e = 1; e < 4; ++e) {
    const SourceRow& other = job.sources[static_cast<std::size_t>(e)];
    if (other.line != first.line || other.first != first.first + e) {
      return false;
    }
  }
  return true;
}

// Then 16 cells come from 19 bytes: each quarter of a register gets the 16 bytes that its four
// cells are in, and takes its runs of four from them.
ASSAY_TARGET void weave_runs(const Interleave& job) noexcept {
  const __m512i quarters = _mm512_setr_epi32(0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6);
  const __m512i runs =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6));
  const __m256i flip = _mm256_set1_epi8(static_cast<char>(job.flip));
  const __m256i pad = _mm256_set1_epi8(static_cast<char>(job.zero ^ job.flip));
  const SourceRow& source = job.sources[0];
  const auto count = static_cast<std::int64_t>(job.count);
  const auto weave = [&](__m256i bytes) ASSAY_INLINE {
    const __m512i spread =
        _mm512_permutexvar_epi32(quarters, _mm512_castsi256_si512(_mm256_xor_si256(bytes, flip)));
    return _mm512_shuffle_epi8(spread, runs);
  };
  auto line = reinterpret_cast<std::intptr_t>(source.line) + source.first;
  std::byte* row = job.cells;
  for (std::size_t r = 0; r < job.rows; ++r, row += job.cells_step, line += job.line_step) {
    for (std::int64_t i = 0; i < count; i += 16) {
      const std::int64_t position = source.first + i;
      const auto* from = reinterpret_cast<const std::byte*>(line + i);
      if (position >= 0 && position + 32 <= source.extent && count - i >= 16) {
        const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        _mm512_storeu_si512(row + i * 4, weave(bytes));
        continue;
      }
      const auto loads = static_cast<__mmask32>(within(source, position));
      const auto stores = static_cast<__mmask16>((1u << std::min<std::int64_t>(count - i, 16)) - 1);
      _mm512_mask_storeu_epi32(row + i * 4, stores,
                               weave(_mm256_mask_loadu_epi8(pad, loads, from)));
    }
  }
}

ASSAY_TARGET void interleave(const Interleave& job) noexcept {
  if (is_run(job)) {
    weave_runs(job);
    return;
  }
  Weaver weaver;
  weaver.order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  weaver.flip = _mm512_set1_epi8(static_cast<char>(job.flip));
  weaver.pad = _mm512_set1_epi8(static_cast<char>(job.zero ^ job.flip));
  const auto count = static_cast<std::int64_t>(job.count);
  for (std::int64_t i = 0; i < count; i += 64) {
    bool is_whole = count - i >= 64;
    unroll<4>([&](auto e) ASSAY_INLINE {
      const SourceRow& source = job.sources[e];
      const std::int64_t position = source.first + i;
      weaver.lines[e] = reinterpret_cast<const std::byte*>(
          reinterpret_cast<std::intptr_t>(source.line) + position);
      weaver.loads[e] = within(source, position);
      is_whole = is_whole && weaver.loads[e] == ~__mmask64{0};
      const std::int64_t left = count - i - std::int64_t{e} * 16;
      weaver.stores[e] = static_cast<__mmask16>((1u << std::clamp<std::int64_t>(left, 0, 16)) - 1);
    });
    std::byte* to = job.cells + i * 4;
    std::int64_t offset = 0;
    if (is_whole) {
      for (std::size_t r = 0; r < job.rows; ++r, to += job.cells_step, offset += job.line_step) {
        weaver.weave<false>(to, offset);
      }
    } else {
      for (std::size_t r = 0; r < job.rows; ++r, to += job.cells_step, offset += job.line_step) {
        weaver.weave<true>(to, offset);
      }
    }
  }
}

// Stores the lanes that are outputs, one after another.
ASSAY_INLINE inline void store(std::int32_t* y, __mmask16 mask, __m512i sums) noexcept {
  const auto filled = static_cast<__mmask16>((1u << __builtin_popcount(mask)) - 1);
  _mm512_mask_storeu_epi32(y, filled, _mm512_maskz_compress_epi32(mask, sums));
}

template <std::size_t Rows, std::size_t Vectors>
ASSAY_TARGET void tile(const Tile& t) noexcept {
  __m512i sums[Rows][Vectors];
  const std::byte* x[Vectors];
  unroll<Vectors>([&](auto v) ASSAY_INLINE { x[v] = t.x + t.vectors[v].cell; });
  unroll<Rows>([&](auto m) ASSAY_INLINE {
    const __m512i init = _mm512_set1_epi32(static_cast<std::int32_t>(t.init[m]));
    unroll<Vectors>([&](auto v) ASSAY_INLINE { sums[m][v] = init; });
  });
  // The lines of y are fetched for writing while the sums are made.
  unroll<Rows>([&](auto m) ASSAY_INLINE {
    std::int32_t* y = t.y + m * t.y_stride;
    unroll<Vectors>([&](auto v) ASSAY_INLINE { __builtin_prefetch(y + t.vectors[v].y, 1); });
    __builtin_prefetch(y + t.vectors[Vectors - 1].y + kLanes - 1, 1);
  });
  const std::byte* w = t.w;
  const std::uint32_t* end = t.steps + t.step_count;
  for (const std::uint32_t* step = t.steps; step != end; ++step) {
    __m512i cells[Vectors];
    unroll<Vectors>([&](auto v) ASSAY_INLINE { cells[v] = load(x[v] + *step); });
    unroll<Rows>([&](auto m) ASSAY_INLINE {
      std::int32_t weight = 0;
      std::memcpy(&weight, w + m * 4, 4);
      const __m512i weights = _mm512_set1_epi32(weight);
      unroll<Vectors>([&](auto v) ASSAY_INLINE {
        sums[m][v] = _mm512_dpbusd_epi32(sums[m][v], cells[v], weights);
      });
    });
    w += Rows * 4;
  }
  if (t.factor != nullptr) {
    unroll<Vectors>([&](auto v) ASSAY_INLINE {
      const __m512i window = _mm512_loadu_si512(t.window + v * kLanes);
      unroll<Rows>([&](auto m) ASSAY_INLINE {
        const __m512i factor = _mm512_set1_epi32(static_cast<std::int32_t>(t.factor[m]));
        sums[m][v] = _mm512_add_epi32(sums[m][v], _mm512_mullo_epi32(window, factor));
      });
    });
  }
  unroll<Vectors>([&](auto v) ASSAY_INLINE {
    std::int32_t* y = t.y + t.vectors[v].y;
    const auto mask = static_cast<__mmask16>(t.vectors[v].mask);
    if (mask == 0xffff) {
      unroll<Rows>([&](auto m)
                       ASSAY_INLINE { _mm512_storeu_si512(y + m * t.y_stride, sums[m][v]); });
    } else {
      unroll<Rows>([&](auto m) ASSAY_INLINE { store(y + m * t.y_stride, mask, sums[m][v]); });
    }
  });
}

// One output channel: the weights stay in registers and the vectors go by.
template <std::size_t Steps>
ASSAY_TARGET void line(const Tile& t) noexcept {
  constexpr std::size_t kAhead = 256;  // elements of y, fetched for writing before they are written
  __m512i weights[Steps];
  const std::byte* x[Steps];
  unroll<Steps>([&](auto k) ASSAY_INLINE {
    std::int32_t weight = 0;
    std::memcpy(&weight, t.w + k * 4, 4);
    weights[k] = _mm512_set1_epi32(weight);
    x[k] = t.x + t.steps[k];
  });
  const __m512i init = _mm512_set1_epi32(static_cast<std::int32_t>(t.init[0]));
  const __m512i factor =
      _mm512_set1_epi32(t.factor == nullptr ? 0 : static_cast<std::int32_t>(t.factor[0]));
  for (std::size_t v = 0; v < t.count; ++v) {
    const Vector& vector = t.vectors[v];
    __m512i sums = init;
    unroll<Steps>([&](auto k) ASSAY_INLINE {
      sums = _mm512_dpbusd_epi32(sums, load(x[k] + vector.cell), weights[k]);
    });
    if (t.factor != nullptr) {
      const __m512i window = _mm512_loadu_si512(t.window + v * kLanes);
      sums = _mm512_add_epi32(sums, _mm512_mullo_epi32(window, factor));
    }
    std::int32_t* y = t.y + vector.y;
    __builtin_prefetch(y + kAhead, 1);
    if (vector.mask == 0xffff) {
      _mm512_storeu_si512(y, sums);
    } else {
      store(y, static_cast<__mmask16>(vector.mask), sums);
    }
  }
}

template <std::size_t Rows, std::size_t... V>
constexpr void add_row(Kernel& kernel, std::index_sequence<V...>) {
  kernel.max_vectors[Rows - 1] = sizeof...(V);
  ((kernel.tiles[Rows - 1][V] = tile<Rows, V + 1>), ...);
}

template <std::size_t... M, std::size_t... K>
constexpr Kernel make_kernel(std::index_sequence<M...>, std::index_sequence<K...>) {
  Kernel kernel;
  kernel.id = ConvKernel::avx512vnni;
  kernel.depth = 4;
  kernel.cell_bytes = 4;
  kernel.lanes = kLanes;
  kernel.differences = false;
  kernel.interleave = interleave;
  kernel.max_rows = kRows;
  (add_row<M + 1>(kernel, std::make_index_sequence<most_vectors(M + 1)>()), ...);
  ((kernel.lines[K + 1] = line<K + 1>), ...);
  return kernel;
}

constexpr Kernel kKernel =
    make_kernel(std::make_index_sequence<kRows>(), std::make_index_sequence<kMaxLineSteps>());

}  // namespace

const Kernel* avx512vnni_kernel() noexcept {
  return &kKernel;
}

}  // namespace assay::conv

#else

namespace assay::conv {

const Kernel* avx512vnni_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv

#endif
