#include "external/ranges.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"

namespace assay::external {

std::optional<Fault> judge_length(std::uint64_t length, std::uint64_t needed) {
  if (length == needed) {
    return std::nullopt;
  }
  if (length == 0) {
    return Fault{Key::length, Rule::external_zero_length,
                 cat("length is 0; type and shape need ", needed, " bytes")};
  }
  return Fault{Key::length, Rule::external_size_mismatch,
               cat("length is ", length, "; type and shape need ", needed, " bytes")};
}

std::optional<Fault> judge_range(std::uint64_t offset, std::uint64_t length, std::uint64_t size) {
  if (offset > size) {
    return Fault{Key::offset, Rule::external_range,
                 cat("offset is ", offset, "; the data file has ", size, " bytes")};
  }
  if (length > size - offset) {
    return Fault{Key::length, Rule::external_range,
                 cat("the values take ", length, " bytes from offset ", offset,
                     " on; the data file has ", size, " bytes")};
  }
  return std::nullopt;
}

std::optional<Fault> judge_alignment(std::uint64_t offset) {
  constexpr std::uint64_t kPage = 4096;
  if (offset % kPage == 0) {
    return std::nullopt;
  }
  return Fault{Key::offset, Rule::external_unaligned,
               cat("offset ", offset, " is no multiple of ", kPage)};
}

std::optional<RangeSet::Range> RangeSet::add(std::uint64_t offset, std::uint64_t length) {
  if (length == 0) {
    return std::nullopt;
  }
  Covered merged{offset + length, true};
  auto at = ranges_.upper_bound(offset);
  if (at != ranges_.begin() && std::prev(at)->second.end > offset) {
    --at;
    if (at->first == offset && at->second.end == merged.end && at->second.single) {
      return std::nullopt;
    }
  }
  std::optional<Range> overlapped;
  std::uint64_t begin = offset;
  while (at != ranges_.end() && at->first < offset + length) {
    if (!overlapped) {
      overlapped = Range{at->first, at->second.end - at->first};
    }
    merged.single = false;
    begin = std::min(begin, at->first);
    merged.end = std::max(merged.end, at->second.end);
    at = ranges_.erase(at);
  }
  ranges_.emplace_hint(at, begin, merged);
  return overlapped;
}

}  // namespace assay::external
