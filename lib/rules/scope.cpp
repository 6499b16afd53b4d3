#include "rules/scope.hpp"

#include <algorithm>
#include <utility>

namespace assay::rules {

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

// Makes sure that there is room for one more definition.
bool Scope::has_room() noexcept {
  if (count_ / kBlock < blocks_.size) {
    return true;
  }
  if (blocks_.size == blocks_.capacity) {
    const std::uint32_t capacity = std::max(16u, blocks_.capacity * 2);
    Block* blocks = arena_.make<Block>(capacity);
    if (blocks == nullptr) {
      return false;
    }
    std::copy_n(blocks_.data, blocks_.size, blocks);
    blocks_.data = blocks;
    blocks_.capacity = capacity;
  }
  auto* definitions = arena_.make<Definition>(kBlock);
  if (definitions == nullptr) {
    return false;
  }
  blocks_.data[blocks_.size++] = {definitions};
  return true;
}

// Makes the next definition the visible one.
Definition* Scope::show(decode::Text name, std::uint32_t& visible) noexcept {
  Definition& made = at(count_);
  made = {};
  made.name = name;
  made.graph = current_.serial;
  made.hidden = std::exchange(visible, count_++);
  return &made;
}

Definition* Scope::define(decode::Text name) noexcept {
  const NameMap::Inserted inserted = has_room() ? names_.insert(name, 0) : NameMap::Inserted{};
  return inserted.value == nullptr ? nullptr : show(name, *inserted.value);
}

Definition* Scope::find_or_define(decode::Text name, NameMap::Hint hint) noexcept {
  const NameMap::Inserted inserted =
      has_room() ? names_.insert(name, 0, hint) : NameMap::Inserted{};
  if (inserted.value == nullptr) {
    return find(name);
  }
  if (*inserted.value != 0) {
    return &at(*inserted.value);
  }
  (void)show(name, *inserted.value);
  return nullptr;
}

}  // namespace assay::rules
