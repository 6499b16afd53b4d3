// An OptionalProto.
#include "fuzz/properties.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {

void target_optional(Bytes input) {
  check_file(Kind::optional, input);
}

}  // namespace assay::fuzz
