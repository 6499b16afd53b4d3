// A ConvInteger of an accepted model, with accepted tensors for inputs, in the form that
// conv_integer() and ConvIntegerPlan take.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "assay/conv_integer.hpp"
#include "assay/graph.hpp"
#include "assay/tensor.hpp"

namespace assay {

// Owns what had to be copied; the rest points into the files of the node and the tensors, which
// must outlive it. Moving it leaves what node() pointed to where it is.
class ConvIntegerCall {
 public:
  // `opset` is Model::opset_version("") where the node stands in a model's graph. `inputs` are
  // those of the node, in its order: x, w, x_zero_point, w_zero_point; nothing for one that is left
  // out. Values are used in place where the file has them as bytes (raw_data, an opened external
  // file) and are copied from typed fields. A tensor without values (external, not opened) passes
  // infer_conv_integer() and is conv-integer/buffer as soon as it is to be computed with. An
  // attribute that stands for one of a function's call has no value here and is an error of its
  // rule. Cost: linear in the attributes and in the values that are copied.
  ConvIntegerCall(const Node& node, std::int64_t opset,
                  std::span<const std::optional<Tensor>> inputs);
  ConvIntegerCall(ConvIntegerCall&&) noexcept = default;
  ConvIntegerCall& operator=(ConvIntegerCall&&) noexcept = default;

  ConvIntegerNode node() const& noexcept { return {opset_, attributes_, inputs_}; }
  ConvIntegerNode node() const&& = delete;

 private:
  std::int64_t opset_;
  std::vector<ConvIntegerAttribute> attributes_;
  std::vector<ConvIntegerInput> inputs_;
  // What attributes_ and inputs_ point to, where that is not in the file.
  std::vector<std::vector<std::int64_t>> lists_;
  std::vector<std::vector<std::byte>> values_;
};

}  // namespace assay
