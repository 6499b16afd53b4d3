// The catalogue and its cases: each row of each table finds what it says, where it says, under both
// profiles; and no rule is without a row.
#include <boost/test/unit_test.hpp>
#include <set>

#include "support/cases.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

// The areas whose rules have their cases elsewhere or cannot be brought about by a file.
const std::set<std::string_view> kElsewhere = {"internal",  // nothing brings it about
                                               "external"};

// Rules of ConvInteger that only a caller of the operator can break, with values or with limits:
// tests/ops.
const std::set<Rule> kOfCalls = {Rule::conv_integer_shape, Rule::conv_integer_limit,
                                 Rule::conv_integer_buffer, Rule::conv_integer_kernel};

// Rules of the file system, which bytes in memory cannot break: tests/view/open_test.cpp and
// tests/external.
const std::set<Rule> kOfFiles = {Rule::file_unreadable, Rule::file_changed,
                                 Rule::limit_external_reads};

std::string_view area_of(Rule rule) {
  const std::string_view id = rule_info(rule).id;
  return id.substr(0, id.find('/'));
}

void check_case(const Case& one, Profile profile) {
  const Policy policy = policy_of(one, profile);
  const Report report = check(one.faulty.view(), faulty_kind(one), policy);
  const std::string wanted =
      brief(policy.severity(one.rule), one.rule, one.path, one.faulty.mark());
  const std::string found = brief(report);
  BOOST_TEST(one.faulty.mark().set, "the row marks no bytes");
  // What a model lacks beside the fault is the business of other rows.
  if (one.also_others) {
    BOOST_TEST(("\n" + found + "\n").find("\n" + wanted + "\n") != std::string::npos,
               "wanted " << wanted << "\nfound " << found);
  } else {
    BOOST_TEST(found == wanted);
    BOOST_TEST(report.accepted() == (policy.severity(one.rule) != Severity::error));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogue)

BOOST_AUTO_TEST_CASE(every_case_finds_its_fault_under_strict) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      check_case(one, Profile::strict);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_case_finds_its_fault_under_compat) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      check_case(one, Profile::compat);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_twin_of_every_case_is_accepted_without_a_finding) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      for (const Profile profile : {Profile::strict, Profile::compat}) {
        BOOST_TEST(findings_of(one.sound, policy_of(one, profile)) == "");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(every_rule_weighs_what_the_policy_says) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      for (const Severity severity : {Severity::off, Severity::note, Severity::warning}) {
        Policy policy = policy_of(one, Profile::strict);
        if (!policy.set_severity(one.rule, severity)) {
          BOOST_TEST(rule_info(one.rule).fixed);
          continue;
        }
        const Report report = check(one.faulty.view(), faulty_kind(one), policy);
        for (const Finding& finding : report.findings) {
          BOOST_TEST((finding.rule != one.rule || finding.severity == severity));
          BOOST_TEST((finding.rule != one.rule || severity != Severity::off));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(every_rule_has_a_case_and_a_twin) {
  std::set<Rule> covered;
  for (const Case& one : all_cases()) {
    covered.insert(one.rule);
  }
  for (const RuleInfo& info : rule_catalogue()) {
    if (!kElsewhere.contains(area_of(info.rule)) && !kOfFiles.contains(info.rule) &&
        !kOfCalls.contains(info.rule)) {
      BOOST_TEST(covered.contains(info.rule), info.id << " has no case");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_rule_that_a_policy_lets_pass_still_ends_in_a_report) {
  // Every rule that may be off is off: nothing may crash, and what cannot be read on is refused.
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      Policy lenient = policy_of(one, Profile::compat);
      for (const RuleInfo& info : rule_catalogue()) {
        (void)lenient.set_severity(info.rule, Severity::off);
      }
      const Report report = check(one.faulty.view(), faulty_kind(one), lenient);
      BOOST_TEST((report.accepted() || rule_info(report.findings.front().rule).fixed));
      BOOST_TEST((!rule_info(one.rule).fixed || !report.accepted()));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
