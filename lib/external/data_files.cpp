#include "external/data_files.hpp"

#include <utility>

#include "base/checked.hpp"
#include "base/text.hpp"
#include "external/data_file.hpp"

namespace assay::external {
namespace {

// What may be read whatever the sizes of the files: a small file is often read for many tensors.
constexpr std::uint64_t kReadsBase = 64u << 20;

Fault changed(std::string_view location) {
  return {Key::location, Rule::external_changed,
          cat("data file ", Quoted{location}, " has changed since it was opened")};
}

}  // namespace

DataFiles::DataFiles(const ExternalFolder& folder, const Policy& policy, Arena& arena)
    : folder_(folder), policy_(policy), arena_(arena), numbers_(arena), may_read_(kReadsBase) {}

// The number of the file, opened if it is a new one; nothing when there is no memory for its name.
std::optional<std::size_t> DataFiles::open(std::string_view location) {
  const NameMap::Inserted known =
      numbers_.insert(location, static_cast<std::uint32_t>(files_.size()));
  if (known.value == nullptr) {
    return std::nullopt;
  }
  if (!known.fresh) {
    return *known.value;
  }
  File& file = files_.emplace_back();
  file.location = location;
  OpenedFile opened = folder_.open(location, policy_.external);
  if (opened.fault) {
    file.fault = Fault{Key::location, opened.fault->rule, std::move(opened.fault->message)};
  }
  if (opened.file && (!file.fault || policy_.severity(file.fault->rule) != Severity::error)) {
    file.data = std::move(opened.file);
    file.data->state_->descriptor = Descriptor();
    file.ranges = &ranges_[file.data->identity()];
    may_read_ =
        saturating_add(may_read_, saturating_mul(file.data->size(), policy_.limits.external_reads));
  }
  return files_.size() - 1;
}

// The same file once more, with a descriptor to read from; nothing when it is another by now.
std::optional<DataFile> DataFiles::open_again(const File& file) const {
  OpenedFile opened = folder_.open(file.location, policy_.external);
  if (!opened.file || !opened.file->state_->opened.same_content(file.data->state_->opened)) {
    return std::nullopt;
  }
  return std::move(opened.file);
}

// Does `action` with the file as it was when it was opened. False when it is not so any more.
bool DataFiles::use(const File& file, const std::function<bool(const DataFile&)>& action) const {
  if (file.data->mapped()) {
    return action(*file.data);
  }
  const std::optional<DataFile> again = open_again(file);
  return again && action(*again);
}

std::optional<DataFiles::Range> DataFiles::find(const ExternalEntries& entries,
                                                std::uint64_t needed, const Sink& sink) {
  const std::optional<std::size_t> number = open(*entries.location);
  if (!number) {
    sink({Key::location, Rule::limit_memory,
          "the memory budget does not hold the names of the data files"});
    return std::nullopt;
  }
  File& file = files_[*number];
  if (file.fault) {
    sink(*file.fault);
    if (!file.data) {
      return std::nullopt;
    }
    file.fault.reset();
  }
  if (entries.length) {
    if (const auto fault = judge_length(*entries.length, needed)) {
      sink(*fault);
      const bool not_given = fault->rule == Rule::external_zero_length &&
                             policy_.severity(fault->rule) != Severity::error;
      if (!not_given) {
        return std::nullopt;
      }
    }
  }
  const Range range{*number, entries.offset.value_or(0), needed};
  if (const auto fault = judge_range(range.offset, range.length, file.data->size())) {
    sink(*fault);
    return std::nullopt;
  }
  if (const auto note = judge_alignment(range.offset);
      note && !std::exchange(file.noted_alignment, true)) {
    sink(*note);
  }
  if (const auto other = file.ranges->add(range.offset, range.length)) {
    sink({Key::offset, Rule::external_overlap,
          cat("the ", range.length, " bytes from offset ", range.offset, " on overlap the ",
              other->length, " from ", other->offset, " on, which other tensors use")});
  }
  if (entries.checksum) {
    judge_checksum(file, *entries.checksum, sink);
  }
  return range;
}

void DataFiles::judge_checksum(File& file, const Sha1& expected, const Sink& sink) {
  if (!file.digest) {
    const std::unique_ptr<Sha1Hasher> hasher = folder_.make_hasher();
    if (!hasher) {
      return;
    }
    if (!use(file, [&hasher](const DataFile& data) {
          return data.visit(0, data.size(), [&hasher](Bytes bytes) { hasher->update(bytes); });
        })) {
      sink(changed(file.location));
      return;
    }
    file.digest = hasher->finish();
  }
  if (*file.digest != expected) {
    sink({Key::checksum, Rule::external_checksum,
          cat("the SHA-1 of data file ", Quoted{file.location}, " is another than checksum says")});
  }
}

std::optional<Bytes> DataFiles::view(const Range& range) const noexcept {
  const std::optional<Bytes> whole = files_[range.file].data->mapped();
  if (range.length == 0 || !whole) {
    return range.length == 0 ? std::optional(Bytes()) : std::nullopt;
  }
  return whole->subspan(narrow<std::size_t>(range.offset), narrow<std::size_t>(range.length));
}

bool DataFiles::visit(const Range& range, const std::function<void(Bytes)>& window) const {
  return use(files_[range.file],
             [&](const DataFile& data) { return data.visit(range.offset, range.length, window); });
}

std::optional<Bytes> DataFiles::read(const Range& range, const Sink& sink) {
  if (range.length > may_read_) {
    sink({Key::length, Rule::limit_external_reads,
          cat("tensors share so much of the data files that checking them would read each more "
              "than ",
              policy_.limits.external_reads, " times")});
    return std::nullopt;
  }
  may_read_ -= range.length;
  if (const std::optional<Bytes> mapped = view(range)) {
    return mapped;
  }
  auto* const copy = static_cast<std::byte*>(arena_.make_bytes(1, 1, range.length));
  if (copy == nullptr) {
    sink({Key::length, Rule::limit_memory,
          cat("the memory budget does not hold a copy of ", range.length,
              " bytes of a data file that is not mapped")});
    return std::nullopt;
  }
  const std::span<std::byte> into(copy, narrow<std::size_t>(range.length));
  const File& file = files_[range.file];
  if (!use(file, [&](const DataFile& data) { return data.read(range.offset, into); })) {
    sink(changed(file.location));
    return std::nullopt;
  }
  return into;
}

void DataFiles::finish(const std::function<void(std::size_t, const Fault&)>& sink) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const File& file = files_[i];
    if (!file.data) {
      continue;
    }
    const std::uint64_t end = file.ranges->end();
    if (end != 0 && end < file.data->size()) {
      sink(i, {Key::location, Rule::external_file_longer,
               cat("data file ", Quoted{file.location}, " has ", file.data->size() - end,
                   " bytes behind the last tensor")});
    }
    const Mapping* const mapping = file.data->state_->mapping.get();
    if ((mapping != nullptr && mapping->torn()) || !open_again(file)) {
      sink(i, changed(file.location));
    }
  }
}

}  // namespace assay::external
