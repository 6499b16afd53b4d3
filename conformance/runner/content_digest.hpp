// What a file holds, in the words in which the subjects of a run say it (docs/conformance.md):
// equal texts, equal contents. Of the library's own reading, through its views.
#pragma once

#include <string>

#include "assay/model.hpp"
#include "assay/tensor.hpp"

namespace assay::conformance {

// JSON; empty for a model of more than ten thousand nodes and initializers, which no subject says.
std::string content_digest(const Model& model);
std::string content_digest(const Tensor& tensor);

}  // namespace assay::conformance
