// Memory for records: handed out in order, given back all at once, never beyond a budget.
//
// What it holds must need no destructor. Running out, of the budget or of the machine's memory, is
// an answer (null), never an exception.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace assay {

class Arena {
 public:
  explicit Arena(std::uint64_t budget) noexcept : budget_(budget) {}
  Arena(Arena&& other) noexcept { swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    swap(other);
    return *this;
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  // `count` zeroed objects in a row, or null. Every record type is valid when all its bytes are
  // zero.
  template <class T>
  T* make(std::uint64_t count = 1) noexcept {
    static_assert(std::is_trivially_destructible_v<T>);
    return static_cast<T*>(make_bytes(sizeof(T), alignof(T), count));
  }

  // The untyped form, for code that is driven by a table.
  void* make_bytes(std::uint64_t size, std::uint64_t alignment, std::uint64_t count) noexcept;

  // The same for one object whose size and alignment are multiples of 8, as those of all records.
  void* make_record(std::uint64_t size) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(at_);
    if (at % 8 == 0 && size <= static_cast<std::uint64_t>(end_ - at_) && size <= budget_ - used_) {
      used_ += size;
      return std::exchange(at_, at_ + size);
    }
    return make_bytes(size, 8, 1);
  }

  // Bytes handed out so far.
  std::uint64_t used() const noexcept { return used_; }
  // True once a request was answered with null: what was built since may be incomplete.
  bool refused() const noexcept { return refused_; }
  // Where the system happened to put the memory: a secret of this process.
  std::uintptr_t place() const noexcept { return reinterpret_cast<std::uintptr_t>(at_); }

 private:
  struct Chunk {
    Chunk* before;
    std::uint64_t bytes;
  };
  std::byte* add_chunk(std::uint64_t bytes) noexcept;
  void swap(Arena& other) noexcept;

  std::uint64_t budget_ = 0;
  std::uint64_t used_ = 0;
  bool refused_ = false;
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  Chunk* last_ = nullptr;
  std::uint64_t next_chunk_ = 32u << 10;
};

}  // namespace assay
