// Ranges, and the data files of a document.
#include "external/data_files.hpp"

#include <limits>
#include <random>

#include "assay/mapped_file.hpp"

#include "base/text.hpp"
#include "external/ranges.hpp"
#include "external/temporary_folder.hpp"

using namespace assay;
using namespace assay::external;
using assay::testing::TemporaryFolder;

namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();

std::optional<Rule> rule_of(const std::optional<Fault>& fault) {
  return fault ? std::optional(fault->rule) : std::nullopt;
}

ExternalEntries entries(std::string_view location, std::optional<std::uint64_t> offset = {},
                        std::optional<std::uint64_t> length = {}) {
  ExternalEntries result;
  result.location = location;
  result.offset = offset;
  result.length = length;
  result.usable = true;
  return result;
}

// A document's files, and the rules of the faults that came up.
struct Document {
  explicit Document(const std::filesystem::path& path, const Policy& p = Policy(),
                    std::uint64_t budget = 1u << 20)
      : folder(ExternalFolder::at(path)), policy(p), arena(budget), files(folder, policy, arena) {}

  ExternalFolder folder;
  Policy policy;
  Arena arena;
  DataFiles files;
  std::vector<Rule> rules;

  DataFiles::Sink sink() {
    return [this](const Fault& fault) {
      BOOST_TEST(!fault.message.empty());
      rules.push_back(fault.rule);
    };
  }
  std::optional<DataFiles::Range> find(const ExternalEntries& read, std::uint64_t needed) {
    rules.clear();
    return files.find(read, needed, sink());
  }
  std::optional<Bytes> read(const DataFiles::Range& range) {
    rules.clear();
    return files.read(range, sink());
  }
  void finish() {
    rules.clear();
    files.finish([this](std::size_t, const Fault& fault) { rules.push_back(fault.rule); });
  }
  bool found(std::initializer_list<Rule> expected) const {
    return rules == std::vector<Rule>(expected);
  }
};

std::string text_of(Bytes bytes) {
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// No SHA-1, but a digest that tells contents apart and counts how often it is asked for.
class SumHasher : public Sha1Hasher {
 public:
  explicit SumHasher(int& made) { ++made; }
  void update(Bytes bytes) override {
    for (const std::byte one : bytes) {
      digest_[at_++ % digest_.size()] ^= one;
    }
  }
  Sha1 finish() override { return digest_; }

 private:
  Sha1 digest_{};
  std::size_t at_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ranges)

BOOST_AUTO_TEST_CASE(a_length_is_what_type_and_shape_need) {
  BOOST_TEST(!judge_length(16, 16).has_value());
  BOOST_TEST(!judge_length(0, 0).has_value());
  for (const std::uint64_t length :
       {std::uint64_t{15}, std::uint64_t{17}, std::uint64_t{3}, std::uint64_t{64}, kLargest}) {
    BOOST_TEST((rule_of(judge_length(length, 16)) == Rule::external_size_mismatch));
  }
  BOOST_TEST((rule_of(judge_length(1, 0)) == Rule::external_size_mismatch));
  BOOST_TEST((rule_of(judge_length(0, 16)) == Rule::external_zero_length));
}

BOOST_AUTO_TEST_CASE(a_range_lies_in_its_file) {
  struct Case {
    std::uint64_t offset, length, size;
    bool inside;
    Key key;
  };
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  for (const Case& one :
       {Case{0, 16, 16, true, {}}, Case{0, 0, 0, true, {}}, Case{16, 0, 16, true, {}},
        Case{8, 8, 16, true, {}}, Case{8, 9, 16, false, Key::length},
        Case{17, 0, 16, false, Key::offset}, Case{0, 17, 16, false, Key::length},
        Case{0, 1, 0, false, Key::length}, Case{kMax - 7, 16, 24, false, Key::offset},
        Case{8, kMax - 7, 24, false, Key::length},
        Case{kLargest, kLargest, 1024, false, Key::offset},
        Case{0, 1'000'000'000'000'000, 1024, false, Key::length}}) {
    BOOST_TEST_CONTEXT("offset " << one.offset << ", length " << one.length) {
      const auto fault = judge_range(one.offset, one.length, one.size);
      BOOST_TEST(fault.has_value() == !one.inside);
      if (fault) {
        BOOST_TEST((fault->rule == Rule::external_range));
        BOOST_TEST((fault->key == one.key));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(an_offset_that_is_no_multiple_of_a_page_is_noted) {
  BOOST_TEST(!judge_alignment(0).has_value());
  BOOST_TEST(!judge_alignment(8192).has_value());
  BOOST_TEST((rule_of(judge_alignment(3)) == Rule::external_unaligned));
  BOOST_TEST((rule_of(judge_alignment(4095)) == Rule::external_unaligned));
}

BOOST_AUTO_TEST_CASE(ranges_overlap_unless_they_are_apart_or_the_same) {
  struct Case {
    RangeSet::Range one, two;
    bool overlap;
  };
  for (const Case& c :
       {Case{{0, 10}, {10, 10}, false}, Case{{0, 10}, {0, 10}, false}, Case{{0, 10}, {5, 0}, false},
        Case{{0, 10}, {100, 1}, false}, Case{{0, 10}, {9, 1}, true}, Case{{0, 10}, {0, 9}, true},
        Case{{0, 10}, {0, 11}, true}, Case{{5, 10}, {0, 6}, true}, Case{{5, 10}, {6, 2}, true},
        Case{{5, 10}, {4, 12}, true}}) {
    for (const bool swapped : {false, true}) {
      RangeSet set;
      const RangeSet::Range& first = swapped ? c.two : c.one;
      const RangeSet::Range& second = swapped ? c.one : c.two;
      BOOST_TEST(!set.add(first.offset, first.length).has_value());
      const auto overlapped = set.add(second.offset, second.length);
      BOOST_TEST(overlapped.has_value() == c.overlap);
      if (overlapped) {
        BOOST_TEST(overlapped->offset == first.offset);
        BOOST_TEST(overlapped->length == first.length);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(overlaps_are_found_as_a_comparison_of_all_pairs_finds_them) {
  std::mt19937 random(1);
  const auto next = [&random](std::uint64_t below) { return random() % below; };
  for (int round = 0; round < 500; ++round) {
    RangeSet set;
    std::vector<RangeSet::Range> before;
    for (int i = 0; i < 20; ++i) {
      const RangeSet::Range range{next(200), next(12)};
      bool expected = false;
      for (const RangeSet::Range& other : before) {
        const bool touch = range.length != 0 && other.length != 0 &&
                           range.offset < other.offset + other.length &&
                           other.offset < range.offset + range.length;
        const bool same = range.offset == other.offset && range.length == other.length;
        expected = expected || (touch && !same);
      }
      BOOST_TEST(set.add(range.offset, range.length).has_value() == expected);
      before.push_back(range);
    }
    std::uint64_t end = 0;
    for (const RangeSet::Range& range : before) {
      end = std::max(end, range.length == 0 ? 0 : range.offset + range.length);
    }
    BOOST_TEST(set.end() == end);
  }
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_ranges_that_all_overlap_take_no_time) {
  RangeSet set;
  std::size_t overlaps = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    overlaps += set.add(i, 1'000'000'000).has_value() ? 1u : 0u;
  }
  BOOST_TEST(overlaps == 99'999u);
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    overlaps += set.add(2'000'000'000 + 16 * (100'000 - i), 16).has_value() ? 1u : 0u;
  }
  BOOST_TEST(overlaps == 99'999u);
  BOOST_TEST(set.add(0, 4'000'000'000).has_value());
  BOOST_TEST(set.end() == 4'000'000'000u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(data_files)

BOOST_AUTO_TEST_CASE(values_are_read_with_and_without_a_guard) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123456789abcdef");
  for (const bool guarded : {false, true}) {
    const auto guard = guarded ? std::make_unique<MappingGuard>() : nullptr;
    Document document(temporary.path());
    const auto range = document.find(entries("w.bin", 0, 4), 4);
    BOOST_TEST(document.found({}));
    const auto rest = document.find(entries("w.bin", 4), 12);
    BOOST_TEST(document.found({Rule::external_unaligned}));
    BOOST_REQUIRE((range && rest));
    BOOST_TEST(document.files.count() == 1u);
    BOOST_TEST(document.files.view(*range).has_value() == guarded);
    BOOST_TEST(text_of(document.read(*range).value()) == "0123");
    BOOST_TEST(text_of(document.read(*rest).value()) == "456789abcdef");
    document.finish();
    BOOST_TEST(document.found({}));
  }
}

BOOST_AUTO_TEST_CASE(a_tensor_without_elements_may_stand_at_the_end) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123");
  Document document(temporary.path());
  const auto range = document.find(entries("w.bin", 4, 0), 0);
  BOOST_REQUIRE(range.has_value());
  BOOST_TEST(document.read(*range).value().empty());
  BOOST_TEST(document.files.view(*range).value().empty());
  BOOST_TEST(!document.find(entries("w.bin", 5, 0), 0).has_value());
  BOOST_TEST(document.found({Rule::external_range}));
}

BOOST_AUTO_TEST_CASE(a_length_of_zero_is_a_fault_under_strict_and_not_given_under_compat) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123");
  Document strict(temporary.path());
  BOOST_TEST(!strict.find(entries("w.bin", 0, 0), 4).has_value());
  BOOST_TEST(strict.found({Rule::external_zero_length}));
  Document compat(temporary.path(), Policy::compat());
  const auto range = compat.find(entries("w.bin", 0, 0), 4);
  BOOST_TEST(compat.found({Rule::external_zero_length}));
  BOOST_REQUIRE(range.has_value());
  BOOST_TEST(text_of(compat.read(*range).value()) == "0123");
  BOOST_TEST(!compat.find(entries("w.bin", 0, 3), 4).has_value());
  BOOST_TEST(compat.found({Rule::external_size_mismatch}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_a_fault_of_each_tensor) {
  const TemporaryFolder temporary;
  Document document(temporary.path());
  for (int twice = 0; twice < 2; ++twice) {
    BOOST_TEST(!document.find(entries("w.bin"), 4).has_value());
    BOOST_TEST(document.found({Rule::external_missing_file}));
  }
  document.finish();
  BOOST_TEST(document.found({}));
}

BOOST_AUTO_TEST_CASE(a_hard_link_is_read_when_the_policy_lets_it_pass_and_ranges_know_it) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123456789abcdef");
  std::filesystem::create_hard_link(temporary / "w.bin", temporary / "v.bin");
  Document strict(temporary.path());
  BOOST_TEST(!strict.find(entries("w.bin"), 4).has_value());
  BOOST_TEST(strict.found({Rule::external_hard_link}));
  BOOST_TEST(!strict.find(entries("w.bin"), 4).has_value());
  BOOST_TEST(strict.found({Rule::external_hard_link}));

  Policy policy;
  BOOST_REQUIRE(policy.set_severity(Rule::external_hard_link, Severity::note));
  Document lenient(temporary.path(), policy);
  BOOST_TEST(lenient.find(entries("w.bin", 0), 8).has_value());
  BOOST_TEST(lenient.found({Rule::external_hard_link}));
  BOOST_TEST(lenient.find(entries("w.bin", 0), 8).has_value());
  BOOST_TEST(lenient.found({}));
  BOOST_TEST(lenient.find(entries("v.bin", 0), 16).has_value());
  BOOST_TEST(lenient.found({Rule::external_hard_link, Rule::external_overlap}));
}

BOOST_AUTO_TEST_CASE(what_lies_behind_the_last_tensor_is_noted_once_a_file) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123456789abcdef");
  temporary.write("v.bin", "0123");
  Document document(temporary.path());
  BOOST_TEST(document.find(entries("w.bin"), 8).has_value());
  BOOST_TEST(document.find(entries("v.bin"), 4).has_value());
  document.finish();
  BOOST_TEST(document.found({Rule::external_file_longer}));
  BOOST_TEST(document.find(entries("w.bin", 8), 8).has_value());
  document.finish();
  BOOST_TEST(document.found({}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_written_or_exchanged_meanwhile_has_changed) {
  for (const bool guarded : {false, true}) {
    const auto guard = guarded ? std::make_unique<MappingGuard>() : nullptr;
    for (const bool exchanged : {false, true}) {
      const TemporaryFolder temporary;
      temporary.write("w.bin", "0123");
      temporary.write("v.bin", "0123");
      Document document(temporary.path());
      const auto range = document.find(entries("w.bin"), 4);
      BOOST_REQUIRE(range.has_value());
      if (exchanged) {
        std::filesystem::rename(temporary / "v.bin", temporary / "w.bin");
      } else {
        std::ofstream(temporary / "w.bin", std::ios::app) << "4";
      }
      BOOST_TEST(document.read(*range).has_value() == guarded);
      BOOST_TEST((guarded || document.found({Rule::external_changed})));
      document.finish();
      BOOST_TEST(!document.rules.empty());
      BOOST_TEST((document.rules.back() == Rule::external_changed));
    }
  }
}

BOOST_AUTO_TEST_CASE(
    a_file_that_shrinks_while_it_is_mapped_has_changed_whatever_its_size_and_time) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", std::string(20'000, 'x'));
  const auto time = std::filesystem::last_write_time(temporary / "w.bin");
  const MappingGuard guard;
  Document document(temporary.path());
  const auto range = document.find(entries("w.bin"), 20'000);
  BOOST_REQUIRE(range.has_value());
  std::filesystem::resize_file(temporary / "w.bin", 0);
  const Bytes bytes = document.read(*range).value();
  BOOST_TEST((bytes[19'999] == std::byte{0}));
  std::filesystem::resize_file(temporary / "w.bin", 20'000);
  std::filesystem::last_write_time(temporary / "w.bin", time);
  document.finish();
  BOOST_TEST(document.found({Rule::external_changed}));
}

BOOST_AUTO_TEST_CASE(a_copy_stays_within_the_budget) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", std::string(100'000, 'x'));
  for (const std::uint64_t budget : {50'000u, 300'000u}) {
    Document document(temporary.path(), Policy(), budget);
    const auto range = document.find(entries("w.bin"), 100'000);
    BOOST_REQUIRE(range.has_value());
    const auto bytes = document.read(*range);
    BOOST_TEST(bytes.has_value() == (budget == 300'000u));
    BOOST_TEST((bytes || document.found({Rule::limit_memory})));
  }
}

BOOST_AUTO_TEST_CASE(reading_stops_when_tensors_share_too_much) {
  const TemporaryFolder temporary;
  constexpr std::uint64_t kSize = 16u << 20;
  temporary.write("w.bin", "");
  std::filesystem::resize_file(temporary / "w.bin", kSize);
  const MappingGuard guard;
  Document document(temporary.path());
  const auto range = document.find(entries("w.bin"), kSize);
  BOOST_REQUIRE(range.has_value());
  // 64 MiB are free, and eight times the file.
  for (int i = 0; i < 12; ++i) {
    BOOST_TEST(document.read(*range).has_value());
  }
  BOOST_TEST(!document.read(*range).has_value());
  BOOST_TEST(document.found({Rule::limit_external_reads}));
  BOOST_TEST(document.files.view(*range).has_value());
}

BOOST_AUTO_TEST_CASE(a_checksum_is_verified_when_asked_for_once_a_file) {
  const TemporaryFolder temporary;
  temporary.write("w.bin", "0123456789abcdefghij");
  int made = 0;
  ExternalEntries with_checksum = entries("w.bin");
  with_checksum.checksum.emplace();
  for (const bool guarded : {false, true}) {
    const auto guard = guarded ? std::make_unique<MappingGuard>() : nullptr;
    Document document(temporary.path());
    BOOST_TEST(document.find(with_checksum, 20).has_value());
    BOOST_TEST(document.found({}));

    document.folder.verify_checksums([&made] { return std::make_unique<SumHasher>(made); });
    made = 0;
    BOOST_TEST(document.find(with_checksum, 20).has_value());
    BOOST_TEST(document.found({Rule::external_checksum}));
    ExternalEntries right = with_checksum;
    for (std::size_t i = 0; i < 20; ++i) {
      (*right.checksum)[i] = static_cast<std::byte>("0123456789abcdefghij"[i]);
    }
    BOOST_TEST(document.find(right, 20).has_value());
    BOOST_TEST(document.found({}));
    BOOST_TEST(made == 1);
  }
}

BOOST_AUTO_TEST_CASE(more_files_than_descriptors_are_no_trouble) {
  const TemporaryFolder temporary;
  std::vector<std::string> names(2000);
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = cat("w", i);
    temporary.write(names[i], "0123");
  }
  for (const bool guarded : {false, true}) {
    const auto guard = guarded ? std::make_unique<MappingGuard>() : nullptr;
    Document document(temporary.path());
    for (const std::string& name : names) {
      BOOST_TEST(document.find(entries(name), 4).has_value());
    }
    BOOST_TEST(document.files.count() == names.size());
    document.finish();
    BOOST_TEST(document.found({}));
  }
}

BOOST_AUTO_TEST_SUITE_END()
