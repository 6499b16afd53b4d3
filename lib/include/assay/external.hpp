// A model's own folder and the data files in it, opened without trusting either.
//
// docs/security.md says what is refused and why.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "assay/bytes.hpp"
#include "assay/policy.hpp"
#include "assay/rule.hpp"

namespace assay {

namespace external {
class DataFiles;
}

using Sha1 = std::array<std::byte, 20>;

// SHA-1 as the caller's cryptographic library does it.
class Sha1Hasher {
 public:
  virtual ~Sha1Hasher() = default;
  virtual void update(Bytes bytes) = 0;
  virtual Sha1 finish() = 0;
};

// A regular file that was opened beneath a folder. Safe to read from many threads. All is read from
// the descriptor that was judged, or from one map of it when a MappingGuard exists.
class DataFile {
 public:
  // Which file it is, whatever its name: device and inode.
  using Identity = std::pair<std::uint64_t, std::uint64_t>;

  DataFile(DataFile&&) noexcept;
  DataFile& operator=(DataFile&&) noexcept;
  ~DataFile();

  Identity identity() const noexcept;
  // The size when it was opened.
  std::uint64_t size() const noexcept;
  // The whole file, when it is mapped. Nothing else stays valid as long as the object without a
  // copy.
  std::optional<Bytes> mapped() const noexcept;
  // Fills `into` from `offset` on. False when the file ends before that or cannot be read. What has
  // gone from a mapped file reads as zeros, and changed() says so.
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::byte> into) const noexcept;
  // Gives the bytes from `offset` on to `window`, in order: all at once when the file is mapped, in
  // pieces of at most kWindow otherwise, each but the last of exactly that. False as in read().
  [[nodiscard]] bool visit(std::uint64_t offset, std::uint64_t length,
                           const std::function<void(Bytes)>& window) const;
  static constexpr std::size_t kWindow = 64u << 10;

  // True when it has been written, cut or extended since it was opened: what was read is then worth
  // nothing. Sees what the system sees, size and time of writing.
  bool changed() const noexcept;

 private:
  friend class ExternalFolder;
  friend class external::DataFiles;
  struct State;
  explicit DataFile(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

// What opening a location came to. A file and a fault together: a file that a policy may let pass,
// with what it has to let pass.
struct OpenedFile {
  struct Fault {
    Rule rule = Rule::internal_error;
    std::string message;
  };
  std::optional<DataFile> file;
  std::optional<Fault> fault;
};

// The folder that locations are relative to, held as a descriptor: renaming it or changing the
// working directory makes no difference. Safe to use from many threads.
class ExternalFolder {
 public:
  // The folder at `path`, where "" means the working directory. One that cannot be opened says so
  // at every file.
  static ExternalFolder at(const std::string& path);
  // The folder behind a descriptor, which stays the caller's.
  static ExternalFolder from_descriptor(int descriptor);
  // The folder of a model's file. When that file is a symbolic link, as in the Hugging Face cache,
  // data files may be links into the folder where it leads, if the policy says so.
  static ExternalFolder for_model(const std::string& model_path);

  ExternalFolder(ExternalFolder&&) noexcept;
  ExternalFolder& operator=(ExternalFolder&&) noexcept;
  ~ExternalFolder();

  // Opens a location beneath the folder; one that is no plain relative path is refused by its text.
  // Follows no link, blocks on nothing. Faults: those of the location's text,
  // external_missing_file, external_unreadable, external_symlink, external_not_regular, and, with
  // the file, external_hard_link.
  OpenedFile open(std::string_view location, const ExternalPolicy& policy = {}) const;

  // Asks for checksums to be verified; `make_hasher` may be called from many threads.
  void verify_checksums(std::function<std::unique_ptr<Sha1Hasher>()> make_hasher);
  // A new hasher, or null when checksums are not to be verified.
  std::unique_ptr<Sha1Hasher> make_hasher() const;

 private:
  friend struct FolderAccess;  // tests: forces the portable way of opening
  struct State;
  explicit ExternalFolder(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace assay
