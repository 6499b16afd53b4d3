// The catalogue of rules in its forms.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/rule.hpp"

namespace assay::cli {

using RuleList = std::span<const RuleInfo* const>;

// The rules of these names, each a rule's id or an area of rules; without any, all of them. Throws
// UsageError.
std::vector<const RuleInfo*> find_rules(const std::vector<std::string>& names);

// "tensor" of "tensor/raw-data-size".
std::string_view area_of(const RuleInfo& info);

// A line for each rule: id, severities, meaning.
std::string rules_table(RuleList rules);
// All that the catalogue says of each rule.
std::string rules_pages(RuleList rules);
std::string rules_json(RuleList rules);
// docs/rules.md.
std::string rules_markdown(RuleList rules);

}  // namespace assay::cli
