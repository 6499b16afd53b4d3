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

  // The hash of a name that will be asked for soon, so that it need not be computed again. It
  // serves for as long as the table keeps its key, and does no harm after that.
  struct Hint {
    std::uint32_t hash;
    std::uint32_t key_number;  // 0: not a hash
  };
  // Begins to fetch what looking up the name will read: of a large table that is where the time
  // goes, and a few look-ups later it is there.
  Hint expect(std::string_view name) const noexcept;

  // The number of that name, or null. It stays where it is until the next insert().
  std::uint32_t* find(std::string_view name, Hint hint = {}) noexcept;

  struct Inserted {
    std::uint32_t* value = nullptr;  // null: the budget is used up
    bool fresh = false;              // false: the name was there, `value` is its old number
  };
  // A name of 2^32 bytes or more counts as one that the budget does not hold.
  Inserted insert(std::string_view name, std::uint32_t value, Hint hint = {}) noexcept;

  std::uint64_t size() const noexcept { return size_; }
  // Where in the table a name belongs, under the key of this moment.
  std::uint32_t hash(std::string_view name) const noexcept;

 private:
  // Small, since there are up to four for each name of a file: no hash, and 32 bits of length.
  struct Slot {
    const char* begin;
    std::uint32_t length;
    std::uint32_t value;

    std::string_view name() const noexcept { return {begin, length}; }
    bool is(std::string_view other) const noexcept;
  };
  static constexpr std::uint64_t kFew = 8;

  // Where a name is, or belongs.
  struct Found {
    std::uint64_t at;
    std::uint64_t steps;  // names that were passed over
    std::uint8_t tag;
  };

  Slot* find_slot(std::string_view name, Hint hint) noexcept;
  Found probe(std::string_view name, Hint hint = {}) const noexcept;
  void put(const Found& where, const Slot& slot) noexcept;
  bool grow() noexcept;
  void take_new_key() noexcept;

  Arena& arena_;
  std::uint64_t expected_;
  std::uint64_t key_;
  std::uint32_t key_number_ = 1;
  std::uint64_t size_ = 0;
  std::uint64_t size_at_new_key_ = 0;
  Slot* slots_ = nullptr;  // null while there are few names
  // Eight bits of the hash of each slot's name, 0 for a free slot. Most of what a look-up reads is
  // here, and a table of any usual size fits into the caches.
  std::uint8_t* tags_ = nullptr;
  std::uint64_t capacity_ = 0;
  std::array<Slot, kFew> few_;  // the first `size_` of them, while there are no more
};

}  // namespace assay
