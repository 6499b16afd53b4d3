#include "ops/conv_pack.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/checked.hpp"
#include "ops/conv_reference.hpp"

namespace assay::conv {
namespace {

// The two's complement of a sum modulo 2^32.
std::uint32_t low32(std::int64_t value) noexcept {
  return static_cast<std::uint32_t>(value);
}

void store_weight(const Kernel& kernel, std::byte* cell, std::uint64_t e, std::int32_t value) {
  if (kernel.differences && kernel.depth == 1) {
    const auto number = static_cast<float>(value);
    std::memcpy(cell, &number, sizeof number);
  } else if (kernel.differences) {
    const auto wide = static_cast<std::int16_t>(value);
    std::memcpy(cell + e * sizeof wide, &wide, sizeof wide);
  } else {
    cell[e] = static_cast<std::byte>(value & 0xff);
  }
}

// What a weight is in a cell: a difference, or a signed byte.
std::int32_t cell_bias(const ConvIntegerShape& shape, const Kernel& kernel, std::int32_t zero) {
  if (kernel.differences) {
    return zero;
  }
  return shape.w_type == ElementType::uint8 ? 128 : 0;
}

std::vector<RowBlock> row_blocks(std::uint64_t outputs, std::uint64_t most) {
  std::vector<RowBlock> result;
  const std::uint64_t count = ceil_div(outputs, most);
  std::uint64_t first = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t rows = outputs / count + (i < outputs % count ? 1 : 0);
    result.push_back({first, rows});
    first += rows;
  }
  return result;
}

// `count` bytes of a row of x, `stride` apart, from the position `first` on; a byte outside is
// `pad`.
void copy_row(std::byte* to, std::uint64_t count, const std::byte* row, std::uint64_t extent,
              std::int64_t first, std::uint64_t stride, std::byte pad) noexcept {
  const std::uint64_t before = first < 0 ? static_cast<std::uint64_t>(-first) : 0;
  const std::uint64_t begin = std::min(count, ceil_div(before, stride));
  // Of the first byte that is not before the row; where there is one.
  const std::uint64_t position = begin == count ? extent
                                 : first < 0    ? begin * stride - before
                                                : static_cast<std::uint64_t>(first);
  std::uint64_t end = begin;
  if (position < extent) {
    end = std::min(count, begin + (extent - position - 1) / stride + 1);
  }
  std::memset(to, std::to_integer<int>(pad), begin);
  if (end > begin) {
    const std::byte* from = row + position;
    const std::uint64_t inner = end - begin;
    if (stride == 2) {  // the usual one, worth a loop that can be vectorised
      for (std::uint64_t i = 0; i < inner; ++i) {
        to[begin + i] = from[2 * i];
      }
    } else {
      for (std::uint64_t i = 0; i < inner; ++i) {
        to[begin + i] = from[stride * i];
      }
    }
  }
  std::memset(to + end, std::to_integer<int>(pad), count - end);
}

// Position `o * stride + offset - pad` of an axis. Behind the padded extent, which has 63 bits, all
// positions are alike: nothing is there.
std::int64_t source_position(const ConvIntegerAxis& axis, std::uint64_t o,
                             std::uint64_t offset) noexcept {
  constexpr std::uint64_t kFarthest = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t reach = saturating_add(saturating_mul(o, axis.stride), offset);
  return static_cast<std::int64_t>(std::min(reach, kFarthest)) -
         static_cast<std::int64_t>(axis.pad_begin);
}

bool inside(const ConvIntegerAxis& axis, std::int64_t position) noexcept {
  return position >= 0 && static_cast<std::uint64_t>(position) < axis.in;
}

struct RowRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Which of `count` outputs from `first` on have a position inside, for one tap.
RowRange inside_rows(const ConvIntegerAxis& axis, std::uint64_t first, std::uint64_t offset,
                     std::uint64_t count) noexcept {
  const std::int64_t position = source_position(axis, first, offset);
  const auto before = position < 0 ? static_cast<std::uint64_t>(-position) : 0;
  const std::uint64_t begin = std::min(count, ceil_div(before, axis.stride));
  const std::int64_t start = source_position(axis, first + begin, offset);
  if (!inside(axis, start)) {
    return {begin, begin};
  }
  const std::uint64_t left = axis.in - static_cast<std::uint64_t>(start);
  return {begin, std::min(count, begin + ceil_div(left, axis.stride))};
}

// The slice of the outer axes that tap `tap` of output `output` reads; false in the padding.
bool outer_slice(const Layout& layout, std::uint64_t output, std::uint64_t tap,
                 std::uint64_t& slice) noexcept {
  slice = 0;
  std::uint64_t scale = 1;
  for (std::size_t i = layout.outer.size(); i > 0; --i) {
    const ConvIntegerAxis& axis = layout.outer[i - 1];
    const std::int64_t position =
        source_position(axis, output % axis.out, tap % axis.kernel * axis.dilation);
    if (!inside(axis, position)) {
      return false;
    }
    slice += static_cast<std::uint64_t>(position) * scale;
    scale *= axis.in;
    output /= axis.out;
    tap /= axis.kernel;
  }
  return true;
}

class BlockPacker {
 public:
  BlockPacker(const Layout& layout, const Kernel& kernel, const XSource& x,
              const BlockPosition& position, std::byte* rows) noexcept
      : layout_(layout), kernel_(kernel), x_(x), position_(position), rows_(rows) {
    interleave_.flip = x.flip;
    interleave_.zero = std::to_integer<std::uint8_t>(x.zero) ^ x.flip;
    interleave_.count = position.columns + layout.x_layout.max_shift;
    interleave_.cells_step = layout.pitch * kernel.cell_bytes;
    // Only where a step stays inside there is a second row.
    interleave_.line_step = layout.y.stride < layout.y.in
                                ? static_cast<std::int64_t>(layout.y.stride * layout.x.in)
                                : 0;
    length_ = interleave_.count + layout.source_extra;
    is_copied_ = layout.copies_rows();
  }

  // `rows` rows of the planes of all x offsets, from `cells` on. `slice` and `row` say where x has
  // the first; the others follow at the stride of y.
  void pack_rows(std::uint64_t channel_group, std::uint64_t slice, std::uint64_t row,
                 std::uint64_t rows, std::byte* cells) noexcept {
    if (!is_copied_) {
      interleave_.rows = rows;
      pack(channel_group, slice, row, cells);
      return;
    }
    for (std::uint64_t r = 0; r < rows; ++r) {
      pack(channel_group, slice, row + r * layout_.y.stride, cells + r * interleave_.cells_step);
    }
  }

  // The same where the whole rows are padding.
  void pad_rows(std::uint64_t rows, std::byte* cells) const noexcept {
    const int value = kernel_.differences ? 0 : interleave_.zero;
    for (std::size_t p = 0; p < layout_.entries.size(); ++p) {
      std::memset(cells + p * layout_.plane_bytes, value, rows * interleave_.cells_step);
    }
  }

 private:
  void pack(std::uint64_t channel_group, std::uint64_t slice, std::uint64_t row,
            std::byte* cells) noexcept {
    const std::uint64_t first = channel_group * (layout_.tap_cells ? 1 : layout_.depth);
    const std::uint64_t members = std::min(layout_.members, layout_.channels - first);
    for (std::uint64_t c = 0; c < members; ++c) {
      const std::uint64_t channel =
          (position_.image * layout_.group + position_.group) * layout_.channels + first + c;
      lines_[c] =
          x_.data + ((channel * layout_.outer_in + slice) * layout_.y.in + row) * layout_.x.in;
      for (std::uint64_t offset = 0; is_copied_ && offset < layout_.source_offsets.size();
           ++offset) {
        copy_row(copied(c, offset), length_, lines_[c], layout_.x.in, start(offset),
                 layout_.x.stride, x_.zero);
      }
    }
    for (std::size_t p = 0; p < layout_.entries.size(); ++p) {
      for (std::size_t e = 0; e < layout_.depth; ++e) {
        const CellEntry& entry = layout_.entries[p][e];
        // Where there is no such channel the weights are 0, and any byte will do.
        interleave_.sources[e] = source(entry.member < members ? entry.member : 0, entry);
      }
      interleave_.cells = cells + p * layout_.plane_bytes;
      kernel_.interleave(interleave_);
    }
  }

  std::int64_t start(std::uint64_t offset) const noexcept {
    return source_position(layout_.x, position_.first_column, layout_.source_offsets[offset]);
  }
  std::byte* copied(std::uint64_t member, std::uint64_t offset) const noexcept {
    return rows_ + (member * layout_.source_offsets.size() + offset) * layout_.source_row_bytes;
  }
  SourceRow source(std::uint64_t member, const CellEntry& entry) const noexcept {
    const auto shift = static_cast<std::int64_t>(entry.shift);
    if (is_copied_) {
      const auto size = static_cast<std::int64_t>(layout_.source_row_bytes);
      return {copied(member, entry.row), shift, size, 0, size};
    }
    return {lines_[member], start(entry.row) + shift, static_cast<std::int64_t>(layout_.x.in),
            lines_[member] - x_.data, x_.end - lines_[member]};
  }

  const Layout& layout_;
  const Kernel& kernel_;
  const XSource& x_;
  const BlockPosition& position_;
  std::byte* rows_;
  std::uint64_t length_ = 0;
  bool is_copied_ = false;
  std::array<const std::byte*, kMaxDepth> lines_ = {};
  Interleave interleave_;
};

}  // namespace

std::uint64_t packed_weight_bytes(const ConvIntegerShape& shape, const Layout& layout,
                                  const Kernel& kernel) noexcept {
  const std::uint64_t row = saturating_mul(layout.steps.size(), kernel.cell_bytes);
  return saturating_add(saturating_mul(saturating_add(row, 8), shape.outputs),
                        saturating_add(row, kSlack));
}

PackedWeights pack_weights(const ConvIntegerShape& shape, const Layout& layout,
                           const Kernel& kernel, Bytes w, Bytes w_zero_point) {
  PackedWeights result;
  result.blocks = row_blocks(layout.outputs, kernel.max_rows);
  const std::uint64_t row_bytes = layout.steps.size() * kernel.cell_bytes;
  const std::uint64_t taps = layout.outer_taps * layout.y.kernel * layout.x.kernel;
  result.group_bytes = layout.outputs * row_bytes;
  result.bytes.resize(layout.group * result.group_bytes + kSlack);
  if (!kernel.differences) {
    result.sums.resize(shape.outputs);
    result.factors.resize(shape.outputs);
  }
  bool needs_windows = false;
  for (std::uint64_t g = 0; g < layout.group; ++g) {
    for (const RowBlock& block : result.blocks) {
      std::byte* cells = result.bytes.data() + g * result.group_bytes + block.first * row_bytes;
      for (std::uint64_t r = 0; r < block.rows; ++r) {
        const std::uint64_t m = g * layout.outputs + block.first + r;
        const std::int32_t zero =
            w_zero_point.empty()
                ? 0
                : element_value(w_zero_point[w_zero_point.size() == 1 ? 0 : m], shape.w_type);
        const std::int32_t bias = cell_bias(shape, kernel, zero);
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < layout.steps.size(); ++k) {
          for (std::uint64_t e = 0; e < layout.depth; ++e) {
            const auto channel = layout.channel(layout.steps[k], e);
            const auto tap = layout.tap(layout.steps[k], e);
            if (channel && tap) {
              const std::byte value = w[(m * layout.channels + *channel) * taps + *tap];
              const std::int32_t number = element_value(value, shape.w_type) - bias;
              store_weight(kernel, cells + (k * block.rows + r) * kernel.cell_bytes, e, number);
              sum += number - (zero - bias);
            }
          }
        }
        if (!kernel.differences) {
          result.sums[m] = low32(sum);
          result.factors[m] = low32(bias - zero);
          needs_windows = needs_windows || zero != bias;
        }
      }
    }
  }
  if (needs_windows) {
    result.ones.resize(row_bytes + kSlack);
    for (std::size_t k = 0; k < layout.steps.size(); ++k) {
      for (std::uint64_t e = 0; e < layout.depth; ++e) {
        if (layout.channel(layout.steps[k], e) && layout.tap(layout.steps[k], e)) {
          store_weight(kernel, result.ones.data() + k * kernel.cell_bytes, e, 1);
        }
      }
    }
  }
  return result;
}

void pack_block(const Layout& layout, const Kernel& kernel, const XSource& x,
                const BlockPosition& position, std::byte* block, std::byte* rows) noexcept {
  BlockPacker packer(layout, kernel, x, position, rows);
  const std::uint64_t row_count = position.rows + layout.y_layout.max_shift;
  const std::uint64_t group_stride = layout.x_layout.offsets.size() * layout.plane_bytes;
  const std::uint64_t row_bytes = layout.pitch * kernel.cell_bytes;
  std::byte* plane = block;
  for (std::uint64_t tap = 0; tap < layout.outer_taps; ++tap) {
    std::uint64_t slice = 0;
    const bool has_slice = outer_slice(layout, position.outer, tap, slice);
    for (std::uint64_t c = 0; c < layout.channel_groups; ++c) {
      for (const std::uint64_t offset : layout.y_layout.offsets) {
        const RowRange range = has_slice
                                   ? inside_rows(layout.y, position.first_row, offset, row_count)
                                   : RowRange{0, 0};
        packer.pad_rows(range.begin, plane);
        if (range.end > range.begin) {
          const std::int64_t row =
              source_position(layout.y, position.first_row + range.begin, offset);
          packer.pack_rows(c, slice, static_cast<std::uint64_t>(row), range.end - range.begin,
                           plane + range.begin * row_bytes);
        }
        packer.pad_rows(row_count - range.end, plane + range.end * row_bytes);
        plane += group_stride;
      }
    }
  }
}

}  // namespace assay::conv
