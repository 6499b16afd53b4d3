#include "assay/report_writer.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "report/formats.hpp"

namespace assay {
namespace {

constexpr std::array<std::string_view, 4> kFormatNames = {"text", "json", "ndjson", "sarif"};

}  // namespace

std::string_view report_format_name(ReportFormat format) noexcept {
  return kFormatNames[static_cast<std::size_t>(format)];
}

std::optional<ReportFormat> find_report_format(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kFormatNames.size(); ++i) {
    if (kFormatNames[i] == name) {
      return static_cast<ReportFormat>(i);
    }
  }
  return std::nullopt;
}

std::string printable(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t mark = text.find_first_of("\"\\");
    out += escape(text.substr(0, mark));
    if (mark == std::string_view::npos) {
      return out;
    }
    out += text[mark];
    text.remove_prefix(mark + 1);
  }
}

void Totals::add(const Report& report) {
  add({.accepted = report.accepted() ? 1u : 0u,
       .rejected = report.accepted() ? 0u : 1u,
       .errors = report.errors,
       .warnings = report.warnings,
       .notes = report.notes,
       .not_checked = report.not_checked});
}

void Totals::add(const Totals& other) {
  accepted += other.accepted;
  rejected += other.rejected;
  unread += other.unread;
  errors += other.errors;
  warnings += other.warnings;
  notes += other.notes;
  for (const std::string& sentence : other.not_checked) {
    if (std::find(not_checked.begin(), not_checked.end(), sentence) == not_checked.end()) {
      not_checked.push_back(sentence);
    }
  }
}

ReportWriter::ReportWriter(ReportFormat format, const Policy& policy, Style style)
    : format_(format), policy_(policy), style_(style) {}

void ReportWriter::begin(std::string& out) const {
  if (format_ == ReportFormat::json) {
    out += '[';
  } else if (format_ == ReportFormat::sarif) {
    report::append_sarif_begin(out, policy_);
  }
}

std::string ReportWriter::fragment(std::string_view file, const Report& report, Bytes input) const {
  std::string out;
  switch (format_) {
    case ReportFormat::text:
      report::append_text(out, file, report, input, style_);
      break;
    case ReportFormat::json:
      report::append_json(out, file, report);
      break;
    case ReportFormat::ndjson:
      report::append_json(out, file, report);
      out += '\n';
      break;
    case ReportFormat::sarif:
      report::append_sarif_results(out, file, report);
      break;
  }
  return out;
}

std::string ReportWriter::headline(std::string_view file, const Report& report) const {
  std::string out;
  report::append_text_headline(out, file, report, style_);
  return out;
}

std::string ReportWriter::finding(const Finding& finding, Bytes input) const {
  std::string out;
  report::append_text_finding(out, finding, input, style_);
  return out;
}

void ReportWriter::append(std::string& out, std::string_view fragment) {
  if (fragment.empty()) {
    return;
  }
  if (format_ == ReportFormat::json || format_ == ReportFormat::sarif) {
    out += first_ ? "\n" : ",\n";
  }
  first_ = false;
  out += fragment;
}

void ReportWriter::end(std::string& out, const Totals& totals) const {
  switch (format_) {
    case ReportFormat::text:
      report::append_text_summary(out, totals, style_);
      break;
    case ReportFormat::json:
      out += "\n]\n";
      break;
    case ReportFormat::ndjson:
      break;
    case ReportFormat::sarif:
      report::append_sarif_end(out, totals);
      break;
  }
}

}  // namespace assay
