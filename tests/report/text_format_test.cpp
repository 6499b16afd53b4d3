#include <boost/test/unit_test.hpp>

#include "report/sample.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

std::string remedy_line(Rule rule) {
  return "    fix: " + std::string(rule_info(rule).remedy) + "\n";
}

// The two lines of the excerpt for a finding at these bytes of `input`.
std::string excerpt(std::uint64_t offset, std::uint64_t length, std::string_view input) {
  Report report;
  add(report, {Rule::wire_truncated, Severity::error, "m", "p", offset, length});
  const std::string out = Run(ReportFormat::text).file("f", report, bytes_of(input)).out;
  const std::size_t start = out.find("      0x");
  return start == std::string::npos ? "" : out.substr(start, out.find("    fix:") - start);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(text_format)

BOOST_AUTO_TEST_CASE(a_finding_says_what_where_and_how_to_mend_it) {
  BOOST_TEST(Run(ReportFormat::text).file("m.onnx", short_raw_data()).end() ==
             "m.onnx: REJECTED (model, 1234 bytes): 1 error\n"
             "\n"
             "  error[tensor/raw-data-size]: raw_data has 23 bytes; FLOAT [2,3] needs 24\n"
             "    at:  graph.initializer[0].raw_data, byte 118 (0x76), 23 bytes\n" +
                 remedy_line(Rule::tensor_raw_data_size) +
                 "\n"
                 "1 file: 0 accepted, 1 rejected (1 error, 0 warnings, 0 notes)\n"
                 "`assay rules ID` says more about a rule\n");
}

BOOST_AUTO_TEST_CASE(an_accepted_file_is_one_line) {
  Report report;
  report.kind = Kind::tensor;
  report.bytes = 1;
  BOOST_TEST(Run(ReportFormat::text).file("t.pb", report).end() ==
             "t.pb: accepted (tensor, 1 byte)\n"
             "1 file: 1 accepted, 0 rejected (0 errors, 0 warnings, 0 notes)\n");
}

BOOST_AUTO_TEST_CASE(an_accepted_file_shows_its_warnings) {
  Report report;
  report.kind = Kind::tensor;
  report.bytes = 9;
  add(report, {Rule::tensor_padding_bits, Severity::warning, "padding", "", 8, 1});
  add(report, {Rule::graph_shadowing, Severity::note, "shadow", "", 0, 0});
  BOOST_TEST(Run(ReportFormat::text).file("t.pb", report).out ==
             "t.pb: accepted (tensor, 9 bytes): 1 warning, 1 note\n"
             "\n"
             "  warning[tensor/padding-bits]: padding\n"
             "    at:  the file itself, byte 8 (0x8), 1 byte\n" +
                 remedy_line(Rule::tensor_padding_bits) +
                 "\n"
                 "  note[graph/shadowing]: shadow\n"
                 "    at:  the file itself, byte 0 (0x0), 0 bytes\n" +
                 remedy_line(Rule::graph_shadowing) + "\n");
}

BOOST_AUTO_TEST_CASE(the_bytes_of_a_finding_are_shown_and_marked) {
  const std::string_view input = "0123456789abcdefghijklmnop";
  struct {
    std::uint64_t offset;
    std::uint64_t length;
    std::string_view expected;
  } const cases[] = {
      {0, 1,
       "      0x0 | 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66 | 0123456789abcdef\n"
       "          | ^^\n"},
      {8, 3,
       "      0x2 | 32 33 34 35 36 37 38 39 61 62 63 64 65 66 67 68 | 23456789abcdefgh\n"
       "          |                   ^^ ^^ ^^\n"},
      {8, 10,
       "      0x2 | 32 33 34 35 36 37 38 39 61 62 63 64 65 66 67 68 | 23456789abcdefgh\n"
       "          |                   ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^\n"},
      {8, 11,
       "      0x2 | 32 33 34 35 36 37 38 39 61 62 63 64 65 66 67 68 | 23456789abcdefgh\n"
       "          |                   ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^ ^^ and 1 more\n"},
      {25, 1,
       "      0x13 | 6a 6b 6c 6d 6e 6f 70 | jklmnop\n"
       "           |                   ^^\n"},
      // Nothing where something should stand: one past the end.
      {26, 0,
       "      0x14 | 6b 6c 6d 6e 6f 70 | klmnop\n"
       "           |                   ^^\n"},
      // Outside: a report that belongs to other bytes is shown without them.
      {27, 0, ""},
  };
  for (const auto& c : cases) {
    BOOST_TEST_CONTEXT("offset " << c.offset << ", length " << c.length) {
      BOOST_TEST(excerpt(c.offset, c.length, input) == c.expected);
    }
  }
  BOOST_TEST(excerpt(0, 0, "") == "");
}

BOOST_AUTO_TEST_CASE(the_headline_and_the_findings_can_be_had_one_by_one) {
  const Report report = short_raw_data();
  const ReportWriter writer(ReportFormat::text, Policy());
  const std::string headline = writer.headline("t.pb", report);
  BOOST_TEST(headline.starts_with("t.pb: REJECTED ("));
  BOOST_TEST(writer.fragment("t.pb", report) ==
             headline + writer.finding(report.findings.front(), {}) + "\n");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_printable_are_dots) {
  BOOST_TEST(excerpt(0, 1, "\x1b[\x7f\xff~ ") ==
             "      0x0 | 1b 5b 7f ff 7e 20 | .[..~ \n"
             "          | ^^\n");
}

BOOST_AUTO_TEST_CASE(findings_beyond_the_limit_are_counted) {
  Report report = short_raw_data();
  report.errors += 41;
  BOOST_TEST(Run(ReportFormat::text)
                 .file("m", report)
                 .out.find("\n  and 41 more, beyond the limit of findings\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(hostile_text_is_escaped) {
  const std::string out = Run(ReportFormat::text).file(kHostile, hostile()).end();
  for (const char c : out) {
    BOOST_TEST(((c >= ' ' && c <= '~') || c == '\n'));
  }
  BOOST_TEST(out.starts_with("a\\x1b[31mred\\r\\n\"q\\\\xff\\u{202e}\\u{9b} end: accepted"));
}

BOOST_AUTO_TEST_CASE(colour_is_written_only_when_asked_for) {
  const std::string plain = Run(ReportFormat::text).file("m", short_raw_data()).end();
  BOOST_TEST(plain.find('\x1b') == std::string::npos);
  std::string coloured =
      Run(ReportFormat::text, {.colour = true}).file("m", short_raw_data()).end();
  BOOST_TEST(coloured.find("\x1b[1;31merror[tensor/raw-data-size]\x1b[0m") != std::string::npos);
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  }
  BOOST_TEST(coloured == plain);
}

BOOST_AUTO_TEST_CASE(quiet_leaves_out_files_without_findings) {
  const std::string out = Run(ReportFormat::text, {.quiet = true})
                              .file("good", Report())
                              .file("bad", short_raw_data())
                              .end();
  BOOST_TEST(out.starts_with("bad: REJECTED"));
  BOOST_TEST(
      out.ends_with("2 files: 1 accepted, 1 rejected (1 error, 0 warnings, 0 notes)\n"
                    "`assay rules ID` says more about a rule\n"));
}

BOOST_AUTO_TEST_CASE(what_was_not_checked_is_said_once) {
  Report tensor;
  tensor.not_checked = {"the weather"};
  Report model;
  model.not_checked = {"the moon", "the weather"};
  const std::string out =
      Run(ReportFormat::text).file("a", tensor).file("b", model).file("c", tensor).end();
  BOOST_TEST(out.ends_with("notes)\nnot checked: the weather; the moon\n"));
}

BOOST_AUTO_TEST_CASE(the_summary_names_files_that_could_not_be_read) {
  Run run(ReportFormat::text);
  run.totals.unread = 2;
  BOOST_TEST(run.end() ==
             "0 files: 0 accepted, 0 rejected, 2 could not be read "
             "(0 errors, 0 warnings, 0 notes)\n");
}

BOOST_AUTO_TEST_SUITE_END()
