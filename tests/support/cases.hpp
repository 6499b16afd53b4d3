// One fault a row: a file that has it, the rule that must say so, and its twin, the file that
// differs in nothing else and is sound. tests/rules/catalogue_test.cpp holds every row to what it
// says, and the catalogue to having a row for every rule.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "support/findings.hpp"

namespace assay::testing {

struct Case {
  std::string_view sentence;  // "raw_data is one byte short"
  Message faulty;             // marked where the finding must point
  Rule rule;
  std::string_view path;
  Message sound;
  // The kind to check the faulty one under; by default that of its message.
  std::optional<Kind> kind = {};
  // What the policies have otherwise than by default, as a limit would be.
  void (*adjust)(Policy&) = nullptr;
  // The fault breaks other rules too, of necessity.
  bool also_others = false;
};

using Cases = std::vector<Case>;

// The policy of that profile, adjusted as the row says; the kind to check its faulty file under.
Policy policy_of(const Case& one, Profile profile);
Kind faulty_kind(const Case& one);

// Every row there is. A new table adds itself to all_cases.cpp.
const Cases& all_cases();

// The tables, one for each group of areas.
Cases wire_cases();
Cases file_cases();
Cases tensor_cases();
Cases sparse_cases();
Cases value_cases();
Cases model_cases();
Cases version_cases();
Cases graph_cases();
Cases node_cases();
Cases attribute_cases();
Cases type_cases();
Cases function_cases();
Cases training_cases();
Cases device_cases();
Cases conv_integer_cases();

}  // namespace assay::testing
