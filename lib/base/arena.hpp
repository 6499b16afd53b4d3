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
  explicit Arena(std::uint64_t budget) noexcept : own_{budget} {}
  // An arena that shares the budget of another, which stays where it is for as long.
  static Arena beside(Arena& other) noexcept {
    Arena arena(0);
    arena.budget_ = other.budget_;
    return arena;
  }
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
    constexpr std::uint64_t kFew = 64;
    if (alignof(T) == 8 && count <= kFew) {
      return static_cast<T*>(make_record(sizeof(T) * count));
    }
    return static_cast<T*>(make_bytes(sizeof(T), alignof(T), count));
  }

  // The untyped form, for code that is driven by a table.
  void* make_bytes(std::uint64_t size, std::uint64_t alignment, std::uint64_t count) noexcept;

  // The same for one object whose size and alignment are multiples of 8, as those of all records.
  void* make_record(std::uint64_t size) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(at_);
    if (at_ != nullptr && at % 8 == 0 && size <= static_cast<std::uint64_t>(end_ - at_) &&
        size <= budget_->bytes - budget_->used) {
      budget_->used += size;
      return std::exchange(at_, at_ + size);
    }
    return make_bytes(size, 8, 1);
  }

  // A place to come back to.
  struct Mark {
    const void* chunk;
    std::byte* at;
  };
  Mark mark() const noexcept { return {last_, at_}; }
  // Takes back what was made since the mark, to hand the memory out again; the budget counts it as
  // used for good. False, with all kept as it is, when a chunk had to be added since: that is rare,
  // and cheaper than to add it again and again. Cost: the bytes that were made since.
  bool rewind(const Mark& mark) noexcept;

  // Bytes of the budget that were handed out so far.
  std::uint64_t used() const noexcept { return budget_->used; }
  // True once a request was answered with null: what was built since may be incomplete.
  bool refused() const noexcept { return budget_->refused; }
  // Where the system happened to put the memory: a secret of this process.
  std::uintptr_t place() const noexcept { return reinterpret_cast<std::uintptr_t>(at_); }

 private:
  struct Budget {
    std::uint64_t bytes = 0;
    std::uint64_t used = 0;
    bool refused = false;
  };
  struct Chunk {
    Chunk* before;
    std::uint64_t bytes;
  };
  std::byte* add_chunk(std::uint64_t bytes) noexcept;
  void swap(Arena& other) noexcept;

  Budget own_;
  Budget* budget_ = &own_;
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  Chunk* last_ = nullptr;
  std::uint64_t next_chunk_ = 32u << 10;
};

}  // namespace assay
