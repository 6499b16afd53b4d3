// Policy files: JSON that says what the caller is willing to take. docs/policy.schema.json
// describes them.
//
// Read strictly, since a policy that says less than its author thinks is a hole: an unknown key, a
// key given twice, a number that is not an exact integer or does not fit, an unknown rule or limit,
// each refuses the file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/policy.hpp"

namespace assay::cli {

struct PolicyFault {
  std::string message;
  std::string pointer;  // JSON pointer to what is wrong
};

// The policy that `text` states, or nothing and a fault. `profile`, when given, takes the place of
// the file's own.
std::optional<Policy> read_policy(std::string_view text, std::optional<Profile> profile,
                                  PolicyFault& fault);

}  // namespace assay::cli
