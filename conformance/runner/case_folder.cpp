#include "case_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace assay::conformance {
namespace {

namespace fs = std::filesystem;

void require(bool done, const char* what) {
  if (!done) {
    throw std::system_error(errno, std::generic_category(), what);
  }
}

void write_file(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  require(stream.good(), "writing a file of a case");
}

void make_socket(const fs::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path.string();
  if (name.size() >= sizeof address.sun_path) {
    throw std::system_error(ENAMETOOLONG, std::generic_category(), "making a socket of a case");
  }
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  require(descriptor >= 0, "making a socket of a case");
  const int bound = bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  close(descriptor);
  require(bound == 0, "making a socket of a case");
}

}  // namespace

void write_case_files(const ReaderCase& test, const fs::path& folder) {
  using Sort = BesideFile::Sort;
  write_file(folder / test.name, test.input);
  for (const BesideFile& file : test.files) {
    const fs::path path = folder / file.path;
    fs::create_directories(path.parent_path());
    switch (file.sort) {
      case Sort::regular:
        write_file(path, file.content);
        break;
      case Sort::symlink:
        if (file.path == test.name) {  // the model itself is behind a link: there it goes
          fs::rename(path, path.parent_path() / file.content);
        }
        fs::create_symlink(file.content, path);
        break;
      case Sort::hard_link:
        fs::create_hard_link(folder / file.content, path);
        break;
      case Sort::directory:
        fs::create_directories(path);
        break;
      case Sort::fifo:
        require(mkfifo(path.c_str(), 0600) == 0, "making a FIFO of a case");
        break;
      case Sort::socket:
        make_socket(path);
        break;
    }
  }
}

CaseFolder::CaseFolder(const ReaderCase& test, const fs::path& parent) : name_(test.name) {
  std::string name = (parent / "assay-case-XXXXXX").string();
  require(mkdtemp(name.data()) != nullptr, "making a folder for a case");
  path_ = name;
  try {
    write_case_files(test, path_);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    throw;
  }
}

CaseFolder::~CaseFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace assay::conformance
