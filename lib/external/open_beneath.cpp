#include "external/open_beneath.hpp"

#include <algorithm>
#include <climits>
#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

namespace assay::external {
namespace {

Opening open_in_kernel([[maybe_unused]] int folder, [[maybe_unused]] const std::string& path,
                       [[maybe_unused]] int flags) noexcept {
#if defined(RESOLVE_BENEATH)
  struct open_how how {};
  how.flags = static_cast<unsigned>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long fd = -1;
  do {
    fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
  } while (fd < 0 && errno == EINTR);
  return fd < 0 ? Opening{Descriptor(), errno} : Opening{Descriptor(static_cast<int>(fd)), 0};
#else
  return {Descriptor(), ENOSYS};
#endif
}

// One component, never a link. With O_PATH alone a link is opened as itself, so what it is shows on
// the descriptor; O_DIRECTORY would make it an ENOTDIR, and a second look could see something else.
Opening open_component(int folder, const std::string& name, int flags) noexcept {
  if ((flags & O_PATH) == 0) {
    return open_at(folder, name.c_str(), flags | O_NOFOLLOW);
  }
  Opening opening = open_at(folder, name.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW);
  if (opening.descriptor.is_open()) {
    const auto found = state_of(opening.descriptor.get());
    if (!found || !found->folder) {
      return {Descriptor(), found && found->link ? ELOOP : ENOTDIR};
    }
  }
  return opening;
}

Opening open_by_walking(int folder, std::string_view path, int flags) {
  if (path.size() >= PATH_MAX) {
    return {Descriptor(), ENAMETOOLONG};
  }
  Opening parent;
  int at = folder;
  while (true) {
    const std::size_t slash = path.find('/');
    const std::string name(path.substr(0, slash));
    if (slash == std::string_view::npos) {
      return open_component(at, name, flags);
    }
    Opening child = open_component(at, name, kFolderFlags);
    if (!child.descriptor.is_open()) {
      return child;
    }
    parent = std::move(child);
    at = parent.descriptor.get();
    path.remove_prefix(slash + 1);
  }
}

}  // namespace

Opening open_beneath(int folder, std::string_view path, int flags, Resolver resolver) {
  if (resolver == Resolver::kernel_first) {
    Opening opening = open_in_kernel(folder, std::string(path), flags);
    // Missing from the kernel, kept away by a sandbox, or (EAGAIN) upset by a rename elsewhere.
    if (opening.error != ENOSYS && opening.error != EPERM && opening.error != EAGAIN) {
      return opening;
    }
  }
  return open_by_walking(folder, path, flags);
}

SplitPath split_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) {
    return {std::string(), std::string(path)};
  }
  // The folder of "/name" is "/".
  return {std::string(path.substr(0, std::max<std::size_t>(slash, 1))),
          std::string(path.substr(slash + 1))};
}

std::optional<std::string> read_link(int folder, const std::string& name) {
  char text[PATH_MAX];
  const ssize_t length = ::readlinkat(folder, name.c_str(), text, sizeof text);
  // A text that fills the buffer may have been cut.
  if (length < 0 || static_cast<std::size_t>(length) == sizeof text) {
    return std::nullopt;
  }
  return std::string(text, static_cast<std::size_t>(length));
}

}  // namespace assay::external
