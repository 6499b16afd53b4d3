// Where findings go: weighed by the policy, kept up to a cap, counted beyond it.
#pragma once

#include <bitset>
#include <string>
#include <utility>

#include "assay/bytes.hpp"
#include "assay/policy.hpp"
#include "assay/report.hpp"

namespace assay {

class Findings {
 public:
  Findings(Bytes input, const Policy& policy, Report& report) noexcept
      : input_(input), policy_(policy), report_(report) {}

  // Counts a finding. True when it is to be kept, too: only then is its text worth building.
  [[nodiscard]] bool count(Rule rule) noexcept {
    seen_.set(static_cast<std::size_t>(rule));
    switch (policy_.severity(rule)) {
      case Severity::off:
        return false;
      case Severity::note:
        ++report_.notes;
        break;
      case Severity::warning:
        ++report_.warnings;
        break;
      case Severity::error:
        ++report_.errors;
        break;
    }
    return report_.findings.size() < policy_.limits.findings;
  }

  // Keeps a finding that count() has agreed to. `bytes` must lie inside the input; a null or
  // foreign pointer stands for the whole of it.
  void keep(Rule rule, std::string message, std::string path, Bytes bytes) {
    Finding& finding = report_.findings.emplace_back();
    finding.rule = rule;
    finding.severity = policy_.severity(rule);
    finding.message = std::move(message);
    finding.path = std::move(path);
    if (bytes.data() >= input_.data() &&
        bytes.data() + bytes.size() <= input_.data() + input_.size()) {
      finding.offset = static_cast<std::uint64_t>(bytes.data() - input_.data());
      finding.length = bytes.size();
    } else {
      finding.length = input_.size();
    }
  }

  // Whether that rule was broken, whatever it weighs.
  bool saw(Rule rule) const noexcept { return seen_.test(static_cast<std::size_t>(rule)); }
  bool saw_any() const noexcept { return seen_.any(); }
  bool refuses(Rule rule) const noexcept { return policy_.severity(rule) == Severity::error; }
  std::uint64_t errors() const noexcept { return report_.errors; }
  const Policy& policy() const noexcept { return policy_; }
  Bytes input() const noexcept { return input_; }

 private:
  Bytes input_;
  const Policy& policy_;
  Report& report_;
  std::bitset<kRuleCount> seen_;
};

}  // namespace assay
