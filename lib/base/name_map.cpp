#include "base/name_map.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
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
inline bool NameMap::Entry::is(std::string_view other) const noexcept {
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
  __builtin_prefetch(&slots_[hint.hash & (capacity_ - 1)], 1);
  return hint;
}

inline NameMap::Found NameMap::probe(std::string_view name, std::uint32_t hash) const noexcept {
  const std::uint64_t mask = capacity_ - 1;
  for (Found found{hash & mask, 0};; found.at = (found.at + 1) & mask, ++found.steps) {
    const Slot& slot = slots_[found.at];
    if (slot.entry == 0 || (slot.hash == hash && entries_[slot.entry - 1].is(name))) {
      return found;
    }
  }
}

// A slot for an entry whose name has none.
void NameMap::put(std::uint32_t hash, std::uint32_t entry) noexcept {
  std::uint64_t at = hash & (capacity_ - 1);
  while (slots_[at].entry != 0) {
    at = (at + 1) & (capacity_ - 1);
  }
  slots_[at] = {hash, entry};
}

// A table, or one twice as large.
bool NameMap::grow() noexcept {
  const std::uint64_t wanted =
      capacity_ == 0 ? std::bit_ceil(std::clamp(expected_, kFew + 1, kMostExpected) * 2)
                     : saturating_mul(capacity_, 2);
  static_assert(alignof(Entry) >= alignof(Slot));
  auto* memory = static_cast<std::byte*>(
      arena_.make_bytes(sizeof(Entry) / 2 + sizeof(Slot), alignof(Entry), wanted));
  if (memory == nullptr) {
    return false;
  }
  const Entry* old_entries = slots_ == nullptr ? few_.data() : entries_;
  entries_ = std::copy_n(old_entries, size_, reinterpret_cast<Entry*>(memory)) - size_;
  const Slot* old =
      std::exchange(slots_, reinterpret_cast<Slot*>(memory + sizeof(Entry) / 2 * wanted));
  const std::uint64_t old_capacity = std::exchange(capacity_, wanted);
  if (old == nullptr) {
    put_all();
  }
  std::for_each_n(old, old_capacity, [this](const Slot& slot) {
    if (slot.entry != 0) {
      put(slot.hash, slot.entry);
    }
  });
  return true;
}

// Gives every name its slot, in a table that is empty.
void NameMap::put_all() noexcept {
  for (std::uint32_t i = 0; i < size_; ++i) {
    put(hash(entries_[i].name()), i + 1);
  }
}

// Moves every name to where another key puts it. At most once for each doubling of the size, so
// that the cost for each name stays constant whatever the names are.
void NameMap::take_new_key() noexcept {
  if (size_ / 2 < size_at_new_key_) {
    return;
  }
  size_at_new_key_ = size_;
  key_ = next_key(key_);
  ++key_number_;
  std::fill_n(slots_, capacity_, Slot{});
  put_all();
}

NameMap::Entry* NameMap::find_entry(std::string_view name, Hint hint) noexcept {
  if (slots_ == nullptr) {
    Entry* end = few_.data() + size_;
    Entry* entry = std::find_if(few_.data(), end, [&](const Entry& e) { return e.is(name); });
    return entry == end ? nullptr : entry;
  }
  const std::uint32_t entry = slots_[probe(name, hash(name, hint)).at].entry;
  return entry == 0 ? nullptr : &entries_[entry - 1];
}

std::uint32_t* NameMap::find(std::string_view name, Hint hint) noexcept {
  Entry* entry = find_entry(name, hint);
  return entry == nullptr ? nullptr : &entry->value;
}

NameMap::Inserted NameMap::insert(std::string_view name, std::uint32_t value, Hint hint) noexcept {
  if (name.size() > std::numeric_limits<std::uint32_t>::max()) {
    (void)arena_.make<Entry>(std::numeric_limits<std::uint64_t>::max());
    return {};
  }
  const Entry made{name.data() == nullptr ? "" : name.data(), narrow<std::uint32_t>(name.size()),
                   value};
  if (slots_ == nullptr) {
    if (Entry* entry = find_entry(name, hint); entry != nullptr) {
      return {&entry->value, false};
    }
    if (size_ < kFew) {
      few_[size_] = made;
      return {&few_[size_++].value, true};
    }
  }
  if (size_ * 2 >= capacity_ && !grow()) {
    return {};
  }
  std::uint32_t hashed = hash(name, hint);
  Found found = probe(name, hashed);
  if (const std::uint32_t entry = slots_[found.at].entry; entry != 0) {
    return {&entries_[entry - 1].value, false};
  }
  if (found.steps > kLongProbe) {
    take_new_key();
    hashed = hash(name);
    found = probe(name, hashed);
  }
  entries_[size_] = made;
  slots_[found.at] = {hashed, narrow<std::uint32_t>(++size_)};
  return {&entries_[size_ - 1].value, true};
}

}  // namespace assay
