#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/version.hpp"

#include "report/sample.hpp"

using namespace assay;
using namespace assay::testing;
using Json = nlohmann::json;

namespace {

// No null and no empty string anywhere: GitHub takes both as missing.
bool is_filled(const Json& json) {
  if (json.is_null() || (json.is_string() && json.get<std::string>().empty())) {
    return false;
  }
  if (json.is_structured()) {
    for (const Json& child : json) {
      if (!is_filled(child)) {
        return false;
      }
    }
  }
  return true;
}

Json run_of(const std::string& out) {
  const Json log = Json::parse(out);
  BOOST_TEST(log["version"] == "2.1.0");
  BOOST_TEST(log["$schema"].get<std::string>().starts_with("https://"));
  BOOST_TEST(log["runs"].size() == 1u);
  BOOST_TEST(is_filled(log));
  return log["runs"][0];
}

std::string uri_of(std::string_view file) {
  const Json run = run_of(Run(ReportFormat::sarif).file(file, short_raw_data()).end());
  return run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sarif_format)

BOOST_AUTO_TEST_CASE(every_rule_is_listed_at_its_index) {
  const Json run = run_of(Run(ReportFormat::sarif).end());
  const Json& driver = run["tool"]["driver"];
  BOOST_TEST(driver["name"] == "Assay");
  BOOST_TEST(driver["version"] == std::string(version()));
  BOOST_TEST(driver["rules"].size() == kRuleCount);
  std::set<std::string> ids;
  for (const Json& rule : driver["rules"]) {
    const RuleInfo& info = rule_catalogue()[ids.size()];
    BOOST_TEST(rule["id"] == std::string(info.id));
    for (const char* key : {"shortDescription", "fullDescription", "help"}) {
      BOOST_TEST(rule[key]["text"].is_string());
      BOOST_TEST(rule[key]["text"].get<std::string>().size() <= 1024u);
    }
    ids.insert(rule["id"].get<std::string>());
  }
  BOOST_TEST(ids.size() == kRuleCount);
  BOOST_TEST(run["results"] == Json::array());
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_policy_turns_off_is_not_enabled) {
  Policy policy;
  BOOST_TEST_REQUIRE(policy.set_severity(Rule::tensor_padding_bits, Severity::off));
  const Json run = run_of(Run(ReportFormat::sarif, {}, policy).end());
  const auto index = static_cast<std::size_t>(Rule::tensor_padding_bits);
  BOOST_TEST(run["tool"]["driver"]["rules"][index]["defaultConfiguration"]["enabled"] == false);
}

BOOST_AUTO_TEST_CASE(a_result_names_rule_bytes_and_field) {
  const Json run = run_of(Run(ReportFormat::sarif).file("m.onnx", short_raw_data()).end());
  BOOST_TEST_REQUIRE(run["results"].size() == 1u);
  const Json& result = run["results"][0];
  BOOST_TEST(result["ruleId"] == "tensor/raw-data-size");
  const auto index = result["ruleIndex"].get<std::size_t>();
  BOOST_TEST(run["tool"]["driver"]["rules"][index]["id"] == "tensor/raw-data-size");
  BOOST_TEST(result["level"] == "error");
  BOOST_TEST(result["message"]["text"] == "raw_data has 23 bytes; FLOAT [2,3] needs 24");
  BOOST_TEST_REQUIRE(result["locations"].size() == 1u);
  const Json& location = result["locations"][0];
  BOOST_TEST(location["physicalLocation"]["artifactLocation"]["uri"] == "m.onnx");
  const Json& region = location["physicalLocation"]["region"];
  BOOST_TEST(region["startLine"] == 1);
  BOOST_TEST(region["byteOffset"] == 118);
  BOOST_TEST(region["byteLength"] == 23);
  BOOST_TEST(location["logicalLocations"][0]["fullyQualifiedName"] ==
             "graph.initializer[0].raw_data");
}

BOOST_AUTO_TEST_CASE(a_finding_of_the_file_has_no_logical_location) {
  Report report;
  add(report, {Rule::file_empty, Severity::error, "", "", 0, 0});
  const Json run = run_of(Run(ReportFormat::sarif).file("m", report).end());
  const Json& result = run["results"][0];
  BOOST_TEST(!result["locations"][0].contains("logicalLocations"));
  BOOST_TEST(result["message"]["text"] == std::string(rule_info(Rule::file_empty).meaning));
}

BOOST_AUTO_TEST_CASE(a_fingerprint_outlives_a_move_of_the_bytes) {
  Report moved = short_raw_data();
  moved.findings[0].offset = 5000;
  Report twice = short_raw_data();
  add(twice, twice.findings[0]);
  Report elsewhere = short_raw_data();
  elsewhere.findings[0].path = "graph.initializer[1].raw_data";
  const Json run = run_of(Run(ReportFormat::sarif)
                              .file("a", short_raw_data())
                              .file("b", moved)
                              .file("c", twice)
                              .file("accepted", Report())
                              .file("d", elsewhere)
                              .end());
  std::vector<std::string> prints;
  for (const Json& result : run["results"]) {
    prints.push_back(result["partialFingerprints"]["primaryLocationLineHash"]);
  }
  BOOST_TEST_REQUIRE(prints.size() == 5u);
  BOOST_TEST(prints[0] == prints[1]);
  BOOST_TEST(prints[0] == prints[2]);
  BOOST_TEST(prints[0].ends_with(":1"));
  BOOST_TEST(prints[3] == prints[0].substr(0, prints[0].size() - 1) + "2");
  BOOST_TEST(prints[4] != prints[0]);
}

BOOST_AUTO_TEST_CASE(names_become_uris) {
  BOOST_TEST(uri_of("dir/m.onnx") == "dir/m.onnx");
  BOOST_TEST(uri_of("/abs/m.onnx") == "file:///abs/m.onnx");
  BOOST_TEST(uri_of("http://host/x?y#z%41") == "http%3a//host/x%3fy%23z%2541");
  BOOST_TEST(uri_of("<stdin>") == "%3cstdin%3e");
  BOOST_TEST(uri_of("a\xff\n") == "a%ff%0a");
}

BOOST_AUTO_TEST_CASE(hostile_text_parses) {
  const Json run = run_of(Run(ReportFormat::sarif).file(kHostile, hostile()).end());
  BOOST_TEST(run["results"][0]["level"] == "warning");
  BOOST_TEST(run["results"][0]["message"]["text"].get<std::string>().find("\\x1b[31m") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_invocation_says_whether_every_file_was_read) {
  Run complete(ReportFormat::sarif);
  BOOST_TEST(run_of(complete.end())["invocations"][0]["executionSuccessful"] == true);
  Run incomplete(ReportFormat::sarif);
  incomplete.totals.unread = 1;
  BOOST_TEST(run_of(incomplete.end())["invocations"][0]["executionSuccessful"] == false);
}

BOOST_AUTO_TEST_SUITE_END()
