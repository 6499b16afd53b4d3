#include "base/name_map.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
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

template <class Word>
std::uint64_t load(const char* at) noexcept {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The last sixteen bytes of a name, or all of a shorter one, as two words. Words may overlap: names
// of one length that differ anywhere make different words.
struct Tail {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

Tail tail_of(std::string_view name) noexcept {
  const char* end = name.data() + name.size();
  if (name.size() >= 16) {
    return {load<std::uint64_t>(end - 16), load<std::uint64_t>(end - 8)};
  }
  if (name.size() >= 8) {
    return {load<std::uint64_t>(name.data()), load<std::uint64_t>(end - 8)};
  }
  if (name.size() >= 4) {
    return {load<std::uint32_t>(name.data()), load<std::uint32_t>(end - 4)};
  }
  Tail tail;
  for (const char c : name) {
    tail.low = tail.low << 8 | static_cast<std::uint8_t>(c);
  }
  return tail;
}

std::uint8_t tag_of(std::uint32_t hash) noexcept {
  const auto bits = static_cast<std::uint8_t>(hash >> 24);
  return bits == 0 ? std::uint8_t{1} : bits;
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
  std::uint64_t state = second_key ^ name.size();
  for (std::uint64_t left = name.size(); left > 16; left -= 16, at += 16) {
    state = mix(load<std::uint64_t>(at) ^ key_, load<std::uint64_t>(at + 8) ^ state);
  }
  const Tail tail = tail_of(name);
  state = mix(tail.low ^ key_, tail.high ^ state);
  state = mix(state ^ key_, second_key ^ kOdd2);
  return static_cast<std::uint32_t>(state ^ state >> 32);
}

// Word by word: nearly all names are short, and nearly all that are compared are equal.
bool NameMap::Slot::is(std::string_view other) const noexcept {
  if (length != other.size()) {
    return false;
  }
  const char* a = begin;
  const char* b = other.data();
  std::uint64_t left = length;
  for (; left >= 8; left -= 8, a += 8, b += 8) {
    if (load<std::uint64_t>(a) != load<std::uint64_t>(b)) {
      return false;
    }
  }
  if (length >= 8) {
    return load<std::uint64_t>(a + left - 8) == load<std::uint64_t>(b + left - 8);
  }
  return std::equal(a, a + left, b);
}

NameMap::Hint NameMap::expect(std::string_view name) const noexcept {
  if (slots_ == nullptr) {
    return {};
  }
  const Hint hint{hash(name), key_number_};
  const std::uint64_t at = hint.hash & (capacity_ - 1);
  __builtin_prefetch(&tags_[at]);
  __builtin_prefetch(&slots_[at], 1);
  return hint;
}

NameMap::Found NameMap::probe(std::string_view name, Hint hint) const noexcept {
  const std::uint64_t mask = capacity_ - 1;
  const std::uint32_t hashed = hint.key_number == key_number_ ? hint.hash : hash(name);
  Found found{hashed & mask, 0, tag_of(hashed)};
  for (;; found.at = (found.at + 1) & mask, ++found.steps) {
    const std::uint8_t tag = tags_[found.at];
    if (tag == 0 || (tag == found.tag && slots_[found.at].is(name))) {
      return found;
    }
  }
}

void NameMap::put(const Found& where, const Slot& slot) noexcept {
  tags_[where.at] = where.tag;
  slots_[where.at] = slot;
}

// A table, or one twice as large.
bool NameMap::grow() noexcept {
  const std::uint64_t wanted =
      capacity_ == 0 ? std::bit_ceil(std::clamp(expected_, kFew + 1, kMostExpected) * 2)
                     : saturating_mul(capacity_, 2);
  auto* memory = static_cast<std::byte*>(
      arena_.make_bytes(sizeof(Slot) + sizeof(std::uint8_t), alignof(Slot), wanted));
  if (memory == nullptr) {
    return false;
  }
  const Slot* old = std::exchange(slots_, reinterpret_cast<Slot*>(memory));
  const std::uint8_t* old_tags =
      std::exchange(tags_, reinterpret_cast<std::uint8_t*>(memory + sizeof(Slot) * wanted));
  const std::uint64_t old_capacity = std::exchange(capacity_, wanted);
  key_ = next_key(key_);
  ++key_number_;
  if (old == nullptr) {
    std::for_each_n(few_.data(), size_,
                    [this](const Slot& slot) { put(probe(slot.name()), slot); });
  }
  for (std::uint64_t i = 0; i < old_capacity; ++i) {
    if (old_tags[i] != 0) {
      put(probe(old[i].name()), old[i]);
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
  Slot* end = kept.get();
  for (std::uint64_t i = 0; i < capacity_; ++i) {
    if (tags_[i] != 0) {
      *end++ = slots_[i];
    }
  }
  std::fill_n(tags_, capacity_, std::uint8_t{0});
  key_ = next_key(key_);
  ++key_number_;
  std::for_each(kept.get(), end, [this](const Slot& slot) { put(probe(slot.name()), slot); });
}

NameMap::Slot* NameMap::find_slot(std::string_view name, Hint hint) noexcept {
  if (slots_ == nullptr) {
    Slot* end = few_.data() + size_;
    Slot* slot = std::find_if(few_.data(), end, [&](const Slot& s) { return s.is(name); });
    return slot == end ? nullptr : slot;
  }
  const Found found = probe(name, hint);
  return tags_[found.at] == 0 ? nullptr : &slots_[found.at];
}

std::uint32_t* NameMap::find(std::string_view name, Hint hint) noexcept {
  Slot* slot = find_slot(name, hint);
  return slot == nullptr ? nullptr : &slot->value;
}

NameMap::Inserted NameMap::insert(std::string_view name, std::uint32_t value, Hint hint) noexcept {
  if (name.size() > std::numeric_limits<std::uint32_t>::max()) {
    (void)arena_.make<Slot>(std::numeric_limits<std::uint64_t>::max());
    return {};
  }
  const Slot made{name.data() == nullptr ? "" : name.data(), narrow<std::uint32_t>(name.size()),
                  value};
  if (slots_ == nullptr) {
    if (Slot* slot = find_slot(name, hint); slot != nullptr) {
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
  Found found = probe(name, hint);
  if (tags_[found.at] != 0) {
    return {&slots_[found.at].value, false};
  }
  if (found.steps > kLongProbe) {
    take_new_key();
    found = probe(name);
  }
  put(found, made);
  ++size_;
  return {&slots_[found.at].value, true};
}

}  // namespace assay
