// The data files of the document at hand, and which tensor named each of them first.
#pragma once

#include <string>
#include <vector>

#include "external/data_files.hpp"
#include "rules/context.hpp"

namespace assay::rules {

class UsedFiles {
 public:
  UsedFiles(const ExternalFolder& folder, const Policy& policy, Arena& arena)
      : files_(folder, policy, arena) {}

  external::DataFiles& data() noexcept { return files_; }

  // Notes that the tensor at `path` asked for the file that was named last.
  void note_user(const decode::TensorRecord& tensor, const Path& path) {
    while (users_.size() < files_.count()) {
      users_.push_back({path.text(), decode::bytes_of(tensor.source)});
    }
  }

  // What can be said of a file once all its tensors are known, said of the first of them.
  void finish(Context& context) const {
    files_.finish([&](std::size_t file, const external::Fault& fault) {
      context.report(fault.rule, Path{nullptr, users_[file].path}, "", users_[file].bytes,
                     fault.message);
    });
  }

 private:
  struct User {
    std::string path;
    Bytes bytes;
  };
  external::DataFiles files_;
  std::vector<User> users_;
};

// The values of a sound external tensor, for reading them all: its map, or a copy within the
// budget, which `external` then is; nothing, after a finding or where no folder was given, when
// they cannot be had.
std::optional<Bytes> external_values(Context& context, decode::TensorRecord& tensor,
                                     const Path& path);

}  // namespace assay::rules
