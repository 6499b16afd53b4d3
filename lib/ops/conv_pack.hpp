// From the operands' layout to that of the kernels: weights once for a plan, x block by block.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/bytes.hpp"

#include "ops/conv_kernel.hpp"
#include "ops/conv_layout.hpp"

namespace assay::conv {

// Consecutive output channels of every group that one tile computes.
struct RowBlock {
  std::uint64_t first = 0;  // within the group
  std::uint64_t rows = 0;
};

struct PackedWeights {
  std::vector<RowBlock> blocks;  // of one group; all groups alike
  std::vector<std::byte> bytes;  // [group][block][step][row][cell]
  std::uint64_t group_bytes = 0;
  // What corrects for zero points where cells keep them, by output channel; empty otherwise:
  // sum over w' of the channel, less what zw' adds to each of them; and -zw'.
  std::vector<std::uint32_t> sums;
  std::vector<std::uint32_t> factors;
  // Weights of 1 wherever there is a factor: their tile gives the sums over the windows of x. Empty
  // unless some zw' is not 0.
  std::vector<std::byte> ones;
};

// The bytes that pack_weights() will allocate, saturating.
std::uint64_t packed_weight_bytes(const ConvIntegerShape& shape, const Layout& layout,
                                  const Kernel& kernel) noexcept;

PackedWeights pack_weights(const ConvIntegerShape& shape, const Layout& layout,
                           const Kernel& kernel, Bytes w, Bytes w_zero_point);

// A block of outputs of one image and group.
struct BlockPosition {
  std::uint64_t image = 0;
  std::uint64_t group = 0;
  std::uint64_t outer = 0;  // row-major over the outer axes of y
  std::uint64_t first_row = 0;
  std::uint64_t rows = 0;
  std::uint64_t first_column = 0;
  std::uint64_t columns = 0;
};

struct XSource {
  const std::byte* data = nullptr;
  const std::byte* end = nullptr;
  std::byte zero{};       // the zero point as it stands in x, which is what a pad is
  std::uint8_t flip = 0;  // 0x80 where x has another sign than the cells of the kernel
};

// Packs what `position` reads. `block` has layout.block_bytes, `rows` room for
// layout.members * layout.source_offsets.size() rows of layout.source_row_bytes.
void pack_block(const Layout& layout, const Kernel& kernel, const XSource& x,
                const BlockPosition& position, std::byte* block, std::byte* rows) noexcept;

}  // namespace assay::conv
