// Passing over sound varints, 64 bytes at a time.
//
// What stops a pass is not judged: the caller reads on from there, value by value, and says what is
// wrong. So a pass may stop early, and must never go too far.
#pragma once

#include "base/cpu.hpp"
#include "wire/varint_run.hpp"

namespace assay::wire {

struct BlockPasses {
  // Varints of any length, without a fault. The cursor is at the beginning of one before and after.
  void (*any)(Cursor& cursor, RunSummary& summary) noexcept;
  // Varints of one or two bytes, with their largest. The byte before the cursor is there, and ends
  // a varint or a tag.
  void (*small)(Cursor& cursor, RunSummary& summary) noexcept;
  // The same two for `value tag value tag ...`. The cursor is behind a tag before and after.
  void (*tagged_any)(Cursor& cursor, std::byte tag, RunSummary& summary) noexcept;
  void (*tagged_small)(Cursor& cursor, std::byte tag, RunSummary& summary) noexcept;
};

// Of one instruction set; null where this build has none.
const BlockPasses* baseline_passes() noexcept;
const BlockPasses* avx2_passes() noexcept;
const BlockPasses* avx512_passes() noexcept;

// Those of that level; null for the portable one.
const BlockPasses* block_passes(Simd level) noexcept;

}  // namespace assay::wire
