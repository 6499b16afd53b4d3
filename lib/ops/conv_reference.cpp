#include "ops/conv_reference.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace assay::conv {
namespace {

// Steps a row-major index over `extents(axis)`; false when it has come round to the start.
template <typename Index, typename Extent>
bool next_index(Index& index, Extent extent) {
  for (std::size_t i = index.size(); i > 0; --i) {
    if (++index[i - 1] < extent(i - 1)) {
      return true;
    }
    index[i - 1] = 0;
  }
  return false;
}

}  // namespace

void reference(const ConvIntegerShape& shape, Bytes x, Bytes x_zero_point, Bytes w,
               Bytes w_zero_point, std::span<std::int32_t> y) {
  if (shape.y_elements == 0) {
    return;
  }
  const std::size_t rank = shape.axes.size();
  const std::uint64_t group_channels = shape.channels / shape.group;
  const std::uint64_t group_outputs = shape.outputs / shape.group;
  const std::int64_t zx = x_zero_point.empty() ? 0 : element_value(x_zero_point[0], shape.x_type);
  // A sum of no products; and from here on w has an element for each tap.
  if (shape.x_elements == 0 || group_channels == 0) {
    std::fill(y.begin(), y.end(), 0);
    return;
  }
  const std::uint64_t x_plane = shape.x_elements / shape.batch / shape.channels;
  const std::uint64_t w_plane = shape.w_elements / shape.outputs / group_channels;

  std::size_t next_y = 0;
  std::vector<std::uint64_t> o(rank);
  std::vector<std::uint64_t> t(rank);
  for (std::uint64_t n = 0; n < shape.batch; ++n) {
    for (std::uint64_t m = 0; m < shape.outputs; ++m) {
      const std::uint64_t first = m / group_outputs * group_channels;
      const std::int64_t zw =
          w_zero_point.empty()
              ? 0
              : element_value(w_zero_point[w_zero_point.size() == 1 ? 0 : m], shape.w_type);
      do {
        // |sum| <= 65025 * K, and K bytes of w exist: no overflow in 64 bits.
        std::int64_t sum = 0;
        std::uint64_t tap = 0;
        do {
          bool inside = true;
          std::uint64_t position = 0;
          for (std::size_t i = 0; i < rank; ++i) {
            const ConvIntegerAxis& axis = shape.axes[i];
            const std::uint64_t padded = o[i] * axis.stride + t[i] * axis.dilation;
            inside = inside && padded >= axis.pad_begin && padded - axis.pad_begin < axis.in;
            position = inside ? position * axis.in + (padded - axis.pad_begin) : 0;
          }
          for (std::uint64_t c = 0; inside && c < group_channels; ++c) {
            const std::uint64_t xi = (n * shape.channels + first + c) * x_plane + position;
            const std::uint64_t wi = (m * group_channels + c) * w_plane + tap;
            sum += (element_value(x[xi], shape.x_type) - zx) *
                   (element_value(w[wi], shape.w_type) - zw);
          }
          ++tap;
        } while (next_index(t, [&](std::size_t i) { return shape.axes[i].kernel; }));
        // Modulo 2^32: the low 32 bits, read as two's complement.
        y[next_y++] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
      } while (next_index(o, [&](std::size_t i) { return shape.axes[i].out; }));
    }
  }
}

}  // namespace assay::conv
