// A ModelProto: the whole of onnx.proto.
#include "fuzz/properties.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {

void target_model(Bytes input) {
  check_file(Kind::model, input);
}

}  // namespace assay::fuzz
