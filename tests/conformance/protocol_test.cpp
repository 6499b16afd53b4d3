// Lines of a subject: what counts as an answer, and what of it is shown.
#include "protocol.hpp"

#include <boost/test/unit_test.hpp>

using namespace assay::conformance;

BOOST_AUTO_TEST_SUITE(protocol)

BOOST_AUTO_TEST_CASE(an_answer_is_to_the_request_that_was_made) {
  JsonFault fault;
  BOOST_TEST(read_answer_line(R"({"seq": 7, "outcome": "accepted"})", 7, 100, fault).has_value());
  BOOST_TEST(!read_answer_line(R"({"seq": 7, "outcome": "accepted"})", 8, 100, fault).has_value());
  BOOST_TEST(fault.pointer == "/seq");
  BOOST_TEST(!read_answer_line(R"({"seq": 7, "outcome": "perhaps"})", 7, 100, fault).has_value());
  BOOST_TEST(fault.pointer == "/outcome");
  BOOST_TEST(!read_answer_line(R"({"seq": 7, "outcome": "accepted"})", 7, 10, fault).has_value());
  BOOST_TEST(!read_answer_line(R"({"seq": 7, "seq": 7})", 7, 100, fault).has_value());
}

BOOST_AUTO_TEST_CASE(an_answer_without_an_outcome_is_a_protocol_error) {
  const Answer answer = read_answer(Json::parse(R"({"seq": 7})"), true);
  BOOST_TEST((answer.outcome == Outcome::protocol_error));
}

BOOST_AUTO_TEST_CASE(a_greeting_has_a_name_and_says_what_it_can_do) {
  BOOST_TEST(!read_greeting(Json::parse(R"({"seq": 0, "name": "x"})")).has_value());
  BOOST_TEST(!read_greeting(Json::parse(R"({"seq": 0, "can": []})")).has_value());
  const auto greeting = read_greeting(
      Json::parse(R"({"seq": 0, "name": "x", "can": ["check", "fly"], "kinds": ["map"]})"));
  BOOST_TEST_REQUIRE(greeting.has_value());
  BOOST_TEST(greeting->can.parses);
  BOOST_TEST(greeting->can.checks);
  BOOST_TEST(!greeting->can.runs);
  BOOST_TEST(greeting->kinds == std::vector<std::string>{"map"});
}

BOOST_AUTO_TEST_CASE(words_are_one_line_that_no_terminal_obeys) {
  BOOST_TEST(shortened("one\ntwo\tthree") == "one two three");
  BOOST_TEST(shortened("\x1b[31m") == "\\x1b[31m");
  BOOST_TEST(shortened("\xc2\x9b") == "\\u{9b}");
  BOOST_TEST(shortened(std::string(300, 'x')) == std::string(300, 'x'));
  BOOST_TEST(shortened(std::string(301, 'x')) == std::string(300, 'x') + "...");
}

BOOST_AUTO_TEST_CASE(words_are_not_cut_in_the_middle_of_a_character) {
  const std::string before(299, 'x');
  BOOST_TEST(shortened(before + "\xc3\xa9") == before + "...");
  BOOST_TEST(shortened(before + "\xf0\x9f\x98\x80") == before + "...");
  BOOST_TEST(shortened(std::string(298, 'x') + "\xc3\xa9y") ==
             std::string(298, 'x') + "\xc3\xa9...");
}

BOOST_AUTO_TEST_SUITE_END()
