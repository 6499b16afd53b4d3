#include "assay/conv_integer_tensors.hpp"

#include <cstddef>

namespace assay {

ConvIntegerCall::ConvIntegerCall(const Node& node, std::int64_t opset,
                                 std::span<const std::optional<Tensor>> inputs)
    : opset_(opset) {
  for (const Attribute attribute : node.attributes()) {
    ConvIntegerAttribute& read = attributes_.emplace_back();
    read.name = attribute.name();
    if (!attribute.ref_attr_name().empty()) {
      continue;
    }
    if (attribute.type() == AttributeType::int64) {
      read.value = attribute.i();
    } else if (attribute.type() == AttributeType::string) {
      read.value = attribute.s();
    } else if (attribute.type() == AttributeType::ints) {
      const Numbers<std::int64_t> ints = attribute.ints();
      read.value = std::span<const std::int64_t>(
          lists_.emplace_back(std::vector<std::int64_t>(ints.begin(), ints.end())));
    }
  }
  for (const std::optional<Tensor>& tensor : inputs) {
    ConvIntegerInput& input = inputs_.emplace_back();
    if (!tensor) {
      continue;
    }
    input = {true, tensor->element_type(), tensor->dims(), {}};
    if (const std::optional<Bytes> raw = tensor->raw_bytes()) {
      input.data = *raw;
    } else if (tensor->has_values() && tensor->info().bits == 8) {
      std::vector<std::byte> copy(static_cast<std::size_t>(tensor->value_bytes()));
      if (tensor->copy_raw(copy).ok()) {
        input.data = values_.emplace_back(std::move(copy));
      }
    }
  }
}

}  // namespace assay
