#include "rules/model.hpp"

#include "rules/tensor.hpp"

namespace assay::rules {

void check_model(Context& context, decode::ModelRecord& model) {
  const Path root;
  check_metadata(context, model.metadata_props, root);
}

}  // namespace assay::rules
