// No rule of the catalogue is without a case in the suites: a reader that forgot it would pass.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "assay/rule.hpp"

#include "loader.hpp"

using namespace assay;
using namespace assay::conformance;

namespace {

// What no case can bring about, and why. tests/ has them.
const std::map<Rule, const char*> kWithoutCase = {
    {Rule::internal_error, "nothing brings it about"},
    {Rule::file_unreadable, "of the file system: the bytes of a case are there"},
    {Rule::file_changed, "of the file system: a file that changes while it is read"},
    {Rule::external_unreadable, "permissions, which do not bind every user"},
    {Rule::external_changed, "a file that changes while it is read"},
    {Rule::limit_external_reads, "it takes more than 64 MiB of data files"},
    {Rule::conv_integer_shape, "a negative extent, which a case cannot write"},
    {Rule::conv_integer_buffer, "a buffer of the caller's"},
    {Rule::conv_integer_kernel, "a kernel that the machine lacks"},
};

std::set<Rule> rules_with_cases() {
  std::set<Rule> rules;
  for (const auto& file : find_suites({ASSAY_SOURCE_DIR "/conformance/suites"})) {
    for (const Case& test : load_suite_file(file).cases) {
      if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
        rules.insert(reader->also.begin(), reader->also.end());
        if (reader->rule) {
          rules.insert(*reader->rule);
        }
      } else if (const auto rule = find_rule(std::get<OperatorCase>(test.body).error)) {
        rules.insert(*rule);
      }
    }
  }
  return rules;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(coverage)

BOOST_AUTO_TEST_CASE(every_rule_has_a_case_in_the_suites_or_a_reason) {
  const std::set<Rule> rules = rules_with_cases();
  for (const RuleInfo& info : rule_catalogue()) {
    const bool excused = kWithoutCase.contains(info.rule);
    BOOST_TEST(rules.contains(info.rule) != excused,
               info.id << (excused ? " has a case and needs no excuse" : " has no case"));
  }
}

BOOST_AUTO_TEST_SUITE_END()
