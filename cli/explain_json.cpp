// The same for programs: one JSON object for the file, one line of it for each field.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/explain_writer.hpp"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBytesInLine = 16;
constexpr std::size_t kBytesInPiece = 16u << 10;

class JsonWriter : public ExplainWriter {
 public:
  using ExplainWriter::ExplainWriter;

  void begin() override {
    sink_(fmt::format("{{\"file\": {}, \"kind\": \"{}\", \"bytes\": {}, \"report\": {},\n",
                      Json(printable(subject_.name)).dump(), kind_name(subject_.kind),
                      subject_.bytes.size(), report()));
    sink_("\"fields\": [");
  }

  void line(const ExplainedField& line) override {
    sink_(first_ ? "\n" : ",\n");
    first_ = false;
    Json json = {{"path", line.path}, {"depth", line.depth}};
    if (line.skipped != 0) {
      json["left_out"] = line.skipped;
      sink_(json.dump());
      return;
    }
    describe(json, line);
    std::string text = json.dump();
    text.pop_back();
    sink_(text);
    sink_(",\"hex\":\"");
    const Bytes bytes = shown_bytes(line);
    const std::size_t end = subject_.full ? bytes.size() : std::min(bytes.size(), kBytesInLine);
    for (std::size_t at = 0; at < end; at += kBytesInPiece) {
      std::string hex;
      append_hex(hex, bytes.subspan(at, std::min(kBytesInPiece, end - at)), "");
      sink_(hex);
    }
    sink_(end < bytes.size() ? "\",\"hex_cut\":true}" : "\"}");
  }

  void end() override { sink_("\n]}\n"); }

 private:
  // As `assay check --format ndjson` has it.
  std::string report() const {
    if (subject_.report == nullptr) {
      return "null";
    }
    std::string text = ReportWriter(ReportFormat::ndjson, Policy())
                           .fragment(subject_.name, *subject_.report, subject_.bytes);
    text.pop_back();
    return text;
  }

  void describe(Json& json, const ExplainedField& line) const {
    const WireField& field = line.field;
    json["offset"] = field.offset;
    json["length"] = field.length;
    json["payload"] = {{"offset", field.payload_offset}, {"length", field.payload_length}};
    if (line.depth == 0) {
      json["type"] = MessageType::of(subject_.kind).name();
    } else {
      json["number"] = field.number;
      json["name"] = field.name();
      json["wire_type"] = field.wire_type;
      json["type"] = field.type();
    }
    json["value"] = line.meaning;
    if (line.depth != 0 && !field.as_declared() && field.fault == FieldFault::none) {
      json["problem"] = field.schema != nullptr ? "not the declared wire type"
                        : field.reserved        ? "reserved field number"
                                                : "unknown field number";
    }
    if (field.fault != FieldFault::none) {
      json["fault"] = field_fault_text(field.fault);
    }
    if (line.closed) {
      json["closed"] = true;
    }
    for (const Finding* finding : line.findings) {
      const RuleInfo& info = rule_info(finding->rule);
      json["findings"].push_back({{"rule", info.id},
                                  {"severity", severity_name(finding->severity)},
                                  {"message", printable(finding->message)},
                                  {"path", finding->path},
                                  {"offset", finding->offset},
                                  {"length", finding->length},
                                  {"remedy", info.remedy}});
    }
  }

  bool first_ = true;
};

}  // namespace

std::unique_ptr<ExplainWriter> make_json_writer(Subject subject, ExplainWriter::Sink sink) {
  return std::make_unique<JsonWriter>(std::move(subject), std::move(sink));
}

}  // namespace assay::cli
