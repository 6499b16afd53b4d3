#include "external/mapping.hpp"

#include <cerrno>
#include <limits>
#include <mutex>
#include <new>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "assay/mapped_file.hpp"

namespace assay {
namespace external {
namespace {

// A lock that the signal handler may take. SIGBUS for a mapping is raised by the very access to it,
// and nothing that holds this lock touches a mapping, so the handler never waits for its own
// thread.
class SpinLock {
 public:
  void lock() noexcept {
    while (flag_.test_and_set(std::memory_order_acquire)) {
      ::sched_yield();
    }
  }
  void unlock() noexcept { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

// A signal handler belongs to the whole process, hence the only mutable globals of the library.
// They stay untouched until a MappingGuard is made.
constinit SpinLock list_lock;
constinit Mapping* first_mapping = nullptr;
constinit std::atomic<std::size_t> mappings = 0;
constinit SpinLock guard_lock;
constinit std::atomic<unsigned> guards = 0;
struct sigaction previous_action {};
long page_size = 0;

void pass_on(int signal, siginfo_t* info, void* context) noexcept {
  if ((previous_action.sa_flags & SA_SIGINFO) != 0) {
    previous_action.sa_sigaction(signal, info, context);
  } else if (previous_action.sa_handler == SIG_DFL) {
    // The access is tried again when this returns, and then ends the process as it would have. What
    // another process sent is not tried again, so it is sent again.
    ::sigaction(signal, &previous_action, nullptr);
    if (info->si_code <= 0) {
      static_cast<void>(::raise(signal));
    }
  } else if (previous_action.sa_handler != SIG_IGN) {
    previous_action.sa_handler(signal);
  }
}

void on_sigbus(int signal, siginfo_t* info, void* context) noexcept {
  const int saved = errno;
  // A positive code comes from the kernel: then si_addr is the address of the access.
  const bool repaired = info->si_code > 0 && Mapping::repair(info->si_addr);
  errno = saved;
  if (!repaired) {
    pass_on(signal, info, context);
  }
}

}  // namespace

Mapping::Mapping(std::byte* begin, std::size_t size) noexcept : begin_(begin), size_(size) {
  const std::lock_guard lock(list_lock);
  after_ = first_mapping;
  if (after_ != nullptr) {
    after_->before_ = this;
  }
  first_mapping = this;
  ++mappings;
}

Mapping::~Mapping() {
  {
    const std::lock_guard lock(list_lock);
    (before_ != nullptr ? before_->after_ : first_mapping) = after_;
    if (after_ != nullptr) {
      after_->before_ = before_;
    }
  }
  ::munmap(begin_, size_);
  --mappings;
}

std::unique_ptr<Mapping> Mapping::create(int descriptor, std::uint64_t size) noexcept {
  if (!MappingGuard::active() || size == 0 || size > std::numeric_limits<std::size_t>::max() ||
      mappings >= kMost) {
    return nullptr;
  }
  const auto length = static_cast<std::size_t>(size);
  void* const begin = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (begin == MAP_FAILED) {
    return nullptr;
  }
  std::unique_ptr<Mapping> mapping(new (std::nothrow)
                                       Mapping(static_cast<std::byte*>(begin), length));
  if (!mapping) {
    ::munmap(begin, length);
  }
  return mapping;
}

bool Mapping::repair(const void* address) noexcept {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::lock_guard lock(list_lock);
  for (Mapping* one = first_mapping; one != nullptr; one = one->after_) {
    const auto begin = reinterpret_cast<std::uintptr_t>(one->begin_);
    if (at < begin || at - begin >= one->size_) {
      continue;
    }
    // All that follows went away with this page, or is not worth believing after an I/O error.
    const std::size_t inside =
        (at - begin) / static_cast<std::size_t>(page_size) * static_cast<std::size_t>(page_size);
    if (::mmap(one->begin_ + inside, one->size_ - inside, PROT_READ,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
      return false;
    }
    one->torn_.store(true, std::memory_order_relaxed);
    return true;
  }
  return false;
}

}  // namespace external

MappingGuard::MappingGuard() noexcept {
  using namespace external;
  const std::lock_guard lock(guard_lock);
  if (guards == 0) {
    page_size = ::sysconf(_SC_PAGESIZE);
    struct sigaction action {};
    action.sa_sigaction = on_sigbus;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&action.sa_mask);
    if (page_size <= 0 || ::sigaction(SIGBUS, &action, &previous_action) != 0) {
      return;
    }
  }
  holds_ = true;
  ++guards;
}

MappingGuard::~MappingGuard() {
  using namespace external;
  const std::lock_guard lock(guard_lock);
  if (holds_ && --guards == 0) {
    ::sigaction(SIGBUS, &previous_action, nullptr);
  }
}

bool MappingGuard::active() noexcept {
  return external::guards != 0;
}

}  // namespace assay
