// A read-only map of a whole file that survives the file's shrinking.
//
// A page of a map behind the end of its file raises SIGBUS, which kills a process that does not
// expect it: whoever can write the file could kill the reader. So a file is mapped only while a
// MappingGuard is in place; its handler puts pages of zeros where the file went away and marks the
// map as torn, and the owner of the map asks before it believes what it read.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "assay/bytes.hpp"

namespace assay::external {

class Mapping {
 public:
  // Linux gives a process 65,530 maps, its memory included; a model may name more files than that.
  static constexpr std::size_t kMost = 16'384;

  // Maps the first `size` bytes of the file; null without a guard, for an empty file, when there
  // are kMost maps already, and where the system will not map it. The map needs the descriptor no
  // longer.
  static std::unique_ptr<Mapping> create(int descriptor, std::uint64_t size) noexcept;

  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  Bytes bytes() const noexcept { return {begin_, size_}; }
  // True when a part that was read had gone, and zeros were read in its place.
  bool torn() const noexcept { return torn_.load(std::memory_order_relaxed); }

  // For the signal handler: replaces all from the page of `address` on, if it lies in a mapping.
  static bool repair(const void* address) noexcept;

 private:
  Mapping(std::byte* begin, std::size_t size) noexcept;

  std::byte* begin_;
  std::size_t size_;
  std::atomic<bool> torn_ = false;
  // The list of all mappings, so that registering one neither allocates nor fails.
  Mapping* before_ = nullptr;
  Mapping* after_ = nullptr;
};

}  // namespace assay::external
