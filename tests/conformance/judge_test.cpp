// The judge: what counts as right, for subjects that know Assay's rules and for those that do not.
#include "judge.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "sha256.hpp"

using namespace assay::conformance;

namespace {

Case reader(Verdict verdict, std::optional<assay::Rule> rule = std::nullopt) {
  ReaderCase body;
  body.verdict = verdict;
  body.rule = rule;
  Case test;
  test.body = body;
  return test;
}

ReaderCase& body_of(Case& test) {
  return std::get<ReaderCase>(test.body);
}

Answer exact(Outcome outcome, std::vector<AnswerFinding> findings = {}) {
  Answer answer;
  answer.outcome = outcome;
  answer.knows_rules = true;
  answer.findings = std::move(findings);
  return answer;
}

Answer plain(Outcome outcome) {
  Answer answer;
  answer.outcome = outcome;
  return answer;
}

Capabilities exact_reader() {
  Capabilities can;
  can.parses = can.checks = can.runs = can.has_rules = true;
  return can;
}

Capabilities checker() {
  Capabilities can;
  can.parses = can.checks = can.runs = true;
  return can;
}

Capabilities parser() {
  Capabilities can;
  can.parses = true;
  return can;
}

Mark exactly(const Case& test, const Answer& answer) {
  return judge(test, answer, exact_reader()).mark;
}

const AnswerFinding kTruncated = {"wire/truncated", "graph.name", 7};

}  // namespace

BOOST_AUTO_TEST_SUITE(judging_by_rules)

BOOST_AUTO_TEST_CASE(an_accepted_case_has_no_finding) {
  const Case test = reader(Verdict::accept);
  BOOST_TEST((exactly(test, exact(Outcome::accepted)) == Mark::pass));
  BOOST_TEST((exactly(test, exact(Outcome::accepted, {kTruncated})) == Mark::fail));
  BOOST_TEST((exactly(test, exact(Outcome::rejected)) == Mark::fail));
}

BOOST_AUTO_TEST_CASE(a_rejected_case_has_its_rule_and_no_other) {
  Case test = reader(Verdict::reject, assay::Rule::wire_truncated);
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {kTruncated})) == Mark::pass));
  BOOST_TEST((exactly(test, exact(Outcome::rejected)) == Mark::fail));
  BOOST_TEST((exactly(test, exact(Outcome::accepted, {kTruncated})) == Mark::fail));
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {{"wire/group", "", 0}})) == Mark::fail));
  const auto both = exact(Outcome::rejected, {kTruncated, {"wire/group", "", 0}});
  BOOST_TEST((exactly(test, both) == Mark::fail));
  body_of(test).also = {assay::Rule::wire_group};
  BOOST_TEST((exactly(test, both) == Mark::pass));
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {kTruncated})) == Mark::fail));
}

BOOST_AUTO_TEST_CASE(a_warning_of_the_rule_passes_an_accepted_case) {
  const Case test = reader(Verdict::accept, assay::Rule::wire_truncated);
  BOOST_TEST((exactly(test, exact(Outcome::accepted, {kTruncated})) == Mark::pass));
  BOOST_TEST((exactly(test, exact(Outcome::accepted)) == Mark::fail));
}

BOOST_AUTO_TEST_CASE(path_and_offset_must_be_those_of_one_finding) {
  Case test = reader(Verdict::reject, assay::Rule::wire_truncated);
  body_of(test).path = "graph.name";
  body_of(test).offset = 7;
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {kTruncated})) == Mark::pass));
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {{"wire/truncated", "graph.name", 8}})) ==
              Mark::fail));
  BOOST_TEST(
      (exactly(test, exact(Outcome::rejected, {{"wire/truncated", "graph", 7}})) == Mark::fail));
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {{"wire/truncated", "graph", 7},
                                                      {"wire/truncated", "graph.name", 8}})) ==
              Mark::fail));
  body_of(test).times = 2;
  BOOST_TEST((exactly(test, exact(Outcome::rejected,
                                  {{"wire/truncated", "graph", 7}, kTruncated})) == Mark::pass));
}

BOOST_AUTO_TEST_CASE(a_rule_is_found_as_often_as_the_case_says) {
  Case test = reader(Verdict::reject, assay::Rule::wire_truncated);
  const auto twice = exact(Outcome::rejected, {kTruncated, kTruncated});
  BOOST_TEST((exactly(test, twice) == Mark::fail));
  body_of(test).times = 2;
  BOOST_TEST((exactly(test, twice) == Mark::pass));
  BOOST_TEST((exactly(test, exact(Outcome::rejected, {kTruncated})) == Mark::fail));
}

BOOST_AUTO_TEST_CASE(the_kind_must_be_the_one_expected) {
  Case test = reader(Verdict::accept);
  body_of(test).expected_kind = assay::Kind::tensor;
  Answer answer = exact(Outcome::accepted);
  answer.kind = "tensor";
  BOOST_TEST((exactly(test, answer) == Mark::pass));
  answer.kind = "model";
  BOOST_TEST((exactly(test, answer) == Mark::fail));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(judging_by_verdict)

struct Row {
  Verdict wanted;
  Level level;
  Outcome outcome;
  bool checks;
  Level held_to;
  Mark mark;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << verdict_name(row.wanted) << " at " << level_name(row.level) << ", "
             << outcome_name(row.outcome) << (row.checks ? ", checker" : ", parser") << ", held to "
             << level_name(row.held_to);
}

using enum Level;
const Row kRows[] = {
    {Verdict::accept, protobuf, Outcome::accepted, true, onnx, Mark::pass},
    {Verdict::accept, protobuf, Outcome::rejected, true, onnx, Mark::fail},
    {Verdict::reject, protobuf, Outcome::accepted, false, onnx, Mark::fail},
    {Verdict::reject, protobuf, Outcome::rejected, false, onnx, Mark::pass},
    {Verdict::reject, onnx, Outcome::accepted, true, onnx, Mark::fail},
    {Verdict::reject, onnx, Outcome::accepted, false, onnx, Mark::differs},
    {Verdict::reject, onnx, Outcome::accepted, true, protobuf, Mark::differs},
    {Verdict::reject, recommended, Outcome::accepted, true, onnx, Mark::differs},
    {Verdict::reject, recommended, Outcome::accepted, true, recommended, Mark::fail},
    {Verdict::reject, strict, Outcome::accepted, true, recommended, Mark::differs},
    {Verdict::reject, strict, Outcome::accepted, true, strict, Mark::fail},
    {Verdict::either, strict, Outcome::accepted, true, strict, Mark::pass},
    {Verdict::either, protobuf, Outcome::rejected, true, strict, Mark::pass},
};

BOOST_DATA_TEST_CASE(each_level_binds_whom_it_binds, boost::unit_test::data::make(kRows), row) {
  Case test = reader(Verdict::reject, assay::Rule::wire_truncated);
  body_of(test).others = row.wanted;
  test.level = row.level;
  const Capabilities can = row.checks ? checker() : parser();
  BOOST_TEST((judge(test, plain(row.outcome), can, row.held_to).mark == row.mark));
}

BOOST_AUTO_TEST_CASE(no_answer_is_broken_and_unsupported_is_skipped) {
  const Case test = reader(Verdict::accept);
  for (const Outcome outcome :
       {Outcome::crash, Outcome::timeout, Outcome::out_of_memory, Outcome::protocol_error}) {
    BOOST_TEST((judge(test, plain(outcome), checker()).mark == Mark::broken));
    BOOST_TEST((judge(test, plain(outcome), exact_reader()).mark == Mark::broken));
  }
  BOOST_TEST((judge(test, plain(Outcome::unsupported), checker()).mark == Mark::skipped));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(judging_operators)

Case operator_case() {
  OperatorCase body;
  body.outputs["y"] = {"int32", {1, 2}, {3, -4}, ""};
  Case test;
  test.body = body;
  return test;
}

Answer output(OperatorTensor tensor) {
  Answer answer = plain(Outcome::accepted);
  answer.outputs["y"] = std::move(tensor);
  return answer;
}

Mark marked(const Case& test, const Answer& answer) {
  return judge(test, answer, checker()).mark;
}

BOOST_AUTO_TEST_CASE(outputs_must_agree_in_type_shape_and_every_value) {
  const Case test = operator_case();
  BOOST_TEST((marked(test, output({"int32", {1, 2}, {3, -4}, ""})) == Mark::pass));
  BOOST_TEST((marked(test, output({"int64", {1, 2}, {3, -4}, ""})) == Mark::fail));
  BOOST_TEST((marked(test, output({"int32", {2, 1}, {3, -4}, ""})) == Mark::fail));
  BOOST_TEST((marked(test, output({"int32", {2}, {3, -4}, ""})) == Mark::fail));
  BOOST_TEST((marked(test, output({"int32", {1, 2}, {3}, ""})) == Mark::fail));
  BOOST_TEST((marked(test, plain(Outcome::accepted)) == Mark::fail));
  BOOST_TEST((marked(test, plain(Outcome::rejected)) == Mark::fail));
  const Judgement wrong = judge(test, output({"int32", {1, 2}, {3, -5}, ""}), checker());
  BOOST_TEST((wrong.mark == Mark::fail));
  BOOST_TEST(wrong.expected == "y[1] = -4");
  BOOST_TEST(wrong.got == "y[1] = -5");
}

BOOST_AUTO_TEST_CASE(a_large_output_is_compared_by_its_digest) {
  Case test = operator_case();
  // The digest of the bytes 03 00 00 00 fc ff ff ff.
  std::get<OperatorCase>(test.body).outputs["y"] = {
      "int32", {1, 2}, {}, sha256_hex(std::string("\x03\0\0\0\xfc\xff\xff\xff", 8))};
  BOOST_TEST((marked(test, output({"int32", {1, 2}, {3, -4}, ""})) == Mark::pass));
  BOOST_TEST((marked(test, output({"int32", {1, 2}, {3, -5}, ""})) == Mark::fail));
}

BOOST_AUTO_TEST_CASE(an_error_must_be_of_the_rule_or_of_its_area) {
  Case test = operator_case();
  auto& body = std::get<OperatorCase>(test.body);
  body.error = "conv-integer/pads";
  const auto rejected = [](const char* rule) { return exact(Outcome::rejected, {{rule, "", 0}}); };
  BOOST_TEST((exactly(test, rejected("conv-integer/pads")) == Mark::pass));
  BOOST_TEST((exactly(test, rejected("conv-integer/rank")) == Mark::fail));
  BOOST_TEST((exactly(test, exact(Outcome::accepted)) == Mark::fail));
  body.error = "conv-integer/*";
  BOOST_TEST((exactly(test, rejected("conv-integer/rank")) == Mark::pass));
  BOOST_TEST((exactly(test, rejected("wire/group")) == Mark::fail));
  BOOST_TEST((marked(test, plain(Outcome::rejected)) == Mark::pass));
  BOOST_TEST((marked(test, plain(Outcome::accepted)) == Mark::fail));
  test.level = Level::strict;
  BOOST_TEST((marked(test, plain(Outcome::accepted)) == Mark::differs));
}

BOOST_AUTO_TEST_CASE(sha256_is_that_of_the_standard) {
  BOOST_TEST(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(sha256_hex("abc") ==
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

BOOST_AUTO_TEST_SUITE_END()
