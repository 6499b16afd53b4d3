#include "support/cases.hpp"

namespace assay::testing {

const Cases& all_cases() {
  static const Cases all = [] {
    Cases joined;
    for (const Cases& table :
         {wire_cases(), file_cases(), tensor_cases(), sparse_cases(), value_cases(), model_cases(),
          version_cases(), graph_cases(), node_cases(), attribute_cases(), type_cases(),
          function_cases(), training_cases(), device_cases(), conv_integer_cases()}) {
      joined.insert(joined.end(), table.begin(), table.end());
    }
    return joined;
  }();
  return all;
}

Policy policy_of(const Case& one, Profile profile) {
  Policy policy(profile);
  if (one.adjust != nullptr) {
    one.adjust(policy);
  }
  return policy;
}

Kind faulty_kind(const Case& one) {
  return one.kind ? *one.kind : kind_of(one.faulty);
}

}  // namespace assay::testing
