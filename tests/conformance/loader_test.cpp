// The suite loader: every fault is refused with file, case and JSON pointer.
#include "loader.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bdata = boost::unit_test::data;
using namespace assay::conformance;

namespace {

const std::string kReader =
    R"({"id": "a", "description": "A case.", "kind": "tensor", "input": {"hex": "08 01"},
        "expect": {"verdict": "accept"}, "readers": {"verdict": "either", "level": "strict"},
        "flags": ["f"]})";
const std::string kOperator =
    R"({"id": "b", "description": "A case.", "op": "ConvInteger", "opset": 10,
        "inputs": {"x": {"type": "uint8", "shape": [1, 1, 2], "values": [1, 2]},
                   "w": {"type": "int8", "shape": [1, 1, 1], "fill": "ramp", "start": 255, "step": 0}},
        "expect": {"outputs": {"y": {"type": "int32", "shape": [1, 1, 2], "values": [-1, -2]}}},
        "flags": ["f"]})";

std::string suite_of(const std::string& cases, const std::string& extra = "") {
  return R"({"suite": "s", "description": "A suite.", "flags": {"f": {"class": "basic",
             "meaning": "Nothing.", "consequence": "Nothing."}}, )" +
         extra + R"("cases": [)" + cases + "]}";
}

// `text` with the first `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  BOOST_TEST_REQUIRE(at != std::string::npos, from);
  return text.replace(at, from.size(), to);
}

struct Faulty {
  std::string text;
  std::string case_id;
  std::string pointer;
  std::string message;
};
std::ostream& operator<<(std::ostream& out, const Faulty& value) {
  return out << value.message;
}

const Faulty kFaulty[] = {
    {"{", "", "", "unexpected end"},
    {suite_of(""), "", "/cases", "at least 1"},
    {suite_of(kReader, R"("more": 1, )"), "", "/more", "the key 'more' is not known here"},
    {suite_of(with(kReader, R"("kind")", R"("kinds": 1, "kind")")), "a", "/cases/0/kinds",
     "the key 'kinds' is not known here"},
    {suite_of(with(kReader, R"("id": "a")", R"("id": "a", "id": "b")")), "", "/cases/0/id",
     "twice"},
    {suite_of(with(kReader, R"("id": "a")", R"("id": "A")")), "A", "/cases/0/id", "does not match"},
    {suite_of(with(kReader, R"("id": "a")", R"("id": {})")), "", "/cases/0/id", "string"},
    {suite_of(with(kReader, R"("id": "a", )", "")), "", "/cases/0", "id"},
    {suite_of(kReader + "," + kReader), "a", "/cases/1/id", "the id is used twice"},
    {suite_of(with(kReader, R"(["f"])", R"(["g"])")), "a", "/cases/0/flags/0",
     "the flag 'g' is not declared"},
    {suite_of(with(kReader, "08 01", "0801 0")), "a", "/cases/0/input/hex", "does not match"},
    {suite_of(with(kReader, R"("verdict": "accept")", R"("verdict": "reject")")), "a",
     "/cases/0/expect", "a rejection must name its rule"},
    {suite_of(with(kReader, R"("verdict": "accept")", R"("verdict": "reject", "rule": "no/such")")),
     "a", "/cases/0/expect/rule", "no rule is called \"no/such\""},
    {suite_of(with(kReader, R"("flags": [)", R"("policy": {"limits": {"rank": 1.5}}, "flags": [)")),
     "", "/cases/0/policy/limits/rank", "is not an integer"},
    {suite_of(
         with(kReader, R"("flags": [)", R"("policy": {"severities": {"x/y": "off"}}, "flags": [)")),
     "a", "/cases/0/policy/severities/x~1y", "no rule is called"},
    {suite_of(
         with(kReader, R"({"hex": "08 01"})", R"({"message": [{"field": "dim", "value": 1}]})")),
     "a", "/cases/0/input/message/0", "no field of TensorProto"},
    {suite_of(with(kReader, R"({"hex": "08 01"})", R"({"message": [], "drop": 1})")), "a",
     "/cases/0/input/drop", "only 0 bytes"},
    {suite_of(with(kReader, R"({"hex": "08 01"})", R"({"file": "nowhere.pb"})")), "a",
     "/cases/0/input/file", "cannot read nowhere.pb"},
    {suite_of(with(kReader, R"({"hex": "08 01"})", R"({"base64": "abc"})")), "a",
     "/cases/0/input/base64", "no multiple of four"},
    {suite_of(with(kReader, R"("flags": [)", R"("files": [{"path": "a"}], "flags": [)")), "a",
     "/cases/0/files/0", "a file is one of"},
    {suite_of(
         with(kReader, R"("flags": [)", R"("files": [{"path": "../a", "text": ""}], "flags": [)")),
     "a", "/cases/0/files/0/path", "stays in the case's folder"},
    {suite_of(with(kOperator, "[1, 2]}", "[1, 2, 3]}")), "b", "/cases/0/inputs/x/values",
     "3 values; the shape has 2"},
    {suite_of(with(kOperator, "[1, 2]}", "[1, 256]}")), "b", "/cases/0/inputs/x/values",
     "256 is no value of uint8"},
    {suite_of(with(kOperator, R"(, "step": 0)", "")), "b", "/cases/0/inputs/w", "needs 'step'"},
    {suite_of(with(kOperator, "[1, 1, 2]", "[1, 16777217]")), "b", "/cases/0/inputs/x/shape",
     "more than 2^24"},
    {suite_of(with(kOperator, R"({"outputs": )", R"({"error": "conv-integer/none", "outputs": )")),
     "b", "/cases/0/expect", "not known here"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(suite_loading)

BOOST_DATA_TEST_CASE(a_faulty_suite_is_refused_with_file_case_and_pointer, bdata::make(kFaulty),
                     c) {
  try {
    load_suite(c.text, "dir/s.json");
    BOOST_ERROR("loaded");
  } catch (const LoadError& error) {
    BOOST_TEST(error.file == "dir/s.json");
    BOOST_TEST(error.case_id == c.case_id);
    BOOST_TEST(error.message.find(c.message) != std::string::npos, error.what());
    if (!c.pointer.empty()) {
      BOOST_TEST(error.pointer.starts_with(c.pointer), error.what());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_sound_suite_loads_with_everything_in_it) {
  const Suite suite = load_suite(suite_of(kReader + "," + kOperator), "s.json");
  BOOST_TEST(suite.name == "s");
  BOOST_TEST_REQUIRE(suite.cases.size() == 2U);
  const auto& reader = std::get<ReaderCase>(suite.cases[0].body);
  BOOST_TEST(reader.input == std::string("\x08\x01"));
  BOOST_TEST((reader.kind == assay::Kind::tensor));
  BOOST_TEST((suite.cases[0].level == Level::strict));
  BOOST_TEST(!reader.has_folder);
  const auto& op = std::get<OperatorCase>(suite.cases[1].body);
  BOOST_TEST((suite.cases[1].level == Level::onnx));
  BOOST_TEST(op.inputs.at("w").values == std::vector<std::int64_t>{-1});
  BOOST_TEST(op.outputs.at("y").values == (std::vector<std::int64_t>{-1, -2}));
  BOOST_TEST(op.opset == 10);
}

BOOST_AUTO_TEST_CASE(fills_follow_their_stated_rules) {
  const auto values = [](const std::string& fill) {
    const Suite suite = load_suite(
        suite_of(with(kOperator, R"("fill": "ramp", "start": 255, "step": 0)", fill)), "s.json");
    return std::get<OperatorCase>(suite.cases[0].body).inputs.at("w").values[0];
  };
  BOOST_TEST(values(R"("fill": "constant", "value": -7)") == -7);
  BOOST_TEST(values(R"("fill": "ramp", "start": 128, "step": 1)") == -128);
  // 7 * 6364136223846793005 + 1442695040888963407 modulo 2^64 is 0x7e4328bc0f7dfb8a.
  BOOST_TEST(values(R"("fill": "lcg", "seed": 7)") == 0x7e);
}

BOOST_AUTO_TEST_CASE(every_suite_of_the_project_loads) {
  std::size_t cases = 0;
  for (const auto& file : find_suites({ASSAY_SOURCE_DIR "/conformance/suites"})) {
    const Suite suite = load_suite_file(file);
    BOOST_TEST(suite.name + ".json" == file.filename().string());
    cases += suite.cases.size();
  }
  BOOST_TEST(cases >= 900U);
}

// A rule that no case expects could break without a suite noticing. These cannot be reached from
// one.
const std::set<std::string_view> kUnreachable = {
    "internal/error",        // cannot happen
    "file/unreadable",       // the machine's doing
    "file/changed",          // a race
    "external/unreadable",   // a file that the reader's user may not read; tests run as root, too
    "external/changed",      // a race
    "limit/external-reads",  // needs gigabytes
    "conv-integer/shape",    // a negative extent, which a case's tensor cannot have
    "conv-integer/buffer",   // a caller's wrong buffer
    "conv-integer/kernel",   // a kernel that this machine lacks
};

BOOST_AUTO_TEST_CASE(every_rule_has_a_case_that_expects_it) {
  std::set<std::string_view> expected;
  std::vector<Suite> suites;
  for (const auto& file : find_suites({ASSAY_SOURCE_DIR "/conformance/suites"})) {
    suites.push_back(load_suite_file(file));
  }
  for (const Suite& suite : suites) {
    for (const Case& test : suite.cases) {
      if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
        if (reader->rule) {
          expected.insert(assay::rule_info(*reader->rule).id);
        }
        for (const assay::Rule rule : reader->also) {
          expected.insert(assay::rule_info(rule).id);
        }
      } else {
        expected.insert(std::get<OperatorCase>(test.body).error);
      }
    }
  }
  for (const assay::RuleInfo& info : assay::rule_catalogue()) {
    BOOST_TEST(expected.contains(info.id) != kUnreachable.contains(info.id), info.id);
  }
}

BOOST_AUTO_TEST_SUITE_END()
