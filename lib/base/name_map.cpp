#include "base/name_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/checked.hpp"
#include "base/wrap.hpp"

namespace assay {
namespace {

// Longer probe sequences than this do not happen by chance in a table that is at most half full.
constexpr std::uint64_t kLongProbe = 64;
constexpr std::uint64_t kSmallest = 16;

__extension__ using Wide = unsigned __int128;

// Both halves of a 128-bit product, folded: the mixing step of the wyhash family.
ASSAY_WRAPS std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t kOdd1 = 0xa0761d6478bd642fu;
constexpr std::uint64_t kOdd2 = 0xe7037ed1a0b428dbu;

std::uint64_t load(const char* at, std::uint64_t size) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, size);
  return word;
}

}  // namespace

NameMap::NameMap(Arena& arena, std::uint64_t expected) noexcept : arena_(arena) {
  // The key comes from where the system happened to put the stack and the heap.
  int here = 0;
  key_ = mix(reinterpret_cast<std::uintptr_t>(&here) ^ kOdd1,
             reinterpret_cast<std::uintptr_t>(arena.make<std::uint64_t>()) ^ kOdd2);
  secret_ = mix(key_ ^ kOdd1, kOdd2);
  if (expected > 0) {
    (void)rebuild(std::bit_ceil(std::min<std::uint64_t>(expected, 1u << 31) * 2));
  }
}

std::uint32_t NameMap::hash(std::string_view name) const noexcept {
  const char* at = name.data();
  std::uint64_t left = name.size();
  std::uint64_t state = key_ ^ mix(name.size() ^ kOdd1, kOdd2);
  // Every factor holds part of the key: one that an attacker could make 0 would wipe out the other,
  // and with it all difference between names.
  for (; left > 16; left -= 16, at += 16) {
    state = mix(load(at, 8) ^ secret_, load(at + 8, 8) ^ state);
  }
  const std::uint64_t first = std::min<std::uint64_t>(left, 8);
  const std::uint64_t low = first == 0 ? 0 : load(at, first);
  const std::uint64_t high = left > 8 ? load(at + 8, left - 8) : 0;
  state = mix(low ^ secret_, high ^ state);
  state = mix(state ^ kOdd1, secret_);
  return static_cast<std::uint32_t>(state ^ state >> 32);
}

// The slot of that name, or the free one where it belongs.
NameMap::Slot* NameMap::probe(std::string_view name, std::uint32_t hash,
                              std::uint64_t& steps) noexcept {
  const std::uint64_t mask = capacity_ - 1;
  for (std::uint64_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    if (slot.name == nullptr ||
        (slot.hash == hash && slot.length == name.size() &&
         (name.empty() || std::memcmp(slot.name, name.data(), name.size()) == 0))) {
      return &slot;
    }
    ++steps;
  }
}

bool NameMap::rebuild(std::uint64_t capacity) noexcept {
  capacity = std::max(capacity, kSmallest);
  Slot* slots = arena_.make<Slot>(capacity);
  if (slots == nullptr) {
    return false;
  }
  key_ = mix(key_ ^ kOdd2, kOdd1);
  secret_ = mix(key_ ^ kOdd1, kOdd2);
  Slot* old = std::exchange(slots_, slots);
  const std::uint64_t old_capacity = std::exchange(capacity_, capacity);
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old[i].name != nullptr) {
      const std::string_view name(old[i].name, old[i].length);
      std::uint64_t steps = 0;
      const std::uint32_t hashed = hash(name);
      *probe(name, hashed, steps) = {old[i].name, old[i].length, hashed, old[i].value};
    }
  }
  return true;
}

std::uint32_t* NameMap::find(std::string_view name) noexcept {
  if (size_ == 0) {
    return nullptr;
  }
  std::uint64_t steps = 0;
  Slot* slot = probe(name, hash(name), steps);
  return slot->name == nullptr ? nullptr : &slot->value;
}

NameMap::Inserted NameMap::insert(std::string_view name, std::uint32_t value) noexcept {
  if (size_ * 2 >= capacity_ && !rebuild(saturating_mul(capacity_, 2))) {
    return {};
  }
  std::uint64_t steps = 0;
  std::uint32_t hashed = hash(name);
  Slot* slot = probe(name, hashed, steps);
  if (slot->name != nullptr) {
    return {&slot->value, false};
  }
  if (steps > kLongProbe) {
    if (!rebuild(saturating_mul(capacity_, 2))) {
      return {};
    }
    hashed = hash(name);
    slot = probe(name, hashed, steps);
  }
  *slot = {name.data() == nullptr ? "" : name.data(), name.size(), hashed, value};
  ++size_;
  return {&slot->value, true};
}

}  // namespace assay
