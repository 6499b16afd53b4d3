#include "base/arena.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "base/checked.hpp"

namespace assay {
namespace {

// Chunks double up to this size, so that the last one wastes little.
constexpr std::uint64_t kLargestChunk = 4u << 20;
constexpr std::uint64_t kHeader = alignof(std::max_align_t);

}  // namespace

Arena::~Arena() {
  while (last_ != nullptr) {
    Chunk* before = last_->before;
    std::free(last_);
    last_ = before;
  }
}

void Arena::swap(Arena& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(used_, other.used_);
  std::swap(refused_, other.refused_);
  std::swap(at_, other.at_);
  std::swap(end_, other.end_);
  std::swap(last_, other.last_);
  std::swap(next_chunk_, other.next_chunk_);
}

bool Arena::grow(std::uint64_t bytes) noexcept {
  const std::uint64_t size = std::max(next_chunk_, bytes);
  // calloc knows which memory the system has just zeroed and need not be zeroed again.
  auto* memory = static_cast<std::byte*>(std::calloc(1, size + kHeader));
  if (memory == nullptr) {
    return false;
  }
  last_ = new (memory) Chunk{last_};
  at_ = memory + kHeader;
  end_ = at_ + size;
  next_chunk_ = std::min(size * 2, kLargestChunk);
  return true;
}

void* Arena::make_bytes(std::uint64_t size, std::uint64_t alignment, std::uint64_t count) noexcept {
  std::uint64_t bytes = 0;
  if (!checked_mul(size, count, bytes) || bytes > budget_ - used_) {
    refused_ = true;
    return nullptr;
  }
  const std::uint64_t skip =
      (alignment - reinterpret_cast<std::uintptr_t>(at_) % alignment) % alignment;
  const auto left = static_cast<std::uint64_t>(end_ - at_);
  if (at_ == nullptr || skip > left || bytes > left - skip) {
    if (!grow(bytes)) {
      refused_ = true;
      return nullptr;
    }
  } else {
    at_ += skip;
  }
  void* made = at_;
  at_ += bytes;
  used_ += bytes;
  return made;
}

}  // namespace assay
