#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "report/sample.hpp"

using namespace assay;
using namespace assay::testing;
using Json = nlohmann::ordered_json;

namespace {

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_format)

BOOST_AUTO_TEST_CASE(a_report_has_the_documented_shape) {
  BOOST_TEST(Run(ReportFormat::json).file("m.onnx", short_raw_data()).end() ==
             R"([
{"file": "m.onnx", "kind": "model", "bytes": 1234, "verdict": "reject", )"
             R"("counts": {"error": 1, "warning": 0, "note": 0}, "findings": [)"
             R"({"rule": "tensor/raw-data-size", "severity": "error", )"
             R"("message": "raw_data has 23 bytes; FLOAT [2,3] needs 24", )"
             R"("path": "graph.initializer[0].raw_data", "offset": 118, "length": 23}]}
]
)");
}

BOOST_AUTO_TEST_CASE(an_accepted_file_has_no_findings_and_no_optional_keys) {
  Report report;
  report.kind = Kind::sparse_tensor;
  report.bytes = 7;
  BOOST_TEST(Run(ReportFormat::ndjson).file("t.pb", report).end() ==
             R"({"file": "t.pb", "kind": "sparse-tensor", "bytes": 7, "verdict": "accept", )"
             R"("counts": {"error": 0, "warning": 0, "note": 0}, "findings": []}
)");
}

BOOST_AUTO_TEST_CASE(a_run_over_nothing_is_an_empty_array) {
  BOOST_TEST(Json::parse(Run(ReportFormat::json).end()) == Json::array());
  BOOST_TEST(Run(ReportFormat::ndjson).end().empty());
}

BOOST_AUTO_TEST_CASE(files_keep_the_order_in_which_they_are_appended) {
  const Json array =
      Json::parse(Run(ReportFormat::json).file("b", short_raw_data()).file("a", hostile()).end());
  BOOST_TEST(array.size() == 2u);
  BOOST_TEST(array[0]["file"] == "b");
  BOOST_TEST(array[1]["file"] == "a");
}

BOOST_AUTO_TEST_CASE(ndjson_has_one_object_a_line) {
  const std::string out =
      Run(ReportFormat::ndjson).file("b", short_raw_data()).file("a", hostile()).end();
  BOOST_TEST(std::count(out.begin(), out.end(), '\n') == 2);
  const std::size_t line = out.find('\n') + 1;
  BOOST_TEST(Json::parse(out.substr(0, line))["file"] == "b");
  BOOST_TEST(Json::parse(out.substr(line))["file"] == "a");
}

BOOST_AUTO_TEST_CASE(findings_beyond_the_limit_are_counted) {
  Report report = short_raw_data();
  report.errors += 41;
  const Json object = Json::parse(Run(ReportFormat::ndjson).file("m", report).end());
  BOOST_TEST(object["more"] == 41);
  BOOST_TEST(object["counts"]["error"] == 42);
}

BOOST_AUTO_TEST_CASE(hostile_names_are_valid_visible_text) {
  const std::string out = Run(ReportFormat::ndjson).file(kHostile, hostile()).end();
  // nlohmann refuses invalid UTF-8 and raw control characters.
  const Json object = Json::parse(out);
  const std::string expected = "a\\x1b[31mred\\r\\n\"q\\\\xff\\u{202e}\\u{9b} end";
  BOOST_TEST(object["file"] == expected);
  BOOST_TEST(object["findings"][0]["message"] == expected);
  BOOST_TEST(object["findings"][0]["path"] == expected);
  BOOST_TEST(object["not_checked"][0] == expected);
  BOOST_TEST(!has_control(std::string_view(out).substr(0, out.size() - 1)));
}

BOOST_AUTO_TEST_CASE(the_largest_numbers_are_written_in_full) {
  Report report;
  report.bytes = UINT64_MAX;
  const Json object = Json::parse(Run(ReportFormat::ndjson).file("m", report).end());
  BOOST_TEST(object["bytes"].get<std::uint64_t>() == UINT64_MAX);
}

BOOST_AUTO_TEST_SUITE_END()
