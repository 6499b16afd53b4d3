// Programs as subjects: whatever they do is a result, and none upsets the run.
#include "program_subject.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "loader.hpp"
#include "matrix.hpp"

namespace bdata = boost::unit_test::data;
namespace fs = std::filesystem;
using namespace assay::conformance;

namespace {

Case small_case(const std::string& id) {
  ReaderCase body;
  body.kind = assay::Kind::tensor;
  body.input = "\x08\x01";
  body.others = Verdict::accept;
  Case test;
  test.id = id;
  test.description = "A case.";
  test.body = body;
  return test;
}

ProgramConfig hostile(const std::string& way, const std::string& more = "") {
  ProgramConfig config;
  config.name = "hostile";
  config.command = {"python3", ASSAY_SOURCE_DIR "/tests/conformance/hostile_subject.py", way};
  if (!more.empty()) {
    config.command.push_back(more);
  }
  config.limits.time = std::chrono::milliseconds(5000);
  config.limits.memory = std::uint64_t{512} << 20;
  config.limits.line = 1 << 20;
  return config;
}

struct Misdeed {
  const char* way;
  Outcome outcome;
};
std::ostream& operator<<(std::ostream& out, const Misdeed& value) {
  return out << value.way;
}

const Misdeed kMisdeeds[] = {
    {"silence", Outcome::timeout},
    {"flood", Outcome::protocol_error},
    {"bad-json", Outcome::protocol_error},
    {"no-object", Outcome::protocol_error},
    {"wrong-id", Outcome::protocol_error},
    {"no-outcome", Outcome::protocol_error},
    {"wrong-outcome", Outcome::protocol_error},
    {"duplicate-key", Outcome::protocol_error},
    {"huge-number", Outcome::protocol_error},
    {"deep", Outcome::protocol_error},
    {"crash", Outcome::crash},
    {"exit", Outcome::crash},
    {"memory", Outcome::out_of_memory},
    {"complaints", Outcome::accepted},
    {"closed-input", Outcome::timeout},
    {"child", Outcome::timeout},  // what it started holds the output open
    {"half-line", Outcome::timeout},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(asking_programs)

BOOST_DATA_TEST_CASE(a_misdeed_is_a_result_and_the_run_goes_on, bdata::make(kMisdeeds), c) {
  ProgramConfig config = hostile(c.way);
  if (c.outcome == Outcome::timeout) {
    config.limits.time = std::chrono::milliseconds(1000);
  }
  const auto subject = program_subject(config);
  BOOST_TEST(subject->info().version == "1");
  const auto begin = std::chrono::steady_clock::now();
  BOOST_TEST((subject->ask(small_case("first")).outcome == Outcome::accepted));
  const Answer answer = subject->ask(small_case("second"));
  BOOST_TEST(outcome_name(answer.outcome) == outcome_name(c.outcome));
  BOOST_TEST(!answer.flaky);
  BOOST_TEST((subject->ask(small_case("first")).outcome == Outcome::accepted));
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)));
}

BOOST_AUTO_TEST_CASE(lines_that_nobody_asked_for_do_not_answer_the_next_case) {
  const auto subject = program_subject(hostile("lines"));
  subject->info();
  BOOST_TEST((subject->ask(small_case("second")).outcome == Outcome::accepted));
  const Answer answer = subject->ask(small_case("first"));
  // The stale line has an older number: noticed, the program started anew, and asked again.
  BOOST_TEST((answer.outcome == Outcome::protocol_error));
  BOOST_TEST(answer.flaky);
}

BOOST_AUTO_TEST_CASE(what_works_the_second_time_is_flaky) {
  const fs::path marker = fs::temp_directory_path() / "assay-hostile-marker";
  fs::remove(marker);
  const auto subject = program_subject(hostile("once", marker.string()));
  subject->info();
  const Answer answer = subject->ask(small_case("second"));
  BOOST_TEST(answer.flaky);
  BOOST_TEST((answer.outcome == Outcome::crash));
  fs::remove(marker);
}

BOOST_AUTO_TEST_CASE(an_answer_is_shown_with_its_control_characters_escaped) {
  const auto subject = program_subject(hostile("exit"));
  subject->info();
  const Answer answer = subject->ask(small_case("first"));
  BOOST_TEST(answer.message == "\\x1b[2J");
  BOOST_TEST(answer.digest == R"({"a":[2],"b":1})");
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_there_or_does_not_greet_is_an_error) {
  BOOST_CHECK_THROW(program_subject(hostile("no-greeting"))->info(), std::runtime_error);
  ProgramConfig config = hostile("exit");
  config.command = {"/nonexistent/program"};
  BOOST_CHECK_THROW(program_subject(config)->info(), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(a_program_by_exit_status_accepts_with_0_and_rejects_with_1) {
  ProgramConfig config;
  config.name = "shell";
  config.by_exit_status = true;
  config.kinds = {"tensor"};
  config.can.parses = true;
  config.limits.time = std::chrono::milliseconds(1000);
  const auto outcome = [&](const std::string& script) {
    config.command = {"sh", "-c", script, "sh"};
    return program_subject(config)->ask(small_case("case")).outcome;
  };
  BOOST_TEST((outcome("test -s \"$1\"") == Outcome::accepted));
  BOOST_TEST((outcome("exit 1") == Outcome::rejected));
  BOOST_TEST((outcome("exit 2") == Outcome::crash));
  BOOST_TEST((outcome("kill -SEGV $$") == Outcome::crash));
  BOOST_TEST((outcome("sleep 60") == Outcome::timeout));
  BOOST_TEST((outcome("yes") == Outcome::timeout));
  BOOST_TEST((outcome("exec >&- 2>&-; exit 1") == Outcome::rejected));
  config.kinds = {"model"};
  BOOST_TEST((outcome("exit 0") == Outcome::unsupported));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(expecting)

BOOST_AUTO_TEST_CASE(a_result_stands_to_the_list_in_one_of_four_ways) {
  const Expectations list = read_expectations(
      R"({"subject": "s", "entries": [
          {"cases": ["a/b"], "outcome": "crash", "why": "It is known."},
          {"cases": ["a/d"], "outcome": "crash", "why": "It is chance.", "sometimes": true}]})",
      "s.json");
  const auto standing = [&](const std::string& name, Mark mark, Outcome outcome,
                            bool flaky = false) {
    Answer answer;
    answer.outcome = outcome;
    answer.flaky = flaky;
    Judgement judgement;
    judgement.mark = mark;
    return standing_name(standing_of(name, judgement, answer, list));
  };
  BOOST_TEST(standing("a/c", Mark::pass, Outcome::accepted) == "fine");
  BOOST_TEST(standing("a/c", Mark::differs, Outcome::accepted) == "fine");
  BOOST_TEST(standing("a/c", Mark::skipped, Outcome::unsupported) == "fine");
  BOOST_TEST(standing("a/c", Mark::fail, Outcome::accepted) == "new-failure");
  BOOST_TEST(standing("a/c", Mark::pass, Outcome::accepted, true) == "new-failure");
  BOOST_TEST(standing("a/b", Mark::broken, Outcome::crash) == "known-failure");
  BOOST_TEST(standing("a/b", Mark::broken, Outcome::crash, true) == "new-failure");
  BOOST_TEST(standing("a/b", Mark::broken, Outcome::timeout) == "new-failure");
  BOOST_TEST(standing("a/b", Mark::pass, Outcome::accepted) == "unexpected-pass");
  BOOST_TEST(standing("a/d", Mark::pass, Outcome::accepted) == "fine");
  BOOST_TEST(standing("a/d", Mark::broken, Outcome::crash) == "known-failure");
}

BOOST_AUTO_TEST_CASE(a_list_names_each_case_once_and_says_why) {
  const auto refused = [](const std::string& entries) {
    try {
      read_expectations(R"({"subject": "s", "entries": [)" + entries + "]}", "s.json");
    } catch (const LoadError&) {
      return true;
    }
    return false;
  };
  const std::string entry = R"({"cases": ["a/b"], "outcome": "crash", "why": "It is known."})";
  BOOST_TEST(!refused(entry));
  BOOST_TEST(refused(entry + "," + entry));
  BOOST_TEST(refused(R"({"cases": ["a/b"], "outcome": "crash"})"));
  BOOST_TEST(refused(R"({"cases": ["a/b"], "outcome": "fine", "why": "It is known."})"));
  BOOST_TEST(refused(R"({"cases": ["ab"], "outcome": "crash", "why": "It is known."})"));
}

BOOST_AUTO_TEST_SUITE_END()
