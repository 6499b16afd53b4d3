#include "cli/policy_file.hpp"

#include <boost/test/unit_test.hpp>
#include <json_schema.hpp>
#include <limits>

#include "cli/policy_settings.hpp"
#include "cli/run_command.hpp"

using namespace assay;
using namespace assay::cli;
using conformance::Json;

namespace {

Json schema() {
  return Json::parse(testing::read_file(ASSAY_SOURCE_DIR "/docs/policy.schema.json"));
}

bool fits_schema(const Json& policy) {
  static const conformance::JsonSchema checker(schema());
  return !checker.check(policy).has_value();
}

Policy accepted(std::string_view text, std::optional<Profile> profile = std::nullopt) {
  PolicyFault fault;
  const std::optional<Policy> policy = read_policy(text, profile, fault);
  BOOST_REQUIRE_MESSAGE(policy.has_value(), text << ": " << fault.pointer << ": " << fault.message);
  return *policy;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(policy_file)

BOOST_AUTO_TEST_CASE(an_empty_policy_changes_nothing) {
  const Policy policy = accepted("{}");
  BOOST_TEST((policy.profile() == Profile::strict));
  for (const std::string_view name : limit_names()) {
    BOOST_TEST(limit_value(policy.limits, name) == limit_value(Limits(), name));
  }
  for (const RuleInfo& info : rule_catalogue()) {
    BOOST_TEST((policy.severity(info.rule) == info.strict));
  }
  BOOST_TEST(!policy.external.follow_model_symlinks);
}

BOOST_AUTO_TEST_CASE(every_setting_takes_effect) {
  const Policy policy = accepted(schema()["examples"][0].dump());
  BOOST_TEST((policy.profile() == Profile::strict));
  BOOST_TEST(policy.limits.file_bytes == 8589934592u);
  BOOST_TEST(policy.limits.findings == 20u);
  BOOST_TEST((policy.severity(Rule::graph_shadowing) == Severity::error));
  BOOST_TEST((policy.severity(Rule::tensor_segment) == Severity::off));
  BOOST_TEST((policy.allowed_domains ==
              std::vector<std::string>{"ai.onnx", "ai.onnx.ml", "com.microsoft"}));
  BOOST_TEST(policy.external.follow_model_symlinks);
  BOOST_TEST((accepted(R"({"domains": {"denied": ["a", ""]}})").denied_domains ==
              std::vector<std::string>{"a", ""}));
}

BOOST_AUTO_TEST_CASE(rules_change_the_profile_wherever_it_stands) {
  const Policy policy = accepted(R"({"rules": {"tensor/segment": "note"}, "profile": "compat"})");
  BOOST_TEST((policy.profile() == Profile::compat));
  BOOST_TEST((policy.severity(Rule::tensor_segment) == Severity::note));
  BOOST_TEST((policy.severity(Rule::wire_varint_overlong) ==
              rule_info(Rule::wire_varint_overlong).compat));
}

BOOST_AUTO_TEST_CASE(the_callers_profile_wins) {
  BOOST_TEST((accepted(R"({"profile": "strict"})", Profile::compat).profile() == Profile::compat));
  BOOST_TEST((accepted(R"({"profile": "compat"})", Profile::strict).profile() == Profile::strict));
}

BOOST_AUTO_TEST_CASE(numbers_are_exact) {
  BOOST_TEST(accepted(R"({"limits": {"file_bytes": 18446744073709551615}})").limits.file_bytes ==
             std::numeric_limits<std::uint64_t>::max());
  BOOST_TEST(accepted(R"({"limits": {"file_bytes": 9007199254740993}})").limits.file_bytes ==
             9007199254740993u);
}

BOOST_AUTO_TEST_CASE(a_faulty_policy_is_refused_with_the_place_of_the_fault) {
  // `by_schema`: the JSON Schema refuses it too. What is no JSON, or not one value for each key,
  // never gets there; which rules there are, it does not know.
  enum class BySchema { refused, accepted, not_asked };
  using enum BySchema;
  constexpr std::string_view kAnywhere = "*";  // a fault of syntax: the message has the byte
  struct {
    std::string_view text;
    std::string_view pointer;
    std::string_view message;
    BySchema by_schema;
  } const cases[] = {
      {"", kAnywhere, "", not_asked},
      {"{", kAnywhere, "", not_asked},
      {"{} {}", kAnywhere, "", not_asked},
      {"{\"a\": \"\xff\"}", kAnywhere, "", not_asked},
      {R"({"profile": "strict",})", kAnywhere, "", not_asked},
      {R"({/* */})", kAnywhere, "", not_asked},
      {"[]", "", "a policy is an object", refused},
      {"null", "", "a policy is an object", refused},
      {R"({"limit": {}})", "/limit", "not known (did you mean limits?)", refused},
      {R"({"a/b~c": 1})", "/a~1b~0c", "not known", refused},
      {R"({"description": 1})", "/description", "a string", refused},
      {R"({"$schema": null})", "/$schema", "a string", refused},
      {R"({"profile": "Strict"})", "/profile", "\"strict\" or \"compat\"", refused},
      {R"({"profile": 1})", "/profile", "\"strict\" or \"compat\"", refused},
      {R"({"profile": "strict", "profile": "strict"})", "/profile", "twice", not_asked},
      {R"({"limits": []})", "/limits", "object", refused},
      {R"({"limits": {"dept": 1}})", "/limits/dept", "did you mean depth", refused},
      {R"({"limits": {"depth": 1, "depth": 2}})", "/limits/depth", "twice", not_asked},
      {R"({"limits": {"depth": 1001}})", "/limits/depth", "at most 1000", refused},
      {R"({"limits": {"rank": 4294967296}})", "/limits/rank", "at most 4294967295", refused},
      {R"({"limits": {"depth": -1}})", "/limits/depth", "whole number", refused},
      {R"({"limits": {"depth": 1.0}})", "/limits/depth", "integer", refused},
      {R"({"limits": {"depth": 1e2}})", "/limits/depth", "integer", refused},
      {R"({"limits": {"file_bytes": 18446744073709551616}})", "/limits/file_bytes", "integer",
       refused},
      {R"({"limits": {"depth": "1"}})", "/limits/depth", "whole number", refused},
      {R"({"limits": {"depth": null}})", "/limits/depth", "whole number", refused},
      {R"({"rules": ["graph/ssa"]})", "/rules", "object", refused},
      {R"({"rules": {"graph/sssa": "off"}})", "/rules/graph~1sssa", "did you mean graph/ssa",
       accepted},
      {R"({"rules": {"graph/ssa": "fatal"}})", "/rules/graph~1ssa", "no severity", refused},
      {R"({"rules": {"graph/ssa": 1}})", "/rules/graph~1ssa", "a string", refused},
      {R"({"rules": {"wire/truncated": "off"}})", "/rules/wire~1truncated", "cannot weigh less",
       accepted},
      {R"({"domains": {"allow": ["a"]}})", "/domains/allow", "did you mean allowed", refused},
      {R"({"domains": []})", "/domains", "object", refused},
      {R"({"domains": {"allowed": []}})", "/domains/allowed", "empty", refused},
      {R"({"domains": {"allowed": "a"}})", "/domains/allowed", "array", refused},
      {R"({"domains": {"denied": ["a", 1]}})", "/domains/denied/1", "a string", refused},
      {R"({"external": {"follow": true}})", "/external/follow", "not known", refused},
      {R"({"external": {"follow_model_symlinks": 1}})", "/external/follow_model_symlinks",
       "true or false", refused},
      {R"({"external": true})", "/external", "object", refused},
      {R"({"description": [[[[[[[[]]]]]]]]})", "/description/0/0/0/0/0/0/0", "nested", not_asked},
  };
  for (const auto& c : cases) {
    BOOST_TEST_CONTEXT(c.text) {
      PolicyFault fault;
      BOOST_TEST(!read_policy(c.text, std::nullopt, fault).has_value());
      if (c.pointer != kAnywhere) {
        BOOST_TEST(fault.pointer == c.pointer);
      }
      BOOST_TEST(!fault.message.empty());
      BOOST_TEST(fault.message.find(c.message) != std::string::npos, fault.message);
      if (c.by_schema != not_asked) {
        BOOST_TEST(fits_schema(Json::parse(c.text)) == (c.by_schema == accepted));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_policy_of_a_megabyte_is_read_and_a_larger_one_is_not) {
  std::string text = "{}" + std::string((1u << 20) - 2, ' ');
  accepted(text);
  text += ' ';
  PolicyFault fault;
  BOOST_TEST(!read_policy(text, std::nullopt, fault).has_value());
}

BOOST_AUTO_TEST_CASE(the_schema_describes_what_is_read) {
  const Json root = schema();
  for (const Json& example : root["examples"]) {
    BOOST_TEST(fits_schema(example));
    accepted(example.dump());
  }
  BOOST_TEST(fits_schema(Json::object()));

  const Json& limits = root["properties"]["limits"]["properties"];
  BOOST_TEST(limits.size() == limit_names().size());
  for (const std::string_view name : limit_names()) {
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST_REQUIRE(limits.contains(name));
      const Json& limit = limits[std::string(name)];
      BOOST_TEST(limit["default"].get<std::uint64_t>() == limit_value(Limits(), name));
      const std::uint64_t most = limit.value("maximum", std::numeric_limits<std::uint64_t>::max());
      Policy policy;
      BOOST_TEST(!set_limit(policy, name, most).has_value());
      if (most != std::numeric_limits<std::uint64_t>::max()) {
        BOOST_TEST(set_limit(policy, name, most + 1).has_value());
      }
    }
  }
  for (const char* severity : {"error", "warning", "note", "off"}) {
    BOOST_TEST(fits_schema({{"rules", {{"graph/ssa", severity}}}}));
  }
}

BOOST_AUTO_TEST_SUITE_END()
