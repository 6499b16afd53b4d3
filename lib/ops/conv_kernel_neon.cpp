// sdot of AArch64: four products of signed bytes a lane, summed without saturation. Cells of x are
// signed here. Run only where conv_dispatch.cpp has found the instruction.
#include "ops/conv_kernel.hpp"

#if defined(__aarch64__)

#include <algorithm>
#include <arm_neon.h>
#include <cstring>

#define ASSAY_TARGET __attribute__((target("arch=armv8.2-a+dotprod"))) ASSAY_UNCHECKED
#include "ops/conv_unroll.hpp"

namespace assay::conv {
namespace {

constexpr std::size_t kLanes = 4;
// 24 accumulators, and registers for the cells and the weights of four rows.
constexpr std::size_t kRows = 8;
constexpr std::size_t most_vectors(std::size_t rows) {
  return rows <= 4 ? 6 : 3;
}

// 16 bytes of a source row, the pad where they are beyond it.
uint8x16_t load_row(const SourceRow& row, std::int64_t cell, std::int64_t offset,
                    uint8x16_t pad) noexcept {
  const std::int64_t position = row.first + cell;
  const auto* line = reinterpret_cast<const std::uint8_t*>(row.line);
  if (position >= 0 && position + 16 <= row.extent) {
    return vld1q_u8(line + offset + position);
  }
  const std::int64_t begin = std::clamp<std::int64_t>(-position, 0, 16);
  const std::int64_t end = std::clamp<std::int64_t>(row.extent - position, begin, 16);
  std::uint8_t bytes[16];
  vst1q_u8(bytes, pad);
  if (end > begin) {
    std::memcpy(bytes + begin, line + (offset + position + begin),
                static_cast<std::size_t>(end - begin));
  }
  return vld1q_u8(bytes);
}

// Four rows of bytes become one of cells, 16 at a time.
void interleave(const Interleave& job) noexcept {
  const uint8x16_t flip = vdupq_n_u8(job.flip);
  const uint8x16_t pad = vdupq_n_u8(job.zero ^ job.flip);
  std::int64_t offset = 0;
  for (std::size_t r = 0; r < job.rows; ++r, offset += job.line_step) {
    for (std::size_t i = 0; i < job.count; i += 16) {
      uint8x16x4_t rows;
      for (std::size_t e = 0; e < 4; ++e) {
        rows.val[e] =
            veorq_u8(load_row(job.sources[e], static_cast<std::int64_t>(i), offset, pad), flip);
      }
      auto* to = reinterpret_cast<std::uint8_t*>(job.cells + r * job.cells_step + i * 4);
      if (job.count - i >= 16) {
        vst4q_u8(to, rows);
      } else {
        std::uint8_t cells[64];
        vst4q_u8(cells, rows);
        std::memcpy(to, cells, (job.count - i) * 4);
      }
    }
  }
}

template <std::size_t Rows, std::size_t Vectors>
ASSAY_TARGET void tile(const Tile& t) noexcept {
  int32x4_t sums[Rows][Vectors];
  const std::byte* x[Vectors];
  unroll<Vectors>([&](auto v) ASSAY_INLINE { x[v] = t.x + t.vectors[v].cell; });
  unroll<Rows>([&](auto m) ASSAY_INLINE {
    const int32x4_t init = vdupq_n_s32(static_cast<std::int32_t>(t.init[m]));
    unroll<Vectors>([&](auto v) ASSAY_INLINE { sums[m][v] = init; });
  });
  const std::byte* w = t.w;
  for (std::size_t k = 0; k < t.step_count; ++k) {
    int8x16_t cells[Vectors];
    unroll<Vectors>([&](auto v) ASSAY_INLINE {
      cells[v] = vld1q_s8(reinterpret_cast<const std::int8_t*>(x[v] + t.steps[k]));
    });
    // The weights end with room for reading one step too far.
    int8x16_t weights[(Rows + 3) / 4];
    unroll<(Rows + 3) / 4>([&](auto q) ASSAY_INLINE {
      weights[q] = vld1q_s8(reinterpret_cast<const std::int8_t*>(w + q * 16));
    });
    unroll<Rows>([&](auto m) ASSAY_INLINE {
      unroll<Vectors>([&](auto v) ASSAY_INLINE {
        sums[m][v] = vdotq_laneq_s32(sums[m][v], cells[v], weights[m / 4], m % 4);
      });
    });
    w += Rows * 4;
  }
  if (t.factor != nullptr) {
    unroll<Vectors>([&](auto v) ASSAY_INLINE {
      const int32x4_t window =
          vld1q_s32(reinterpret_cast<const std::int32_t*>(t.window + v * kLanes));
      unroll<Rows>([&](auto m) ASSAY_INLINE {
        sums[m][v] = vmlaq_n_s32(sums[m][v], window, static_cast<std::int32_t>(t.factor[m]));
      });
    });
  }
  unroll<Vectors>([&](auto v) ASSAY_INLINE {
    const std::uint32_t mask = t.vectors[v].mask;
    unroll<Rows>([&](auto m) ASSAY_INLINE {
      std::int32_t* y = t.y + m * t.y_stride + t.vectors[v].y;
      if (mask == 0xf) {
        vst1q_s32(y, sums[m][v]);
      } else {
        std::int32_t lanes[kLanes];
        vst1q_s32(lanes, sums[m][v]);
        for (std::size_t i = 0; i < kLanes; ++i) {
          if ((mask >> i & 1) != 0) {
            *y++ = lanes[i];
          }
        }
      }
    });
  });
}

template <std::size_t Rows, std::size_t... V>
constexpr void add_row(Kernel& kernel, std::index_sequence<V...>) {
  kernel.max_vectors[Rows - 1] = sizeof...(V);
  ((kernel.tiles[Rows - 1][V] = tile<Rows, V + 1>), ...);
}

template <std::size_t... M>
constexpr Kernel make_kernel(std::index_sequence<M...>) {
  Kernel kernel;
  kernel.id = ConvKernel::neon;
  kernel.depth = 4;
  kernel.cell_bytes = 4;
  kernel.lanes = kLanes;
  kernel.differences = false;
  kernel.is_signed = true;
  kernel.interleave = interleave;
  kernel.max_rows = kRows;
  (add_row<M + 1>(kernel, std::make_index_sequence<most_vectors(M + 1)>()), ...);
  return kernel;
}

constexpr Kernel kKernel = make_kernel(std::make_index_sequence<kRows>());

}  // namespace

const Kernel* neon_kernel() noexcept {
  return &kKernel;
}

}  // namespace assay::conv

#else

namespace assay::conv {

const Kernel* neon_kernel() noexcept {
  return nullptr;
}

}  // namespace assay::conv

#endif
