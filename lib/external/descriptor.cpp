#include "external/descriptor.hpp"

#include "base/text.hpp"

namespace assay::external {

Opening open_at(int folder, const char* path, int flags) noexcept {
  int fd = -1;
  do {
    fd = ::openat(folder, path, flags);
  } while (fd < 0 && errno == EINTR);
  return fd < 0 ? Opening{Descriptor(), errno} : Opening{Descriptor(fd), 0};
}

Opening open_path(const std::string& path, int flags) noexcept {
  if (path.find('\0') != std::string::npos) {
    return {Descriptor(), ENOENT};
  }
  return open_at(AT_FDCWD, path.c_str(), flags);
}

FileState state_of(const struct stat& status) noexcept {
  FileState state;
  state.device = status.st_dev;
  state.inode = status.st_ino;
  state.size = status.st_size > 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
  state.seconds = status.st_mtim.tv_sec;
  state.nanoseconds = status.st_mtim.tv_nsec;
  state.links = status.st_nlink;
  state.regular = S_ISREG(status.st_mode);
  state.folder = S_ISDIR(status.st_mode);
  state.link = S_ISLNK(status.st_mode);
  return state;
}

std::optional<FileState> state_of(int descriptor) noexcept {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    return std::nullopt;
  }
  return state_of(status);
}

std::optional<FileState> state_at(int folder, const std::string& path) noexcept {
  struct stat status {};
  if (::fstatat(folder, path.c_str(), &status, 0) != 0) {
    return std::nullopt;
  }
  return state_of(status);
}

std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset,
                                   std::span<std::byte> into) noexcept {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = ::pread(descriptor, into.data() + done, into.size() - done,
                                static_cast<off_t>(offset + done));
    if (got < 0) {
      if (errno == EINTR) {
        continue;
      }
      return std::nullopt;
    }
    if (got == 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::string describe_error(int error) {
  switch (error) {
    case ENOENT:
      return "no such file";
    case ENOTDIR:
      return "a component is not a folder";
    case EISDIR:
      return "is a folder";
    case ENAMETOOLONG:
      return "the name is too long for this system";
    case ELOOP:
      return "a symbolic link is on the way";
    case EACCES:
    case EPERM:
      return "permission denied";
    case EMFILE:
    case ENFILE:
      return "too many open files";
    case EIO:
      return "input or output error";
    case ENOMEM:
      return "out of memory";
    default:
      return cat("system error ", error);
  }
}

}  // namespace assay::external
