// One setting of a policy by its name, as the command line and policy files give it.
//
// Each function changes the policy and returns nothing, or leaves it alone and returns what is
// wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/policy.hpp"

namespace assay::cli {

using Complaint = std::optional<std::string>;

// The names of Limits' members.
std::vector<std::string_view> limit_names();
std::uint64_t limit_value(const Limits& limits, std::string_view name);
Complaint set_limit(Policy& policy, std::string_view name, std::uint64_t value);
Complaint set_rule(Policy& policy, std::string_view id, std::string_view severity);

// "NAME=N", where N may end in KiB, MiB or GiB.
Complaint apply_limit_option(Policy& policy, std::string_view option);
// "ID=error|warning|note|off".
Complaint apply_rule_option(Policy& policy, std::string_view option);

std::vector<std::string_view> rule_ids();
std::optional<Profile> find_profile(std::string_view name);

}  // namespace assay::cli
