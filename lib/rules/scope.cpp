#include "rules/scope.hpp"

#include <algorithm>
#include <utility>

namespace assay::rules {

Definition& Scope::at(std::uint32_t index) noexcept {
  return blocks_.data[index / kBlock].definitions[index % kBlock];
}

Scope::Graph Scope::enter() noexcept {
  return std::exchange(current_, {++serials_, count_ - 1});
}

void Scope::leave(Graph around) noexcept {
  for (std::uint32_t index = count_ - 1; index > current_.first; --index) {
    const Definition& definition = at(index);
    if (std::uint32_t* visible = names_.find(definition.name); visible != nullptr) {
      *visible = definition.hidden;
    }
  }
  count_ = current_.first + 1;
  current_ = around;
}

Definition* Scope::find(decode::Text name) noexcept {
  const std::uint32_t* index = names_.find(name);
  return index == nullptr || *index == 0 ? nullptr : &at(*index);
}

Definition* Scope::define(decode::Text name) noexcept {
  if (count_ / kBlock >= blocks_.size) {
    if (blocks_.size == blocks_.capacity) {
      const std::uint32_t capacity = std::max(16u, blocks_.capacity * 2);
      Block* blocks = arena_.make<Block>(capacity);
      if (blocks == nullptr) {
        return nullptr;
      }
      std::copy_n(blocks_.data, blocks_.size, blocks);
      blocks_.data = blocks;
      blocks_.capacity = capacity;
    }
    auto* definitions = arena_.make<Definition>(kBlock);
    if (definitions == nullptr) {
      return nullptr;
    }
    blocks_.data[blocks_.size++] = {definitions};
  }
  const NameMap::Inserted inserted = names_.insert(name, count_);
  if (inserted.value == nullptr) {
    return nullptr;
  }
  Definition& made = at(count_);
  made = {};
  made.name = name;
  made.graph = current_.serial;
  made.hidden = inserted.fresh ? 0 : *inserted.value;
  *inserted.value = count_++;
  return &made;
}

}  // namespace assay::rules
