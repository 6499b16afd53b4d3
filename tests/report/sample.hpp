// Reports for the tests of their formats.
#pragma once

#include <string>
#include <string_view>

#include "assay/report.hpp"
#include "assay/report_writer.hpp"

namespace assay::testing {

inline void add(Report& report, Finding finding) {
  switch (finding.severity) {
    case Severity::error:
      ++report.errors;
      break;
    case Severity::warning:
      ++report.warnings;
      break;
    default:
      ++report.notes;
      break;
  }
  report.findings.push_back(std::move(finding));
}

// The example of the format: one error in the first initializer of a model.
inline Report short_raw_data() {
  Report report;
  report.kind = Kind::model;
  report.bytes = 1234;
  add(report,
      {Rule::tensor_raw_data_size, Severity::error, "raw_data has 23 bytes; FLOAT [2,3] needs 24",
       "graph.initializer[0].raw_data", 118, 23});
  return report;
}

// Text that must not reach a terminal or a parser as it is: a colour, a line break, a quote, a
// backslash, a byte that is not UTF-8, a right-to-left override, a C1 control.
inline constexpr std::string_view kHostile =
    "a\x1b[31mred\r\n\"q\\\xff\xe2\x80\xae"
    "\xc2\x9b end";

inline Report hostile() {
  Report report;
  report.kind = Kind::tensor;
  report.bytes = 3;
  add(report, {Rule::schema_unknown_field, Severity::warning, std::string(kHostile),
               std::string(kHostile), 1, 2});
  report.not_checked.emplace_back(kHostile);
  return report;
}

// What a writer makes of these files, from begin() to end().
struct Run {
  explicit Run(ReportFormat format, ReportWriter::Style style = {},
               const Policy& policy = Policy::strict())
      : writer(format, policy, style) {
    writer.begin(out);
  }
  Run& file(std::string_view name, const Report& report, Bytes input = {}) {
    writer.append(out, writer.fragment(name, report, input));
    totals.add(report);
    return *this;
  }
  std::string end() {
    writer.end(out, totals);
    return out;
  }

  ReportWriter writer;
  Totals totals;
  std::string out;
};

}  // namespace assay::testing
