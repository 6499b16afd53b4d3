// Reports as text for people, and as JSON, JSON lines and SARIF for programs.
//
// The writer makes strings and does no output. Each name or message that it writes is printable
// ASCII or valid UTF-8 without control characters, whatever the file held: nothing from a file
// reaches a terminal or a parser as anything but text. The formats are described in
// docs/reports.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/bytes.hpp"
#include "assay/policy.hpp"
#include "assay/report.hpp"

namespace assay {

enum class ReportFormat : std::uint8_t { text, json, ndjson, sarif };

// "text", "json", "ndjson", "sarif".
std::string_view report_format_name(ReportFormat format) noexcept;
std::optional<ReportFormat> find_report_format(std::string_view name) noexcept;

// `text` with everything visible: what is not printable or not UTF-8 stands as an escape. Printable
// text stays as it is, quotes, backslashes and so earlier escapes among it.
std::string printable(std::string_view text);

// What a run came to, for the closing summary.
struct Totals {
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0;
  std::uint64_t unread = 0;  // files that could not be judged at all
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t notes = 0;
  // What no verdict speaks of, each sentence once.
  std::vector<std::string> not_checked;

  void add(const Report& report);
  void add(const Totals& other);
};

// Writes a run: begin(), then append() of each file's fragment, then end().
//
//   ReportWriter writer(ReportFormat::json, policy);
//   std::string out;
//   writer.begin(out);
//   writer.append(out, writer.fragment("m.onnx", report));
//   writer.end(out, totals);
//
// `out` may be written away and cleared between any two calls. Only fragment() may be called from
// several threads at once. Throws nothing but std::bad_alloc. Cost: linear in what is written.
class ReportWriter {
 public:
  struct Style {
    bool colour = false;  // ANSI colours, in text
    bool quiet = false;   // in text, nothing of a file without findings
  };

  // The policy is the one that the reports were made under. SARIF lists its rules.
  ReportWriter(ReportFormat format, const Policy& policy, Style style);
  ReportWriter(ReportFormat format, const Policy& policy) : ReportWriter(format, policy, Style()) {}

  void begin(std::string& out) const;

  // What the run says of one file. `file` is its name as the user knows it. With the file's bytes,
  // the text format shows those that a finding concerns.
  std::string fragment(std::string_view file, const Report& report, Bytes input = {}) const;

  // Parts of what the text format says: the line that names the file and its verdict; one finding,
  // with the bytes that it concerns.
  std::string headline(std::string_view file, const Report& report) const;
  std::string finding(const Finding& finding, Bytes input) const;

  void append(std::string& out, std::string_view fragment);

  void end(std::string& out, const Totals& totals) const;

 private:
  ReportFormat format_;
  Policy policy_;
  Style style_;
  bool first_ = true;
};

}  // namespace assay
