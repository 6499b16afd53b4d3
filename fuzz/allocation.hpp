// Memory as the code under test takes it: counted, and refused on request. allocation.cpp takes the
// place of operator new and, with the linker's --wrap, of malloc and its relatives, in every fuzz
// program. Counts are of the calling thread.
#pragma once

#include <cstdint>

namespace assay::fuzz {

// Counts what happens between its construction and the calls.
class CountedMemory {
 public:
  CountedMemory() noexcept;
  CountedMemory(const CountedMemory&) = delete;
  CountedMemory& operator=(const CountedMemory&) = delete;
  ~CountedMemory();

  // Bytes that were taken and not given back; negative when older memory was given back.
  std::int64_t live() const noexcept;
  // The most that `live` ever was.
  std::int64_t peak() const noexcept;
  std::uint64_t allocations() const noexcept;
};

// Makes the n-th allocation from now on fail (the first is 0), and with `onwards` all later ones.
class FailingMemory {
 public:
  FailingMemory(std::uint64_t n, bool onwards) noexcept;
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  ~FailingMemory();

  // Whether one has failed.
  bool failed() const noexcept;
};

// Lets allocations succeed again: whoever reports a fault needs them, to keep the input that caused
// it.
void stop_failing() noexcept;

}  // namespace assay::fuzz
