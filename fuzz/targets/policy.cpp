// Policy files: one that is taken says what it seems to say, and can be written again.
#include <nlohmann/json.hpp>
#include <string>

#include "cli/policy_file.hpp"
#include "cli/policy_settings.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {
namespace {

using Json = nlohmann::json;

// The policy as a file that leaves nothing to a default.
Json written(const Policy& policy) {
  Json json = {{"profile", policy.profile() == Profile::strict ? "strict" : "compat"},
               {"limits", Json::object()},
               {"rules", Json::object()},
               {"external", {{"follow_model_symlinks", policy.external.follow_model_symlinks}}}};
  for (const std::string_view name : cli::limit_names()) {
    json["limits"][std::string(name)] = cli::limit_value(policy.limits, name);
  }
  for (const RuleInfo& info : rule_catalogue()) {
    if (!info.fixed) {
      json["rules"][std::string(info.id)] = severity_name(policy.severity(info.rule));
    }
  }
  if (!policy.allowed_domains.empty()) {
    json["domains"]["allowed"] = policy.allowed_domains;
  }
  if (!policy.denied_domains.empty()) {
    json["domains"]["denied"] = policy.denied_domains;
  }
  return json;
}

void check_fixed(const Policy& policy) {
  for (const RuleInfo& info : rule_catalogue()) {
    require(!info.fixed || policy.severity(info.rule) == Severity::error,
            "no file lowers a rule that is fixed", info.id);
  }
}

}  // namespace

void target_policy(Bytes input) {
  const std::string_view text = Choices::as_text(input);
  cli::PolicyFault fault;
  const auto policy = cli::read_policy(text, std::nullopt, fault);
  if (!policy) {
    require(!fault.message.empty(), "a file that is refused is told why");
    return;
  }
  check_fixed(*policy);
  const std::string again = written(*policy).dump();
  const auto second = cli::read_policy(again, std::nullopt, fault);
  require(second.has_value(), "a policy that was read can be written and read", fault.message);
  require(written(*second).dump() == again, "a policy stays what it is", again);
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    const auto other = cli::read_policy(text, profile, fault);
    require(other && other->profile() == profile,
            "the caller's profile takes the place of the file's");
  }
}

}  // namespace assay::fuzz
