// A folder of a case's own, with its model and the files beside it, gone when the object is.
#pragma once

#include <filesystem>

#include "suite.hpp"

namespace assay::conformance {

class CaseFolder {
 public:
  // Lays the case's files in a new folder below `parent`. Throws std::filesystem::filesystem_error
  // or std::system_error when the machine does not let it.
  CaseFolder(const ReaderCase& test, const std::filesystem::path& parent);
  CaseFolder(const CaseFolder&) = delete;
  CaseFolder& operator=(const CaseFolder&) = delete;
  ~CaseFolder();

  const std::filesystem::path& path() const noexcept { return path_; }
  std::filesystem::path model() const { return path_ / name_; }

 private:
  std::filesystem::path path_;
  std::string name_;
};

// Writes the files of a case below a folder that exists.
void write_case_files(const ReaderCase& test, const std::filesystem::path& folder);

}  // namespace assay::conformance
