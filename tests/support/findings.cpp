#include "support/findings.hpp"

#include <stdexcept>

#include "base/text.hpp"

namespace assay::testing {

std::string brief(Severity severity, Rule rule, std::string_view path, Mark mark) {
  return cat(severity_name(severity), " ", rule_info(rule).id, path.empty() ? "" : " ", path, " @",
             mark.offset, "+", mark.length);
}

std::string brief(const Report& report) {
  std::string out;
  for (const Finding& finding : report.findings) {
    if (!out.empty()) {
      out += '\n';
    }
    out +=
        brief(finding.severity, finding.rule, finding.path, {finding.offset, finding.length, true});
  }
  return out;
}

std::string findings_of(Bytes input, Kind kind, const Policy& policy) {
  return brief(check(input, kind, policy));
}

std::string findings_of(const Message& message, Kind kind, const Policy& policy) {
  return findings_of(message.view(), kind, policy);
}

std::string findings_of(const Message& message, const Policy& policy) {
  return findings_of(message.view(), kind_of(message), policy);
}

Kind kind_of(const Message& message) {
  switch (message.id()) {
    case MessageId::model:
      return Kind::model;
    case MessageId::tensor:
      return Kind::tensor;
    case MessageId::sparse_tensor:
      return Kind::sparse_tensor;
    case MessageId::sequence:
      return Kind::sequence;
    case MessageId::optional:
      return Kind::optional;
    case MessageId::map:
      return Kind::map;
    default:
      throw std::logic_error("a file holds no such message");
  }
}

Policy with_limit(std::uint64_t Limits::*limit, std::uint64_t value, Profile profile) {
  Policy policy(profile);
  policy.limits.*limit = value;
  return policy;
}

Policy with_limit(std::uint32_t Limits::*limit, std::uint32_t value, Profile profile) {
  Policy policy(profile);
  policy.limits.*limit = value;
  return policy;
}

const Policy& lenient() {
  static const Policy policy = [] {
    Policy made = Policy::compat();
    for (const RuleInfo& info : rule_catalogue()) {
      (void)made.set_severity(info.rule, Severity::off);
    }
    return made;
  }();
  return policy;
}

}  // namespace assay::testing
