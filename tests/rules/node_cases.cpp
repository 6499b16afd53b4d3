// Faults of nodes.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

// y = Identity(x) and one node more.
Message model_with(const Message& node) {
  return model_of(graph_of(identity()).set("node", node));
}

}  // namespace

Cases node_cases() {
  using enum Rule;
  const Message function = Message(MessageId::function)
                               .set("name", "f")
                               .set("input", "a")
                               .set("output", "a")
                               .set("opset_import", opset("", 18))
                               .set("domain", "local")
                               .set("overload", "one");
  const auto calling = [&](std::string_view overload) {
    return model_with(node_of("f", {"x"}, {"z"}, "local").set("overload", overload).here())
        .set("opset_import", opset("local", 1))
        .set("functions", function);
  };
  const Message second = model_with(node_of("Abs", {"x"}, {"z"}));
  return {
      {"a node without an operator",
       model_with(node().set("input", "x").set("output", "z").whole()), node_op_type,
       "graph.node[1].op_type", second},
      {"a node with an empty operator",
       model_with(node().set("input", "x").set("output", "z").set("op_type", "").whole()),
       node_op_type, "graph.node[1].op_type", second},
      {"a node with neither inputs nor outputs", model_with(node().set("op_type", "Abs").whole()),
       node_empty, "graph.node[1]", model_with(node_of("Abs", {"x"}, {}))},
      {"a node without inputs but with an output is fine; an empty message is not",
       model_with(node().set("op_type", "").whole()), node_empty, "graph.node[1]",
       model_with(node_of("RandomNormal", {}, {"z"})), std::nullopt, nullptr, true},
      {"two nodes of one name",
       model_of(graph_of(identity().set("name", "n"))
                    .set("node", node_of("Abs", {"x"}, {"z"}).set("name", "n").here())),
       node_duplicate_name, "graph.node[1].name",
       model_of(graph_of(identity().set("name", "n"))
                    .set("node", node_of("Abs", {"x"}, {"z"}).set("name", "m")))},
      {"an overload, and no functions",
       model_with(node_of("Abs", {"x"}, {"z"}).set("overload", "one").here()),
       node_unresolved_overload, "graph.node[1].overload",
       model_with(node_of("Abs", {"x"}, {"z"}).set("overload", ""))},
      {"an overload that no function has", calling("two"), node_unresolved_overload,
       "graph.node[1].overload", calling("one")},
  };
}

}  // namespace assay::testing
