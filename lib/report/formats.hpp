// The formats, one file each. What they have in common stands in report_writer.cpp.
#pragma once

#include <string>
#include <string_view>

#include "assay/bytes.hpp"
#include "assay/policy.hpp"
#include "assay/report.hpp"
#include "assay/report_writer.hpp"

namespace assay::report {

void append_text(std::string& out, std::string_view file, const Report& report, Bytes input,
                 ReportWriter::Style style);
void append_text_headline(std::string& out, std::string_view file, const Report& report,
                          ReportWriter::Style style);
void append_text_finding(std::string& out, const Finding& finding, Bytes input,
                         ReportWriter::Style style);
void append_text_summary(std::string& out, const Totals& totals, ReportWriter::Style style);

// One object on one line, without a line break.
void append_json(std::string& out, std::string_view file, const Report& report);

void append_sarif_begin(std::string& out, const Policy& policy);
// The results of one file, separated by commas; nothing where there is no finding.
void append_sarif_results(std::string& out, std::string_view file, const Report& report);
void append_sarif_end(std::string& out, const Totals& totals);

}  // namespace assay::report
