// A map from names to small numbers whose cost an attacker cannot drive up: up to eight names are
// compared one by one; more go into a hash table that has a secret key of its own, and that takes a
// new one when a probe sequence grows long. Memory from the arena, as much as the number of names
// says and nothing else: nothing that is reported depends on a key.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/arena.hpp"

namespace assay {

class NameMap {
 public:
  // `expected`: about how many names will come; more are fine. The key is drawn from where the
  // system put stack and heap, unless the caller wants to know it.
  explicit NameMap(Arena& arena, std::uint64_t expected = 0) noexcept;
  NameMap(Arena& arena, std::uint64_t expected, std::uint64_t key) noexcept
      : arena_(arena), expected_(expected), key_(key) {}

  // The number of that name, or null. It stays where it is until the next insert().
  std::uint32_t* find(std::string_view name) noexcept;

  struct Inserted {
    std::uint32_t* value = nullptr;  // null: the budget is used up
    bool fresh = false;              // false: the name was there, `value` is its old number
  };
  // A name of 2^32 bytes or more counts as one that the budget does not hold.
  Inserted insert(std::string_view name, std::uint32_t value) noexcept;

  std::uint64_t size() const noexcept { return size_; }
  // Where in the table a name belongs, under the key of this moment.
  std::uint32_t hash(std::string_view name) const noexcept;

 private:
  // Small, since there are up to four for each name of a file: no hash, and 32 bits of length.
  struct Slot {
    const char* begin = nullptr;  // null: free
    std::uint32_t length = 0;
    std::uint32_t value = 0;

    std::string_view name() const noexcept { return {begin, length}; }
  };
  static constexpr std::uint64_t kFew = 8;

  Slot* find_slot(std::string_view name) noexcept;
  Slot* probe(std::string_view name, std::uint64_t& steps) noexcept;
  void place(const Slot& slot) noexcept;
  bool grow() noexcept;
  void take_new_key() noexcept;

  Arena& arena_;
  std::uint64_t expected_;
  std::uint64_t key_;
  std::uint64_t size_ = 0;
  std::uint64_t size_at_new_key_ = 0;
  Slot* slots_ = nullptr;  // null while there are few names
  std::uint64_t capacity_ = 0;
  std::array<Slot, kFew> few_;
};

}  // namespace assay
