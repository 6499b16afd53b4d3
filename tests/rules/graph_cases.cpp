// Faults of graphs: names, who makes them, and where they are visible.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

// A graph "g" of these nodes that returns FLOAT[2] under these names.
Message graph_with(std::initializer_list<Message> nodes,
                   std::initializer_list<std::string_view> inputs,
                   std::initializer_list<std::string_view> outputs) {
  Message out = empty_graph();
  for (const std::string_view input : inputs) {
    out.set("input", value(input));
  }
  for (const Message& node : nodes) {
    out.set("node", node);
  }
  for (const std::string_view output : outputs) {
    out.set("output", value(output));
  }
  return out;
}

Message model_with(std::initializer_list<Message> nodes,
                   std::initializer_list<std::string_view> inputs = {"x"},
                   std::initializer_list<std::string_view> outputs = {"y"}) {
  return model_of(graph_with(nodes, inputs, outputs));
}

Message abs(std::string_view from, std::string_view to) {
  return node_of("Abs", {from}, {to});
}

// The same, marked where the name of the value is.
Message abs_of_marked(std::string_view from, std::string_view to) {
  return node().set("input", from).here().set("output", to).set("op_type", "Abs");
}
Message abs_to_marked(std::string_view from, std::string_view to) {
  return node().set("input", from).set("output", to).here().set("op_type", "Abs");
}
Message marked_value(std::string_view name) {
  return Message(MessageId::value_info)
      .set("name", name)
      .here()
      .set("type", tensor_type(float32, {2}));
}

Message initializer(std::string_view name) {
  return zero_tensor(float32, {2}).set("name", name);
}
Message marked_initializer(std::string_view name) {
  return initializer(name).here();
}
Message sparse_initializer(std::string_view name) {
  return sparse_tensor()
      .set("values", zero_tensor(float32, {1}).set("name", name).here())
      .set("indices", int64_tensor({0}))
      .set("dims", 2);
}

// y = If(c), with that graph as one branch; the other returns a constant.
Message choosing(const Message& branch) {
  const Message other = graph_with({}, {}, {"o"}).set("initializer", initializer("o"));
  return node()
      .set("input", "c")
      .set("output", "y")
      .set("op_type", "If")
      .set("attribute", attribute_of("then_branch", "g", branch))
      .set("attribute", attribute_of("else_branch", "g", other));
}
Message model_choosing(const Message& branch) {
  return model_with({choosing(branch)}, {"x", "c"});
}

Cases order() {
  using enum Rule;
  const Message sorted = model_with({abs("x", "t"), abs("t", "y")});
  const Message sound_branch = model_choosing(graph_with({abs("x", "b")}, {}, {"b"}));
  return {
      {"a node before the one whose value it uses",
       model_with({abs_of_marked("t", "y"), abs("x", "t")}), graph_order, "graph.node[0].input[0]",
       sorted},
      {"a node that uses its own value", model_with({abs_of_marked("y", "y")}), graph_order,
       "graph.node[0].input[0]", sorted},
      {"a value that nothing makes", model_with({abs_of_marked("t", "y")}), graph_undefined_value,
       "graph.node[0].input[0]", sorted},
      {"the second input is a value that nothing makes",
       model_with({node()
                       .set("input", "x")
                       .set("input", "t")
                       .here()
                       .set("output", "y")
                       .set("op_type", "Add")}),
       graph_undefined_value, "graph.node[0].input[1]",
       model_with({node_of("Add", {"x", ""}, {"y"})})},
      {"a value of a subgraph, used around it",
       model_with({choosing(graph_with({abs("x", "b")}, {}, {"b"})), abs_of_marked("b", "z")},
                  {"x", "c"}),
       graph_undefined_value, "graph.node[1].input[0]",
       model_with({choosing(graph_with({abs("x", "b")}, {}, {"b"})), abs("y", "z")}, {"x", "c"})},
      {"a subgraph that uses what its own node makes",
       model_choosing(graph_with({abs_of_marked("y", "b")}, {}, {"b"})), graph_order,
       "graph.node[0].attribute[0].g.node[0].input[0]", sound_branch},
      {"a subgraph that uses what a later node around it makes",
       model_with({choosing(graph_with({abs_of_marked("z", "b")}, {}, {"b"})), abs("x", "z")},
                  {"x", "c"}),
       graph_order, "graph.node[0].attribute[0].g.node[0].input[0]",
       model_with({abs("x", "z"), choosing(graph_with({abs("z", "b")}, {}, {"b"}))}, {"x", "c"})},
      {"a graph output that nothing makes",
       model_of(graph_with({abs("x", "t")}, {"x"}, {}).set("output", marked_value("y"))),
       graph_undefined_output, "graph.output[0].name", model_with({abs("x", "y")})},
      {"a graph output that only a subgraph makes",
       model_of(graph_with({choosing(graph_with({abs("x", "b")}, {}, {"b"}))}, {"x", "c"}, {})
                    .set("output", marked_value("b"))),
       graph_undefined_output, "graph.output[0].name", sound_branch},
      {"a subgraph whose output nothing makes",
       model_choosing(empty_graph().set("output", marked_value("b"))), graph_undefined_output,
       "graph.node[0].attribute[0].g.output[0].name", sound_branch},
      {"a subgraph that returns a value from around it",
       model_choosing(empty_graph().set("output", marked_value("x"))), graph_outer_output,
       "graph.node[0].attribute[0].g.output[0].name", sound_branch},
      {"a main graph without outputs", model_of(graph_with({abs("x", "y")}, {"x"}, {}).whole()),
       graph_no_outputs, "graph.output", model_with({abs("x", "y")})},
  };
}

Cases made_twice() {
  using enum Rule;
  const auto with = [](std::string_view field, const Message& message) {
    return model_of(graph_with({abs("x", "y")}, {"x"}, {"y"}).set(field, message));
  };
  const Message sound = model_with({abs("x", "y")});
  return {
      {"two nodes that make one value", model_with({abs("x", "y"), abs_to_marked("x", "y")}),
       graph_ssa, "graph.node[1].output[0]", model_with({abs("x", "y"), abs("x", "z")})},
      {"a node that makes one value twice",
       model_with({node()
                       .set("input", "x")
                       .set("output", "y")
                       .set("output", "y")
                       .here()
                       .set("op_type", "Split")}),
       graph_ssa, "graph.node[0].output[1]", model_with({node_of("Split", {"x"}, {"y", "z"})})},
      {"a node that makes a graph input", model_with({abs("x", "y"), abs_to_marked("y", "x")}),
       graph_ssa, "graph.node[1].output[0]", sound},
      {"a node that makes an initializer",
       model_of(graph_with({abs("x", "y"), abs_to_marked("y", "w")}, {"x"}, {"y"})
                    .set("initializer", initializer("w"))),
       graph_ssa, "graph.node[1].output[0]", with("initializer", initializer("w"))},
      {"a node that makes a sparse initializer",
       model_of(graph_with({abs("x", "y"), abs_to_marked("y", "w")}, {"x"}, {"y"})
                    .set("sparse_initializer",
                         sparse_tensor()
                             .set("values", zero_tensor(float32, {1}).set("name", "w"))
                             .set("indices", int64_tensor({0}))
                             .set("dims", 2))),
       graph_ssa, "graph.node[1].output[0]", with("sparse_initializer", sparse_initializer("w"))},
      {"two inputs of one name", with("input", marked_value("x")), graph_duplicate_input,
       "graph.input[1].name", with("input", value("z"))},
      {"two inputs of one name in a subgraph",
       model_choosing(graph_with({abs("i", "b")}, {"i"}, {"b"}).set("input", marked_value("i"))),
       graph_duplicate_input, "graph.node[0].attribute[0].g.input[1].name",
       model_choosing(graph_with({abs("i", "b")}, {"i"}, {"b"}))},
      {"an output listed twice", with("output", marked_value("y")), graph_duplicate_output,
       "graph.output[1].name", with("output", value("x"))},
      {"two initializers of one name",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("initializer", initializer("w"))
                    .set("initializer", marked_initializer("w"))),
       graph_duplicate_initializer, "graph.initializer[1]",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("initializer", initializer("w"))
                    .set("initializer", initializer("v")))},
      {"two initializers of one name, which is an input's",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("initializer", initializer("x"))
                    .set("initializer", marked_initializer("x"))),
       graph_duplicate_initializer, "graph.initializer[1]", with("initializer", initializer("x"))},
      {"a sparse initializer with the name of a dense one",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("initializer", initializer("w"))
                    .set("sparse_initializer", sparse_initializer("w"))),
       graph_duplicate_initializer, "graph.sparse_initializer[0]",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("initializer", initializer("w"))
                    .set("sparse_initializer", sparse_initializer("v")))},
      {"two sparse initializers of one name",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("sparse_initializer", sparse_initializer("w"))
                    .set("sparse_initializer", sparse_initializer("w"))),
       graph_duplicate_initializer, "graph.sparse_initializer[1]",
       with("sparse_initializer", sparse_initializer("w"))},
      {"two value infos of one name that differ in type",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("value_info", value("y"))
                    .set("value_info", value("y", tensor_type(int32, {2})).whole())),
       graph_duplicate_value_info, "graph.value_info[1]",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("value_info", value("y"))
                    .set("value_info", value("y")))},
      {"two value infos of one name that differ in a dimension",
       model_of(graph_with({abs("x", "y")}, {"x"}, {"y"})
                    .set("value_info", value("y"))
                    .set("value_info", value("y", tensor_type(float32, {3})).whole())),
       graph_duplicate_value_info, "graph.value_info[1]", with("value_info", value("nothing"))},
  };
}

Cases shadowing() {
  using enum Rule;
  const std::string_view branch = "graph.node[0].attribute[0].g.";
  static const std::string input = std::string(branch) + "input[0].name";
  static const std::string weight = std::string(branch) + "initializer[0]";
  static const std::string sparse = std::string(branch) + "sparse_initializer[0]";
  static const std::string output = std::string(branch) + "node[0].output[0]";
  const Message inner = graph_with({abs("x", "b")}, {}, {"b"});
  const auto nested = [](std::string_view name) {
    const Message inner_if =
        node()
            .set("input", "c")
            .set("output", "i")
            .set("op_type", "If")
            .set("attribute", attribute_of("then_branch", "g",
                                           graph_with({abs_to_marked("x", name)}, {}, {name})));
    return model_choosing(graph_with({inner_if}, {}, {"i"}));
  };
  return {
      {"an input of a subgraph that hides an outer value",
       model_choosing(empty_graph()
                          .set("input", marked_value("x"))
                          .set("node", abs("x", "b"))
                          .set("output", value("b"))),
       graph_shadowing, input, model_choosing(inner)},
      {"an initializer of a subgraph that hides an outer value",
       model_choosing(Message(inner).set("initializer", marked_initializer("x"))), graph_shadowing,
       weight, model_choosing(Message(inner).set("initializer", initializer("w")))},
      {"a sparse initializer of a subgraph that hides an outer value",
       model_choosing(Message(inner).set("sparse_initializer", sparse_initializer("x"))),
       graph_shadowing, sparse,
       model_choosing(Message(inner).set("sparse_initializer", sparse_initializer("w")))},
      {"a node of a subgraph that hides an outer value",
       model_choosing(graph_with({abs_to_marked("c", "x")}, {}, {"x"})), graph_shadowing, output,
       model_choosing(inner)},
      {"a node two subgraphs deep that hides a value of the main graph", nested("x"),
       graph_shadowing, "graph.node[0].attribute[0].g.node[0].attribute[0].g.node[0].output[0]",
       nested("b")},
  };
}

Cases initializers() {
  using enum Rule;
  const Message plain = graph_with({abs("x", "y")}, {"x"}, {"y"});
  const auto with = [&](std::string_view field, const Message& message) {
    return model_of(Message(plain).set(field, message));
  };
  const auto typed = [&](const Message& type, const Message& tensor) {
    return model_of(Message(plain).set("input", value("w", type)).set("initializer", tensor));
  };
  const Message sound = typed(tensor_type(float32, {2}), initializer("w"));
  const Message unknown = typed(
      tensor_type(float32, Message(MessageId::tensor_shape)
                               .set("dim", Message(MessageId::dimension).set("dim_param", "n"))),
      initializer("w"));
  const Message at_ir3 =
      model_of(Message(plain).set("input", value("w")).set("initializer", initializer("w")), 3);
  return {
      {"an initializer without a name", with("initializer", zero_tensor(float32, {2}).whole()),
       graph_initializer_name, "graph.initializer[0]", with("initializer", initializer("w"))},
      {"a sparse initializer whose values have no name",
       with("sparse_initializer", sparse_floats({2}, {0}).whole()), graph_initializer_name,
       "graph.sparse_initializer[0]", with("sparse_initializer", sparse_initializer("w"))},
      {"an initializer of another type than the input of its name",
       typed(tensor_type(int32, {2}), initializer("w").whole()), graph_initializer_type,
       "graph.initializer[0]", sound},
      {"an initializer of another shape than the input of its name",
       typed(tensor_type(float32, {3}), initializer("w").whole()), graph_initializer_type,
       "graph.initializer[0]", unknown},
      {"an initializer of another rank than the input of its name",
       typed(tensor_type(float32, {2, 1}), initializer("w").whole()), graph_initializer_type,
       "graph.initializer[0]", unknown},
      {"a dense initializer where the input of its name is a sequence",
       typed(type().set(
                 "sequence_type",
                 Message(MessageId::type_sequence).set("elem_type", tensor_type(float32, {2}))),
             initializer("w").whole()),
       graph_initializer_type, "graph.initializer[0]", sound},
      {"an initializer that is no input, at IR version 3",
       model_of(Message(plain).set("initializer", marked_initializer("w")), 3),
       graph_ir3_initializer, "graph.initializer[0]", at_ir3},
      {"an initializer that is no input, at IR version 1",
       model()
           .set("ir_version", 1)
           .set("graph", Message(plain).set("initializer", marked_initializer("w"))),
       graph_ir3_initializer, "graph.initializer[0]",
       model_of(Message(plain).set("initializer", initializer("w")), 4)},
      {"an initializer of a subgraph that is no input, at IR version 3",
       model_of(graph_with({choosing(graph_with({abs("x", "b")}, {}, {"b"})
                                         .set("initializer", marked_initializer("w")))},
                           {"x", "c"}, {"y"}),
                3),
       graph_ir3_initializer, "graph.node[0].attribute[0].g.initializer[0]", at_ir3, std::nullopt,
       nullptr, true},
  };
}

Cases names() {
  using enum Rule;
  const Message nameless =
      graph().set("node", identity()).set("input", value("x")).set("output", value("y")).whole();
  return {
      {"a main graph without a name", model_of(nameless), graph_no_name, "graph.name",
       sound_model()},
      {"a graph with an empty name", model_of(Message(nameless).set("name", "").whole()),
       graph_no_name, "graph.name", sound_model()},
      {"an empty graph in a node", model_of_node(identity(attribute_of("a", "g", graph().whole()))),
       graph_no_name, "graph.node[0].attribute[0].g.name",
       model_of_node(identity(attribute_of("a", "g", empty_graph())))},
      {"an empty graph in a list",
       model_of_node(identity(attribute()
                                  .set("name", "a")
                                  .set("graphs", empty_graph())
                                  .set("graphs", graph().whole())
                                  .set("type", 10))),
       graph_no_name, "graph.node[0].attribute[0].graphs[1].name",
       model_of_node(identity(attribute()
                                  .set("name", "a")
                                  .set("graphs", empty_graph())
                                  .set("graphs", empty_graph())
                                  .set("type", 10)))},
  };
}

}  // namespace

Cases graph_cases() {
  Cases out = order();
  for (const Cases& more : {made_twice(), shadowing(), initializers(), names()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
