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
  // The same for the bytes of a name that is probably there, once its slot has come.
  void expect_bytes(Hint hint) const noexcept {
    if (slots_ != nullptr && hint.key_number == key_number_) {
      const Slot& slot = slots_[hint.hash & (capacity_ - 1)];
      if (slot.entry != 0 && slot.hash == hint.hash) {
        __builtin_prefetch(entries_[slot.entry - 1].begin);
      }
    }
  }

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
  // The names stand in the order in which they came, and the table says where: what is read at
  // random is small, and as a rule one line of the cache for each look-up of a name that is not
  // there.
  struct Entry {
    const char* begin;
    std::uint32_t length;
    std::uint32_t value;

    std::string_view name() const noexcept { return {begin, length}; }
    [[gnu::always_inline]] bool is(std::string_view other) const noexcept;
  };
  struct Slot {
    std::uint32_t hash;
    std::uint32_t entry;  // its number, plus 1; 0: free
  };
  static constexpr std::uint64_t kFew = 8;

  // Where a name is, or belongs.
  struct Found {
    std::uint64_t at;
    std::uint64_t steps;  // slots that were passed over
  };

  std::uint32_t hash(std::string_view name, Hint hint) const noexcept {
    return hint.key_number == key_number_ ? hint.hash : hash(name);
  }
  Entry* find_entry(std::string_view name, Hint hint) noexcept;
  [[gnu::always_inline]] Found probe(std::string_view name, std::uint32_t hash) const noexcept;
  void put(std::uint32_t hash, std::uint32_t entry) noexcept;
  void put_all() noexcept;
  bool grow() noexcept;
  void take_new_key() noexcept;

  Arena& arena_;
  std::uint64_t expected_;
  std::uint64_t key_;
  std::uint32_t key_number_ = 1;
  std::uint64_t size_ = 0;
  std::uint64_t size_at_new_key_ = 0;
  Slot* slots_ = nullptr;  // null while there are few names
  std::uint64_t capacity_ = 0;
  Entry* entries_ = nullptr;     // room for half as many as there are slots
  std::array<Entry, kFew> few_;  // the first `size_` of them, while there are no more
};

}  // namespace assay
