// How a ConvInteger is cut up for a kernel: its axes in their simplest form, what a cell is, which
// planes a block consists of, and how large a block is. Pure arithmetic on a checked shape.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "assay/conv_integer.hpp"

#include "ops/conv_kernel.hpp"

namespace assay::conv {

// The taps of one axis (or runs of `depth` taps, where a cell holds taps) as planes and shifts. The
// cell of output o for unit u is cell o + shift of the plane, whose cell i stands for the source
// position i * stride + offset - pad.
struct AxisLayout {
  struct Unit {
    std::uint64_t plane = 0;
    std::uint64_t shift = 0;
  };
  std::vector<std::uint64_t> offsets;  // of each plane
  std::vector<Unit> units;
  std::uint64_t max_shift = 0;
};

// Which byte of the packed rows of x a factor of a cell comes from.
struct CellEntry {
  std::uint64_t member = 0;  // the channel within a channel group
  std::uint64_t row = 0;     // index into source_offsets
  std::uint64_t shift = 0;
};

struct Step {
  std::uint64_t outer_tap = 0;
  std::uint64_t y_tap = 0;
  std::uint64_t x_unit = 0;
  std::uint64_t channel_group = 0;
};

struct Layout {
  // The problem. Axes other than the last two are `outer`.
  std::uint64_t batch = 0;
  std::uint64_t group = 0;
  std::uint64_t channels = 0;  // of a group
  std::uint64_t outputs = 0;   // of a group
  std::vector<ConvIntegerAxis> outer;
  ConvIntegerAxis y;
  ConvIntegerAxis x;
  std::uint64_t outer_in = 1;
  std::uint64_t outer_out = 1;
  std::uint64_t outer_taps = 1;

  // The cells.
  std::uint64_t depth = 1;
  bool tap_cells = false;  // factors are taps along x of one channel; else channels of one tap
  std::uint64_t channel_groups = 0;
  std::uint64_t members = 0;  // channels of a channel group
  AxisLayout y_layout;
  AxisLayout x_layout;
  std::vector<std::uint64_t> source_offsets;  // of the byte rows that x planes are made from
  std::uint64_t source_extra = 0;             // bytes that a byte row has beyond the cells of a row
  std::vector<std::array<CellEntry, kMaxDepth>> entries;  // of each x plane

  // The block: rows x columns of outputs, and its planes in the order
  // [outer tap][channel group][y plane][x plane].
  std::uint64_t rows = 1;
  std::uint64_t columns = 1;
  bool flat = false;  // vectors run on from one row to the next
  std::uint64_t pitch = 1;
  std::uint64_t plane_bytes = 0;
  std::uint64_t block_bytes = 0;
  std::uint64_t source_row_bytes = 0;  // 0 where no byte rows are needed
  std::uint64_t max_vectors = 0;
  std::vector<Step> steps;
  std::vector<std::uint32_t> step_offsets;

  // Kernels read neighbours; what lies further apart is brought together in byte rows first.
  bool copies_rows() const noexcept { return x.stride != 1; }
  std::uint64_t y_blocks() const noexcept;
  std::uint64_t x_blocks() const noexcept;
  std::uint64_t plane_index(const Step& step) const noexcept;
  // The tap of w, row-major over all axes, that factor e of a step multiplies; none where a cell is
  // wider than what there is.
  std::optional<std::uint64_t> tap(const Step& step, std::uint64_t e) const noexcept;
  std::optional<std::uint64_t> channel(const Step& step, std::uint64_t e) const noexcept;
};

// The cheapest layout found; none when a block would not fit in 31 bits. Assumes that y is not
// empty and that there is at least one channel.
std::optional<Layout> lay_out(const ConvIntegerShape& shape, const Kernel& kernel,
                              std::uint64_t threads);

// The vectors of a block of rows x columns outputs, written to `result` (layout.max_vectors).
// Returns their number.
std::size_t list_vectors(const Layout& layout, const Kernel& kernel, std::uint64_t rows,
                         std::uint64_t columns, Vector* result) noexcept;

}  // namespace assay::conv
