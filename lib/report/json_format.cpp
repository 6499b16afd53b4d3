#include "report/formats.hpp"
#include "report/parts.hpp"

namespace assay::report {
namespace {

std::string finding_json(const Finding& finding) {
  return cat("{\"rule\": ", json_string(rule_info(finding.rule).id),            //
             ", \"severity\": ", json_string(severity_name(finding.severity)),  //
             ", \"message\": ", json_string(finding.message),                   //
             ", \"path\": ", json_string(finding.path),                         //
             ", \"offset\": ", finding.offset, ", \"length\": ", finding.length, "}");
}

}  // namespace

void append_json(std::string& out, std::string_view file, const Report& report) {
  out += cat("{\"file\": ", json_string(file), ", \"kind\": ", json_string(kind_name(report.kind)),
             ", \"bytes\": ", report.bytes,
             ", \"verdict\": ", report.accepted() ? "\"accept\"" : "\"reject\"",
             ", \"counts\": {\"error\": ", report.errors, ", \"warning\": ", report.warnings,
             ", \"note\": ", report.notes, "}, \"findings\": [");
  std::string_view separator;
  for (const Finding& finding : report.findings) {
    out += separator;
    out += finding_json(finding);
    separator = ", ";
  }
  out += ']';
  if (report.more() != 0) {
    out += cat(", \"more\": ", report.more());
  }
  if (!report.not_checked.empty()) {
    out += ", \"not_checked\": [";
    separator = "";
    for (const std::string& sentence : report.not_checked) {
      out += separator;
      out += json_string(sentence);
      separator = ", ";
    }
    out += ']';
  }
  out += '}';
}

}  // namespace assay::report
