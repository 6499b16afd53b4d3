// A list of messages that is too long to be kept for nothing: the decoder passes over it, and it is
// read a few elements at a time once the message around it is known. For judging alone: the memory
// of the elements before can be taken back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/arena.hpp"
#include "base/findings.hpp"
#include "decode/records.hpp"

namespace assay::decode {

struct Frame;

struct LongList {
  // Which list may be passed over: field `number` of the message `holder`, which is the root or
  // stands `depth` messages below it, when it has at least `least` elements.
  MessageId holder = MessageId::count;
  std::uint32_t number = 0;
  std::uint32_t depth = 0;
  std::uint32_t least = 0;

  // Filled in by the decoder.
  const std::byte* begin = nullptr;  // null: there is no such list, or it was read as any other
  const std::byte* end = nullptr;
  std::uint32_t tag_bytes = 0;
  std::uint32_t size = 0;
  bool whole = true;  // false: there are more elements elsewhere
  // Where the decoder stood.
  Frame* frames = nullptr;
  std::uint32_t limit = 0;
  std::byte* record = nullptr;

  bool found() const noexcept { return begin != nullptr; }
  // Whether it is that one.
  bool is(const void* slice) const noexcept;
};

// Reads the next `most` elements, or those that are left, into the slice of the list, in place of
// what it had, and moves `begin` behind them. False when none are left or there is no memory for
// them. Cost: linear in their bytes.
bool read_on(LongList& list, std::uint32_t most, Bytes input, Arena& arena, Findings& findings);

}  // namespace assay::decode
