#include "assay/policy.hpp"

namespace assay {

Policy::Policy(Profile profile) noexcept : profile_(profile), severities_{} {
  for (const RuleInfo& info : rule_catalogue()) {
    severities_[static_cast<std::size_t>(info.rule)] =
        profile == Profile::strict ? info.strict : info.compat;
  }
}

bool Policy::set_severity(Rule rule, Severity severity) noexcept {
  if (rule_info(rule).fixed && severity != Severity::error) {
    return false;
  }
  severities_[static_cast<std::size_t>(rule)] = severity;
  return true;
}

}  // namespace assay
