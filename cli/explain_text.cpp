// The listing for people: offset, bytes, field, wire type, value, a line for each field; findings
// below the line that they concern, as `assay check` writes them.
#include <algorithm>
#include <fmt/format.h>

#include "cli/explain_writer.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kBytesInLine = 10;
constexpr std::size_t kBytesInRow = 16;  // of what --full adds
// "4a 17 | 00 00 80 3f 00 00 00 40 ..", the field with its indentation, the wire type.
constexpr std::size_t kBytesWidth = 34;
constexpr std::size_t kFieldWidth = 24;
constexpr std::size_t kWireWidth = 8;

// "1 byte", "2 fields".
std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class TextWriter : public ExplainWriter {
 public:
  TextWriter(Subject subject, Sink sink)
      : ExplainWriter(std::move(subject), std::move(sink)),
        offset_width_(offset_text(subject_.bytes.size()).size()) {}

  void begin() override {
    if (subject_.report != nullptr) {
      sink_(subject_.findings->headline(subject_.name, *subject_.report));
    } else {
      sink_(fmt::format("{}: not judged ({}, {})\n", printable(subject_.name),
                        kind_name(subject_.kind), counted(subject_.bytes.size(), "byte")));
    }
    sink_("\n");
    row("at", "tag length | payload", "field", "wire", "value");
  }

  void line(const ExplainedField& line) override {
    if (line.skipped != 0) {
      row("", "", indented(line, "... " + counted(line.skipped, "field") + " left out"), "", "");
      return;
    }
    row(offset_text(line.field.offset), bytes_column(line), field_column(line), wire_column(line),
        value_column(line));
    if (subject_.full) {
      more_bytes(line);
    }
    if (line.field.fault != FieldFault::none) {
      fault(line);
    }
    for (const Finding* finding : line.findings) {
      sink_(subject_.findings->finding(*finding, subject_.bytes));
    }
    if (!line.findings.empty()) {
      sink_("\n");
    }
  }

  void end() override {
    if (subject_.report != nullptr && subject_.report->more() != 0) {
      sink_(fmt::format("\n{} more found, beyond the limit of findings; --max-findings raises it\n",
                        subject_.report->more()));
    }
  }

 private:
  void row(std::string_view at, std::string_view bytes, std::string_view field,
           std::string_view wire, std::string_view value) const {
    std::string text(offset_width_ - std::min(offset_width_, at.size()), ' ');
    text += at;
    const auto column = [&text](std::string_view content, std::size_t width) {
      text += "  ";
      text += content;
      text.append(width - std::min(width, content.size()), ' ');
    };
    column(bytes, kBytesWidth);
    column(field, kFieldWidth);
    column(wire, kWireWidth);
    column(value, 0);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
    sink_(text);
  }

  static std::string offset_text(std::uint64_t offset) { return fmt::format("{:#x}", offset); }

  // The fields of the root begin at the margin. Beyond some nesting, a number tells how deep it is:
  // lines that grow with the nesting would make a small file's listing endless.
  static std::string indented(const ExplainedField& line, std::string_view text) {
    constexpr std::uint32_t kDeepest = 16;
    const std::uint32_t levels = std::max(line.depth, 1u) - 1;
    std::string out(2 * static_cast<std::size_t>(std::min(levels, kDeepest)), ' ');
    if (levels > kDeepest) {
      out += fmt::format("(+{}) ", levels - kDeepest);
    }
    out += text;
    return out;
  }

  // Tag and length, a bar, the payload as far as it fits.
  std::string bytes_column(const ExplainedField& line) const {
    const Bytes bytes = shown_bytes(line);
    const auto header = static_cast<std::size_t>(line.field.payload_offset - line.field.offset);
    const Bytes shown = bytes.first(std::min(bytes.size(), kBytesInLine));
    std::string out;
    append_hex(out, shown.first(std::min(shown.size(), header)), " ");
    if (shown.size() > header) {
      out += out.empty() ? "" : " | ";
      append_hex(out, shown.subspan(header), " ");
    }
    return out + (bytes.size() > shown.size() ? " .." : "");
  }

  std::string field_column(const ExplainedField& line) const {
    const WireField& field = line.field;
    if (line.depth == 0) {
      return std::string(MessageType::of(subject_.kind).name());
    }
    if (field.number == 0) {
      return indented(line, "?");
    }
    return indented(line, fmt::format("{} {}", field.number,
                                      field.schema != nullptr ? field.step()
                                      : field.reserved        ? "(reserved)"
                                                              : "(unknown)"));
  }

  static std::string wire_column(const ExplainedField& line) {
    if (line.depth == 0 || line.field.number == 0) {
      return "";
    }
    std::string out(wire_type_name(line.field.wire_type));
    if (out.empty()) {
      return fmt::format("type {}", line.field.wire_type);
    }
    return out == "LEN" ? fmt::format("LEN {}", line.field.payload_length) : out;
  }

  std::string value_column(const ExplainedField& line) const {
    const WireField& field = line.field;
    std::string out = line.meaning;
    if (const auto message = field.message()) {
      out = fmt::format("{} {}{}", message->name(), out, line.closed ? " ..." : "");
    }
    if (field.schema != nullptr && !field.as_declared() && field.fault == FieldFault::none) {
      out += fmt::format("{}(declared as {})", out.empty() ? "" : " ", field.type());
    }
    return out;
  }

  // What is left of the bytes, in rows of their own.
  void more_bytes(const ExplainedField& line) const {
    const Bytes bytes = shown_bytes(line);
    for (std::size_t at = kBytesInLine; at < bytes.size(); at += kBytesInRow) {
      std::string hex;
      append_hex(hex, bytes.subspan(at, std::min(kBytesInRow, bytes.size() - at)), " ");
      row(offset_text(line.field.offset + at), hex, "", "", "");
    }
  }

  void fault(const ExplainedField& line) const {
    const WireField& field = line.field;
    const bool last = field.end() == subject_.bytes.size();
    std::string text(field_fault_text(field.fault));
    if (field.fault == FieldFault::length_beyond) {
      text += "; " + counted(field.payload_length, "byte") + " of it here";
    } else {
      text += "; " + counted(field.length, "byte") + " that cannot be read";
    }
    text += last ? "" : fmt::format("; reading goes on at {:#x}", field.end());
    row("", "", indented(line, "! " + text), "", "");
  }

  std::size_t offset_width_;
};

}  // namespace

Bytes ExplainWriter::shown_bytes(const ExplainedField& line) const {
  const WireField& field = line.field;
  const bool inside_shown = field.message().has_value() || line.depth == 0;
  return subject_.bytes.subspan(field.offset,
                                (inside_shown ? field.payload_offset : field.end()) - field.offset);
}

void append_hex(std::string& out, Bytes bytes, std::string_view between) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string_view before;
  for (const std::byte byte : bytes) {
    out += before;
    out += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    out += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
    before = between;
  }
}

std::unique_ptr<ExplainWriter> make_text_writer(Subject subject, ExplainWriter::Sink sink) {
  return std::make_unique<TextWriter>(std::move(subject), std::move(sink));
}

}  // namespace assay::cli
