// A hash table from names to small numbers whose cost an attacker cannot drive up: the hash is
// keyed anew for each table, and a probe sequence that grows long re-keys it. Memory from the
// arena. Nothing that is reported depends on the key.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/arena.hpp"

namespace assay {

class NameMap {
 public:
  // `expected`: about how many names will come; more are fine.
  explicit NameMap(Arena& arena, std::uint64_t expected = 0) noexcept;

  // The number of that name, or null.
  std::uint32_t* find(std::string_view name) noexcept;

  struct Inserted {
    std::uint32_t* value = nullptr;  // null: the budget is used up
    bool fresh = false;              // false: the name was there, `value` is its old number
  };
  Inserted insert(std::string_view name, std::uint32_t value) noexcept;

  std::uint64_t size() const noexcept { return size_; }

 private:
  struct Slot {
    const char* name;  // null: free
    std::uint64_t length;
    std::uint32_t hash;
    std::uint32_t value;
  };
  std::uint32_t hash(std::string_view name) const noexcept;
  Slot* probe(std::string_view name, std::uint32_t hash, std::uint64_t& steps) noexcept;
  bool rebuild(std::uint64_t capacity) noexcept;

  Arena& arena_;
  Slot* slots_ = nullptr;
  std::uint64_t capacity_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t key_ = 0;     // begins the hash of a name
  std::uint64_t secret_ = 0;  // goes into each step of it
};

}  // namespace assay
