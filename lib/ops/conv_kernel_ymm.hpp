// What the kernels on 256-bit registers share: all but the multiplication and the packing of cells.
//
// To be included once by a kernel, after ASSAY_TARGET and conv_unroll.hpp; local to that file for
// the reason given there. The kernel has
//   ASSAY_INLINE __m256i dot(__m256i sums, __m256i cells, __m256i weights)
//   constexpr std::size_t most_vectors(std::size_t rows)
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <immintrin.h>

#include "ops/conv_kernel.hpp"

namespace assay::conv {
namespace {

constexpr std::size_t kLanes = 8;

// For each set of lanes the order that brings them to the front.
constexpr auto kCompress = [] {
  std::array<std::array<std::uint8_t, kLanes>, 256> table = {};
  for (std::size_t mask = 0; mask < 256; ++mask) {
    std::size_t place = 0;
    for (std::uint8_t lane = 0; lane < kLanes; ++lane) {
      if ((mask >> lane & 1) != 0) {
        table[mask][place++] = lane;
      }
    }
  }
  return table;
}();

// Lanes 0 to count - 1 are all ones, from kFirstLanes + 8 - count.
alignas(64) constexpr std::int32_t kFirstLanes[16] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                      0,  0,  0,  0,  0,  0,  0,  0};

ASSAY_INLINE inline __m256i load(const void* from) noexcept {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

ASSAY_INLINE inline void store(void* to, __m256i value) noexcept {
  _mm256_storeu_si256(static_cast<__m256i*>(to), value);
}

ASSAY_INLINE inline void store_first(void* to, std::size_t count, __m256i value) noexcept {
  _mm256_maskstore_epi32(static_cast<int*>(to), load(kFirstLanes + 8 - count), value);
}

// Stores the lanes that are outputs, one after another.
ASSAY_INLINE inline void store_outputs(std::int32_t* y, std::uint32_t mask, __m256i sums) noexcept {
  const __m128i order = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&kCompress[mask]));
  store_first(y, static_cast<std::size_t>(std::popcount(mask)),
              _mm256_permutevar8x32_epi32(sums, _mm256_cvtepu8_epi32(order)));
}

// 32 bytes of a source row, the pad where they are beyond it. `offset` is that of the row from the
// first one.
ASSAY_TARGET inline __m256i load_row(const SourceRow& row, std::int64_t cell, std::int64_t offset,
                                     __m256i pad) noexcept {
  const std::int64_t position = row.first + cell;
  if (position >= 0 && position + 32 <= row.extent && position + offset + 32 <= row.after) {
    return load(row.line + offset + position);
  }
  const std::int64_t begin = std::clamp<std::int64_t>(-position, 0, 32);
  const std::int64_t end = std::clamp<std::int64_t>(row.extent - position, begin, 32);
  if (row.before + offset + position >= 0 && position + offset + 32 <= row.after) {
    const __m256i lane =
        _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                         21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    const __m256i before = _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(begin)), lane);
    const __m256i within = _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(end)), lane);
    return _mm256_blendv_epi8(pad, load(row.line + (offset + position)),
                              _mm256_andnot_si256(before, within));
  }
  // At the very ends of x there is nothing to read beside the row.
  alignas(32) std::byte bytes[32];
  store(bytes, pad);
  if (end > begin) {
    std::memcpy(bytes + begin, row.line + (offset + position + begin),
                static_cast<std::size_t>(end - begin));
  }
  return load(bytes);
}

template <std::size_t Rows, std::size_t Vectors>
ASSAY_TARGET void tile(const Tile& t) noexcept {
  __m256i sums[Rows][Vectors];
  const std::byte* x[Vectors];
  unroll<Vectors>([&](auto v) ASSAY_INLINE { x[v] = t.x + t.vectors[v].cell; });
  unroll<Rows>([&](auto m) ASSAY_INLINE {
    const __m256i init = _mm256_set1_epi32(static_cast<std::int32_t>(t.init[m]));
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
    __m256i cells[Vectors];
    unroll<Vectors>([&](auto v) ASSAY_INLINE { cells[v] = load(x[v] + *step); });
    unroll<Rows>([&](auto m) ASSAY_INLINE {
      std::int32_t weight = 0;
      std::memcpy(&weight, w + m * 4, 4);
      const __m256i weights = _mm256_set1_epi32(weight);
      unroll<Vectors>([&](auto v)
                          ASSAY_INLINE { sums[m][v] = dot(sums[m][v], cells[v], weights); });
    });
    w += Rows * 4;
  }
  if (t.factor != nullptr) {
    unroll<Vectors>([&](auto v) ASSAY_INLINE {
      const __m256i window = load(t.window + v * kLanes);
      unroll<Rows>([&](auto m) ASSAY_INLINE {
        const __m256i factor = _mm256_set1_epi32(static_cast<std::int32_t>(t.factor[m]));
        sums[m][v] = _mm256_add_epi32(sums[m][v], _mm256_mullo_epi32(window, factor));
      });
    });
  }
  unroll<Vectors>([&](auto v) ASSAY_INLINE {
    std::int32_t* y = t.y + t.vectors[v].y;
    const std::uint32_t mask = t.vectors[v].mask;
    if (mask == 0xff) {
      unroll<Rows>([&](auto m) ASSAY_INLINE { store(y + m * t.y_stride, sums[m][v]); });
    } else {
      unroll<Rows>([&](auto m)
                       ASSAY_INLINE { store_outputs(y + m * t.y_stride, mask, sums[m][v]); });
    }
  });
}

// One output channel: the weights stay in registers and the vectors go by.
template <std::size_t Steps>
ASSAY_TARGET void line(const Tile& t) noexcept {
  constexpr std::size_t kAhead = 256;  // elements of y, fetched for writing before they are written
  __m256i weights[Steps];
  const std::byte* x[Steps];
  unroll<Steps>([&](auto k) ASSAY_INLINE {
    std::int32_t weight = 0;
    std::memcpy(&weight, t.w + k * 4, 4);
    weights[k] = _mm256_set1_epi32(weight);
    x[k] = t.x + t.steps[k];
  });
  const __m256i init = _mm256_set1_epi32(static_cast<std::int32_t>(t.init[0]));
  const __m256i factor =
      _mm256_set1_epi32(t.factor == nullptr ? 0 : static_cast<std::int32_t>(t.factor[0]));
  for (std::size_t v = 0; v < t.count; ++v) {
    const Vector& vector = t.vectors[v];
    __m256i sums = init;
    unroll<Steps>([&](auto k)
                      ASSAY_INLINE { sums = dot(sums, load(x[k] + vector.cell), weights[k]); });
    if (t.factor != nullptr) {
      const __m256i window = load(t.window + v * kLanes);
      sums = _mm256_add_epi32(sums, _mm256_mullo_epi32(window, factor));
    }
    std::int32_t* y = t.y + vector.y;
    __builtin_prefetch(y + kAhead, 1);
    if (vector.mask == 0xff) {
      store(y, sums);
    } else {
      store_outputs(y, vector.mask, sums);
    }
  }
}

template <std::size_t Rows, std::size_t... V>
constexpr void add_row(Kernel& kernel, std::index_sequence<V...>) {
  kernel.max_vectors[Rows - 1] = sizeof...(V);
  ((kernel.tiles[Rows - 1][V] = tile<Rows, V + 1>), ...);
}

template <std::size_t... M>
constexpr void add_rows(Kernel& kernel, std::index_sequence<M...>) {
  (add_row<M + 1>(kernel, std::make_index_sequence<most_vectors(M + 1)>()), ...);
}

template <std::size_t... K>
constexpr void add_lines(Kernel& kernel, std::index_sequence<K...>) {
  ((kernel.lines[K + 1] = line<K + 1>), ...);
}

}  // namespace
}  // namespace assay::conv
