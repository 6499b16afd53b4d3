// External data: entries as text, locations against a folder that has a bit of everything, files
// that change while they are read, and ranges against arithmetic that is slow and plain. Nothing
// outside the folder is ever opened.
#include "assay/external.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "assay/mapped_file.hpp"
#include "assay/model.hpp"

#include "external/entries.hpp"
#include "external/ranges.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/data_folder.hpp"
#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/share.hpp"
#include "fuzz/target.hpp"
#include "support/models.hpp"

namespace assay::fuzz {
namespace {

using testing::Message;

// Where the text leads, whichever of the two separators a system has.
bool leaves(std::string_view location) {
  int depth = 0;
  bool outside = location.starts_with('/') || location.starts_with('\\') ||
                 (location.size() > 1 && location[1] == ':');
  for (std::size_t begin = 0; begin <= location.size();) {
    const std::size_t end = std::min(location.find_first_of("/\\", begin), location.size());
    const std::string_view step = location.substr(begin, end - begin);
    depth += step == ".." ? -1 : step == "." || step.empty() ? 0 : 1;
    outside = outside || depth < 0;
    begin = end + 1;
  }
  return outside;
}

void check_file_content(const DataFile& file, std::string_view content) {
  require(file.size() == content.size(), "a file has its size");
  std::string read(content.size(), '\0');
  const auto into = std::as_writable_bytes(std::span(read.data(), read.size()));
  require(file.read(0, into) && read == content, "a file has its content");
  read.clear();
  require(file.visit(0, content.size(), [&](Bytes bytes) { read += Choices::as_text(bytes); }) &&
              read == content,
          "visited, a file has its content");
  require(!file.read(1, into) || content.empty(), "nothing is read behind the end");
  require(!file.visit(1, content.size(), [](Bytes) {}), "nothing is visited behind the end");
  require(!file.changed(), "nobody has changed the file");
}

void check_location(std::string_view location, Options options) {
  const auto faults = external::judge_location(location);
  require(faults.count > 0 || !leaves(location), "no location that leaves is sound", location);
  require(faults.count > 0 || (!location.empty() && location.find('\0') == std::string::npos),
          "a sound location is a name");
  std::optional<OpenedFile> outcome;
  for (const bool walk : {false, true}) {
    options.walk = walk;
    OpenedFile opened = Place::get().folder(options).open(location, options.external);
    require(faults.count == 0 || (!opened.file && opened.fault), "what is refused is not opened");
    require(opened.file || opened.fault, "a file or a reason");
    if (opened.file) {
      const std::string* content = Place::get().content(opened.file->identity());
      require(content != nullptr, "only files of the folder are opened", location);
      check_file_content(*opened.file, *content);
    }
    if (outcome) {
      require(opened.file.has_value() == outcome->file.has_value() &&
                  opened.fault.has_value() == outcome->fault.has_value() &&
                  (!opened.fault || opened.fault->rule == outcome->fault->rule) &&
                  (!opened.file || opened.file->identity() == outcome->file->identity()),
              "both ways of opening agree", location);
    }
    outcome = std::move(opened);
  }
}

std::optional<std::uint64_t> decimal(std::string_view text) {
  if (text.empty() || text.size() > 19 || (text.size() > 1 && text[0] == '0')) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value < std::uint64_t{1} << 63 ? std::optional(value) : std::nullopt;
}

std::vector<external::Entry> entries_from(Choices& choices) {
  static constexpr std::array<std::string_view, 5> kKeys = {"location", "offset", "length",
                                                            "checksum", "basepath"};
  std::vector<external::Entry> out;
  for (std::uint64_t left = choices.below(6); left > 0; --left) {
    const std::uint64_t key = choices.below(kKeys.size() + 1);
    const std::string_view name = key < kKeys.size() ? kKeys[key] : choices.text(12);
    out.push_back({name, choices.text(300)});
  }
  return out;
}

void check_entries(const std::vector<external::Entry>& entries) {
  std::size_t faults = 0;
  const auto read = external::parse_entries(entries, [&](const external::EntryFault& fault) {
    ++faults;
    require(!fault.entry || *fault.entry < entries.size(), "a fault is of an entry there is");
    require(!fault.message.empty(), "a fault has a message");
  });
  require(!read.usable || read.location.has_value(), "what is usable has a location");
  require(!read.location || external::judge_location(*read.location).count == 0,
          "a location that is given is sound");
  for (const auto& [key, number] : {std::pair(external::Key::offset, read.offset),
                                    std::pair(external::Key::length, read.length)}) {
    if (number && read.entry(key) && !read.repeated) {
      require(decimal(entries[*read.entry(key)].value) == number, "a number is its digits",
              entries[*read.entry(key)].value);
    }
  }
}

void add_entries(Message& tensor, const std::vector<external::Entry>& entries) {
  for (const external::Entry& entry : entries) {
    tensor.set("external_data", testing::entry(entry.key, entry.value));
  }
}

// Tensors of these entries: two of one type, and with entries of its own the indices of a sparse
// one.
Message model_of(ElementType type, std::int64_t extent, const std::vector<external::Entry>& entries,
                 const std::vector<external::Entry>& others, const Options& options) {
  Message tensor = testing::tensor(type, {extent}).set("name", "w").set("data_location", 1);
  Message second = Message(tensor).set("name", "v");
  add_entries(tensor, entries);
  add_entries(second, options.two ? others : entries);
  Message main = testing::graph_of(testing::identity()).set("initializer", tensor);
  main.set("initializer", second);
  if (options.two) {
    Message indices = testing::tensor(ElementType::int64, {4}).set("data_location", 1);
    add_entries(indices, others);
    Message sparse = testing::sparse_tensor();
    sparse.set("values", testing::tensor(ElementType::float32, {4})
                             .set("name", "s")
                             .set("raw_data", std::string(16, '\1')));
    sparse.set("indices", indices).set("dims", 8);
    main.set("sparse_initializer", sparse);
  }
  return testing::model_of(main, 14);
}

// What was accepted has the bytes of its file.
void check_values(const Tensor& tensor, const ExternalFolder& folder,
                  const ExternalPolicy& external) {
  require(tensor.is_external() && tensor.has_values(), "an accepted tensor has its values");
  std::vector<std::byte> values(tensor.value_bytes());
  require(tensor.copy_raw(values).ok(), "values that are there can be read");
  const auto opened = folder.open(tensor.external_location(), external);
  require(opened.file.has_value(), "its file can be opened");
  const std::string* content = Place::get().content(opened.file->identity());
  require(content != nullptr, "its file is one of the folder's");
  require(tensor.external_offset() <= content->size() &&
              values.size() <= content->size() - tensor.external_offset(),
          "its values lie in the file");
  require(Choices::as_text(values) == content->substr(tensor.external_offset(), values.size()),
          "its values are the bytes of the file");
}

void check_model(Bytes model, const Options& options, std::uint64_t budget) {
  bool has_cut = false;
  ExternalFolder folder = Place::get().folder(options);
  if (options.checksums) {
    folder.verify_checksums([&] { return std::make_unique<SumHasher>(options.changing, has_cut); });
  }
  for (const Policy& profile : {Policy::strict(), Policy::compat(), lenient()}) {
    Policy policy = profile;
    policy.external = options.external;
    const Report report = check(model, Kind::model, policy, &folder);
    check_report(report, model);
    if (has_cut) {
      Place::get().restore();
      require(!report.accepted() || policy.severity(Rule::external_changed) != Severity::error,
              "a file that changes is not accepted");
      return;
    }
    require(same_report(report, check(model, Kind::model, policy, &folder)),
            "the same bytes give the same report");
    const auto read = Model::read(model, policy, &folder);
    require(read.has_value() == report.accepted(), "reading comes to the same as judging");
    if (read && policy.severity(Rule::external_missing_file) == Severity::error) {
      for (const Tensor one : read->graph().initializers()) {
        check_values(one, folder, policy.external);
      }
    }
    policy.limits.memory_base = budget;
    policy.limits.memory_per_byte = 0;
    const Report tight = check(model, Kind::model, policy, &folder);
    check_report(tight, model);
    require(!tight.accepted() || report.accepted(), "a lack of memory accepts nothing");
  }
}

// A file that is read or mapped, whole or up to a limit.
void check_mapped_file(const Options& options, std::uint64_t choice) {
  static constexpr std::array<std::string_view, 5> kNames = {"inside/a", "large", "inside/w.bin",
                                                             "inside/missing", "inside"};
  const std::string path = Place::get().path(kNames[choice % kNames.size()]);
  const std::uint64_t most = choice % 3 == 0 ? 10 : std::uint64_t{1} << 20;
  const int descriptor = ::open(path.c_str(), O_RDONLY);
  const MappedFile file = options.walk && descriptor >= 0
                              ? MappedFile::from_descriptor(descriptor, most)
                              : MappedFile::open(path, most);
  ::close(descriptor);
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  require(error ? !file.error().empty() : file.error().empty(), "bytes or a reason", file.error());
  if (error) {
    require(file.bytes().empty(), "what is no file has no bytes");
    return;
  }
  const bool mapped = options.mapped && size > MappedFile::kMapAbove;
  require(file.bytes().size() == (mapped ? size : std::min(size, most + 1)),
          "a file is there as far as it may be");
  require(size == 0 || file.bytes()[0] == std::byte{0}, "its bytes are those of the file");
  require(!file.changed(), "nobody has changed the file");
  if (mapped && options.changing) {
    require(::truncate(path.c_str(), 0) == 0, "a file can be cut");
    require(file.bytes()[size - 1] == std::byte{0}, "what has gone reads as zeros");
    require(file.changed(), "a file that was cut has changed");
    require(::truncate(path.c_str(), static_cast<off_t>(size)) == 0, "a file can be made longer");
  }
}

volatile std::sig_atomic_t signals = 0;

void count_signal(int) {
  signals = signals + 1;
}

void count_signal_with_details(int, siginfo_t*, void*) {
  signals = signals + 1;
}

// A signal that is none of the guard's goes to whoever had it before.
void check_guard(bool details) {
  struct sigaction mine {};
  if (details) {
    mine.sa_sigaction = count_signal_with_details;
    mine.sa_flags = SA_SIGINFO;
  } else {
    mine.sa_handler = count_signal;
  }
  struct sigaction before {};
  require(::sigaction(SIGBUS, &mine, &before) == 0, "a handler can be set");
  {
    const MappingGuard guard;
    const MappingGuard second;
    signals = 0;
    require(::raise(SIGBUS) == 0 && signals == 1, "a signal of another goes to its handler");
  }
  require(MappingGuard::active() == false, "no guard is left");
  signals = 0;
  require(::raise(SIGBUS) == 0 && signals == 1, "the handler is back");
  require(::sigaction(SIGBUS, &before, nullptr) == 0, "a handler can be set");
}

void check_ranges(Choices& choices) {
  external::RangeSet set;
  std::vector<external::RangeSet::Range> seen;
  for (std::uint64_t left = choices.below(16); left > 0 && !choices.done(); --left) {
    const external::RangeSet::Range range{choices.below(24), choices.below(8)};
    bool overlaps = false;
    for (const auto& other : seen) {
      const bool apart = range.length == 0 || other.length == 0 ||
                         range.offset + range.length <= other.offset ||
                         other.offset + other.length <= range.offset;
      const bool same = range.offset == other.offset && range.length == other.length;
      overlaps = overlaps || (!apart && !same);
    }
    require(set.add(range.offset, range.length).has_value() == overlaps,
            "ranges overlap when they do");
    seen.push_back(range);
  }
}

}  // namespace

void target_external(Bytes input) {
  Choices choices(input);
  const Options options(choices.byte());
  const ElementTypeInfo& info = kElementTypes[choices.below(kElementTypes.size())];
  const auto extent = static_cast<std::int64_t>(choices.below(40));
  const std::vector<external::Entry> entries = entries_from(choices);
  const std::vector<external::Entry> others =
      options.two ? entries_from(choices) : std::vector<external::Entry>();
  const std::uint64_t choice = fingerprint(input);
  check_guard(choice % 2 == 0);
  const std::optional<MappingGuard> guard =
      options.mapped ? std::optional<MappingGuard>(std::in_place) : std::nullopt;
  check_entries(entries);
  for (const external::Entry& entry : entries) {
    check_location(entry.value, options);
  }
  const Message model = model_of(info.type, extent, entries, others, options);
  check_model(model.view(), options, choice % 64 * 256);
  check_mapped_file(options, choice);
  check_ranges(choices);
}

}  // namespace assay::fuzz
