// Reports of whatever was judged, under whatever name: the output parses, says what the report
// says, and holds no byte that a terminal or a parser would obey.
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/report_writer.hpp"

#include "base/utf8.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/share.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {
namespace {

using Json = nlohmann::json;

std::string write(ReportFormat format, ReportWriter::Style style, std::string_view name,
                  const Report& report, Bytes input) {
  ReportWriter writer(format, Policy(), style);
  std::string out;
  writer.begin(out);
  const std::string fragment = writer.fragment(name, report, input);
  writer.append(out, fragment);
  writer.append(out, fragment);
  Totals totals;
  totals.add(report);
  totals.add(report);
  writer.end(out, totals);
  return out;
}

void require_clean(std::string_view text, std::string_view format) {
  require(find_invalid_utf8(text) == std::string_view::npos, "a report is UTF-8", format);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    require(find_control(text.substr(begin, end - begin)) == std::string_view::npos,
            "a report holds no control character but the ends of its lines", format);
    begin = end + 1;
  }
}

Json parsed(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  require(!json.is_discarded(), "a report in JSON is JSON", text);
  return json;
}

void check_formats(std::string_view name, const Report& report, Bytes input) {
  for (const bool quiet : {false, true}) {
    const std::string text =
        write(ReportFormat::text, {.colour = false, .quiet = quiet}, name, report, input);
    require_clean(text, "text");
  }
  (void)write(ReportFormat::text, {.colour = true, .quiet = false}, name, report, input);

  const std::string json_text = write(ReportFormat::json, {}, name, report, input);
  require_clean(json_text, "json");
  const Json json = parsed(json_text);
  require(json.size() == 2, "both files are in the report", json_text);
  require(json[0]["findings"].size() == report.findings.size(), "every finding is in the report",
          json_text);

  const std::string lines = write(ReportFormat::ndjson, {}, name, report, input);
  require_clean(lines, "ndjson");
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    (void)parsed(lines.substr(begin, end - begin));
    begin = end + 1;
  }

  // SARIF lists every rule there is, which takes longer than all else.
  if (!Share(input).one_in(16)) {
    return;
  }
  const std::string sarif = write(ReportFormat::sarif, {}, name, report, input);
  require_clean(sarif, "sarif");
  require(parsed(sarif)["runs"][0]["results"].size() == 2 * report.findings.size(),
          "every finding is a result", sarif);
}

}  // namespace

// First the kind and a name; the rest is a file of that kind.
void target_report(Bytes input) {
  Choices choices(input);
  const Kind kind = kKinds[choices.below(std::size(kKinds))];
  const std::string_view name = choices.text(40);
  const Bytes file = choices.rest();
  const Report report = check(file, kind);
  check_report(report, file);
  check_formats(name, report, file);
}

}  // namespace assay::fuzz
