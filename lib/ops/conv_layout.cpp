#include "ops/conv_layout.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/checked.hpp"

namespace assay::conv {
namespace {

// A block of this size leaves room in the second-level cache for weights and output.
constexpr std::uint64_t kBlockTarget = 384u << 10;
constexpr std::uint64_t kMaxPosition = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kBlockLimit = std::numeric_limits<std::int32_t>::max();

ConvIntegerAxis unit_axis() noexcept {
  return ConvIntegerAxis{};
}

// What does not change the sums: the dilation of a single tap, the stride of a single output.
ConvIntegerAxis simplified(ConvIntegerAxis axis) noexcept {
  if (axis.kernel == 1) {
    axis.dilation = 1;
  }
  if (axis.out == 1) {
    axis.stride = 1;
  }
  return axis;
}

bool is_copied(const ConvIntegerAxis& axis) noexcept {
  return axis.kernel == 1 && axis.stride == 1 && axis.pad_begin == 0 && axis.out == axis.in;
}

// Makes of `axis` and a copied axis of `extent` behind it one axis, unless a position would no
// longer fit in 63 bits.
bool join(ConvIntegerAxis& axis, std::uint64_t extent) noexcept {
  std::uint64_t reach = 0;  // of the windows over the padded extent
  if (axis.stride != 1 || !checked_add(axis.in, axis.pad_begin, reach) ||
      !checked_add(reach, axis.pad_end, reach) || !checked_mul(reach, extent, reach) ||
      reach > kMaxPosition) {
    return false;
  }
  axis.in *= extent;
  axis.out *= extent;
  axis.dilation *= extent;
  axis.pad_begin *= extent;
  axis.pad_end *= extent;
  return true;
}

// Drops axes of extent 1 and joins an axis with the next one where the two are one in memory: all
// of a 1x1 convolution becomes one axis.
std::vector<ConvIntegerAxis> simplify(const std::vector<ConvIntegerAxis>& axes) {
  std::vector<ConvIntegerAxis> result;
  for (const ConvIntegerAxis& given : axes) {
    const ConvIntegerAxis axis = simplified(given);
    if (is_copied(axis) && axis.in == 1) {
      continue;
    }
    if (result.empty() || !is_copied(axis) || !join(result.back(), axis.in)) {
      result.push_back(axis);
    }
  }
  while (result.size() < 2) {
    result.insert(result.begin(), unit_axis());
  }
  return result;
}

// The place of `offset` in `offsets`, to which it is added if new.
std::uint64_t index_of(std::uint64_t offset, std::map<std::uint64_t, std::uint64_t>& known,
                       std::vector<std::uint64_t>& offsets) {
  const auto [place, is_new] = known.try_emplace(offset, offsets.size());
  if (is_new) {
    offsets.push_back(offset);
  }
  return place->second;
}

// `count` units, `distance` source positions apart. Shared planes serve several units by shifts;
// with `split` each unit has a plane of its own, which is smaller where dilation is large.
AxisLayout lay_out_axis(std::uint64_t count, std::uint64_t distance, std::uint64_t stride,
                        bool split) {
  AxisLayout result;
  std::map<std::uint64_t, std::uint64_t> known;
  for (std::uint64_t u = 0; u < count; ++u) {
    const std::uint64_t position = u * distance;
    const std::uint64_t offset = split ? position : position % stride;
    const std::uint64_t shift = split ? 0 : position / stride;
    result.units.push_back({index_of(offset, known, result.offsets), shift});
    result.max_shift = std::max(result.max_shift, shift);
  }
  return result;
}

// The byte rows that the x planes are woven from.
void lay_out_sources(Layout& layout, bool split) {
  const std::uint64_t stride = layout.x.stride;
  std::map<std::uint64_t, std::uint64_t> known;
  for (const std::uint64_t plane_offset : layout.x_layout.offsets) {
    std::array<CellEntry, kMaxDepth> entries;
    for (std::uint64_t e = 0; e < layout.depth; ++e) {
      // A factor that is never a tap may take any byte: the one that follows where that is near.
      const bool ahead = layout.tap_cells && (e < layout.x.kernel || layout.x.dilation == 1);
      const std::uint64_t position =
          saturating_add(plane_offset, ahead ? e * layout.x.dilation : 0);
      const std::uint64_t offset = split ? position : position % stride;
      const std::uint64_t shift = split ? 0 : position / stride;
      entries[e] = {layout.tap_cells ? 0 : e, index_of(offset, known, layout.source_offsets),
                    shift};
      layout.source_extra = std::max(layout.source_extra, shift);
    }
    layout.entries.push_back(entries);
  }
}

std::uint64_t planes(const Layout& layout) noexcept {
  return saturating_mul(
      saturating_mul(layout.outer_taps, layout.channel_groups),
      saturating_mul(layout.y_layout.offsets.size(), layout.x_layout.offsets.size()));
}

// An odd number of cache lines, so that the same position of all planes does not fall into one set.
std::uint64_t plane_bytes(const Layout& layout, const Kernel& kernel, std::uint64_t rows,
                          std::uint64_t columns) noexcept {
  const std::uint64_t cells =
      saturating_mul(rows + layout.y_layout.max_shift, columns + layout.x_layout.max_shift);
  const std::uint64_t bytes = saturating_add(saturating_mul(cells, kernel.cell_bytes), 2 * kSlack);
  return saturating_mul(ceil_div(bytes, 64) | 1, 64);
}

std::uint64_t block_bytes(const Layout& layout, const Kernel& kernel, std::uint64_t rows,
                          std::uint64_t columns) noexcept {
  return saturating_mul(planes(layout), plane_bytes(layout, kernel, rows, columns));
}

// `extent` in parts that are equal as far as possible and at most `part`.
std::uint64_t even_part(std::uint64_t extent, std::uint64_t part) noexcept {
  return ceil_div(extent, ceil_div(extent, part));
}

void choose_block(Layout& layout, const Kernel& kernel, std::uint64_t threads) {
  const std::uint64_t wide = kernel.lanes * kMaxVectors;
  const auto fits = [&](std::uint64_t rows, std::uint64_t columns) {
    return block_bytes(layout, kernel, rows, columns) <= kBlockTarget;
  };
  layout.rows = 1;
  layout.columns = layout.x.out;
  if (fits(1, layout.x.out)) {
    std::uint64_t low = 1;  // fits
    std::uint64_t high = layout.y.out + 1;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (fits(middle, layout.x.out) ? low : high) = middle;
    }
    layout.rows = low;
  } else {
    std::uint64_t columns = layout.x.out;
    while (columns > kernel.lanes && !fits(1, columns)) {
      columns = columns / 2;
    }
    // Equal parts, in whole vectors.
    const std::uint64_t part = even_part(layout.x.out, columns);
    layout.columns = std::min(layout.x.out, ceil_div(part, kernel.lanes) * kernel.lanes);
  }
  // Enough blocks for every thread to have several.
  const std::uint64_t others =
      saturating_mul(saturating_mul(layout.batch, layout.group), layout.outer_out);
  const std::uint64_t wanted = threads == 1 ? 1 : ceil_div(4 * threads, others);
  if (layout.columns == layout.x.out && layout.y.out > 1) {
    layout.rows = std::min(layout.rows, ceil_div(layout.y.out, wanted));
  } else {
    const std::uint64_t part = ceil_div(ceil_div(layout.x.out, wanted), wide) * wide;
    layout.columns = std::min(layout.columns, part);
  }
  layout.rows = even_part(layout.y.out, layout.rows);
}

std::uint64_t flat_length(const Layout& layout, std::uint64_t rows,
                          std::uint64_t columns) noexcept {
  return (rows - 1) * layout.pitch + columns;
}

void measure_block(Layout& layout, const Kernel& kernel) {
  layout.pitch = layout.columns + layout.x_layout.max_shift;
  layout.plane_bytes = plane_bytes(layout, kernel, layout.rows, layout.columns);
  layout.block_bytes = block_bytes(layout, kernel, layout.rows, layout.columns);
  layout.source_row_bytes =
      layout.copies_rows()
          ? saturating_add(saturating_add(layout.pitch, layout.source_extra), 2 * kSlack) / 64 * 64
          : 0;
  const std::uint64_t by_row = saturating_mul(layout.rows, ceil_div(layout.columns, kernel.lanes));
  const std::uint64_t flat =
      ceil_div(flat_length(layout, layout.rows, layout.columns), kernel.lanes);
  layout.flat = layout.columns == layout.x.out && flat < by_row;
  layout.max_vectors = std::max(by_row, flat);
}

// Vectors and packed rows of all blocks of one image and group; the last block may be smaller.
struct Work {
  double vectors = 0;
  double rows = 0;
  double cells = 0;
};

Work measure_work(const Layout& layout, const Kernel& kernel) noexcept {
  Work work;
  const auto add = [&](std::uint64_t rows, std::uint64_t columns, std::uint64_t blocks) {
    const double times = static_cast<double>(blocks);
    const std::uint64_t vectors = layout.flat
                                      ? ceil_div(flat_length(layout, rows, columns), kernel.lanes)
                                      : rows * ceil_div(columns, kernel.lanes);
    const double packed_rows = static_cast<double>(rows + layout.y_layout.max_shift);
    work.vectors += times * static_cast<double>(vectors);
    work.rows += times * packed_rows;
    work.cells += times * packed_rows * static_cast<double>(columns + layout.x_layout.max_shift);
  };
  const std::uint64_t full_rows = layout.y.out / layout.rows;
  const std::uint64_t full_columns = layout.x.out / layout.columns;
  const std::uint64_t last_rows = layout.y.out % layout.rows;
  const std::uint64_t last_columns = layout.x.out % layout.columns;
  add(layout.rows, layout.columns, full_rows * full_columns);
  if (last_rows != 0) {
    add(last_rows, layout.columns, full_columns);
  }
  if (last_columns != 0) {
    add(layout.rows, last_columns, full_rows);
    if (last_rows != 0) {
      add(last_rows, last_columns, 1);
    }
  }
  return work;
}

// Rough cycles for one image and group; only their order matters.
double cost(const Layout& layout, const Kernel& kernel) noexcept {
  const Work work = measure_work(layout, kernel);
  const double steps = static_cast<double>(layout.outer_taps) *
                       static_cast<double>(layout.channel_groups) *
                       static_cast<double>(layout.y_layout.units.size()) *
                       static_cast<double>(layout.x_layout.units.size());
  const double copies =
      layout.copies_rows() ? static_cast<double>(layout.source_offsets.size()) : 0;
  const double pack_row = 20 + 20 * copies;
  const double pack_cell = 4.0 / 16 + copies / 4;
  return static_cast<double>(planes(layout)) * (work.rows * pack_row + work.cells * pack_cell) +
         work.vectors * steps * (0.5 * static_cast<double>(layout.outputs) + 0.5);
}

void list_steps(Layout& layout) {
  // Channels run fastest: neighbouring steps lie a fixed distance apart.
  for (std::uint64_t outer = 0; outer < layout.outer_taps; ++outer) {
    for (std::uint64_t y = 0; y < layout.y_layout.units.size(); ++y) {
      for (std::uint64_t x = 0; x < layout.x_layout.units.size(); ++x) {
        for (std::uint64_t c = 0; c < layout.channel_groups; ++c) {
          layout.steps.push_back({outer, y, x, c});
        }
      }
    }
  }
}

}  // namespace

std::uint64_t Layout::y_blocks() const noexcept {
  return ceil_div(y.out, rows);
}
std::uint64_t Layout::x_blocks() const noexcept {
  return ceil_div(x.out, columns);
}

std::uint64_t Layout::plane_index(const Step& step) const noexcept {
  return ((step.outer_tap * channel_groups + step.channel_group) * y_layout.offsets.size() +
          y_layout.units[step.y_tap].plane) *
             x_layout.offsets.size() +
         x_layout.units[step.x_unit].plane;
}

std::optional<std::uint64_t> Layout::tap(const Step& step, std::uint64_t e) const noexcept {
  const std::uint64_t along_x = tap_cells ? step.x_unit * depth + e : step.x_unit;
  if (along_x >= x.kernel) {
    return std::nullopt;
  }
  return (step.outer_tap * y.kernel + step.y_tap) * x.kernel + along_x;
}

std::optional<std::uint64_t> Layout::channel(const Step& step, std::uint64_t e) const noexcept {
  const std::uint64_t c = tap_cells ? step.channel_group : step.channel_group * depth + e;
  return c < channels ? std::optional(c) : std::nullopt;
}

std::optional<Layout> lay_out(const ConvIntegerShape& shape, const Kernel& kernel,
                              std::uint64_t threads) {
  Layout base;
  base.batch = shape.batch;
  base.group = shape.group;
  base.channels = shape.channels / shape.group;
  base.outputs = shape.outputs / shape.group;
  base.depth = kernel.depth;
  base.outer = simplify(shape.axes);
  base.x = base.outer.back();
  base.outer.pop_back();
  base.y = base.outer.back();
  base.outer.pop_back();
  for (const ConvIntegerAxis& axis : base.outer) {
    base.outer_in *= axis.in;
    base.outer_out *= axis.out;
    base.outer_taps *= axis.kernel;
  }

  std::optional<Layout> best;
  for (const bool tap_cells : {false, true}) {
    if (tap_cells && (base.depth == 1 || base.x.kernel == 1)) {
      continue;
    }
    for (const bool split_y : {false, true}) {
      for (const bool split_x : {false, true}) {
        if ((split_y && base.y.kernel == 1) || (split_x && base.x.kernel == 1)) {
          continue;
        }
        Layout layout = base;
        layout.tap_cells = tap_cells;
        layout.members = tap_cells ? 1 : std::min(layout.depth, layout.channels);
        layout.channel_groups =
            tap_cells ? layout.channels : ceil_div(layout.channels, layout.depth);
        const std::uint64_t run = tap_cells ? layout.depth : 1;
        layout.y_layout =
            lay_out_axis(layout.y.kernel, layout.y.dilation, layout.y.stride, split_y);
        layout.x_layout =
            lay_out_axis(ceil_div(layout.x.kernel, run), saturating_mul(run, layout.x.dilation),
                         layout.x.stride, split_x);
        lay_out_sources(layout, split_x);
        choose_block(layout, kernel, threads);
        measure_block(layout, kernel);
        // Byte rows that reach far beyond their cells have an alternative: rows of their own.
        const bool is_compact = !layout.copies_rows() || layout.source_extra <= kBlockTarget;
        if (layout.block_bytes <= kBlockLimit && is_compact &&
            (!best || cost(layout, kernel) < cost(*best, kernel))) {
          best = std::move(layout);
        }
      }
    }
  }
  if (best) {
    list_steps(*best);
    for (const Step& step : best->steps) {
      const std::uint64_t cell = best->y_layout.units[step.y_tap].shift * best->pitch +
                                 best->x_layout.units[step.x_unit].shift;
      best->step_offsets.push_back(narrow<std::uint32_t>(
          best->plane_index(step) * best->plane_bytes + cell * kernel.cell_bytes));
    }
  }
  return best;
}

std::size_t list_vectors(const Layout& layout, const Kernel& kernel, std::uint64_t rows,
                         std::uint64_t columns, Vector* result) noexcept {
  const std::uint64_t lanes = kernel.lanes;
  const auto cell = [&](std::uint64_t index) {
    return narrow<std::uint32_t>(index * kernel.cell_bytes);
  };
  std::size_t count = 0;
  if (!layout.flat) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      for (std::uint64_t column = 0; column < columns; column += lanes) {
        const std::uint64_t valid = std::min(lanes, columns - column);
        result[count++] = {cell(row * layout.pitch + column),
                           narrow<std::uint32_t>((std::uint64_t{1} << valid) - 1),
                           row * layout.x.out + column};
      }
    }
    return count;
  }
  const std::uint64_t length = flat_length(layout, rows, columns);
  std::uint64_t y = 0;
  std::uint64_t column = 0;
  for (std::uint64_t first = 0; first < length; first += lanes) {
    Vector vector = {cell(first), 0, y};
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      if (column < columns && first + lane < length) {
        vector.mask |= std::uint32_t{1} << lane;
        ++y;
      }
      column = column + 1 == layout.pitch ? 0 : column + 1;
    }
    if (vector.mask != 0) {
      result[count++] = vector;
    }
  }
  return count;
}

}  // namespace assay::conv
