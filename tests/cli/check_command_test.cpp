// The command as its users see it: exit statuses, streams, formats.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <json_schema.hpp>
#include <set>

#include "cli/run_command.hpp"
#include "support/models.hpp"

using assay::ElementType;
using assay::conformance::Json;
using assay::conformance::JsonSchema;
using namespace assay::testing;

namespace {

// dims [2], FLOAT, 8 bytes of raw_data; and the same with one byte too few.
const std::string kGood("\x08\x02\x10\x01\x4a\x08\0\0\0\0\0\0\0\0", 14);
const std::string kBad("\x08\x02\x10\x01\x4a\x07\0\0\0\0\0\0\0", 13);

struct Files : TemporaryFolder {
  Files() {
    write("good.pb", kGood);
    write("bad.pb", kBad);
  }
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Json report_of(const Outcome& outcome) {
  static const JsonSchema schema(
      Json::parse(read_file(ASSAY_SOURCE_DIR "/docs/report.schema.json")));
  Json report = Json::parse(outcome.out);
  const auto fault = schema.check(report);
  BOOST_REQUIRE_MESSAGE(!fault, fault->pointer << ": " << fault->message);
  return report;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check_command)

BOOST_AUTO_TEST_CASE(the_exit_status_says_what_came_of_it) {
  const Files files;
  files.write("empty/notes.txt", "");
  files.link("nowhere", "broken/dangling.pb");
  struct {
    std::vector<std::string> arguments;
    int status;
  } const cases[] = {
      {{"check", "good.pb"}, 0},
      {{"check", "good.pb", "good.pb"}, 0},
      {{"check", "bad.pb"}, 1},
      {{"check", "good.pb", "bad.pb"}, 1},
      {{"check", "."}, 2},
      {{"check", "no-such-file"}, 2},
      {{"check", "bad.pb", "no-such-file", "good.pb"}, 2},
      {{"check", "broken"}, 2},
      {{"check", "empty"}, 3},
      {{"check", "empty", "good.pb"}, 0},
      {{"check"}, 2},
      {{}, 2},
      {{"chek", "good.pb"}, 2},
      {{"check", "--no-such-option", "good.pb"}, 2},
      {{"check", "--kind", "tensr", "good.pb"}, 2},
      {{"check", "--format", "xml", "good.pb"}, 2},
      {{"check", "--rule", "tensor/none=off", "good.pb"}, 2},
      {{"check", "--rule", "wire/truncated=off", "good.pb"}, 2},
      {{"check", "--limit", "depth=1001", "good.pb"}, 2},
      {{"check", "--max-findings", "-1", "good.pb"}, 2},
      {{"check", "--policy", "no-such-file", "good.pb"}, 2},
      {{"check", "-", "-"}, 2},
      {{"--help"}, 0},
      {{"check", "--help"}, 0},
      {{"--version"}, 0},
      {{"version"}, 0},
      {{"rules"}, 0},
      {{"rules", "tensor/raw-data-size", "wire"}, 0},
      {{"rules", "tensor/none"}, 2},
  };
  for (const auto& c : cases) {
    std::string line;
    for (const std::string& argument : c.arguments) {
      line += " " + argument;
    }
    BOOST_TEST_CONTEXT(line) {
      const Outcome outcome = run_command(files, c.arguments);
      BOOST_TEST(outcome.status == c.status);
      // Trouble, and only trouble, is told on standard error.
      BOOST_TEST(outcome.err.empty() == (c.status < 2));
    }
  }
}

BOOST_AUTO_TEST_CASE(text_names_file_rule_and_bytes) {
  const Files files;
  const Outcome outcome = run_command(files, {"check", "bad.pb"});
  BOOST_TEST(outcome.out.starts_with("bad.pb: REJECTED (tensor, 13 bytes): 1 error\n"));
  BOOST_TEST(contains(outcome.out, "error[tensor/raw-data-size]: "));
  BOOST_TEST(contains(outcome.out, "at:  raw_data, byte 6 (0x6), 7 bytes\n"));
  BOOST_TEST(contains(outcome.out, "0x0 | 08 02 10 01 4a 07 00 00 00 00 00 00 00 | ....J"));
  BOOST_TEST(contains(outcome.out, "    fix: "));
  BOOST_TEST(
      contains(outcome.out, "\n1 file: 0 accepted, 1 rejected (1 error, 0 warnings, 0 notes)\n"));
  BOOST_TEST(!contains(outcome.out, "\x1b"));
  BOOST_TEST(contains(run_command(files, {"check", "--color=always", "bad.pb"}).out, "\x1b[1;31m"));
}

BOOST_AUTO_TEST_CASE(quiet_names_only_files_with_findings) {
  const Files files;
  const Outcome outcome = run_command(files, {"check", "-q", "good.pb", "bad.pb"});
  BOOST_TEST(!contains(outcome.out, "good.pb"));
  BOOST_TEST(contains(outcome.out, "bad.pb"));
  BOOST_TEST(outcome.status == 1);
}

BOOST_AUTO_TEST_CASE(json_keeps_the_order_given_on_any_number_of_threads) {
  const Files files;
  std::vector<std::string> arguments = {"check", "--format", "json"};
  for (int i = 0; i < 60; ++i) {
    const std::string name = "f" + std::to_string(i * 37 % 60) + ".pb";
    files.write(name, i % 3 == 0 ? kBad : kGood);
    arguments.push_back(name);
  }
  const Outcome one = run_command(files, arguments);
  const Json report = report_of(one);
  BOOST_TEST_REQUIRE(report.size() == 60u);
  for (std::size_t i = 0; i < report.size(); ++i) {
    BOOST_TEST(report[i]["file"] == arguments[i + 3]);
    BOOST_TEST(report[i]["verdict"] == (i % 3 == 0 ? "reject" : "accept"));
  }
  for (const char* jobs : {"-j2", "-j7", "-j0"}) {
    std::vector<std::string> threaded = arguments;
    threaded.emplace_back(jobs);
    const Outcome many = run_command(files, threaded);
    BOOST_TEST(many.status == one.status);
    BOOST_TEST(many.out == one.out);
  }
}

BOOST_AUTO_TEST_CASE(ndjson_has_each_file_once_on_any_number_of_threads) {
  const Files files;
  std::set<std::string> expected;
  for (int i = 0; i < 60; ++i) {
    const std::string name = "many/f" + std::to_string(i) + ".pb";
    files.write(name, kGood);
    expected.insert(name);
  }
  for (const char* jobs : {"-j1", "-j5"}) {
    const Outcome outcome = run_command(files, {"check", "--format=ndjson", jobs, "many"});
    BOOST_TEST(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 60);
    std::set<std::string> found;
    for (std::size_t at = 0; at < outcome.out.size();) {
      const std::size_t end = outcome.out.find('\n', at);
      found.insert(Json::parse(outcome.out.substr(at, end - at))["file"].get<std::string>());
      at = end + 1;
    }
    BOOST_TEST(found == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_is_told_and_has_no_report) {
  const Files files;
  for (const char* jobs : {"-j1", "-j3"}) {
    const Outcome outcome =
        run_command(files, {"check", "--format", "json", jobs, "good.pb", "gone.pb", "bad.pb"});
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.err.starts_with("assay: gone.pb: "));
    BOOST_TEST(report_of(outcome).size() == 2u);
  }
  const Outcome sarif = run_command(files, {"check", "--format", "sarif", "gone.pb"});
  BOOST_TEST(Json::parse(sarif.out)["runs"][0]["invocations"][0]["executionSuccessful"] == false);
}

BOOST_AUTO_TEST_CASE(standard_input_is_judged_by_its_content) {
  const Files files;
  const Json report = report_of(run_command(files, {"check", "--format", "json", "-"}, kBad));
  BOOST_TEST(report[0]["file"] == "<stdin>");
  BOOST_TEST(report[0]["kind"] == "tensor");
  BOOST_TEST(report[0]["bytes"] == 13);
  BOOST_TEST(report[0]["verdict"] == "reject");
  BOOST_TEST(run_command(files, {"check", "--kind", "tensor", "-"}, kGood).status == 0);
}

BOOST_AUTO_TEST_CASE(the_kind_is_by_name_then_by_content_unless_given) {
  const Files files;
  files.write("t.onnx", kGood);
  const auto kind = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", "--format", "json"});
    return report_of(run_command(files, arguments))[0]["kind"].get<std::string>();
  };
  BOOST_TEST(kind({"t.onnx"}) == "model");
  BOOST_TEST(kind({"good.pb"}) == "tensor");
  BOOST_TEST(kind({"t.onnx", "--kind", "tensor"}) == "tensor");
  BOOST_TEST(kind({"good.pb", "--kind", "sparse-tensor"}) == "sparse-tensor");
}

BOOST_AUTO_TEST_CASE(hostile_file_names_are_shown_and_not_obeyed) {
  const Files files;
  const std::string name = "a\x1b[31m\n\"\\\xff.pb";
  files.write(name, kBad);
  const Outcome text = run_command(files, {"check", name});
  BOOST_TEST(text.status == 1);
  BOOST_TEST(text.out.starts_with("a\\x1b[31m\\n\"\\\\xff.pb: REJECTED"));
  BOOST_TEST(report_of(run_command(files, {"check", "--format", "json", name}))[0]["file"] ==
             "a\\x1b[31m\\n\"\\\\xff.pb");
  for (const std::string& bad : {"gone" + name, "--kind=" + name}) {
    const Outcome trouble = run_command(files, {"check", bad});
    BOOST_TEST(trouble.status == 2);
    BOOST_TEST(contains(trouble.err, "\\x1b[31m\\n"));
    BOOST_TEST(!contains(trouble.err, "\x1b"));
  }
}

BOOST_AUTO_TEST_CASE(options_change_the_policy_after_its_file) {
  const Files files;
  files.write("p.json", R"({"rules": {"tensor/raw-data-size": "warning"}})");
  BOOST_TEST(run_command(files, {"check", "bad.pb", "--rule", "tensor/raw-data-size=off"}).status ==
             0);
  const Json report =
      report_of(run_command(files, {"check", "bad.pb", "--format=json", "--policy", "p.json"}));
  BOOST_TEST(report[0]["verdict"] == "accept");
  BOOST_TEST(report[0]["counts"]["warning"] == 1);
  BOOST_TEST(run_command(files, {"check", "bad.pb", "--policy", "p.json", "--rule",
                                 "tensor/raw-data-size=error"})
                 .status == 1);
  const Json limited =
      report_of(run_command(files, {"check", "bad.pb", "--format=json", "--max-findings", "0"}));
  BOOST_TEST(limited[0]["findings"].empty());
  BOOST_TEST(limited[0]["more"] == 1);
  BOOST_TEST(run_command(files, {"check", "good.pb", "--limit", "file_bytes=14"}).status == 0);
  BOOST_TEST(run_command(files, {"check", "good.pb", "--limit", "file_bytes=13"}).status == 1);
}

BOOST_AUTO_TEST_CASE(a_policy_allows_and_denies_domains_of_operators) {
  const Files files;
  files.write("m.onnx", model_of_node(node_of("Glow", {"x"}, {"y"}, "com.example"))
                            .set("opset_import", opset("com.example", 1))
                            .text());
  files.write("allows.json", R"({"domains": {"allowed": ["ai.onnx", "com.example"]}})");
  files.write("allows-none.json", R"({"domains": {"allowed": ["ai.onnx"]}})");
  files.write("denies.json", R"({"domains": {"denied": ["com.example"]}})");
  BOOST_TEST(run_command(files, {"check", "m.onnx"}).status == 0);
  BOOST_TEST(run_command(files, {"check", "--policy", "allows.json", "m.onnx"}).status == 0);
  for (const char* policy : {"allows-none.json", "denies.json"}) {
    const Outcome outcome =
        run_command(files, {"check", "--format", "json", "--policy", policy, "m.onnx"});
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(report_of(outcome)[0]["findings"][0]["rule"] == "policy/domain");
  }
}

BOOST_AUTO_TEST_CASE(a_cache_of_links_is_followed_when_asked_for) {
  const TemporaryFolder cache;
  const Message weights = tensor(ElementType::uint8, {3})
                              .set("name", "w")
                              .set("data_location", 1)
                              .set("external_data", entry("location", "model.onnx_data"));
  cache.write("blobs/aa", model_of(graph_of(identity()).set("initializer", weights)).text());
  cache.write("blobs/bb", "abc");
  cache.link("../../blobs/aa", "snapshots/rev/model.onnx");
  cache.link("../../blobs/bb", "snapshots/rev/model.onnx_data");
  const std::string model = "snapshots/rev/model.onnx";
  const Outcome refused = run_command(cache, {"check", "--format", "json", model});
  BOOST_TEST(refused.status == 1);
  const Json finding = report_of(refused)[0]["findings"][0];
  BOOST_TEST(finding["rule"] == "external/symlink");
  BOOST_TEST(contains(finding["message"].get<std::string>(), "--follow-model-symlinks"));
  const Outcome followed =
      run_command(cache, {"check", "--format", "json", "--follow-model-symlinks", model});
  BOOST_TEST(followed.status == 0);
  BOOST_TEST(report_of(followed)[0]["findings"].empty());
}

BOOST_AUTO_TEST_CASE(a_faulty_policy_is_refused_with_file_and_place) {
  const Files files;
  files.write("p.json", R"({"limits": {"dept": 1}})");
  const Outcome outcome = run_command(files, {"check", "--policy", "p.json", "good.pb"});
  BOOST_TEST(outcome.status == 2);
  BOOST_TEST(outcome.out.empty());
  BOOST_TEST(outcome.err.starts_with("assay: p.json: /limits/dept: "));
}

BOOST_AUTO_TEST_CASE(rules_are_found_by_id_and_by_area) {
  const Files files;
  const Json all = Json::parse(run_command(files, {"rules", "--format", "json"}).out);
  const Json wire = Json::parse(run_command(files, {"rules", "wire", "--format", "json"}).out);
  BOOST_TEST(!wire.empty());
  BOOST_TEST(wire.size() < all.size());
  for (const Json& rule : wire) {
    BOOST_TEST(rule["id"].get<std::string>().starts_with("wire/"));
  }
  BOOST_TEST(run_command(files, {"rules", "graph/ssa"}).out.starts_with("graph/ssa\n"));
  BOOST_TEST(contains(run_command(files, {"rules", "graph/sssa"}).err, "did you mean graph/ssa?"));
}

BOOST_AUTO_TEST_SUITE_END()
