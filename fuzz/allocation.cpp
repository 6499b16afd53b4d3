#include "allocation.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <malloc.h>
#include <new>

// What the linker's --wrap calls the real ones, and what it calls in their place.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void __real_free(void* block);
void* __wrap_malloc(std::size_t size);
void* __wrap_calloc(std::size_t count, std::size_t size);
void* __wrap_realloc(void* block, std::size_t size);
void __wrap_free(void* block);
void __asan_on_error();
}

namespace assay::fuzz {
namespace {

struct State {
  bool counting = false;
  bool failing = false;
  bool onwards = false;
  bool failed = false;
  std::uint64_t left = 0;  // allocations until the one that fails
  std::int64_t live = 0;
  std::int64_t peak = 0;
  std::uint64_t allocations = 0;
};
thread_local State state;

bool refuse() noexcept {
  if (!state.failing || (state.failed && !state.onwards)) {
    return false;
  }
  if (state.left > 0) {
    --state.left;
    return false;
  }
  state.failed = true;
  return true;
}

void* taken(void* block) noexcept {
  if (state.counting && block != nullptr) {
    state.live += static_cast<std::int64_t>(::malloc_usable_size(block));
    state.peak = std::max(state.peak, state.live);
    ++state.allocations;
  }
  return block;
}

void* given(void* block) noexcept {
  if (state.counting && block != nullptr) {
    state.live -= static_cast<std::int64_t>(::malloc_usable_size(block));
  }
  return block;
}

}  // namespace

CountedMemory::CountedMemory() noexcept {
  state.counting = true;
  state.live = 0;
  state.peak = 0;
  state.allocations = 0;
}
CountedMemory::~CountedMemory() {
  state.counting = false;
}
std::int64_t CountedMemory::live() const noexcept {
  return state.live;
}
std::int64_t CountedMemory::peak() const noexcept {
  return state.peak;
}
std::uint64_t CountedMemory::allocations() const noexcept {
  return state.allocations;
}

FailingMemory::FailingMemory(std::uint64_t n, bool onwards) noexcept {
  state.left = n;
  state.onwards = onwards;
  state.failed = false;
  state.failing = true;
}
FailingMemory::~FailingMemory() {
  stop_failing();
}
bool FailingMemory::failed() const noexcept {
  return state.failed;
}

void stop_failing() noexcept {
  state.failing = false;
}

namespace {

// Where an exception left a function that throws none.
const std::terminate_handler previous_handler = std::set_terminate([] {
  stop_failing();
  previous_handler();
});

}  // namespace
}  // namespace assay::fuzz

using assay::fuzz::given;
using assay::fuzz::refuse;
using assay::fuzz::taken;

extern "C" {
void* __wrap_malloc(std::size_t size) {
  return refuse() ? nullptr : taken(__real_malloc(size));
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  return refuse() ? nullptr : taken(__real_calloc(count, size));
}
void* __wrap_realloc(void* block, std::size_t size) {
  return refuse() ? nullptr : taken(__real_realloc(given(block), size));
}
void __wrap_free(void* block) {
  __real_free(given(block));
}
// AddressSanitizer calls it before it reports.
void __asan_on_error() {
  assay::fuzz::stop_failing();
}
}

// MemorySanitizer has operators of its own, which cannot be replaced: there malloc alone is
// counted.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define ASSAY_OPERATORS_ARE_TAKEN
#endif
#endif

#ifndef ASSAY_OPERATORS_ARE_TAKEN
void* operator new(std::size_t size) {
  void* block = refuse() ? nullptr : taken(__real_malloc(std::max<std::size_t>(size, 1)));
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return block;
}
void* operator new[](std::size_t size) {
  return ::operator new(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return refuse() ? nullptr : taken(__real_malloc(std::max<std::size_t>(size, 1)));
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return ::operator new(size, tag);
}
void operator delete(void* block) noexcept {
  __real_free(given(block));
}
void operator delete[](void* block) noexcept {
  __real_free(given(block));
}
void operator delete(void* block, std::size_t) noexcept {
  __real_free(given(block));
}
void operator delete[](void* block, std::size_t) noexcept {
  __real_free(given(block));
}
#endif
