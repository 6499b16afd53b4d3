// Faults of local functions: signatures, bodies, and who calls whom.
#include <string>

#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

// A function of the domain "local": its nodes, x to y, and what is needed.
Message function_of(std::string_view name, std::initializer_list<Message> nodes) {
  Message out = Message(MessageId::function).set("name", name).set("input", "x").set("output", "y");
  for (const Message& node : nodes) {
    out.set("node", node);
  }
  return out.set("opset_import", opset("", 18))
      .set("opset_import", opset("local", 1))
      .set("domain", "local");
}
// One that does nothing but copy.
Message copy(std::string_view name) {
  return function_of(name, {identity()});
}
Message call_of(std::string_view name, std::string_view from = "x", std::string_view to = "y") {
  return node_of(name, {from}, {to}, "local");
}

// A model of one node and these functions.
Message model_with(const Message& node, std::initializer_list<Message> functions) {
  Message out = model_of_node(node).set("opset_import", opset("local", 1));
  for (const Message& function : functions) {
    out.set("functions", function);
  }
  return out;
}
Message model_with(std::initializer_list<Message> functions) {
  return model_with(identity(), functions);
}

Cases calls() {
  using enum Rule;
  const Message in_branch =
      node_of("If", {"x"}, {"y"})
          .set("attribute",
               attribute_of(
                   "then_branch", "g",
                   empty_graph().set("node", call_of("f", "x", "t")).set("output", value("t"))));
  const auto arity = [](const Message& node) { return model_with(node, {copy("f")}); };
  Message two_inputs = node_of("f", {"x", "x"}, {"y"}, "local");
  Message two_outputs = node_of("f", {"x"}, {"y", "z"}, "local");
  return {
      {"a function that calls itself", model_with({function_of("f", {call_of("f")}).whole()}),
       function_cycle, "functions[0]", model_with(call_of("f"), {copy("f")})},
      {"a function that calls itself three times, said once",
       model_with(
           {function_of("f", {call_of("f", "x", "a"), call_of("f", "a", "b"), call_of("f", "b")})
                .whole()}),
       function_cycle, "functions[0]", model_with(call_of("f"), {copy("f")})},
      {"two functions that call each other",
       model_with({function_of("f", {call_of("g")}).whole(), function_of("g", {call_of("f")})}),
       function_cycle, "functions[0]", model_with({function_of("f", {call_of("g")}), copy("g")})},
      {"a cycle that the main graph enters in the middle",
       model_with(call_of("g"),
                  {function_of("f", {call_of("g")}), function_of("g", {call_of("f")}).whole()}),
       function_cycle, "functions[1]",
       model_with(call_of("f"), {function_of("f", {call_of("g")}), copy("g")})},
      {"a function that calls itself from a branch",
       model_with({function_of("f", {in_branch}).whole()}), function_cycle, "functions[0]",
       model_with(in_branch, {copy("f")})},
      {"a call with more inputs than the function has", arity(two_inputs.whole()), function_arity,
       "graph.node[0]", arity(call_of("f"))},
      {"a call with more outputs than the function has", arity(two_outputs.whole()), function_arity,
       "graph.node[0]", arity(node_of("f", {"x"}, {"y"}, "local"))},
      {"a call of an unknown function in a domain of local functions",
       model_with(node()
                      .set("input", "x")
                      .set("output", "y")
                      .set("op_type", "h")
                      .here()
                      .set("domain", "local"),
                  {copy("f")}),
       function_unknown, "graph.node[0].op_type", model_with(call_of("f"), {copy("f")})},
  };
}

Cases signatures() {
  using enum Rule;
  const auto with = [](std::string_view field, std::string_view name) {
    return model_with({copy("f").set(field, name).here()});
  };
  const Message sound = model_with({copy("f")});
  const auto without = [](std::string_view domain, bool opsets) {
    Message out = Message(MessageId::function).set("input", "x").set("output", "x");
    if (!domain.empty()) {
      out.set("name", "f").set("domain", domain);
    }
    return opsets ? out.set("opset_import", opset("", 18)) : out;
  };
  const Message defaulted = attribute_of("p", "i", 1);
  const Message marked_default = attribute().set("name", "p").here().set("i", 1).set("type", 2);
  const auto in_domain = [](std::string_view domain) {
    return Message(MessageId::function)
        .set("name", "f")
        .set("domain", domain)
        .set("opset_import", opset("", 18));
  };
  return {
      {"two functions of one name", model_with({copy("f"), copy("f").whole()}), function_duplicate,
       "functions[1]", model_with({copy("f"), copy("g")})},
      {"two functions of one name, under two names of the domain",
       model_with({in_domain("ai.onnx"), in_domain("").whole()}), function_duplicate,
       "functions[1]", model_with({copy("f"), copy("f").set("overload", "one")}), std::nullopt,
       nullptr, true},
      {"two functions of one name and overload",
       model_with({copy("f").set("overload", "one"), copy("f").set("overload", "one").whole()}),
       function_duplicate, "functions[1]",
       model_with({copy("f").set("overload", "one"), copy("f").set("overload", "two")})},
      {"a function without a name", model_with({without("", true).set("domain", "local").whole()}),
       function_name, "functions[0].name", sound},
      {"a function without a domain", model_with({without("", true).set("name", "f").whole()}),
       function_domain, "functions[0].domain", model_with({without("local", true)})},
      {"a function in the domain of the standard operators", model_with({in_domain("").whole()}),
       function_overrides_standard, "functions[0].domain", model_with({in_domain("local")})},
      {"a function in ai.onnx", model_with({in_domain("ai.onnx").whole()}),
       function_overrides_standard, "functions[0].domain", model_with({in_domain("local")})},
      {"a function that imports no operator set", model_with({without("local", false).whole()}),
       opset_missing, "functions[0].opset_import", model_with({without("local", true)})},
      {"a function that imports one domain in two versions",
       model_with({copy("f").set("opset_import", opset("ai.onnx", 17).here())}), opset_conflict,
       "functions[0].opset_import[2].version", sound},
      {"a node of a domain that its function does not import",
       model_with(call_of("f"), {Message(MessageId::function)
                                     .set("name", "f")
                                     .set("input", "x")
                                     .set("output", "y")
                                     .set("node", identity().set("domain", "local").here())
                                     .set("opset_import", opset("", 18))
                                     .set("domain", "other")}),
       opset_domain, "functions[0].node[0].domain", sound, std::nullopt, nullptr, true},
      {"an input with an empty name", with("input", ""), function_empty_name,
       "functions[0].input[1]", model_with({copy("f").set("input", "z")})},
      {"an output with an empty name", with("output", ""), function_empty_name,
       "functions[0].output[1]", model_with({copy("f").set("output", "x")})},
      {"an attribute with an empty name", with("attribute", ""), function_empty_name,
       "functions[0].attribute[0]", model_with({copy("f").set("attribute", "p")})},
      {"two inputs of one name", with("input", "x"), function_duplicate_name,
       "functions[0].input[1]", model_with({copy("f").set("input", "z")})},
      {"two outputs of one name", with("output", "y"), function_duplicate_name,
       "functions[0].output[1]", model_with({copy("f").set("output", "x")})},
      {"two attributes of one name",
       model_with({copy("f").set("attribute", "p").set("attribute", "p").here()}),
       function_duplicate_name, "functions[0].attribute[1]",
       model_with({copy("f").set("attribute", "p").set("attribute", "q")})},
      {"two defaults of one name",
       model_with(
           {copy("f").set("attribute_proto", defaulted).set("attribute_proto", marked_default)}),
       function_duplicate_name, "functions[0].attribute_proto[1].name",
       model_with({copy("f").set("attribute_proto", defaulted)})},
      {"a parameter both with and without a default",
       model_with({copy("f").set("attribute", "p").set("attribute_proto", marked_default)}),
       function_attribute, "functions[0].attribute_proto[0].name",
       model_with({copy("f").set("attribute", "q").set("attribute_proto", defaulted)})},
      {"a default without a name",
       model_with(
           {copy("f").set("attribute_proto", attribute().set("i", 1).set("type", 2).whole())}),
       attribute_name, "functions[0].attribute_proto[0].name",
       model_with({copy("f").set("attribute_proto", defaulted)})},
      {"a default whose tensor lacks a byte",
       model_with(
           {copy("f").set("attribute_proto",
                          attribute_of("p", "t", tensor(uint8, {2}).set("raw_data", "a").here()))}),
       tensor_raw_data_size, "functions[0].attribute_proto[0].t.raw_data",
       model_with(
           {copy("f").set("attribute_proto", attribute_of("p", "t", zero_tensor(uint8, {2})))})},
  };
}

Cases bodies() {
  using enum Rule;
  const auto body = [](const Message& node) { return model_with({function_of("f", {node})}); };
  const Message sound = body(identity());
  const auto from_marked = [](std::string_view name) {
    return node().set("input", name).here().set("output", "y").set("op_type", "Abs");
  };
  const auto to_marked = [](std::string_view name) {
    return node().set("input", "x").set("output", name).here().set("op_type", "Abs");
  };
  // Values of the main graph are called x, y and m.
  const auto beside = [](const Message& function) {
    return model_of(graph_of(identity()).set("node", node_of("Abs", {"x"}, {"m"})))
        .set("opset_import", opset("local", 1))
        .set("functions", function);
  };
  return {
      {"a function whose output nothing makes", model_with({copy("f").set("output", "z").here()}),
       function_undefined_output, "functions[0].output[1]",
       model_with({copy("f").set("output", "x")})},
      {"a body that uses a value that nothing makes", body(from_marked("t")), graph_undefined_value,
       "functions[0].node[0].input[0]", sound},
      {"a body that uses a value of the main graph", beside(function_of("f", {from_marked("m")})),
       graph_undefined_value, "functions[0].node[0].input[0]", beside(copy("f"))},
      {"a body that uses a value of the function before",
       model_with({function_of("f", {node_of("Abs", {"x"}, {"t"}), identity()}),
                   function_of("g", {from_marked("t")})}),
       graph_undefined_value, "functions[1].node[0].input[0]", model_with({copy("f"), copy("g")})},
      {"a body that is out of order",
       model_with({function_of("f", {from_marked("t"), node_of("Abs", {"x"}, {"t"})})}),
       graph_order, "functions[0].node[0].input[0]", sound},
      {"a body that makes its own input",
       model_with({function_of("f", {identity(), to_marked("x")})}), graph_ssa,
       "functions[0].node[1].output[0]",
       model_with({function_of("f", {identity(), to_marked("m")})})},
      {"a body that makes a value twice",
       model_with({function_of("f", {identity(), to_marked("y")})}), graph_ssa,
       "functions[0].node[1].output[0]", beside(function_of("f", {identity(), to_marked("m")}))},
      {"an empty subgraph in a body", body(identity(attribute_of("a", "g", graph().whole()))),
       graph_no_name, "functions[0].node[0].attribute[0].g.name",
       body(identity(attribute_of("a", "g", empty_graph())))},
      {"two value infos of a body that differ",
       model_with({copy("f")
                       .set("value_info", value("x"))
                       .set("value_info", value("x", tensor_type(int32, {})).whole())}),
       graph_duplicate_value_info, "functions[0].value_info[1]",
       model_with({copy("f").set("value_info", value("x"))})},
  };
}

// f1 copies; each of the others calls the one before it, `times` times in a row. The main graph
// calls the last, and holds what `also` does.
Message chain(std::uint32_t functions, std::uint32_t times, const Message& also = graph()) {
  Message main = graph_of(call_of("f" + std::to_string(functions))).bytes(also.text());
  Message out = model_of(main).set("opset_import", opset("local", 1));
  for (std::uint32_t i = 1; i <= functions; ++i) {
    Message function =
        Message(MessageId::function).set("name", "f" + std::to_string(i)).set("input", "x");
    std::string from = "x";
    for (std::uint32_t k = 1; k <= times && i > 1; ++k) {
      const std::string to = k == times ? "y" : "t" + std::to_string(k);
      function.set("node", call_of("f" + std::to_string(i - 1), from, to));
      from = to;
    }
    if (i == 1) {
      function.set("node", identity());
    }
    function.set("output", "y")
        .set("opset_import", opset("", 18))
        .set("opset_import", opset("local", 1))
        .set("domain", "local");
    out.set("functions", i == 101 ? function.whole() : function);
  }
  return out;
}

Cases limits() {
  using enum Rule;
  const auto small = [](Policy& policy) { policy.limits.function_expansion = 64; };
  const auto deep = [](Policy& policy) { policy.limits.call_depth = 1000; };
  return {
      {"a chain of a hundred and one calls", chain(101, 1), limit_call_depth, "functions[100]",
       chain(100, 1)},
      {"a chain of a hundred and five calls, said once", chain(105, 1), limit_call_depth,
       "functions[100]", chain(100, 1)},
      {"sixty-one functions, each calling the one before twice", Message(chain(61, 2)).whole(),
       limit_function_expansion, "graph", chain(24, 2)},
      {"one node more than the limit",
       chain(7, 2, graph().set("node", node_of("Abs", {"x"}, {"z"}))).whole(),
       limit_function_expansion, "graph", chain(7, 2), std::nullopt, small},
      {"a chain of two hundred calls where the policy takes a thousand, each twice",
       Message(chain(200, 2)).whole(), limit_function_expansion, "graph", chain(200, 1),
       std::nullopt, deep},
  };
}

}  // namespace

Cases function_cases() {
  Cases out = calls();
  for (const Cases& more : {signatures(), bodies(), limits()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
