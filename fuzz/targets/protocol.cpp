// Lines of a hostile subject: no answer is taken for that of another request, none ends the runner,
// and what it says is shown without anything that a terminal would obey.
#include "protocol.hpp"

#include <string>

#include "base/utf8.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"
#include "judge.hpp"

namespace assay::fuzz {
namespace {

using namespace conformance;

constexpr std::uint64_t kSequence = 7;
constexpr std::uint64_t kMaxLine = 1u << 16;

// Cases of every shape that a judge tells apart.
std::vector<Case> cases() {
  std::vector<Case> out;
  for (const Verdict verdict : {Verdict::accept, Verdict::reject, Verdict::either}) {
    for (const Level level : {Level::protobuf, Level::onnx, Level::recommended, Level::strict}) {
      Case& test = out.emplace_back();
      test.id = "case";
      test.level = level;
      ReaderCase reader;
      reader.kind = Kind::tensor;
      reader.verdict = verdict;
      reader.others = verdict;
      if (verdict == Verdict::reject) {
        reader.rule = Rule::wire_truncated;
        reader.path = "dims";
        reader.offset = 1;
      }
      test.body = reader;
    }
  }
  OperatorCase op;
  op.op = "ConvInteger";
  op.opset = 10;
  op.outputs["y"] = {"int32", {2}, {1, -1}, ""};
  out.emplace_back().body = op;
  op.outputs["y"] = {"int32", {2}, {}, std::string(64, '0')};
  out.emplace_back().body = op;
  op.outputs.clear();
  op.error = "conv-integer/*";
  out.emplace_back().body = op;
  return out;
}

void check_answer(const Json& json) {
  static const std::vector<Case> kCases = cases();
  for (const bool rules : {false, true}) {
    const Answer answer = read_answer(json, rules);
    require(find_invalid_utf8(answer.message) == std::string_view::npos &&
                find_control(answer.message) == std::string_view::npos,
            "words of a subject are text without control characters", answer.message);
    for (const Case& test : kCases) {
      const Judgement first = judge(test, answer, {true, true, true, rules});
      const Judgement again = judge(test, answer, {true, true, true, rules});
      require(
          first.mark == again.mark && first.expected == again.expected && first.got == again.got,
          "a judge is of one mind");
      const bool answered = answer.outcome == Outcome::accepted ||
                            answer.outcome == Outcome::rejected ||
                            answer.outcome == Outcome::unsupported;
      require(answered || first.mark != conformance::Mark::pass, "no answer is no pass");
    }
  }
}

}  // namespace

void target_protocol(Bytes input) {
  const std::string_view line = Choices::as_text(input);
  JsonFault fault;
  const auto json = read_answer_line(line, kSequence, kMaxLine, fault);
  if (!json) {
    require(!fault.message.empty(), "a line that is no answer has a fault");
    return;
  }
  require((*json)["seq"] == kSequence, "an answer is to the request");
  require(!read_answer_line(line, kSequence + 1, kMaxLine, fault), "and to no other");
  (void)read_greeting(*json);
  check_answer(*json);
}

}  // namespace assay::fuzz
