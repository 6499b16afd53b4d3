#include "assay/graph_index.hpp"

#include <limits>
#include <new>

#include "base/arena.hpp"
#include "base/name_map.hpp"

namespace assay {

// From names to positions in the graph's lists. What costs memory here is in proportion to what the
// graph was made of, which kept to its own budget.
struct GraphIndex::State {
  explicit State(const Graph& of)
      : graph(of),
        nodes(arena, of.nodes().size()),
        producers(arena, of.nodes().size()),
        inputs(arena, of.inputs().size()),
        outputs(arena, of.outputs().size()),
        value_infos(arena, of.value_infos().size()),
        initializers(arena, of.initializers().size()),
        sparse_initializers(arena, of.sparse_initializers().size()) {
    const auto add = [](NameMap& map, const auto& range) {
      std::uint32_t position = 0;
      for (const auto& view : range) {
        enter(map, view.name(), position++);
      }
    };
    add(nodes, of.nodes());
    add(inputs, of.inputs());
    add(outputs, of.outputs());
    add(value_infos, of.value_infos());
    add(initializers, of.initializers());
    add(sparse_initializers, of.sparse_initializers());
    std::uint32_t position = 0;
    for (const Node& node : of.nodes()) {
      for (const std::string_view output : node.outputs()) {
        if (!output.empty()) {
          enter(producers, output, position);
        }
      }
      ++position;
    }
  }

  static void enter(NameMap& map, std::string_view name, std::uint32_t position) {
    if (map.insert(name, position).value == nullptr) {
      throw std::bad_alloc();
    }
  }

  template <class View>
  static std::optional<View> find(NameMap& map, const Range<View>& range,
                                  std::string_view name) noexcept {
    const std::uint32_t* position = map.find(name);
    return position == nullptr ? std::nullopt : std::optional<View>(range[*position]);
  }

  Graph graph;
  Arena arena{std::numeric_limits<std::uint64_t>::max()};
  NameMap nodes, producers, inputs, outputs, value_infos, initializers, sparse_initializers;
};

GraphIndex::GraphIndex(const Graph& graph) : state_(std::make_unique<State>(graph)) {}
GraphIndex::GraphIndex(GraphIndex&&) noexcept = default;
GraphIndex& GraphIndex::operator=(GraphIndex&&) noexcept = default;
GraphIndex::~GraphIndex() = default;

std::optional<Node> GraphIndex::node(std::string_view name) const noexcept {
  return State::find(state_->nodes, state_->graph.nodes(), name);
}
std::optional<Node> GraphIndex::producer(std::string_view value) const noexcept {
  return State::find(state_->producers, state_->graph.nodes(), value);
}
std::optional<ValueInfo> GraphIndex::input(std::string_view name) const noexcept {
  return State::find(state_->inputs, state_->graph.inputs(), name);
}
std::optional<ValueInfo> GraphIndex::output(std::string_view name) const noexcept {
  return State::find(state_->outputs, state_->graph.outputs(), name);
}
std::optional<ValueInfo> GraphIndex::value_info(std::string_view name) const noexcept {
  return State::find(state_->value_infos, state_->graph.value_infos(), name);
}
std::optional<Tensor> GraphIndex::initializer(std::string_view name) const noexcept {
  return State::find(state_->initializers, state_->graph.initializers(), name);
}
std::optional<SparseTensor> GraphIndex::sparse_initializer(std::string_view name) const noexcept {
  return State::find(state_->sparse_initializers, state_->graph.sparse_initializers(), name);
}

}  // namespace assay
