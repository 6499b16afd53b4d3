// A MapProto: keys of integers or strings, and as many values.
#include "fuzz/properties.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {

void target_map(Bytes input) {
  check_file(Kind::map, input);
}

}  // namespace assay::fuzz
