// The text of external_data, both sides of each rule.
#include "external/entries.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace assay;
using namespace assay::external;
using namespace std::string_view_literals;

namespace {

struct Outcome {
  ExternalEntries entries;
  std::vector<EntryFault> faults;

  bool has(Rule rule) const {
    for (const EntryFault& fault : faults) {
      if (fault.rule == rule) {
        return true;
      }
    }
    return false;
  }
};

Outcome parse(const std::vector<Entry>& entries) {
  Outcome outcome;
  outcome.entries = parse_entries(
      entries, [&outcome](const EntryFault& fault) { outcome.faults.push_back(fault); });
  return outcome;
}

struct LocationCase {
  std::string_view text;
  std::vector<Rule> rules;
};

const std::vector<LocationCase> kLocations = {
    {"w.bin"sv, {}},
    {"sub/w.bin"sv, {}},
    {"a..b"sv, {}},
    {"..a"sv, {}},
    {"#d/w.bin"sv, {}},
    {"model.onnx.data"sv, {}},
    {" w.bin"sv, {}},
    {"~/w.bin"sv, {}},
    {"~"sv, {}},
    {".hidden"sv, {}},
    {" .a"sv, {}},
    {"w%2e%2e.bin"sv, {}},
    {"\xd0\xb2\xd0\xb5\xd1\x81.bin"sv, {}},
    {"console"sv, {}},
    {"com0"sv, {}},
    {"com10"sv, {}},
    {"lpt"sv, {}},
    {"aux_head.weight"sv, {}},
    {"conin"sv, {}},
    {""sv, {Rule::external_no_location}},
    {"../../../etc/passwd"sv, {Rule::external_path_escape}},
    {"junk/../../secret"sv, {Rule::external_path_escape}},
    {"a/../b"sv, {Rule::external_path_escape}},
    {".."sv, {Rule::external_path_escape}},
    {"a/.."sv, {Rule::external_path_escape}},
    {"../"sv, {Rule::external_path_escape, Rule::external_path}},
    {"..\\w.bin"sv, {Rule::external_path_escape, Rule::external_path}},
    {"a\\..\\..\\w.bin"sv, {Rule::external_path_escape, Rule::external_path}},
    {"/"sv, {Rule::external_path_absolute}},
    {"/etc/passwd"sv, {Rule::external_path_absolute}},
    {"//host/share"sv, {Rule::external_path_absolute}},
    {"C:\\x"sv, {Rule::external_path_absolute}},
    {"C:x"sv, {Rule::external_path_absolute}},
    {"c:"sv, {Rule::external_path_absolute}},
    {"\\\\host\\share"sv, {Rule::external_path_absolute}},
    {"\\\\?\\C:\\x"sv, {Rule::external_path_absolute}},
    {"\\x"sv, {Rule::external_path_absolute}},
    {"file:///x"sv, {Rule::external_path}},
    {"http://x"sv, {Rule::external_path}},
    {"data:,x"sv, {Rule::external_path}},
    {"w.bin:stream"sv, {Rule::external_path}},
    {"1:x"sv, {Rule::external_path}},
    {R"({"type":"stripped"})"sv, {Rule::external_path}},
    {"a\\b"sv, {Rule::external_path}},
    {"a\nb"sv, {Rule::external_path}},
    {"a\x7f"sv, {Rule::external_path}},
    {"w.bin\0.txt"sv, {Rule::external_path}},
    {"\0"sv, {Rule::external_path}},
    {"."sv, {Rule::external_path}},
    {"./w.bin"sv, {Rule::external_path}},
    {"a/./b"sv, {Rule::external_path}},
    {"a//b"sv, {Rule::external_path}},
    {"a/"sv, {Rule::external_path}},
    {"w.bin "sv, {Rule::external_path}},
    {"w.bin."sv, {Rule::external_path}},
    {"..."sv, {Rule::external_path}},
    {"dir./w.bin"sv, {Rule::external_path}},
    {"dir /w.bin"sv, {Rule::external_path}},
    {"CON"sv, {Rule::external_path}},
    {"a/nul"sv, {Rule::external_path}},
    {"aux.bin/x"sv, {Rule::external_path}},
    {"Prn .tar.gz"sv, {Rule::external_path}},
    {"COM1"sv, {Rule::external_path}},
    {"lpt9.data"sv, {Rule::external_path}},
    {"com\xc2\xb9"sv, {Rule::external_path}},
    {"CONIN$"sv, {Rule::external_path}},
    {"*/_ORT_MEM_ADDR_/*"sv, {Rule::external_reserved_marker}},
    {"__ORT_MEM_ADDR__"sv, {Rule::external_reserved_marker}},
    {"*\\_ORT_MEM_ADDR_\\*"sv, {Rule::external_reserved_marker}},
    {"x_ORT_MEM_ADDR_x"sv, {}},
};

struct NumberCase {
  std::string_view text;
  std::optional<std::uint64_t> number;
};

const std::vector<NumberCase> kNumbers = {
    {"0"sv, 0},
    {"7"sv, 7},
    {"4096"sv, 4096},
    {"9223372036854775807"sv, 0x7fffffffffffffff},
    {"9223372036854775808"sv, {}},
    {"18446744073709551616"sv, {}},
    {"99999999999999999999999999"sv, {}},
    {""sv, {}},
    {"-1"sv, {}},
    {"-0"sv, {}},
    {"+1"sv, {}},
    {" 1"sv, {}},
    {"1 "sv, {}},
    {"1\0"sv, {}},
    {"0x10"sv, {}},
    {"1e3"sv, {}},
    {"1_000"sv, {}},
    {"1.0"sv, {}},
    {"12abc"sv, {}},
    {"\xd9\xa1"sv, {}},
    {"00"sv, {}},
    {"007"sv, {}},
};

constexpr std::string_view kDigest = "da39a3ee5e6b4b0d3255bfef95601890afd80709";

}  // namespace

BOOST_AUTO_TEST_SUITE(entries)

BOOST_AUTO_TEST_CASE(a_location_is_judged_component_by_component) {
  for (const LocationCase& one : kLocations) {
    BOOST_TEST_CONTEXT("location " << one.text) {
      const LocationFaults found = judge_location(one.text);
      BOOST_REQUIRE_EQUAL(found.count, one.rules.size());
      for (std::size_t i = 0; i < found.count; ++i) {
        BOOST_TEST((found.faults[i].rule == one.rules[i]));
        BOOST_TEST(!found.faults[i].reason.empty());
      }
      const Outcome outcome = parse({{"location", one.text}});
      BOOST_TEST(outcome.faults.size() == one.rules.size());
      BOOST_TEST(outcome.entries.location.has_value() == one.rules.empty());
      BOOST_TEST(outcome.entries.usable == one.rules.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_number_is_plain_decimal_below_two_to_the_63) {
  for (const NumberCase& one : kNumbers) {
    BOOST_TEST_CONTEXT("number " << one.text) {
      const Outcome offset = parse({{"location", "w"}, {"offset", one.text}});
      const Outcome length = parse({{"length", one.text}, {"location", "w"}});
      BOOST_TEST((offset.entries.offset == one.number));
      BOOST_TEST((length.entries.length == one.number));
      BOOST_TEST(offset.entries.usable == one.number.has_value());
      BOOST_TEST(length.entries.usable == one.number.has_value());
      BOOST_REQUIRE_EQUAL(offset.faults.size(), one.number ? 0 : 1);
      BOOST_REQUIRE_EQUAL(length.faults.size(), one.number ? 0 : 1);
      if (!one.number) {
        BOOST_TEST((offset.faults[0].rule == Rule::external_number));
        BOOST_TEST((offset.faults[0].entry == std::optional<std::size_t>(1)));
        BOOST_TEST((offset.faults[0].part == Part::value));
        BOOST_TEST((length.faults[0].entry == std::optional<std::size_t>(0)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(entries_with_every_key_are_read) {
  const Outcome outcome =
      parse({{"location", "w"}, {"offset", "64"}, {"length", "8"}, {"checksum", kDigest}});
  BOOST_TEST(outcome.faults.empty());
  BOOST_TEST(outcome.entries.usable);
  BOOST_TEST(outcome.entries.location.value() == "w");
  BOOST_TEST(outcome.entries.offset.value() == 64u);
  BOOST_TEST(outcome.entries.length.value() == 8u);
  BOOST_TEST((outcome.entries.checksum.value()[0] == std::byte{0xda}));
  BOOST_TEST((outcome.entries.checksum.value()[19] == std::byte{0x09}));
}

BOOST_AUTO_TEST_CASE(a_missing_location_is_a_fault_of_no_entry) {
  for (const std::vector<Entry>& entries : {std::vector<Entry>{}, {{"offset", "0"}}}) {
    const Outcome outcome = parse(entries);
    BOOST_REQUIRE_EQUAL(outcome.faults.size(), 1);
    BOOST_TEST((outcome.faults[0].rule == Rule::external_no_location));
    BOOST_TEST(!outcome.faults[0].entry.has_value());
    BOOST_TEST(!outcome.entries.usable);
  }
}

BOOST_AUTO_TEST_CASE(a_key_given_twice_is_a_fault_of_the_second) {
  for (const Entry& twice : {Entry{"location", "v"}, Entry{"offset", "1"}, Entry{"length", "1"},
                             Entry{"checksum", kDigest}}) {
    const Outcome once = parse({{"location", "w"}});
    BOOST_TEST(!once.has(Rule::external_duplicate_key));
    BOOST_TEST(!once.entries.repeated);
    const Outcome outcome = parse({{"location", "w"}, twice, twice});
    BOOST_TEST(outcome.has(Rule::external_duplicate_key));
    BOOST_TEST(outcome.entries.repeated);
    BOOST_TEST((outcome.faults.back().entry == std::optional<std::size_t>(2)));
    BOOST_TEST((outcome.faults.back().part == Part::key));
  }
  BOOST_TEST(parse({{"location", "w"}, {"location", "v"}}).entries.location.value() == "v");
}

BOOST_AUTO_TEST_CASE(one_bad_location_of_two_makes_the_entries_unusable) {
  BOOST_TEST(!parse({{"location", "w"}, {"location", "../v"}}).entries.usable);
  BOOST_TEST(!parse({{"location", "../v"}, {"location", "w"}}).entries.usable);
}

BOOST_AUTO_TEST_CASE(an_unknown_key_is_a_fault_whatever_its_name) {
  const std::string long_key(1u << 20, 'k');
  for (const std::string_view key : {"__class__"sv, ""sv, "Location"sv, "location "sv,
                                     "location\0"sv, std::string_view(long_key)}) {
    const Outcome outcome = parse({{"location", "w"}, {key, "x"}});
    BOOST_REQUIRE_EQUAL(outcome.faults.size(), 1);
    BOOST_TEST((outcome.faults[0].rule == Rule::external_unknown_key));
    BOOST_TEST((outcome.faults[0].part == Part::key));
    BOOST_TEST(outcome.faults[0].message.size() < 300u);
    BOOST_TEST(outcome.entries.usable);
  }
}

BOOST_AUTO_TEST_CASE(a_basepath_is_reported_and_ignored) {
  const Outcome outcome = parse({{"basepath", "/etc"}, {"location", "w"}});
  BOOST_REQUIRE_EQUAL(outcome.faults.size(), 1);
  BOOST_TEST((outcome.faults[0].rule == Rule::external_basepath));
  BOOST_TEST(outcome.entries.location.value() == "w");
  BOOST_TEST(outcome.entries.usable);
}

BOOST_AUTO_TEST_CASE(a_checksum_is_forty_hexadecimal_digits) {
  const std::string upper = "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709";
  BOOST_TEST(parse({{"location", "w"}, {"checksum", upper}}).faults.empty());
  const std::string digest(kDigest);
  for (const std::string& text :
       {std::string("zz"), std::string(), digest.substr(1), digest + "0", digest.substr(1) + "g",
        digest.substr(1) + "+", digest.substr(0, 38) + "0x"}) {
    const Outcome outcome = parse({{"location", "w"}, {"checksum", text}});
    BOOST_REQUIRE_EQUAL(outcome.faults.size(), 1);
    BOOST_TEST((outcome.faults[0].rule == Rule::external_checksum));
    BOOST_TEST(!outcome.entries.checksum.has_value());
    BOOST_TEST(outcome.entries.usable);
  }
}

BOOST_AUTO_TEST_SUITE_END()
