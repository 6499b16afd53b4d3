// The text format: for a person who knows ONNX and has a file to mend. It follows the shape of a
// compiler's diagnostics, with bytes where a compiler has source lines.
#include <algorithm>
#include <array>

#include "report/formats.hpp"
#include "report/parts.hpp"

namespace assay::report {
namespace {

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kCyan = "\x1b[1;36m";

std::string_view colour_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return kRed;
    case Severity::warning:
      return kYellow;
    default:
      return kCyan;
  }
}

class Human {
 public:
  Human(std::string& out, ReportWriter::Style style) : out_(out), style_(style) {}

  void headline(std::string_view name, const Report& report) {
    coloured(kBold, printable(name));
    out_ += ": ";
    if (report.accepted()) {
      coloured(kGreen, "accepted");
    } else {
      coloured(kRed, "REJECTED");
    }
    out_ += cat(" (", kind_name(report.kind), ", ", counted(report.bytes, "byte"), ")");
    std::string_view separator = ": ";
    for (const auto& [count, noun] : {std::pair{report.errors, "error"},
                                      {report.warnings, "warning"},
                                      {report.notes, "note"}}) {
      if (count != 0) {
        out_ += cat(separator, counted(count, noun));
        separator = ", ";
      }
    }
    out_ += '\n';
  }

  void file(std::string_view name, const Report& report, Bytes input) {
    headline(name, report);
    for (const Finding& found : report.findings) {
      finding(found, input);
    }
    if (report.more() != 0) {
      out_ += cat("\n  and ", report.more(), " more, beyond the limit of findings\n");
    }
    if (!report.findings.empty()) {
      out_ += '\n';
    }
  }

  void summary(const Totals& totals) {
    out_ += cat(counted(totals.accepted + totals.rejected, "file"), ": ", totals.accepted,
                " accepted, ");
    coloured(totals.rejected == 0 ? "" : kRed, cat(totals.rejected, " rejected"));
    if (totals.unread != 0) {
      out_ += ", ";
      coloured(kRed, cat(totals.unread, " could not be read"));
    }
    out_ += cat(" (", counted(totals.errors, "error"), ", ", counted(totals.warnings, "warning"),
                ", ", counted(totals.notes, "note"), ")\n");
    std::string_view separator = "not checked: ";
    for (const std::string& sentence : totals.not_checked) {
      out_ += cat(separator, printable(sentence));
      separator = "; ";
    }
    if (!totals.not_checked.empty()) {
      out_ += '\n';
    }
    if (totals.errors + totals.warnings + totals.notes != 0) {
      out_ += "`assay rules ID` says more about a rule\n";
    }
  }

  void finding(const Finding& found, Bytes input) {
    const RuleInfo& info = rule_info(found.rule);
    const std::string_view message =
        found.message.empty() ? info.meaning : std::string_view(found.message);
    out_ += "\n  ";
    coloured(colour_of(found.severity), cat(severity_name(found.severity), "[", info.id, "]"));
    out_ += cat(": ", printable(message),
                "\n    at:  ", found.path.empty() ? "the file itself" : printable(found.path),
                ", byte ", found.offset, " (", hex(found.offset), "), ",
                counted(found.length, "byte"), "\n");
    excerpt(found, input);
    out_ += cat("    fix: ", info.remedy, "\n");
  }

 private:
  void coloured(std::string_view colour, std::string_view text) {
    if (style_.colour && !colour.empty()) {
      out_ += cat(colour, text, kReset);
    } else {
      out_ += text;
    }
  }

  // One line of bytes with the finding's marked beneath:
  //   0x00000012 | 0a 02 08 01 4a 17 00 00 80 3f | ....J....?
  //              |                   ^^ ^^ ^^ ^^ |
  // It starts a little before the finding, where the field's tag and length stand.
  void excerpt(const Finding& found, Bytes input) {
    constexpr std::uint64_t kRow = 16;
    constexpr std::uint64_t kBefore = 6;
    if (input.empty() || found.offset > input.size()) {
      return;
    }
    const std::uint64_t start = found.offset - std::min(found.offset, kBefore);
    const Bytes row = input.subspan(start, std::min<std::uint64_t>(kRow, input.size() - start));
    const std::string address = hex(start);
    out_ += cat("      ", address, " |");
    for (const std::byte byte : row) {
      out_ += cat(" ", hex_pair(byte));
    }
    out_ += " | ";
    for (const std::byte byte : row) {
      const char c = std::to_integer<char>(byte);
      out_ += c >= ' ' && c <= '~' ? c : '.';
    }
    // An empty range is a place between bytes: its mark stands under the byte that follows, which
    // may be one past the end.
    const std::uint64_t first = found.offset - start;
    const std::uint64_t shown = std::min(std::max<std::uint64_t>(found.length, 1), kRow - first);
    out_ += cat("\n      ", std::string(address.size(), ' '), " |", std::string(3 * first, ' '));
    std::string marks;
    for (std::uint64_t i = 0; i < shown; ++i) {
      marks += " ^^";
    }
    coloured(colour_of(found.severity), marks);
    if (found.length > shown) {
      out_ += cat(" and ", found.length - shown, " more");
    }
    out_ += '\n';
  }

  std::string& out_;
  ReportWriter::Style style_;
};

}  // namespace

void append_text(std::string& out, std::string_view file, const Report& report, Bytes input,
                 ReportWriter::Style style) {
  if (style.quiet && report.findings.empty()) {
    return;
  }
  Human(out, style).file(file, report, input);
}

void append_text_headline(std::string& out, std::string_view file, const Report& report,
                          ReportWriter::Style style) {
  Human(out, style).headline(file, report);
}

void append_text_finding(std::string& out, const Finding& finding, Bytes input,
                         ReportWriter::Style style) {
  Human(out, style).finding(finding, input);
}

void append_text_summary(std::string& out, const Totals& totals, ReportWriter::Style style) {
  Human(out, style).summary(totals);
}

}  // namespace assay::report
