// SARIF 2.1.0, in the shape that GitHub's code scanning takes.
//
// A result has a byte region and a line region: viewers that know only lines show line 1 of a file
// that has none. Absent properties are left out, never null. Every rule is listed, found or not, so
// that the indexes of rules stay the same from run to run.
#include <cstddef>
#include <map>

#include "assay/version.hpp"

#include "report/formats.hpp"
#include "report/parts.hpp"

namespace assay::report {
namespace {

std::string_view level_name(Severity severity) {
  return severity == Severity::off ? "none" : severity_name(severity);
}

std::string text_object(std::string_view text) {
  return cat("{\"text\": ", json_string(text), "}");
}

std::string rule_json(const RuleInfo& info, Severity severity) {
  return cat(
      "          {\"id\": ", json_string(info.id),  //
      ", \"shortDescription\": ", text_object(info.meaning),
      ", \"fullDescription\": ", text_object(info.why),
      ",\n           \"help\": ", text_object(cat(info.remedy, " Source: ", info.source)),
      ", \"defaultConfiguration\": {", severity == Severity::off ? "\"enabled\": false, " : "",
      "\"level\": ", json_string(level_name(severity)),
      "}, \"properties\": {\"tags\": [\"security\", ",
      json_string(info.id.substr(0, info.id.find('/'))), "], \"precision\": \"very-high\"}}");
}

// A name as a URI reference: every byte that is not unreserved is percent-encoded, so that no name
// can be taken for a scheme, a query or a fragment.
std::string uri_of(std::string_view file) {
  std::string uri;
  if (file.starts_with('/')) {
    uri = "file://";
  }
  for (const char c : file) {
    const bool unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
                            c == '~' || c == '/';
    if (unreserved) {
      uri += c;
    } else {
      uri += cat("%", hex_pair(static_cast<std::byte>(c)));
    }
  }
  return uri;
}

// FNV-1a of rule and path: what stays the same when the file is exported again and its bytes move.
// The wrap-around is the function's.
std::uint64_t fingerprint(std::string_view rule, std::string_view path) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto feed = [&hash](std::string_view text) {
    for (const char c : text) {
      hash ^= static_cast<unsigned char>(c);
      static_cast<void>(__builtin_mul_overflow(hash, std::uint64_t{0x100000001b3}, &hash));
    }
  };
  feed(rule);
  feed(" ");
  feed(path);
  return hash;
}

std::string result_json(std::string_view uri, const Finding& finding, std::uint64_t print,
                        std::uint64_t occurrence) {
  const RuleInfo& info = rule_info(finding.rule);
  const std::string_view message =
      finding.message.empty() ? info.meaning : std::string_view(finding.message);
  std::string out =
      cat("        {\"ruleId\": ", json_string(info.id),
          ", \"ruleIndex\": ", static_cast<std::size_t>(finding.rule),
          ", \"level\": ", json_string(level_name(finding.severity)),
          ", \"message\": ", text_object(message),
          ",\n         \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ",
          json_string(uri),
          "}, \"region\": {\"startLine\": 1, \"startColumn\": 1, \"endLine\": 1, \"endColumn\": 2, "
          "\"byteOffset\": ",
          finding.offset, ", \"byteLength\": ", finding.length, "}}");
  if (!finding.path.empty()) {
    out +=
        cat(", \"logicalLocations\": [{\"fullyQualifiedName\": ", json_string(finding.path), "}]");
  }
  return out += cat("}], \"partialFingerprints\": {\"primaryLocationLineHash\": \"", hex(print),
                    ":", occurrence, "\"}}");
}

}  // namespace

void append_sarif_begin(std::string& out, const Policy& policy) {
  out +=
      "{\n"
      "  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
      "  \"version\": \"2.1.0\",\n"
      "  \"runs\": [\n"
      "    {\n"
      "      \"tool\": {\"driver\": {\"name\": \"Assay\", \"version\": ";
  out += json_string(version());
  out += ", \"rules\": [\n";
  for (const RuleInfo& info : rule_catalogue()) {
    if (info.rule != Rule{}) {
      out += ",\n";
    }
    out += rule_json(info, policy.severity(info.rule));
  }
  out += "]}},\n      \"columnKind\": \"utf16CodeUnits\",\n      \"results\": [";
}

void append_sarif_results(std::string& out, std::string_view file, const Report& report) {
  if (report.findings.empty()) {
    return;
  }
  const std::string uri = uri_of(file);
  std::map<std::uint64_t, std::uint64_t> occurrences;
  for (const Finding& finding : report.findings) {
    if (&finding != report.findings.data()) {
      out += ",\n";
    }
    const std::uint64_t print = fingerprint(rule_info(finding.rule).id, finding.path);
    out += result_json(uri, finding, print, ++occurrences[print]);
  }
}

void append_sarif_end(std::string& out, const Totals& totals) {
  out += "],\n      \"invocations\": [{\"executionSuccessful\": ";
  out += totals.unread == 0 ? "true" : "false";
  out += "}]\n    }\n  ]\n}\n";
}

}  // namespace assay::report
