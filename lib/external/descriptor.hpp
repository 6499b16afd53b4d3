// A file descriptor that closes itself, and what fstat said of it.
#pragma once

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <span>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace assay::external {

static_assert(sizeof(off_t) == 8, "files above 2 GiB need a 64-bit off_t");

class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }

  bool is_open() const noexcept { return fd_ >= 0; }
  int get() const noexcept { return fd_; }

 private:
  int fd_ = -1;
};

// A descriptor, or the errno that says why there is none.
struct Opening {
  Descriptor descriptor;
  int error = 0;
};

// openat, tried again when a signal comes in between.
Opening open_at(int folder, const char* path, int flags) noexcept;

// The same for a path that came as a string; one with a NUL in it names nothing.
Opening open_path(const std::string& path, int flags) noexcept;

// Which file it is and what would betray a change.
struct FileState {
  dev_t device = 0;
  ino_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  nlink_t links = 0;
  bool regular = false;
  bool folder = false;
  bool link = false;

  bool same_file(const FileState& other) const noexcept {
    return device == other.device && inode == other.inode;
  }
  bool same_content(const FileState& other) const noexcept {
    return same_file(other) && size == other.size && seconds == other.seconds &&
           nanoseconds == other.nanoseconds;
  }
};

FileState state_of(const struct stat& status) noexcept;
std::optional<FileState> state_of(int descriptor) noexcept;
// Of what `path` leads to from `folder`, links followed.
std::optional<FileState> state_at(int folder, const std::string& path) noexcept;

// Reads at `offset` until `into` is full or the file ends; the bytes read, or nothing on an error.
std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset,
                                   std::span<std::byte> into) noexcept;

// What an errno means, in words that do not depend on the locale.
std::string describe_error(int error);

}  // namespace assay::external
