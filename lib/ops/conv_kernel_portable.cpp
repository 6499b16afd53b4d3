// The kernel for any machine, on the vectors that every compiler of the project knows.
//
// It multiplies in float: all machines have fast vectors of it, few have them for integers wider
// than 8 bits. It is exact nonetheless. A product of two differences is at most 65025, and the sums
// go over into integers every 256 products: 256 * 65025 is below 2^24, up to which float holds
// every integer.
#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/conv_kernel.hpp"

#define ASSAY_TARGET ASSAY_UNCHECKED
#include "ops/conv_unroll.hpp"

namespace assay::conv {
namespace {

using Floats = float __attribute__((vector_size(16)));
using Integers = std::uint32_t __attribute__((vector_size(16)));
using Signed = std::int32_t __attribute__((vector_size(16)));

constexpr std::size_t kLanes = 8;
constexpr std::size_t kRows = 6;
constexpr std::size_t kExact = 256;
static_assert(kExact * 255 * 255 < 1u << 24);

void interleave(const Interleave& job) noexcept {
  const SourceRow& row = job.sources[0];
  const auto count = static_cast<std::int64_t>(job.count);
  const std::int64_t begin = std::clamp<std::int64_t>(-row.first, 0, count);
  const std::int64_t end = std::clamp<std::int64_t>(row.extent - row.first, begin, count);
  const std::byte* line = row.line;
  for (std::size_t r = 0; r < job.rows; ++r, line += job.line_step) {
    // Cells are floats, and aligned: planes and rows are multiples of four bytes.
    float* to = reinterpret_cast<float*>(job.cells + r * job.cells_step);
    std::fill(to, to + begin, 0.0f);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int32_t number =
          std::to_integer<std::int32_t>(line[row.first + i]) ^ std::int32_t{job.flip};
      to[i] = static_cast<float>(number - std::int32_t{job.zero});
    }
    std::fill(to + end, to + count, 0.0f);
  }
}

template <std::size_t Rows>
ASSAY_TARGET void tile(const Tile& t) noexcept {
  Integers totals[Rows][2];
  unroll<Rows>([&](auto m) ASSAY_INLINE {
    totals[m][0] = totals[m][1] = Integers{t.init[m], t.init[m], t.init[m], t.init[m]};
  });
  const std::byte* x = t.x + t.vectors->cell;
  const std::byte* w = t.w;
  for (std::size_t first = 0; first < t.step_count; first += kExact) {
    const std::size_t end = std::min(first + kExact, t.step_count);
    Floats sums[Rows][2] = {};
    for (std::size_t k = first; k < end; ++k) {
      Floats low;
      Floats high;
      std::memcpy(&low, x + t.steps[k], sizeof low);
      std::memcpy(&high, x + t.steps[k] + sizeof low, sizeof high);
      unroll<Rows>([&](auto m) ASSAY_INLINE {
        float weight = 0;
        std::memcpy(&weight, w + m * sizeof weight, sizeof weight);
        sums[m][0] += low * weight;
        sums[m][1] += high * weight;
      });
      w += Rows * sizeof(float);
    }
    unroll<Rows>([&](auto m) ASSAY_INLINE {
      for (std::size_t half = 0; half < 2; ++half) {
        const Signed exact = __builtin_convertvector(sums[m][half], Signed);
        totals[m][half] += reinterpret_cast<const Integers&>(exact);
      }
    });
  }
  for (std::size_t m = 0; m < Rows; ++m) {
    std::int32_t results[kLanes];
    std::memcpy(results, totals[m], sizeof results);
    std::int32_t* y = t.y + m * t.y_stride + t.vectors->y;
    for (std::size_t i = 0; i < kLanes; ++i) {
      if ((t.vectors->mask >> i & 1) != 0) {
        *y++ = results[i];
      }
    }
  }
}

template <std::size_t... I>
consteval Kernel make_kernel(std::index_sequence<I...>) {
  Kernel kernel;
  kernel.id = ConvKernel::portable;
  kernel.depth = 1;
  kernel.cell_bytes = sizeof(float);
  kernel.lanes = kLanes;
  kernel.differences = true;
  kernel.interleave = interleave;
  kernel.max_rows = kRows;
  ((kernel.max_vectors[I] = 1, kernel.tiles[I][0] = tile<I + 1>), ...);
  return kernel;
}

constexpr Kernel kKernel = make_kernel(std::make_index_sequence<kRows>());

}  // namespace

const Kernel* portable_kernel() noexcept {
  return &kKernel;
}

}  // namespace assay::conv
