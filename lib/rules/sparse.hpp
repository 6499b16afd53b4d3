// The rules of a sparse tensor.
#pragma once

#include "rules/context.hpp"

namespace assay::rules {

// Judges values, indices and dims, and returns whether all are sound. Cost: linear in the bytes of
// the indices; for the values as for any tensor.
bool check_sparse_tensor(Context& context, decode::SparseTensorRecord& sparse, const Path& path);

}  // namespace assay::rules
