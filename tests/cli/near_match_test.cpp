#include "cli/near_match.hpp"

#include <boost/test/unit_test.hpp>

using namespace assay::cli;

namespace {

const std::vector<std::string_view> kKnown = {"depth", "call_depth", "tensor/padding-bits",
                                              "tensor/segment", "wire/truncated"};

}  // namespace

BOOST_AUTO_TEST_SUITE(near_match)

BOOST_AUTO_TEST_CASE(what_resembles_a_word_is_suggested_nearest_first) {
  struct {
    std::string_view word;
    std::string_view expected;
  } const cases[] = {
      {"dept", " (did you mean depth or call_depth?)"},
      {"tensor/pading", " (did you mean tensor/padding-bits?)"},
      {"padding", " (did you mean tensor/padding-bits?)"},
      {"wire/turncated", " (did you mean wire/truncated?)"},
      {"graph/ssa", ""},
      {"", ""},
      {"x", ""},
  };
  for (const auto& c : cases) {
    BOOST_TEST_CONTEXT(c.word) {
      BOOST_TEST(did_you_mean(c.word, kKnown) == c.expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(at_most_three_are_suggested) {
  BOOST_TEST(did_you_mean("ab1", {"ab2", "ab3", "ab4", "ab5"}) ==
             " (did you mean ab2, ab3 or ab4?)");
}

BOOST_AUTO_TEST_CASE(a_word_of_absurd_length_costs_nothing) {
  BOOST_TEST(near_matches(std::string(101, 'd'), {std::string_view("d")}).empty());
  const std::string longest(100, 'd');
  BOOST_TEST(near_matches(longest, {longest}).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
