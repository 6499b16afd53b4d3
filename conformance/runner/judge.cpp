#include "judge.hpp"

#include <algorithm>
#include <set>

#include "sha256.hpp"

namespace assay::conformance {
namespace {

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text.empty() ? "no finding" : text;
}

std::string id_of(Rule rule) {
  return std::string(rule_info(rule).id);
}

// What was said about the case, in words.
std::string described(const Answer& answer) {
  std::string text(outcome_name(answer.outcome));
  std::set<std::string> rules;
  for (const AnswerFinding& finding : answer.findings) {
    rules.insert(finding.rule);
  }
  if (answer.knows_rules) {
    text += " with " + joined(rules);
  }
  if (!answer.message.empty()) {
    text += ": " + answer.message;
  }
  return text;
}

std::string place(const std::optional<std::string>& path,
                  const std::optional<std::uint64_t>& offset) {
  std::string text;
  if (path) {
    text += " at '" + *path + "'";
  }
  if (offset) {
    text += " at byte " + std::to_string(*offset);
  }
  return text;
}

// Verdict, rules, path, offset and number, all as the case has them.
Judgement judge_exactly(const ReaderCase& test, const Answer& answer) {
  Judgement result;
  std::set<std::string> expected;
  if (test.rule) {
    expected.insert(id_of(*test.rule));
  }
  for (const Rule rule : test.also) {
    expected.insert(id_of(rule));
  }
  result.expected = std::string(verdict_name(test.verdict)) + " with " + joined(expected);
  if (test.rule) {
    result.expected += ", " + id_of(*test.rule) + place(test.path, test.offset);
    result.expected += test.times == 1 ? "" : ", " + std::to_string(test.times) + " times";
  }
  result.got = described(answer);

  const bool accepted = answer.outcome == Outcome::accepted;
  bool fits = accepted == (test.verdict == Verdict::accept);
  if (test.expected_kind) {
    result.expected += ", as " + std::string(kind_name(*test.expected_kind));
    result.got += ", as " + answer.kind;
    fits = fits && answer.kind == kind_name(*test.expected_kind);
  }
  std::set<std::string> found;
  bool in_place = !test.rule;
  std::uint64_t times = 0;
  for (const AnswerFinding& finding : answer.findings) {
    found.insert(finding.rule);
    if (test.rule && finding.rule == id_of(*test.rule)) {
      ++times;
      in_place = in_place || ((!test.path || finding.path == *test.path) &&
                              (!test.offset || finding.offset == *test.offset));
      result.got += "; " + finding.rule + " at '" + finding.path + "', byte " +
                    std::to_string(finding.offset);
    }
  }
  const bool rules_fit =
      test.only_verdict || (in_place && found == expected && (!test.rule || times == test.times));
  result.mark = fits && rules_fit ? Mark::pass : Mark::fail;
  return result;
}

Judgement judge_verdict(const ReaderCase& test, Level level, const Answer& answer,
                        const Capabilities& subject, Level held_to) {
  Judgement result;
  result.expected = verdict_name(test.others);
  result.got = described(answer);
  const bool accepted = answer.outcome == Outcome::accepted;
  if (test.others == Verdict::either || accepted == (test.others == Verdict::accept)) {
    result.mark = Mark::pass;
    return result;
  }
  const Level limit = subject.checks ? held_to : Level::protobuf;
  result.mark = level <= limit ? Mark::fail : Mark::differs;
  return result;
}

bool error_fits(const std::string& expected, const std::vector<AnswerFinding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const AnswerFinding& finding) {
    return expected.ends_with('*')
               ? finding.rule.starts_with(expected.substr(0, expected.size() - 1))
               : finding.rule == expected;
  });
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  }
  return text + "]";
}

// Where two tensors differ first, in words; empty when they do not.
std::string difference(const std::string& name, const OperatorTensor& expected,
                       const OperatorTensor& got, std::string& expected_text) {
  if (got.type != expected.type || got.shape != expected.shape) {
    expected_text = name + " of " + expected.type + " " + shape_text(expected.shape);
    return name + " of " + got.type + " " + shape_text(got.shape);
  }
  if (!expected.sha256.empty()) {
    const std::string hash = sha256_hex(int32_bytes(got.values));
    expected_text = name + " with SHA-256 " + expected.sha256;
    return hash == expected.sha256 ? "" : name + " with SHA-256 " + hash;
  }
  if (got.values.size() != expected.values.size()) {
    expected_text = name + " of " + std::to_string(expected.values.size()) + " values";
    return name + " of " + std::to_string(got.values.size()) + " values";
  }
  for (std::size_t i = 0; i < expected.values.size(); ++i) {
    if (expected.values[i] != got.values[i]) {
      const std::string at = name + "[" + std::to_string(i) + "] = ";
      expected_text = at + std::to_string(expected.values[i]);
      return at + std::to_string(got.values[i]);
    }
  }
  return "";
}

Judgement judge_operator(const OperatorCase& test, Level level, const Answer& answer,
                         const Capabilities& subject, Level held_to) {
  Judgement result;
  result.got = described(answer);
  // What strict asks for is a choice: a subject of another mind only differs.
  const Mark wrong = subject.has_rules || level <= held_to ? Mark::fail : Mark::differs;
  if (!test.error.empty()) {
    result.expected = "error " + test.error;
    const bool fits = answer.outcome == Outcome::rejected &&
                      (!subject.has_rules || error_fits(test.error, answer.findings));
    result.mark = fits ? Mark::pass : wrong;
    return result;
  }
  result.expected = "outputs";
  if (answer.outcome != Outcome::accepted) {
    result.mark = wrong;
    return result;
  }
  for (const auto& [name, expected] : test.outputs) {
    const auto got = answer.outputs.find(name);
    if (got == answer.outputs.end()) {
      result.got = "no output " + name;
      result.mark = wrong;
      return result;
    }
    const std::string text = difference(name, expected, got->second, result.expected);
    if (!text.empty()) {
      result.got = text;
      result.mark = wrong;
      return result;
    }
  }
  result.got = "these outputs";
  result.mark = Mark::pass;
  return result;
}

}  // namespace

Judgement judge(const Case& test, const Answer& answer, const Capabilities& subject,
                Level held_to) {
  if (answer.outcome == Outcome::unsupported) {
    return {Mark::skipped, "", answer.message};
  }
  if (answer.outcome != Outcome::accepted && answer.outcome != Outcome::rejected) {
    return {Mark::broken, "an answer", described(answer)};
  }
  if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
    return subject.has_rules ? judge_exactly(*reader, answer)
                             : judge_verdict(*reader, test.level, answer, subject, held_to);
  }
  return judge_operator(std::get<OperatorCase>(test.body), test.level, answer, subject, held_to);
}

std::string_view outcome_name(Outcome outcome) noexcept {
  constexpr std::string_view kNames[] = {"accepted", "rejected",      "unsupported",   "crash",
                                         "timeout",  "out-of-memory", "protocol-error"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::optional<Outcome> find_outcome(std::string_view name) noexcept {
  for (int i = 0; i <= static_cast<int>(Outcome::protocol_error); ++i) {
    if (outcome_name(static_cast<Outcome>(i)) == name) {
      return static_cast<Outcome>(i);
    }
  }
  return std::nullopt;
}

std::string_view mark_name(Mark mark) noexcept {
  constexpr std::string_view kNames[] = {"pass", "fail", "differs", "skipped", "broken"};
  return kNames[static_cast<std::size_t>(mark)];
}

}  // namespace assay::conformance
