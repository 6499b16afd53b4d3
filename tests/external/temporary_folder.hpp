// A folder of its own for one test case, with what tests put into it; gone afterwards.
#pragma once

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <string>

#include "assay/external.hpp"

namespace assay::testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(path.data()) != nullptr);
    path_ = path;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  void write(const std::string& name, std::string_view content) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream out(path_ / name, std::ios::binary);
    out << content;
    BOOST_REQUIRE(out.flush().good());
  }
  void link(const std::string& target, const std::string& name) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::filesystem::create_symlink(target, path_ / name);
  }

 private:
  std::filesystem::path path_;
};

// The whole file as text.
inline std::string content_of(const DataFile& file) {
  std::string text;
  BOOST_REQUIRE(file.visit(0, file.size(), [&text](Bytes bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }));
  return text;
}

}  // namespace assay::testing
