#include "rules/known.hpp"

namespace assay::rules {

std::optional<std::uint64_t> Known::rank() const noexcept {
  if (tensor != nullptr) {
    return tensor->shape.size();
  }
  const decode::TensorShapeRecord* shape = nullptr;
  if (type != nullptr && type->tensor_type != nullptr) {
    shape = type->tensor_type->shape;
  } else if (type != nullptr && type->sparse_tensor_type != nullptr) {
    shape = type->sparse_tensor_type->shape;
  }
  return shape == nullptr ? std::nullopt : std::optional<std::uint64_t>(shape->dim.size);
}

Known KnownValues::find(decode::Text name) {
  if (name.empty()) {
    return {};
  }
  const Definition* definition = scope_.find(name);
  if (definition != nullptr && definition->tensor != nullptr) {
    return {definition->tensor, nullptr};
  }
  if (definition != nullptr && definition->input != nullptr) {
    return {nullptr, definition->input->type};
  }
  if (!read_) {
    read_ = true;
    for (std::uint32_t i = 0; i < infos_.size; ++i) {
      (void)types_.insert(infos_[i].name, i);
    }
    for (std::uint32_t i = 0; outputs_ != nullptr && i < outputs_->size; ++i) {
      (void)types_.insert((*outputs_)[i].name, infos_.size + i);
    }
  }
  const std::uint32_t* index = types_.find(name);
  if (index == nullptr) {
    return {};
  }
  return {nullptr,
          *index < infos_.size ? infos_[*index].type : (*outputs_)[*index - infos_.size].type};
}

}  // namespace assay::rules
