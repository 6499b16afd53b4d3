// Valid files from a generator: every one must be accepted, and what changes the bytes without
// changing the content must change the verdict only as the rules say.
#include <algorithm>
#include <string>

#include "fuzz/choices.hpp"
#include "fuzz/generator.hpp"
#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"
#include "rules/document.hpp"
#include "support/cases.hpp"
#include "support/pieces.hpp"
#include "wire/writer.hpp"

namespace assay::fuzz {
namespace {

std::string first_finding(const Report& report) {
  if (report.findings.empty()) {
    return {};
  }
  const Finding& finding = report.findings.front();
  return std::string(rule_info(finding.rule).id) + " " + finding.path + ": " + finding.message;
}

// The message with the fields of different numbers in another order. Those of one number keep
// theirs.
std::string reordered(std::string_view message, std::uint64_t turn) {
  const auto pieces = testing::pieces_of(message);
  std::string out;
  for (std::uint32_t i = 0; i < schema::kNumbers; ++i) {
    const std::uint64_t number = (i + turn) % schema::kNumbers;
    for (const testing::Piece& piece : pieces) {
      if (piece.number == number) {
        out += message.substr(piece.begin, piece.end - piece.begin);
      }
    }
  }
  return out;
}

// A field that the schema does not know, behind all others: strict says so, and nothing else;
// compat goes on.
void check_unknown_field(Kind kind, const std::string& file) {
  std::string extended = file;
  wire::append_field(extended, 31, std::string_view("hidden"));
  const Report strict = check(bytes_of(extended), kind, Policy::strict());
  require(!strict.accepted() && strict.errors == 1 &&
              strict.findings.front().rule == Rule::schema_unknown_field,
          "an unknown field is an unknown field", first_finding(strict));
  require(check(bytes_of(extended), kind, Policy::compat()).accepted(),
          "compat passes over unknown fields");
}

// Cut inside its last field, no file is accepted.
void check_cut(Kind kind, const std::string& file) {
  const auto pieces = testing::pieces_of(file);
  if (!pieces.empty() && pieces.back().end - pieces.back().begin > 1) {
    const std::string_view cut = std::string_view(file).substr(0, file.size() - 1);
    require(!check(bytes_of(cut), kind, Policy::compat()).accepted(), "a cut file is refused");
  }
}

// A file with one fault, from the table of the tests, with its fields in another order. The fault
// is still the fault, and nothing that came of it is accepted.
void check_faulty(std::uint64_t row, std::uint64_t turn) {
  const testing::Cases& cases = testing::all_cases();
  const testing::Case& one = cases[row % cases.size()];
  const Policy policy = testing::policy_of(one, Profile::strict);
  const std::string file = reordered(one.faulty.text(), turn);
  const std::string_view text = one.faulty.text();
  // Of a file whose framing is the fault, or whose first bytes tell what it is, the order is not
  // free: it is taken as it stands.
  const bool whole = file.size() == text.size() && testing::well_framed(one.faulty.id(), text) &&
                     !rule_info(one.rule).id.starts_with("file/");
  const Bytes bytes = bytes_of(whole ? std::string_view(file) : text);
  const Report report = check(bytes, testing::faulty_kind(one), policy);
  check_report(report, bytes);
  require(std::any_of(report.findings.begin(), report.findings.end(),
                      [&](const Finding& finding) { return finding.rule == one.rule; }),
          "a fault is found wherever it stands", one.sentence);
}

}  // namespace

void target_rules(Bytes input) {
  Choices choices(input);
  const Kind kind = kKinds[choices.below(std::size(kKinds))];
  const std::uint64_t turn = choices.byte();
  // Several rows an input: there are more rows than bytes that choose one.
  constexpr std::uint64_t kRows = 32;
  for (std::uint64_t i = 0, first = kRows * choices.byte(); i < kRows; ++i) {
    check_faulty(first + i, turn);
  }
  const std::string file = generate(kind, choices).text();
  if (file.empty()) {
    return;  // An empty message, which is no file.
  }
  const Report report = check(bytes_of(file), kind);
  require(report.errors + report.warnings == 0, "a generated file is accepted",
          first_finding(report));
  const std::string digest = digest_of(kind, bytes_of(file), Policy());
  const std::string other = reordered(file, turn);
  require(digest_of(kind, bytes_of(other), Policy()) == digest,
          "the order of fields of different numbers says nothing");
  check_unknown_field(kind, file);
  check_cut(kind, file);
  check_file(kind, bytes_of(file));
}

}  // namespace assay::fuzz
