// A SequenceProto, which holds all other kinds of value but models.
#include "fuzz/properties.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {

void target_sequence(Bytes input) {
  check_file(Kind::sequence, input);
}

}  // namespace assay::fuzz
