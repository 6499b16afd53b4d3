// The kernel for any machine: one 16-bit difference a cell, loops that a compiler can vectorise.
#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/conv_kernel.hpp"

namespace assay::conv {
namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kRows = 4;

void interleave(const Interleave& job) noexcept {
  const SourceRow& row = job.sources[0];
  const auto count = static_cast<std::int64_t>(job.count);
  const std::int64_t begin = std::clamp<std::int64_t>(-row.first, 0, count);
  const std::int64_t end = std::clamp<std::int64_t>(row.extent - row.first, begin, count);
  const std::byte* line = row.line;
  for (std::size_t r = 0; r < job.rows; ++r, line += job.line_step) {
    std::byte* to = job.cells + r * job.cells_step;
    const auto pad = [&to](std::int64_t cells) {
      const std::size_t bytes = static_cast<std::size_t>(cells) * sizeof(std::int16_t);
      std::memset(to, 0, bytes);
      to += bytes;
    };
    pad(begin);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int32_t number =
          std::to_integer<std::int32_t>(line[row.first + i]) ^ std::int32_t{job.flip};
      const auto value = static_cast<std::int16_t>(number - std::int32_t{job.zero});
      std::memcpy(to, &value, sizeof value);
      to += sizeof value;
    }
    pad(count - end);
  }
}

template <std::size_t Rows>
ASSAY_WRAPS void tile(const Tile& t) noexcept {
  std::uint32_t sums[Rows][kLanes];
  for (std::size_t m = 0; m < Rows; ++m) {
    for (std::uint32_t& sum : sums[m]) {
      sum = t.init[m];
    }
  }
  const std::byte* x = t.x + t.vectors->cell;
  const std::byte* w = t.w;
  for (std::size_t k = 0; k < t.step_count; ++k) {
    std::int16_t cells[kLanes];
    std::int16_t weights[Rows];
    std::memcpy(cells, x + t.steps[k], sizeof cells);
    std::memcpy(weights, w, sizeof weights);
    w += sizeof weights;
    for (std::size_t m = 0; m < Rows; ++m) {
      for (std::size_t i = 0; i < kLanes; ++i) {
        sums[m][i] += static_cast<std::uint32_t>(std::int32_t{cells[i]} * std::int32_t{weights[m]});
      }
    }
  }
  for (std::size_t m = 0; m < Rows; ++m) {
    std::int32_t* y = t.y + m * t.y_stride + t.vectors->y;
    for (std::size_t i = 0; i < kLanes; ++i) {
      if ((t.vectors->mask >> i & 1) != 0) {
        *y++ = static_cast<std::int32_t>(sums[m][i]);
      }
    }
  }
}

template <std::size_t... I>
constexpr Kernel make_kernel(std::index_sequence<I...>) {
  Kernel kernel;
  kernel.id = ConvKernel::portable;
  kernel.depth = 1;
  kernel.cell_bytes = sizeof(std::int16_t);
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
