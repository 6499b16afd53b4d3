// The names of values: who defines them, and where they are visible.
//
// A graph sees its own names and those of the graphs around it that exist at that point. Names of a
// graph are forgotten when it ends. Cost: constant for each name.
#pragma once

#include "base/arena.hpp"
#include "base/name_map.hpp"
#include "decode/records.hpp"

namespace assay::rules {

struct Definition {
  decode::Text name;
  std::uint32_t graph = 0;   // serial number of the graph that defines it
  std::uint32_t hidden = 0;  // the outer definition that it hides, 0 for none
  bool is_input = false;
  bool is_initializer = false;
  bool is_output = false;
  const decode::ValueInfoRecord* input = nullptr;
  // What it is, where the file says so: a sound dense initializer, or the value of a Constant.
  const decode::TensorRecord* tensor = nullptr;
};

class Scope {
 public:
  Scope(Arena& arena, std::uint64_t expected) noexcept : arena_(arena), names_(arena, expected) {}

  // The graph that names are defined in.
  struct Graph {
    std::uint32_t serial = 1;
    std::uint32_t first = 0;  // the last definition before the graph began
  };
  // A subgraph begins. Returns the graph around it, which leave() goes back to, forgetting what the
  // subgraph defined.
  [[nodiscard]] Graph enter() noexcept;
  void leave(Graph around) noexcept;

  // A name that will be looked up soon; the hint makes that quicker.
  NameMap::Hint expect(decode::Text name) const noexcept { return names_.expect(name); }
  void expect_bytes(NameMap::Hint hint) const noexcept { names_.expect_bytes(hint); }

  // The definition of that name that is visible here, or null.
  Definition* find(decode::Text name, NameMap::Hint hint = {}) noexcept {
    const std::uint32_t* index = names_.find(name, hint);
    return index == nullptr || *index == 0 ? nullptr : &at(*index);
  }
  bool is_here(const Definition& definition) const noexcept {
    return definition.graph == current_.serial;
  }

  // Defines the name in the current graph. Null when the memory budget is used up.
  Definition* define(decode::Text name) noexcept;
  // The definition that is visible here already, or null after defining the name.
  Definition* find_or_define(decode::Text name, NameMap::Hint hint = {}) noexcept;

 private:
  static constexpr std::uint32_t kBlock = 256;  // definitions in a block
  bool has_room() noexcept;
  Definition* show(decode::Text name, std::uint32_t& visible) noexcept;
  Definition& at(std::uint32_t index) noexcept {
    return blocks_.data[index / kBlock].definitions[index % kBlock];
  }

  Arena& arena_;
  NameMap names_;  // name -> index of its visible definition, 0 for none
  // Definitions live in blocks that never move.
  struct Block {
    Definition* definitions;
  };
  decode::Slice<Block> blocks_;
  std::uint32_t count_ = 1;
  std::uint32_t serials_ = 1;
  Graph current_;
};

}  // namespace assay::rules
