#include "cli/policy_settings.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using namespace assay;
using namespace assay::cli;

namespace {

std::string complaint_of(Complaint (*apply)(Policy&, std::string_view), std::string_view option) {
  Policy policy;
  return apply(policy, option).value_or("");
}

std::uint64_t limit_after(std::string_view name, std::string_view option) {
  Policy policy;
  BOOST_TEST(!apply_limit_option(policy, option).has_value());
  return limit_value(policy.limits, name);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policy_settings)

BOOST_AUTO_TEST_CASE(each_limit_is_set_by_its_name_and_no_other) {
  for (const std::string_view name : limit_names()) {
    Policy policy;
    BOOST_TEST(!apply_limit_option(policy, std::string(name) + "=7").has_value());
    for (const std::string_view other : limit_names()) {
      const std::uint64_t expected = other == name ? 7 : limit_value(Limits(), other);
      BOOST_TEST(limit_value(policy.limits, other) == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_limit_may_have_a_unit) {
  BOOST_TEST(limit_after("file_bytes", "file_bytes=0") == 0u);
  BOOST_TEST(limit_after("file_bytes", "file_bytes=3KiB") == 3072u);
  BOOST_TEST(limit_after("file_bytes", "file_bytes=2MiB") == 2u << 20);
  BOOST_TEST(limit_after("file_bytes", "file_bytes=8GiB") == std::uint64_t{8} << 30);
  BOOST_TEST(limit_after("file_bytes", "file_bytes=18446744073709551615") ==
             std::numeric_limits<std::uint64_t>::max());
  BOOST_TEST(limit_after("file_bytes", "file_bytes=17179869183GiB") == 17179869183u << 30);
}

BOOST_AUTO_TEST_CASE(what_is_no_whole_number_that_fits_is_refused) {
  for (const std::string_view option :
       {"", "file_bytes", "file_bytes=", "file_bytes=-1", "file_bytes=+1", "file_bytes= 1",
        "file_bytes=1.5", "file_bytes=1e3", "file_bytes=0x10", "file_bytes=1KB", "file_bytes=1kib",
        "file_bytes=18446744073709551616", "file_bytes=17179869184GiB"}) {
    BOOST_TEST_CONTEXT(option) {
      BOOST_TEST(contains(complaint_of(apply_limit_option, option), "NAME=N"));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_limit_has_a_most) {
  BOOST_TEST(limit_after("depth", "depth=1000") == 1000u);
  BOOST_TEST(complaint_of(apply_limit_option, "depth=1001") == "the limit depth is at most 1000");
  BOOST_TEST(limit_after("rank", "rank=4294967295") == 4294967295u);
  BOOST_TEST(complaint_of(apply_limit_option, "rank=4294967296") ==
             "the limit rank is at most 4294967295");
}

BOOST_AUTO_TEST_CASE(an_unknown_limit_is_refused_with_those_near) {
  BOOST_TEST(complaint_of(apply_limit_option, "dept=1") ==
             "there is no limit \"dept\" (did you mean depth or call_depth?)");
}

BOOST_AUTO_TEST_CASE(a_rule_is_set_to_each_severity) {
  for (const Severity severity :
       {Severity::off, Severity::note, Severity::warning, Severity::error}) {
    Policy policy;
    const std::string option = "tensor/padding-bits=" + std::string(severity_name(severity));
    BOOST_TEST(!apply_rule_option(policy, option).has_value());
    BOOST_TEST((policy.severity(Rule::tensor_padding_bits) == severity));
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_rule_or_no_severity_is_refused) {
  BOOST_TEST(complaint_of(apply_rule_option, "tensor/pading-bits=off") ==
             "there is no rule \"tensor/pading-bits\" (did you mean tensor/padding-bits?)");
  BOOST_TEST(contains(complaint_of(apply_rule_option, "tensor/padding-bits"), "ID=error"));
  BOOST_TEST(
      contains(complaint_of(apply_rule_option, "tensor/padding-bits=ERROR"), "is no severity"));
  BOOST_TEST(contains(complaint_of(apply_rule_option, "tensor/padding-bits="), "is no severity"));
  BOOST_TEST(contains(complaint_of(apply_rule_option, "a\x1b[31m=off"), "a\\x1b[31m"));
}

BOOST_AUTO_TEST_CASE(a_fixed_rule_cannot_be_lowered) {
  BOOST_TEST(complaint_of(apply_rule_option, "wire/truncated=error") == "");
  for (const std::string_view severity : {"warning", "note", "off"}) {
    Policy policy;
    const auto complaint = set_rule(policy, "wire/truncated", severity);
    BOOST_TEST_REQUIRE(complaint.has_value());
    BOOST_TEST(contains(*complaint, "cannot weigh less than an error"));
    BOOST_TEST((policy.severity(Rule::wire_truncated) == Severity::error));
  }
}

BOOST_AUTO_TEST_CASE(profiles_have_names) {
  BOOST_TEST((find_profile("strict") == Profile::strict));
  BOOST_TEST((find_profile("compat") == Profile::compat));
  BOOST_TEST(!find_profile("").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
