#include "cli/rules_format.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "cli/run_command.hpp"

using namespace assay;
using namespace assay::cli;

namespace {

std::vector<const RuleInfo*> all_rules() {
  std::vector<const RuleInfo*> rules;
  for (const RuleInfo& info : rule_catalogue()) {
    rules.push_back(&info);
  }
  return rules;
}

const RuleInfo kSample = {
    Rule::internal_error, "area/what-is-wrong", Severity::error, Severity::warning, false,
    "It is wrong.",       "It harms.",          "Mend *it*.",    "The text, 1 < 2."};
const std::vector<const RuleInfo*> kOne = {&kSample};

}  // namespace

BOOST_AUTO_TEST_SUITE(rules_format)

BOOST_AUTO_TEST_CASE(the_table_has_a_line_for_each_rule) {
  BOOST_TEST(rules_table(kOne) ==
             "rule                strict   compat   meaning\n"
             "area/what-is-wrong  error    warning  It is wrong.\n");
  const std::string table = rules_table(all_rules());
  BOOST_TEST(std::count(table.begin(), table.end(), '\n') ==
             static_cast<std::ptrdiff_t>(kRuleCount + 1));
}

BOOST_AUTO_TEST_CASE(a_page_says_all) {
  BOOST_TEST(rules_pages(kOne) ==
             "area/what-is-wrong\n"
             "  found:    It is wrong.\n"
             "  why:      It harms.\n"
             "  fix:      Mend *it*.\n"
             "  severity: error under strict, warning under compat\n"
             "  source:   The text, 1 < 2.\n");
}

BOOST_AUTO_TEST_CASE(json_holds_the_catalogue) {
  const auto list = nlohmann::json::parse(rules_json(all_rules()));
  BOOST_TEST_REQUIRE(list.size() == kRuleCount);
  for (const RuleInfo& info : rule_catalogue()) {
    const auto& rule = list[static_cast<std::size_t>(info.rule)];
    BOOST_TEST(rule["id"] == std::string(info.id));
    BOOST_TEST(rule["strict"] == std::string(severity_name(info.strict)));
    BOOST_TEST(rule["compat"] == std::string(severity_name(info.compat)));
    BOOST_TEST(rule["fixed"] == info.fixed);
    BOOST_TEST(rule["meaning"] == std::string(info.meaning));
    BOOST_TEST(rule["why"] == std::string(info.why));
    BOOST_TEST(rule["remedy"] == std::string(info.remedy));
    BOOST_TEST(rule["source"] == std::string(info.source));
  }
}

BOOST_AUTO_TEST_CASE(markdown_is_escaped_and_has_a_heading_for_area_and_rule) {
  const std::string text = rules_markdown(kOne);
  BOOST_TEST(
      text.ends_with("\n## area\n\n"
                     "### area/what-is-wrong\n\n"
                     "It is wrong. It harms.\n\n"
                     "- **Fix:** Mend \\*it\\*.\n"
                     "- **Severity:** error (strict), warning (compat)\n"
                     "- **Source:** The text, 1 \\< 2.\n"));
}

BOOST_AUTO_TEST_CASE(the_rules_page_is_fresh) {
  const bool fresh =
      testing::read_file(ASSAY_SOURCE_DIR "/docs/rules.md") == rules_markdown(all_rules());
  BOOST_TEST(fresh, "docs/rules.md is stale: run ./dev docs");
}

BOOST_AUTO_TEST_SUITE_END()
