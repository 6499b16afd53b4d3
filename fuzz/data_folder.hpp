// A folder of data files to try locations on, with what may lie in one and what lies beside it.
#pragma once

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "assay/external.hpp"
#include "assay/mapped_file.hpp"

#include "external/folder.hpp"
#include "fuzz/require.hpp"

namespace assay::fuzz {

namespace fs = std::filesystem;
// What the input chooses of how files are read.
struct Options {
  explicit Options(std::uint8_t bits)
      : walk((bits & 1) != 0),
        two((bits & 2) != 0),
        folder(static_cast<Folder>(bits >> 2 & 3)),
        mapped((bits & 16) != 0),
        checksums((bits & 32) != 0),
        changing((bits & 128) != 0) {
    external.follow_model_symlinks = (bits & 64) != 0;
  }
  enum class Folder { plain, descriptor, model, missing };
  bool walk;       // the portable way of opening
  bool two;        // tensors with entries of their own
  Folder folder;   // how it was come by
  bool mapped;     // under a MappingGuard
  bool checksums;  // are verified
  bool changing;   // the file, while its checksum is taken
  ExternalPolicy external;
};

// inside/ is the folder; what lies beside it must stay unread, but for the blobs of a cache, to
// which the links of snapshot/ lead. Made once, gone at the end.
class Place {
 public:
  static const Place& get() {
    static const Place place;
    return place;
  }

  std::string path(std::string_view name) const { return (root_ / name).string(); }

  ExternalFolder folder(const Options& options) const {
    ExternalFolder made = open_folder(options.folder);
    if (options.walk) {
      FolderAccess::walk(made);
    }
    return made;
  }

  // The content of a file of the folder by its device and inode; null for any other file.
  const std::string* content(DataFile::Identity identity) const {
    for (const auto& file : files_) {
      if (file.identity == identity) {
        return &file.content;
      }
    }
    return nullptr;
  }
  const std::string* content(std::string_view name) const {
    for (const auto& file : files_) {
      if (file.name == name) {
        return &file.content;
      }
    }
    return nullptr;
  }

  // Cuts every file of the folder to nothing, and makes it what it was.
  void cut() const {
    for (const auto& file : files_) {
      require(::truncate(path(file.name).c_str(), 0) == 0, "a file can be cut");
    }
  }
  void restore() const {
    for (const auto& file : files_) {
      std::ofstream(root_ / file.name, std::ios::binary) << file.content;
    }
  }

 private:
  Place() {
    std::string made = (fs::temp_directory_path() / "assay-fuzz-XXXXXX").string();
    require(::mkdtemp(made.data()) != nullptr, "a folder can be made", made);
    root_ = made;
    fs::create_directories(root_ / "inside/d/e");
    fs::create_directories(root_ / "cache/blobs");
    fs::create_directories(root_ / "cache/snapshot/d");
    put("inside/a", std::string(16, '\0'));
    put("inside/w.bin", pattern(9000));
    put("inside/i", numbers({0, 2, 5, 7}));
    put("inside/d/b", pattern(64));
    put("inside/d/e/c", "");
    put("cache/blobs/0", pattern(100));
    std::ofstream(root_ / "outside") << "secret";
    std::ofstream(root_ / "large", std::ios::binary) << pattern(MappedFile::kMapAbove + 5);
    fs::create_symlink("a", root_ / "inside/link");
    fs::create_symlink("../outside", root_ / "inside/out");
    fs::create_symlink("..", root_ / "inside/up");
    fs::create_hard_link(root_ / "inside/a", root_ / "inside/twin");
    fs::create_symlink("../blobs/0", root_ / "cache/snapshot/model.onnx");
    fs::create_symlink("../blobs/0", root_ / "cache/snapshot/a");
    fs::create_symlink("../../blobs/0", root_ / "cache/snapshot/d/b");
    fs::create_symlink("../../outside", root_ / "cache/snapshot/out");
    require(::mkfifo(path("inside/pipe").c_str(), 0600) == 0, "a pipe can be made");
    make_socket(path("inside/socket"));
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  ExternalFolder open_folder(Options::Folder how) const {
    switch (how) {
      case Options::Folder::plain:
        break;
      case Options::Folder::descriptor: {
        const int descriptor = ::open(path("inside").c_str(), O_RDONLY | O_DIRECTORY);
        ExternalFolder made = ExternalFolder::from_descriptor(descriptor);
        ::close(descriptor);
        return made;
      }
      case Options::Folder::model:
        return ExternalFolder::for_model(path("cache/snapshot/model.onnx"));
      case Options::Folder::missing:
        return ExternalFolder::at(path("missing"));
    }
    return ExternalFolder::at(path("inside"));
  }

  static std::string pattern(std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
      out += static_cast<char>(static_cast<unsigned char>(i * 7 % 251));
    }
    return out;
  }
  static std::string numbers(std::initializer_list<char> values) {
    std::string out;
    for (const char value : values) {
      out += value;
      out.append(7, '\0');
    }
    return out;
  }

  static void make_socket(const std::string& path) {
    const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    (void)::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    ::close(made);
  }

  void put(const std::string& name, const std::string& content) {
    std::ofstream(root_ / name, std::ios::binary) << content;
    struct stat status {};
    require(::stat(path(name).c_str(), &status) == 0, "a file can be made", name);
    files_.push_back({name, {status.st_dev, status.st_ino}, content});
  }

  struct Known {
    std::string name;
    DataFile::Identity identity;
    std::string content;
  };
  fs::path root_;
  std::vector<Known> files_;
};

// The sum of all bytes, twenty times. Cuts the files while it is at it, if it is to.
class SumHasher : public Sha1Hasher {
 public:
  SumHasher(bool cuts, bool& has_cut) : cuts_(cuts), has_cut_(has_cut) {}
  void update(Bytes bytes) override {
    if (cuts_) {
      Place::get().cut();
      has_cut_ = true;
    }
    for (const std::byte byte : bytes) {
      sum_ = (sum_ + static_cast<std::uint8_t>(byte)) % 256;
    }
  }
  Sha1 finish() override {
    Sha1 out{};
    out.fill(static_cast<std::byte>(sum_));
    return out;
  }

 private:
  bool cuts_;
  bool& has_cut_;
  unsigned sum_ = 0;
};

}  // namespace assay::fuzz
