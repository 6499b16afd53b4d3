// Opening a path beneath a folder without ever leaving it, whoever renames things meanwhile.
//
// No symbolic link is followed, in any component. The path must have passed judge_location(): plain
// components joined by "/".
#pragma once

#include <string>
#include <string_view>

#include "external/descriptor.hpp"

namespace assay::external {

// openat2 does the whole path in the kernel; where it is missing, each component is opened from the
// one before it. Tests ask for the second.
enum class Resolver : std::uint8_t { kernel_first, walk };

// For the descriptor of a folder that other paths start from.
inline constexpr int kFolderFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
// For a file that may be a pipe or a terminal: the open neither blocks nor takes it over.
inline constexpr int kFileFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

// Opens `path` beneath `folder`. ELOOP, whichever way it is done, when a component is a symbolic
// link.
Opening open_beneath(int folder, std::string_view path, int flags, Resolver resolver);

// A path as the folder that it lies in and the name in it; the folder of "name" is "".
struct SplitPath {
  std::string folder;
  std::string name;
};
SplitPath split_path(std::string_view path);

// The text of the link `name` in `folder`, or nothing when it is no link.
std::optional<std::string> read_link(int folder, const std::string& name);

}  // namespace assay::external
