// Explanations of whatever bytes: fields lie side by side inside their message, every finding
// stands at one of them, and every word can be shown.
#include "assay/explain.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/share.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void check_words(std::string_view text) {
  require(find_invalid_utf8(text) == std::string_view::npos &&
              find_control(text) == std::string_view::npos,
          "an explanation can be shown", text);
}

void check_field(Bytes file, const WireField& field) {
  require(field.offset <= file.size() && field.length <= file.size() - field.offset,
          "a field is inside the file");
  require(field.payload_offset >= field.offset && field.payload_end() <= field.end(),
          "a payload is inside its field");
}

void check_explanation(Bytes file, Kind kind, const Report& report) {
  Explanation explanation(file, kind, report.findings);
  // Where the field before it at that depth has ended: there the next one begins.
  std::vector<std::uint64_t> ends;
  std::set<const Finding*> placed;
  ExplainedField line;
  while (explanation.next(line)) {
    check_field(file, line.field);
    check_words(line.path);
    check_words(line.meaning);
    require(line.depth <= ends.size(), "a field is one message deeper at the most");
    if (line.depth < ends.size()) {
      require(line.depth == 0 || line.field.offset == ends[line.depth], "fields lie side by side");
    }
    ends.resize(line.depth);
    ends.push_back(line.field.end());
    ends.push_back(line.field.payload_offset);
    for (const Finding* finding : line.findings) {
      require(placed.insert(finding).second, "a finding stands at one field", finding->path);
    }
  }
  require(placed.size() == report.findings.size(), "every finding stands somewhere");
}

}  // namespace

// First the kind; the rest is a file of that kind.
void target_explain(Bytes input) {
  Choices choices(input);
  const Kind kind = kKinds[choices.below(std::size(kKinds))];
  const Bytes file = choices.rest();
  const Report report = check(file, kind);
  check_report(report, file);
  check_explanation(file, kind, report);
  for (const Finding& finding : report.findings) {
    for (const WireField& field : fields_to(file, kind, finding)) {
      check_field(file, field);
    }
    check_words(path_problem(file, kind, finding.path));
  }
  const std::uint64_t somewhere = fingerprint(input) % (file.size() + 1);
  for (const WireField& field : fields_to(file, kind, somewhere)) {
    check_field(file, field);
  }
}

}  // namespace assay::fuzz
