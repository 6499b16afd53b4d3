#include "base/arena.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "base/checked.hpp"
#include "base/pages.hpp"

namespace assay {
namespace {

// Chunks double up to this size, so that the last one wastes little.
constexpr std::uint64_t kLargestChunk = 2 * kHugePage;
// Room for a Chunk, and what follows it is aligned for anything, where pointers are short, too.
constexpr std::uint64_t kHeader = 16;
static_assert(kHeader % alignof(std::max_align_t) == 0);

}  // namespace

Arena::~Arena() {
  while (last_ != nullptr) {
    const Chunk chunk = *last_;
    give_back(reinterpret_cast<std::byte*>(last_), chunk.bytes);
    last_ = chunk.before;
  }
}

void Arena::swap(Arena& other) noexcept {
  // A budget of its own moves with an arena.
  const bool owns = budget_ == &own_;
  const bool other_owns = other.budget_ == &other.own_;
  std::swap(own_, other.own_);
  std::swap(budget_, other.budget_);
  budget_ = other_owns ? &own_ : budget_;
  other.budget_ = owns ? &other.own_ : other.budget_;
  std::swap(at_, other.at_);
  std::swap(end_, other.end_);
  std::swap(last_, other.last_);
  std::swap(next_chunk_, other.next_chunk_);
}

std::byte* Arena::add_chunk(std::uint64_t bytes) noexcept {
  static_assert(sizeof(Chunk) <= kHeader);
  std::uint64_t total = 0;
  std::byte* memory = checked_add(bytes, kHeader, total) ? take_zeroed(total) : nullptr;
  if (memory == nullptr) {
    return nullptr;
  }
  last_ = new (memory) Chunk{last_, total};
  return memory + kHeader;
}

bool Arena::rewind(const Mark& mark) noexcept {
  if (last_ != mark.chunk || mark.at == nullptr) {
    return false;
  }
  std::fill(mark.at, at_, std::byte{0});
  at_ = mark.at;
  return true;
}

void* Arena::make_bytes(std::uint64_t size, std::uint64_t alignment, std::uint64_t count) noexcept {
  std::uint64_t bytes = 0;
  if (!checked_mul(size, count, bytes) || bytes > budget_->bytes - budget_->used) {
    budget_->refused = true;
    return nullptr;
  }
  const std::uint64_t past = reinterpret_cast<std::uintptr_t>(at_) & (alignment - 1);
  const std::uint64_t skip = (alignment - past) & (alignment - 1);
  const auto left = static_cast<std::uint64_t>(end_ - at_);
  std::byte* made = nullptr;
  if (at_ != nullptr && skip <= left && bytes <= left - skip) {
    made = at_ + skip;
    at_ = made + bytes;
  } else if (bytes > next_chunk_ / 4) {
    made =
        add_chunk(bytes);  // Large: a chunk of its own, so that the rest of this one is not lost.
  } else if (made = add_chunk(next_chunk_ - kHeader); made != nullptr) {
    at_ = made + bytes;
    end_ = made + next_chunk_ - kHeader;
    next_chunk_ = std::min(next_chunk_ * 2, kLargestChunk);
  }
  if (made == nullptr) {
    budget_->refused = true;
    return nullptr;
  }
  budget_->used += bytes;
  return made;
}

}  // namespace assay
