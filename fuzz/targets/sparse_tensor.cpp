// A SparseTensorProto: values, indices in both forms, the dense shape.
#include "fuzz/properties.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {

void target_sparse_tensor(Bytes input) {
  check_file(Kind::sparse_tensor, input);
}

}  // namespace assay::fuzz
