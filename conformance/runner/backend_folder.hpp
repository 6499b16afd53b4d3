// ONNX backend-test folders as suites: model.onnx with test_data_set_N of input_K.pb and
// output_K.pb. Every file is a reader case that must be accepted; a model that is one ConvInteger
// node becomes an operator case for each data set.
#pragma once

#include <filesystem>
#include <vector>

#include "suite.hpp"

namespace assay::conformance {

// The suites of the backend-test folders at `place` or anywhere below it: one for each folder that
// holds some, named after it. Empty when there are none. Throws LoadError for what cannot be read.
std::vector<Suite> load_backend_folders(const std::filesystem::path& place);

}  // namespace assay::conformance
