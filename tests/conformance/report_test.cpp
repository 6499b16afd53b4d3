// The matrix and what is rendered from it: counts, escapes, determinism.
#include <boost/test/unit_test.hpp>
#include <string>

#include "annotate.hpp"
#include "matrix.hpp"

using namespace assay::conformance;

namespace {

// Accepts everything, or rejects what is named.
class Scripted : public Subject {
 public:
  explicit Scripted(std::string rejected) : rejected_(std::move(rejected)) {}
  SubjectInfo info() override {
    SubjectInfo info;
    info.name = "scripted-" + (rejected_.empty() ? std::string("none") : rejected_);
    info.version = "1 <b>|";
    info.can.parses = info.can.checks = true;
    return info;
  }
  Answer ask(const Case& test) override {
    Answer answer;
    answer.outcome = test.id == rejected_ ? Outcome::rejected : Outcome::accepted;
    answer.message = "</script><script>alert(1)</script> & \x01";
    answer.digest = rejected_ == "b" ? "{\"nodes\":0}" : "{\"nodes\":1}";
    return answer;
  }

 private:
  std::string rejected_;
};

Matrix small_matrix(const Expectations& expectations = {}) {
  Suite suite;
  suite.name = "s";
  suite.description = "A suite.";
  for (const char* id : {"a", "b"}) {
    ReaderCase body;
    body.kind = assay::Kind::tensor;
    body.input = "\x08\x02";
    body.others = Verdict::accept;
    Case test;
    test.id = id;
    test.description = "A case of <i> & \"quotes\".";
    test.flags = {"f"};
    test.body = body;
    suite.cases.push_back(test);
  }
  static Scripted first("a");
  static Scripted second("b");
  std::vector<Contestant> contestants;
  for (Scripted* subject : {&first, &second}) {
    contestants.push_back({subject, subject->info(), {}});
  }
  contestants[0].expectations = expectations;
  RunOptions options;
  options.jobs = 2;
  return run_matrix({suite}, std::move(contestants), options);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reporting)

BOOST_AUTO_TEST_CASE(the_matrix_counts_and_is_clean_only_without_surprises) {
  const Matrix matrix = small_matrix();
  BOOST_TEST(count(matrix, 0).pass == 1U);
  BOOST_TEST(count(matrix, 0).fresh == 1U);
  BOOST_TEST(!is_clean(matrix));

  Expectations known;
  known.cases["s/a"] = {Outcome::rejected, "It is known."};
  const Matrix listed = small_matrix(known);
  BOOST_TEST(count(listed, 0).known == 1U);
  BOOST_TEST(count(listed, 0).fresh == 0U);
  BOOST_TEST(listed.stale.empty());

  known.cases["s/b"] = {Outcome::rejected, "It is known."};
  known.cases["s/gone"] = {Outcome::rejected, "It is known."};
  const Matrix rotten = small_matrix(known);
  BOOST_TEST(count(rotten, 0).unexpected == 1U);
  BOOST_TEST(rotten.stale.size() == 1U);
  BOOST_TEST(!is_clean(rotten));
}

BOOST_AUTO_TEST_CASE(the_same_answers_give_the_same_bytes) {
  const Json a = matrix_json(small_matrix());
  const Json b = matrix_json(small_matrix());
  BOOST_TEST(a.dump() == b.dump());
  BOOST_TEST(html_report(a) == html_report(b));
  BOOST_TEST(junit_report(a) == junit_report(b));
}

BOOST_AUTO_TEST_CASE(junit_counts_and_escapes) {
  const std::string xml = junit_report(matrix_json(small_matrix()));
  BOOST_TEST(
      holds(xml, "<testsuite name=\"scripted-a\" tests=\"2\" failures=\"1\" skipped=\"0\">"));
  BOOST_TEST(holds(xml, "A case of &lt;i&gt; &amp; &quot;quotes&quot;."));
  BOOST_TEST(!holds(xml, "<script"));
  BOOST_TEST(!holds(xml, "\x01"));
}

BOOST_AUTO_TEST_CASE(markdown_shows_who_disagrees_and_who_reads_something_else) {
  const std::string text = markdown_report(matrix_json(small_matrix()));
  BOOST_TEST(holds(text, "1 \\<b>\\|"));
  BOOST_TEST(holds(text, "Subjects that disagree"));
  BOOST_TEST(holds(text, "| s/a: A case of \\<i> & \"quotes\". | **rejected** | accepted |"));
}

BOOST_AUTO_TEST_CASE(the_page_holds_the_matrix_as_data_and_asks_no_network) {
  const std::string page = html_report(matrix_json(small_matrix()));
  BOOST_TEST(!holds(page, "@MATRIX@"));
  BOOST_TEST(!holds(page, "</script><script>"));
  BOOST_TEST(holds(page, "\\u003c/script>\\u003cscript>"));
  BOOST_TEST(holds(page, "default-src 'none'"));
  BOOST_TEST(!holds(page, "http://"));
  BOOST_TEST(!holds(page, "https://"));
}

BOOST_AUTO_TEST_CASE(bytes_are_annotated_up_to_the_fault) {
  using assay::schema::MessageId;
  // dims 300, data_type in two bytes, metadata_props{key "k"}, and a name of which a byte is
  // missing
  const std::string bytes("\x08\xac\x02\x10\x81\x00\x82\x01\x03\x0a\x01k\x42\x02x", 15);
  const auto lines = annotate(bytes, MessageId::tensor);
  BOOST_TEST_REQUIRE(lines.size() == 5U);
  BOOST_TEST(lines[0].text == "dims = 300");
  BOOST_TEST(lines[0].hex == "08 ac 02");
  BOOST_TEST(lines[1].text == "data_type = 1 (overlong)");
  BOOST_TEST(lines[1].offset == 3U);
  BOOST_TEST(lines[2].text == "metadata_props, 3 bytes: StringStringEntryProto");
  BOOST_TEST(lines[3].depth == 1U);
  BOOST_TEST(lines[3].text == "key, 1 bytes: \"k\"");
  BOOST_TEST(lines[4].text == "name, 2 bytes, of which 1 are left");
  BOOST_TEST(annotate(std::string(1000, '\x08'), MessageId::tensor, 10).size() == 11U);
}

BOOST_AUTO_TEST_SUITE_END()
