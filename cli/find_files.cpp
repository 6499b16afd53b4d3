#include "cli/find_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

bool has_model_name(const fs::path& path) {
  return path.extension() == ".onnx" || path.extension() == ".pb";
}

// Everything beneath one folder, level by level, without recursion: depth is the disk's to choose.
void walk(const fs::path& folder, FoundFiles& found) {
  std::vector<std::string> files;
  std::vector<fs::path> pending = {folder};
  std::error_code error;
  const auto trouble = [&](const fs::path& path) {
    found.troubles.push_back(path.string() + ": " + error.message());
  };
  while (!pending.empty()) {
    const fs::path current = std::move(pending.back());
    pending.pop_back();
    fs::directory_iterator entry(current, error);
    if (error) {
      trouble(current);
      continue;
    }
    while (entry != fs::directory_iterator()) {
      const bool link = entry->is_symlink(error);
      const bool is_folder = !error && entry->is_directory(error);
      if (is_folder && !link) {
        pending.push_back(entry->path());
      } else if (!is_folder && has_model_name(entry->path())) {
        // A pipe with such a name would block whoever opens it.
        const fs::file_type type = fs::status(entry->path(), error).type();
        if (type == fs::file_type::regular) {
          files.push_back(entry->path().string());
        } else if (type == fs::file_type::not_found || type == fs::file_type::none) {
          trouble(entry->path());
        } else {
          found.troubles.push_back(entry->path().string() + ": not a regular file");
        }
      }
      entry.increment(error);
      if (error) {
        trouble(current);
        break;
      }
    }
  }
  std::sort(files.begin(), files.end());
  found.files.insert(found.files.end(), files.begin(), files.end());
}

}  // namespace

FoundFiles find_files(const std::vector<std::string>& names) {
  FoundFiles found;
  for (const std::string& name : names) {
    std::error_code error;
    if (name != kStandardInput && fs::is_directory(name, error)) {
      walk(name, found);
    } else {
      found.files.push_back(name);
    }
  }
  return found;
}

}  // namespace assay::cli
