#include "base/name_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "base/checked.hpp"
#include "base/wrap.hpp"

namespace assay {
namespace {

// Longer probe sequences than this are rare by chance in a table that is at most half full.
constexpr std::uint64_t kLongProbe = 64;
constexpr std::uint64_t kMostExpected = std::uint64_t{1} << 31;

__extension__ using Wide = unsigned __int128;

// Both halves of a 128-bit product, folded: the mixing step of the wyhash family.
ASSAY_WRAPS std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t kOdd1 = 0xa0761d6478bd642fu;
constexpr std::uint64_t kOdd2 = 0xe7037ed1a0b428dbu;

std::uint64_t next_key(std::uint64_t key) noexcept {
  return mix(key ^ kOdd2, kOdd1);
}

std::uint64_t load(const char* at, std::uint64_t size) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, size);
  return word;
}

}  // namespace

NameMap::NameMap(Arena& arena, std::uint64_t expected) noexcept
    : NameMap(arena, expected,
              mix(reinterpret_cast<std::uintptr_t>(this) ^ kOdd1, arena.place() ^ kOdd2)) {}

// A word of the name meets the secret key before it is multiplied. With a constant in its place a
// name could hold that very constant, make the product 0, and be one with all others that do so.
std::uint32_t NameMap::hash(std::string_view name) const noexcept {
  const std::uint64_t second_key = next_key(key_);
  const char* at = name.data();
  std::uint64_t left = name.size();
  std::uint64_t state = second_key ^ name.size();
  for (; left > 16; left -= 16, at += 16) {
    state = mix(load(at, 8) ^ key_, load(at + 8, 8) ^ state);
  }
  const std::uint64_t first = std::min<std::uint64_t>(left, 8);
  const std::uint64_t low = first == 0 ? 0 : load(at, first);
  const std::uint64_t high = left > 8 ? load(at + 8, left - 8) : 0;
  state = mix(low ^ key_, high ^ state);
  state = mix(state ^ key_, second_key ^ kOdd2);
  return static_cast<std::uint32_t>(state ^ state >> 32);
}

// The slot of that name, or the free one where it belongs.
NameMap::Slot* NameMap::probe(std::string_view name, std::uint64_t& steps) noexcept {
  const std::uint64_t mask = capacity_ - 1;
  for (std::uint64_t i = hash(name) & mask;; i = (i + 1) & mask) {
    Slot& slot = slots_[i];
    if (slot.begin == nullptr || slot.name() == name) {
      return &slot;
    }
    ++steps;
  }
}

// Puts a name that is not there into the table.
void NameMap::place(const Slot& slot) noexcept {
  std::uint64_t steps = 0;
  *probe(slot.name(), steps) = slot;
}

// A table, or one twice as large.
bool NameMap::grow() noexcept {
  const std::uint64_t wanted =
      capacity_ == 0 ? std::bit_ceil(std::clamp(expected_, kFew + 1, kMostExpected) * 2)
                     : saturating_mul(capacity_, 2);
  Slot* slots = arena_.make<Slot>(wanted);
  if (slots == nullptr) {
    return false;
  }
  const Slot* old = std::exchange(slots_, slots);
  const std::uint64_t old_capacity = std::exchange(capacity_, wanted);
  key_ = next_key(key_);
  const std::span<const Slot> before =
      old == nullptr ? std::span<const Slot>(few_) : std::span(old, old_capacity);
  for (const Slot& slot : before) {
    if (slot.begin != nullptr) {
      place(slot);
    }
  }
  return true;
}

// Moves every name to where another key puts it. At most once for each doubling of the size, so
// that the cost for each name stays constant whatever the names are.
void NameMap::take_new_key() noexcept {
  if (size_ / 2 < size_at_new_key_) {
    return;
  }
  const std::unique_ptr<Slot[]> kept(new (std::nothrow) Slot[size_]);
  if (kept == nullptr) {
    return;
  }
  size_at_new_key_ = size_;
  std::copy_if(slots_, slots_ + capacity_, kept.get(),
               [](const Slot& slot) { return slot.begin != nullptr; });
  std::fill_n(slots_, capacity_, Slot{});
  key_ = next_key(key_);
  std::for_each_n(kept.get(), size_, [this](const Slot& slot) { place(slot); });
}

NameMap::Slot* NameMap::find_slot(std::string_view name) noexcept {
  if (slots_ == nullptr) {
    Slot* end = few_.data() + size_;
    Slot* slot = std::find_if(few_.data(), end, [&](const Slot& s) { return s.name() == name; });
    return slot == end ? nullptr : slot;
  }
  std::uint64_t steps = 0;
  Slot* slot = probe(name, steps);
  return slot->begin == nullptr ? nullptr : slot;
}

std::uint32_t* NameMap::find(std::string_view name) noexcept {
  Slot* slot = find_slot(name);
  return slot == nullptr ? nullptr : &slot->value;
}

NameMap::Inserted NameMap::insert(std::string_view name, std::uint32_t value) noexcept {
  if (name.size() > std::numeric_limits<std::uint32_t>::max()) {
    (void)arena_.make<Slot>(std::numeric_limits<std::uint64_t>::max());
    return {};
  }
  const Slot made{name.data() == nullptr ? "" : name.data(), narrow<std::uint32_t>(name.size()),
                  value};
  if (slots_ == nullptr) {
    if (Slot* slot = find_slot(name); slot != nullptr) {
      return {&slot->value, false};
    }
    if (size_ < kFew) {
      few_[size_] = made;
      return {&few_[size_++].value, true};
    }
  }
  if (size_ * 2 >= capacity_ && !grow()) {
    return {};
  }
  std::uint64_t steps = 0;
  Slot* slot = probe(name, steps);
  if (slot->begin != nullptr) {
    return {&slot->value, false};
  }
  if (steps > kLongProbe) {
    take_new_key();
    slot = probe(name, steps);
  }
  *slot = made;
  ++size_;
  return {&slot->value, true};
}

}  // namespace assay
