// External data: entries as text, locations against a folder that has a bit of everything, and
// ranges against arithmetic that is slow and plain. Nothing outside the folder is ever opened.
#include "assay/external.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "assay/model.hpp"

#include "external/entries.hpp"
#include "external/folder.hpp"
#include "external/ranges.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"
#include "support/models.hpp"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;
using testing::Message;

// inside/ is the folder; what lies beside it must stay unread. Made once, gone at the end.
class Place {
 public:
  static const Place& get() {
    static const Place place;
    return place;
  }

  ExternalFolder folder(bool walk) const {
    ExternalFolder made = ExternalFolder::at((root_ / "inside").string());
    if (walk) {
      FolderAccess::walk(made);
    }
    return made;
  }

  // The content of a file of the folder by its device and inode; null for any other file.
  const std::string* content(DataFile::Identity identity) const {
    for (const auto& [known, text] : files_) {
      if (known == identity) {
        return &text;
      }
    }
    return nullptr;
  }

 private:
  Place() {
    std::string path = (fs::temp_directory_path() / "assay-fuzz-XXXXXX").string();
    require(::mkdtemp(path.data()) != nullptr, "a folder can be made", path);
    root_ = path;
    fs::create_directories(root_ / "inside/d/e");
    put("inside/a", std::string(16, '\0'));
    put("inside/w.bin", pattern(9000));
    put("inside/d/b", pattern(64));
    put("inside/d/e/c", "");
    put("outside", "secret");
    fs::create_symlink("a", root_ / "inside/link");
    fs::create_symlink("../outside", root_ / "inside/out");
    fs::create_symlink("..", root_ / "inside/up");
    fs::create_hard_link(root_ / "inside/a", root_ / "inside/twin");
    require(::mkfifo((root_ / "inside/pipe").c_str(), 0600) == 0, "a pipe can be made");
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  static std::string pattern(std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
      out += static_cast<char>(static_cast<unsigned char>(i * 7 % 251));
    }
    return out;
  }

  void put(const std::string& name, const std::string& content) {
    std::ofstream(root_ / name, std::ios::binary) << content;
    struct stat status {};
    require(::stat((root_ / name).c_str(), &status) == 0, "a file can be made", name);
    if (name.starts_with("inside/")) {
      files_.emplace_back(DataFile::Identity{status.st_dev, status.st_ino}, content);
    }
  }

  fs::path root_;
  std::vector<std::pair<DataFile::Identity, std::string>> files_;
};

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

void check_location(std::string_view location) {
  const auto faults = external::judge_location(location);
  require(faults.count > 0 || !leaves(location), "no location that leaves is sound", location);
  require(faults.count > 0 || (!location.empty() && location.find('\0') == std::string::npos),
          "a sound location is a name");
  std::optional<OpenedFile> outcome;
  for (const bool walk : {false, true}) {
    OpenedFile opened = Place::get().folder(walk).open(location);
    require(faults.count == 0 || (!opened.file && opened.fault), "what is refused is not opened");
    require(opened.file || opened.fault, "a file or a reason");
    if (opened.file) {
      const std::string* content = Place::get().content(opened.file->identity());
      require(content != nullptr, "only files of the folder are opened", location);
      require(opened.file->size() == content->size(), "a file has its size");
      std::string read(content->size(), '\0');
      require(opened.file->read(0, std::as_writable_bytes(std::span(read.data(), read.size()))) &&
                  read == *content,
              "a file has its content");
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
    out.push_back({name, choices.text(64)});
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

// A tensor of these entries, judged with the folder. What is accepted has the bytes of its file.
void check_tensor(ElementType type, std::int64_t extent,
                  const std::vector<external::Entry>& entries, bool walk) {
  Message tensor = testing::tensor(type, {extent}).set("name", "w").set("data_location", 1);
  for (const external::Entry& entry : entries) {
    tensor.set("external_data", testing::entry(entry.key, entry.value));
  }
  Message main = testing::graph_of(testing::identity()).set("initializer", tensor);
  main.set("initializer", Message(tensor).set("name", "v"));
  const Message model = testing::model_of(main, 14);
  const ExternalFolder folder = Place::get().folder(walk);
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    const Report report = check(model.view(), Kind::model, Policy(profile), &folder);
    check_report(report, model.view());
    require(same_report(report, check(model.view(), Kind::model, Policy(profile), &folder)),
            "the same bytes give the same report");
    const auto read = Model::read(model.view(), Policy(profile), &folder);
    require(read.has_value() == report.accepted(), "reading comes to the same as judging");
    if (!read) {
      continue;
    }
    for (const Tensor one : read->graph().initializers()) {
      require(one.is_external() && one.has_values(), "an accepted tensor has its values");
      std::vector<std::byte> values(one.value_bytes());
      require(one.copy_raw(values).ok(), "values that are there can be read");
      const auto opened = folder.open(one.external_location());
      require(opened.file.has_value(), "its file can be opened");
      const std::string* content = Place::get().content(opened.file->identity());
      require(content != nullptr, "its file is one of the folder's");
      require(one.external_offset() <= content->size() &&
                  values.size() <= content->size() - one.external_offset(),
              "its values lie in the file");
      require(std::equal(values.begin(), values.end(),
                         content->begin() + static_cast<std::ptrdiff_t>(one.external_offset()),
                         [](std::byte a, char b) {
                           return static_cast<unsigned char>(a) == static_cast<unsigned char>(b);
                         }),
              "its values are the bytes of the file");
    }
  }
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
  const std::uint8_t options = choices.byte();
  const ElementTypeInfo& info = kElementTypes[choices.below(kElementTypes.size())];
  const auto extent = static_cast<std::int64_t>(choices.below(40));
  const std::vector<external::Entry> entries = entries_from(choices);
  check_entries(entries);
  for (const external::Entry& entry : entries) {
    check_location(entry.value);
  }
  check_tensor(info.type, extent, entries, (options & 1) != 0);
  check_ranges(choices);
}

}  // namespace assay::fuzz
