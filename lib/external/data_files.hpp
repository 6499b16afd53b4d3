// The data files of one document: each is opened once, by the first tensor that names it, and asked
// by all that do.
//
// No descriptor is kept: a model may have a file for each of a thousand tensors. A file that is
// mapped needs none; one that is not is opened again for what is read of it, and must then be the
// same file, unchanged.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/external.hpp"
#include "assay/policy.hpp"

#include "base/arena.hpp"
#include "base/name_map.hpp"
#include "external/entries.hpp"
#include "external/ranges.hpp"

namespace assay::external {

class DataFiles {
 public:
  using Sink = std::function<void(const Fault&)>;

  // The values of a tensor: a range that lies in its file.
  struct Range {
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };

  // Folder and arena outlive this. Memory for names comes from the arena.
  DataFiles(const ExternalFolder& folder, const Policy& policy, Arena& arena);

  // Finds the `needed` bytes that usable entries name and judges file, range and checksum. Nothing
  // when a fault leaves no values to speak of. Faults of the file are given for each tensor that
  // needs it; notes of it once.
  std::optional<Range> find(const ExternalEntries& entries, std::uint64_t needed, const Sink& sink);

  // The bytes of a range without reading them; nothing when the file is not mapped.
  std::optional<Bytes> view(const Range& range) const noexcept;

  // The bytes of a range for reading: the map, or a copy in the arena. Nothing, after a fault, when
  // the file cannot be read any more, the arena's budget does not hold the copy, or data files have
  // been read too many times over (Limits::external_reads).
  std::optional<Bytes> read(const Range& range, const Sink& sink);

  // Gives the bytes of a range to `window`, in order and in pieces, without a copy of the whole.
  // False when the file cannot be read any more. Safe from many threads.
  [[nodiscard]] bool visit(const Range& range, const std::function<void(Bytes)>& window) const;

  // How many files were named so far. Numbers of files are given in the order of their first use.
  std::size_t count() const noexcept { return files_.size(); }

  // Says of each file, once all tensors are known, whether it goes on behind the last of them and
  // whether it has changed since it was opened.
  void finish(const std::function<void(std::size_t file, const Fault&)>& sink) const;

 private:
  struct File {
    std::string_view location;
    std::optional<DataFile> data;
    std::optional<Fault> fault;  // given for each tensor when there is no `data`, else once
    RangeSet* ranges = nullptr;  // shared by all names of the file
    std::optional<Sha1> digest;  // once asked for
    bool noted_alignment = false;
  };

  std::optional<std::size_t> open(std::string_view location);
  std::optional<DataFile> open_again(const File& file) const;
  bool use(const File& file, const std::function<bool(const DataFile&)>& action) const;
  void judge_checksum(File& file, const Sha1& expected, const Sink& sink);

  const ExternalFolder& folder_;
  const Policy policy_;
  Arena& arena_;
  NameMap numbers_;
  std::vector<File> files_;
  std::map<DataFile::Identity, RangeSet> ranges_;
  std::uint64_t may_read_;
};

}  // namespace assay::external
