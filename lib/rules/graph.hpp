// The rules of graphs, nodes and attributes.
#pragma once

#include "rules/known.hpp"
#include "rules/names.hpp"
#include "rules/scope.hpp"

namespace assay::rules {

// The values that the nodes of a graph make, wherever they stand in it: asked only about names that
// are not defined where they are used.
class MadeSomewhere {
 public:
  MadeSomewhere(Arena& arena, const decode::Slice<decode::NodeRecord>& nodes,
                MadeSomewhere* around) noexcept
      : nodes_(nodes), names_(arena), around_(around) {}

  // Whether a node of this graph or of one around it makes that value. The table is built when it
  // is first asked for.
  bool contains(decode::Text name);

 private:
  const decode::Slice<decode::NodeRecord>& nodes_;
  NameMap names_;
  MadeSomewhere* around_;
  bool built_ = false;
};

// What holds in the body at hand: whose it is, and what its names mean.
struct Body {
  Scope& scope;
  Opsets* opsets;
  Functions& functions;
  std::uint32_t caller = Functions::kMainGraph;
  // The parameters that ref_attr_name may name; null outside of functions.
  NameMap* parameters = nullptr;
  // The device configurations of the model, by name.
  NameMap* configurations = nullptr;
  // False when part of the file could not be read.
  bool complete = true;
  MadeSomewhere* made = nullptr;  // by the nodes around

  // Whether a name that is not known here is missing: it may be in what could not be read, or in
  // what found no room in a table.
  bool is_complete(const Context& context) const noexcept {
    return complete && !context.arena.refused();
  }
};

// The algorithm of a training step runs as one with the main graph, and its outputs may be values
// of that.
enum class Level : std::uint8_t { main, sub, algorithm };

// Judges a graph and everything in it. The names that it defines stay defined in the scope.
void check_graph(Context& context, Body& body, decode::GraphRecord& graph, const Path& path,
                 Level level);

// Judges nodes in their order; what they make is defined in the scope. `known` is what the graph or
// function that they stand in says of values.
void check_nodes(Context& context, Body& body, decode::Slice<decode::NodeRecord>& nodes,
                 KnownValues& known, const Path& path);

// False when the attribute has a tensor and that is not sound.
bool check_attribute(Context& context, Body& body, decode::AttributeRecord& attribute,
                     const Path& path);

void check_value_infos(Context& context, const decode::Slice<decode::ValueInfoRecord>& infos,
                       const Path& path);

}  // namespace assay::rules
