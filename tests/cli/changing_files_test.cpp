// assay check of files that somebody cuts and mends meanwhile, and of data files with checksums.
//
// Whether a cut falls into a check is chance, so each test goes on until it has; what may never be,
// a file that is accepted as something that it was at no time, is asserted of every run.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/run_command.hpp"
#include "external/cutter.hpp"
#include "support/models.hpp"

using namespace assay;
using namespace assay::testing;
using Json = nlohmann::json;

namespace {

using enum ElementType;

constexpr std::int64_t kElements = 32 << 20;  // of BOOL: every byte is looked at
constexpr int kRounds = 1000;

Message in_file(ElementType type, std::int64_t count, std::string_view location) {
  return tensor(type, {count})
      .set("name", "w")
      .set("data_location", 1)
      .set("external_data", entry("location", location));
}
std::string model_with(const Message& initializer) {
  return model_of(graph_of(identity()).set("initializer", initializer)).text();
}

// A file of zeros that takes no room on the disk, behind what it begins with.
void write_sparse(const TemporaryFolder& folder, const std::string& name, std::string_view head,
                  std::uint64_t zeros) {
  folder.write(name, head);
  std::filesystem::resize_file(folder / name, head.size() + zeros);
}

// A tensor of BOOL whose raw_data is what follows.
std::string head_of_tensor() {
  return tensor(boolean, {kElements})
      .tag("raw_data", WireType::length_delimited)
      .varint(static_cast<std::uint64_t>(kElements))
      .text();
}

// The rules of the findings about one file, "a, b"; "none" when there are none.
std::string rules_of(const Outcome& outcome) {
  const Json report = Json::parse(outcome.out);
  BOOST_TEST_REQUIRE(report.size() == 1u);
  std::string rules;
  for (const Json& finding : report[0]["findings"]) {
    rules += (rules.empty() ? "" : ", ") + finding["rule"].get<std::string>();
  }
  return rules.empty() ? "none" : rules;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(changing_files)

BOOST_AUTO_TEST_CASE(a_file_that_is_cut_while_it_is_read_is_told_and_has_no_report) {
  const TemporaryFolder folder;
  write_sparse(folder, "t.pb", head_of_tensor(), kElements);
  const std::vector<std::string> arguments = {"check",    "--kind", "tensor",
                                              "--format", "json",   "t.pb"};
  BOOST_TEST_REQUIRE(run_command(folder, arguments).status == 0);
  int changed = 0;
  const Cutter cutter(folder / "t.pb");
  for (int round = 0; round < kRounds && changed == 0; ++round) {
    const Outcome outcome = run_command(folder, arguments);
    if (outcome.status == 2) {
      ++changed;
      BOOST_TEST(outcome.err == "assay: t.pb: it was changed while it was read\n");
      BOOST_TEST(Json::parse(outcome.out).empty());
    } else {
      // All of it was read as it was at one time: whole, or cut.
      BOOST_TEST(rules_of(outcome) == (outcome.status == 0 ? "none" : "wire/truncated"));
      BOOST_TEST(outcome.err == "");
    }
  }
  BOOST_TEST(changed > 0);
}

BOOST_AUTO_TEST_CASE(inspect_tells_of_a_file_that_is_cut_too) {
  const TemporaryFolder folder;
  write_sparse(folder, "t.pb", head_of_tensor(), kElements);
  int changed = 0;
  const Cutter cutter(folder / "t.pb");
  for (int round = 0; round < kRounds && changed == 0; ++round) {
    const Outcome outcome = run_command(folder, {"inspect", "--kind", "tensor", "t.pb"});
    changed += outcome.status == 2 ? 1 : 0;
    BOOST_TEST(outcome.err ==
               (outcome.status == 2 ? "assay: t.pb: it was changed while it was read\n" : ""));
  }
  BOOST_TEST(changed > 0);
}

BOOST_AUTO_TEST_CASE(a_data_file_that_is_cut_while_it_is_read_is_a_finding) {
  const TemporaryFolder folder;
  folder.write("m.onnx", model_with(in_file(boolean, kElements, "w.bin")));
  write_sparse(folder, "w.bin", "", kElements);
  const std::vector<std::string> arguments = {"check", "--format", "json", "m.onnx"};
  BOOST_TEST_REQUIRE(run_command(folder, arguments).status == 0);
  int changed = 0;
  const Cutter cutter(folder / "w.bin");
  for (int round = 0; round < kRounds && changed == 0; ++round) {
    const Outcome outcome = run_command(folder, arguments);
    const std::string rules = rules_of(outcome);
    // It may have been opened when it was cut.
    const bool seen = rules == "external/changed" || rules == "external/range, external/changed";
    changed += seen ? 1 : 0;
    BOOST_TEST((seen || rules == "external/range" || rules == "none"), rules);
    BOOST_TEST((outcome.status == 0) == (rules == "none"));
  }
  BOOST_TEST(changed > 0);
}

BOOST_AUTO_TEST_CASE(no_policy_lets_a_data_file_change) {
  const TemporaryFolder folder;
  folder.write("m.onnx", model_with(in_file(uint8, 3, "w.bin")));
  folder.write("w.bin", "abc");
  for (const char* rule :
       {"external/changed=off", "file/changed=note", "external/changed=warning"}) {
    BOOST_TEST(run_command(folder, {"check", "--rule", rule, "m.onnx"}).status == 2);
  }
}

BOOST_AUTO_TEST_CASE(checksums_are_compared_when_asked_for) {
  const TemporaryFolder folder;
  folder.write("w.bin", "abc");
  const auto model = [](std::string_view checksum) {
    return model_with(in_file(uint8, 3, "w.bin").set("external_data", entry("checksum", checksum)));
  };
  // The example of the standard, FIPS 180: SHA-1 of "abc".
  folder.write("right.onnx", model("a9993e364706816aba3e25717850c26c9cd0d89d"));
  folder.write("capitals.onnx", model("A9993E364706816ABA3E25717850C26C9CD0D89D"));
  folder.write("wrong.onnx", model("a9993e364706816aba3e25717850c26c9cd0d89e"));
  folder.write("malformed.onnx", model("zz"));
  const auto found = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", "--format", "json"});
    const Outcome outcome = run_command(folder, arguments);
    return std::to_string(outcome.status) + " " + rules_of(outcome);
  };
  BOOST_TEST(found({"--checksums", "right.onnx"}) == "0 none");
  BOOST_TEST(found({"--checksums", "capitals.onnx"}) == "0 none");
  BOOST_TEST(found({"--checksums", "wrong.onnx"}) == "1 external/checksum");
  BOOST_TEST(found({"--checksums", "--profile=compat", "wrong.onnx"}) == "0 external/checksum");
  BOOST_TEST(found({"wrong.onnx"}) == "0 none");
  // What is no checksum at all needs no file to be wrong.
  BOOST_TEST(found({"malformed.onnx"}) == "1 external/checksum");
  BOOST_TEST(found({"--checksums", "malformed.onnx"}) == "1 external/checksum");
  folder.write("w.bin", "abd");
  BOOST_TEST(found({"--checksums", "right.onnx"}) == "1 external/checksum");
}

BOOST_AUTO_TEST_SUITE_END()
