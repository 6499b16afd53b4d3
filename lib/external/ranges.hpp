// The numbers of external data: how long the values are, whether the file has them, who shares
// them.
//
// Pure arithmetic on what parse_entries() and fstat gave. Nothing here can overflow: what is added
// is known to be smaller than the size of a file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "external/entries.hpp"

namespace assay::external {

// What is wrong, and with which entry; the caller knows of which tensor.
struct Fault {
  Key key = Key::location;
  Rule rule = Rule::internal_error;
  std::string message;
};

// Judges a given length against the bytes that type and shape need: external_size_mismatch, or
// external_zero_length for a 0 that stands for "not given".
std::optional<Fault> judge_length(std::uint64_t length, std::uint64_t needed);

// Judges whether a file of `size` bytes has `length` bytes from `offset` on: external_range.
std::optional<Fault> judge_range(std::uint64_t offset, std::uint64_t length, std::uint64_t size);

// Notes an offset that a reader cannot map directly: external_unaligned.
std::optional<Fault> judge_alignment(std::uint64_t offset);

// The ranges of one file that tensors use. Ranges may be the same (tied weights) or apart, in any
// order. Cost: O(log n) a range, amortized; memory in proportion to the ranges that differ.
class RangeSet {
 public:
  struct Range {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };

  // Adds a range that lies in the file. What it overlaps without being the same, or nothing; where
  // several overlap one another, what they cover together.
  std::optional<Range> add(std::uint64_t offset, std::uint64_t length);

  // The end of the last range.
  std::uint64_t end() const noexcept { return ranges_.empty() ? 0 : ranges_.rbegin()->second.end; }

 private:
  struct Covered {
    std::uint64_t end = 0;
    bool single = true;  // one range, not several that overlap
  };
  std::map<std::uint64_t, Covered> ranges_;  // by offset; disjoint
};

}  // namespace assay::external
