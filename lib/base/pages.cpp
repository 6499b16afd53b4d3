#include "base/pages.hpp"

#include <cstdlib>
#include <limits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace assay {
namespace {

#if defined(__linux__)
// Begins where a huge page does: the system uses none for the rest.
std::byte* map_huge(std::uint64_t bytes) noexcept {
  if (bytes > std::numeric_limits<std::size_t>::max() - kHugePage) {
    return nullptr;
  }
  void* mapped = ::mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    return nullptr;
  }
  auto* begin = static_cast<std::byte*>(mapped);
  const std::uint64_t before =
      (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t kept = (bytes + kPage - 1) / kPage * kPage;
  if (before != 0) {
    (void)::munmap(begin, before);
  }
  if (before + kept < bytes + kHugePage) {
    (void)::munmap(begin + before + kept, bytes + kHugePage - before - kept);
  }
  (void)::madvise(begin + before, kept, MADV_HUGEPAGE);
  return begin + before;
}
#endif

}  // namespace

std::byte* take_zeroed(std::uint64_t bytes) noexcept {
#if defined(__linux__)
  if (bytes >= kHugePage) {
    return map_huge(bytes);
  }
#endif
  return bytes > std::numeric_limits<std::size_t>::max()
             ? nullptr
             : static_cast<std::byte*>(std::calloc(1, static_cast<std::size_t>(bytes)));
}

void give_back(std::byte* memory, std::uint64_t bytes) noexcept {
#if defined(__linux__)
  if (bytes >= kHugePage) {
    (void)::munmap(memory, bytes);
    return;
  }
#endif
  (void)bytes;
  std::free(memory);
}

}  // namespace assay
