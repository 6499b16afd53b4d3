// What a kernel is: two loops, for one instruction set, that the blocked ConvInteger is built on.
//
// A block of x is packed into planes of cells. A cell holds `depth` factors of one output position
// (four bytes for vpdpbusd, two 16-bit numbers for vpmaddwd), and neighbouring output positions are
// neighbouring cells, so that a tap is nothing but an offset. A step adds one cell for each output:
// acc[m][lane] += dot(cell(x + steps[k], lane), weights(k, m)). Outputs lie along the lanes, as
// they do in y, so that nothing is transposed on the way out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "assay/conv_integer.hpp"

// Sums modulo 2^32 are what the operator asks for.
#if defined(__clang__)
#define ASSAY_WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
// For code that is all intrinsics, unrolled: there is no arithmetic to check, and checking every
// index takes a compiler a minute. Addresses are still checked.
#define ASSAY_UNCHECKED \
  __attribute__((no_sanitize("undefined", "unsigned-integer-overflow", "implicit-conversion")))
#else
#define ASSAY_WRAPS
#define ASSAY_UNCHECKED
#endif

namespace assay::conv {

inline constexpr std::size_t kMaxDepth = 4;
inline constexpr std::size_t kMaxRows = 8;
inline constexpr std::size_t kMaxVectors = 6;
inline constexpr std::size_t kMaxLanes = 16;
inline constexpr std::size_t kMaxLineSteps = 14;
// Kernels may read and write this many bytes beyond what they need of a packed buffer.
inline constexpr std::size_t kSlack = 64;

// `lanes` neighbouring cells, and where their sums go: the lanes whose bit is set are outputs, and
// are stored one after another from y + `y` on.
struct Vector {
  std::uint32_t cell = 0;  // bytes from the start of the block
  std::uint32_t mask = 0;
  std::uint64_t y = 0;
};

// A rectangle of outputs: `rows` output channels by `count` vectors.
struct Tile {
  const std::byte* x = nullptr;
  const std::uint32_t* steps = nullptr;
  std::size_t step_count = 0;
  const std::byte* w = nullptr;         // [step][row][cell]
  const std::uint32_t* init = nullptr;  // what the sums of a row start from
  // Added at the end: factor[row] * window[vector * lanes + lane]. Null: nothing.
  const std::uint32_t* factor = nullptr;
  const std::uint32_t* window = nullptr;
  const Vector* vectors = nullptr;
  std::size_t count = 0;
  std::int32_t* y = nullptr;
  std::size_t y_stride = 0;  // from one row to the next
};
using TileFunction = void (*)(const Tile&) noexcept;

// A row of bytes to take factors from: the one of cell i is line[first + i], or the pad where that
// is not within [0, extent). `before` and `after` bytes can be read around `line`, whatever they
// are.
struct SourceRow {
  const std::byte* line = nullptr;
  std::int64_t first = 0;
  std::int64_t extent = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;
};

// Packs `rows` rows of `count` cells, and writes nothing else: factor e of each is the number of
// sources[e], its sign made what the kernel wants by `flip`. The pad is `zero`, the zero point,
// likewise flipped;
// kernels with 16-bit cells subtract it.
struct Interleave {
  std::byte* cells = nullptr;
  std::size_t cells_step = 0;                     // bytes from one row to the next
  std::array<SourceRow, kMaxDepth> sources = {};  // of the first row
  std::int64_t line_step = 0;
  std::size_t rows = 1;
  std::size_t count = 0;
  std::uint8_t flip = 0;
  std::uint8_t zero = 0;
};
using InterleaveFunction = void (*)(const Interleave&) noexcept;

struct Kernel {
  ConvKernel id = ConvKernel::portable;
  std::size_t depth = 1;
  std::size_t cell_bytes = 4;
  std::size_t lanes = 8;
  // Cells are x - zx and w - zw: a float where depth is 1, else 16-bit integers. Otherwise they are
  // bytes, x unsigned and w signed, both with their zero points, which init, factor and window then
  // account for.
  bool differences = true;
  bool is_signed = false;  // bytes of x are signed, too
  InterleaveFunction interleave = nullptr;
  std::size_t max_rows = 1;
  // The widest tile for each number of rows; tiles[rows - 1][count - 1] exists up to it.
  std::array<std::size_t, kMaxRows> max_vectors = {};
  std::array<std::array<TileFunction, kMaxVectors>, kMaxRows> tiles = {};
  // One row, any number of vectors, few steps: for each number of steps. What depthwise needs.
  std::array<TileFunction, kMaxLineSteps + 1> lines = {};
};

// The blocked kernels; null when this build does not have them. Each in a file of its own.
const Kernel* portable_kernel() noexcept;
const Kernel* avx2_kernel() noexcept;
const Kernel* avxvnni_kernel() noexcept;
const Kernel* avx512vnni_kernel() noexcept;
const Kernel* neon_kernel() noexcept;

// The kernel if this build has it and the machine runs it; null otherwise, and for `automatic` and
// `reference`.
const Kernel* find_kernel(ConvKernel id) noexcept;

}  // namespace assay::conv
