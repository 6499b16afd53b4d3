// Look-ups by name in a graph, many of them, at constant cost each.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "assay/graph.hpp"

namespace assay {

// Made in one pass over the graph; no choice of names makes it slow. It must not outlive the file
// that the graph is from. Throws std::bad_alloc. Look-ups may be made from one thread at a time.
class GraphIndex {
 public:
  explicit GraphIndex(const Graph& graph);
  GraphIndex(GraphIndex&&) noexcept;
  GraphIndex& operator=(GraphIndex&&) noexcept;
  ~GraphIndex();

  // As the members of Graph of the same names.
  std::optional<Node> node(std::string_view name) const noexcept;
  std::optional<Node> producer(std::string_view value) const noexcept;
  std::optional<ValueInfo> input(std::string_view name) const noexcept;
  std::optional<ValueInfo> output(std::string_view name) const noexcept;
  std::optional<ValueInfo> value_info(std::string_view name) const noexcept;
  std::optional<Tensor> initializer(std::string_view name) const noexcept;
  std::optional<SparseTensor> sparse_initializer(std::string_view name) const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
