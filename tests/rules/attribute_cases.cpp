// Faults of attributes: type against value, and references.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;
using namespace std::string_view_literals;

// y = Identity(x) with these attributes.
Message model_with(std::initializer_list<Message> attributes, std::int64_t ir_version = 10) {
  Message node = identity();
  for (const Message& attribute : attributes) {
    node.set("attribute", attribute);
  }
  const Message graph = graph_of(node);
  return ir_version < 3 ? model().set("ir_version", ir_version).set("graph", graph)
                        : model_of(graph, ir_version);
}

Message named(std::string_view name) {
  return attribute().set("name", name);
}

// A function "f" of one node, Identity, with that attribute.
Message function_with(const Message& attribute) {
  return model_of(graph_of(identity()))
      .set("functions", Message(MessageId::function)
                            .set("name", "f")
                            .set("input", "x")
                            .set("output", "y")
                            .set("attribute", "p")
                            .set("node", identity(attribute))
                            .set("opset_import", opset("", 18))
                            .set("domain", "local"));
}

// Every kind of value but the one of numbers that a type can announce, in one message.
const Message& sample(std::string_view field) {
  static const Message kTensor = zero_tensor(float32, {1});
  static const Message kGraph = empty_graph();
  static const Message kSparse = sparse_floats({1}, {0});
  static const Message kType = tensor_type(float32, {});
  return field == "t" ? kTensor : field == "g" ? kGraph : field == "tp" ? kType : kSparse;
}

Cases types() {
  using enum Rule;
  const auto typed = [](int type) { return named("a").set("i", 1).set("type", type).here(); };
  const Message sound = model_with({attribute_of("a", "i", 1)});
  return {
      {"an attribute without a name", model_with({attribute().set("i", 1).set("type", 2).whole()}),
       attribute_name, "graph.node[0].attribute[0].name", sound},
      {"an attribute with an empty name",
       model_with({named("").set("i", 1).set("type", 2).whole()}), attribute_name,
       "graph.node[0].attribute[0].name", sound},
      {"an attribute without a type", model_with({named("a").set("i", 1).whole()}), attribute_type,
       "graph.node[0].attribute[0].type", sound},
      {"an attribute without a type, at IR version 2",
       model_with({named("a").set("i", 1).whole()}, 2), attribute_type,
       "graph.node[0].attribute[0].type", model_with({named("a").set("i", 1)}, 1)},
      {"an attribute of type UNDEFINED", model_with({typed(0)}), attribute_type,
       "graph.node[0].attribute[0].type", sound},
      {"an attribute of type UNDEFINED without a value",
       model_with({named("a").set("type", 0).here()}), attribute_undefined,
       "graph.node[0].attribute[0].type", model_with({named("a").set("type", 2)})},
      {"an attribute with neither a type nor a value", model_with({named("a").whole()}),
       attribute_type, "graph.node[0].attribute[0].type", model_with({named("a").set("type", 2)})},
      {"an attribute of a type that does not exist", model_with({typed(99)}), attribute_type,
       "graph.node[0].attribute[0].type", sound, std::nullopt, nullptr, true},
      {"a float under the type INT", model_with({named("a").set("f", 1.0).set("type", 2).here()}),
       attribute_type_mismatch, "graph.node[0].attribute[0].type",
       model_with({named("a").set("f", 1.0).set("type", 1)})},
      {"one integer under the type INTS", model_with({typed(7)}), attribute_type_mismatch,
       "graph.node[0].attribute[0].type", model_with({named("a").set("ints", 1).set("type", 7)})},
      {"a sparse tensor under the number that its field has",
       model_with({named("a").set("type_protos", sample("tp")).set("type", 11).here()}),
       attribute_type_mismatch, "graph.node[0].attribute[0].type",
       model_with({attribute_of("a", "type_protos", sample("tp"))})},
      {"a string under the type STRINGS",
       model_with({named("a").set("s", "b").set("type", 8).here()}), attribute_type_mismatch,
       "graph.node[0].attribute[0].type", model_with({named("a").set("s", "").set("type", 3)})},
  };
}

Cases values() {
  using enum Rule;
  Cases out = {
      {"a float and an integer",
       model_with({named("a").set("f", 1.0).set("i", 2).here().set("type", 1)}),
       attribute_multiple_values, "graph.node[0].attribute[0].i",
       model_with({named("a").set("i", 2).set("type", 2)})},
      {"an integer of 0 and a list",
       model_with({named("a").set("i", 0).set("ints", 1).here().set("type", 7)}),
       attribute_multiple_values, "graph.node[0].attribute[0].ints",
       model_with({named("a").set("ints", 1).set("type", 7)})},
      {"an empty string and a tensor",
       model_with({named("a").set("s", "").set("t", sample("t")).here().set("type", 4)}),
       attribute_multiple_values, "graph.node[0].attribute[0].t",
       model_with({attribute_of("a", "t", sample("t"))})},
      {"two attributes of one name",
       model_with({attribute_of("a", "i", 1), named("a").here().set("i", 1).set("type", 2)}),
       attribute_duplicate, "graph.node[0].attribute[1].name",
       model_with({attribute_of("a", "i", 1), attribute_of("b", "i", 1)})},
      {"the tenth attribute has the name of the first",
       model_with({attribute_of("a", "i", 1), attribute_of("b", "i", 1), attribute_of("c", "i", 1),
                   attribute_of("d", "i", 1), attribute_of("e", "i", 1), attribute_of("f", "i", 1),
                   attribute_of("g", "i", 1), attribute_of("h", "i", 1), attribute_of("i", "i", 1),
                   named("a").here().set("i", 1).set("type", 2)}),
       attribute_duplicate, "graph.node[0].attribute[9].name",
       model_with({attribute_of("a", "i", 1), attribute_of("b", "i", 1), attribute_of("c", "i", 1),
                   attribute_of("d", "i", 1), attribute_of("e", "i", 1), attribute_of("f", "i", 1),
                   attribute_of("g", "i", 1), attribute_of("h", "i", 1), attribute_of("i", "i", 1),
                   attribute_of("j", "i", 1)})},
      {"a string that is not UTF-8",
       model_with({named("a").set("s", "ab\xff"sv).here(2, 1).set("type", 3)}),
       attribute_string_utf8, "graph.node[0].attribute[0].s",
       model_with({named("a").set("s", "ab\xc3\xa9"sv).set("type", 3)})},
      {"a string of a list that is not UTF-8",
       model_with(
           {named("a").set("strings", "a").set("strings", "\xed\xa0\x80"sv).here().set("type", 8)}),
       attribute_string_utf8, "graph.node[0].attribute[0].strings[1]",
       model_with({named("a").set("strings", "a").set("strings", "").set("type", 8)})},
  };
  struct MessageType {
    std::string_view sentence;
    std::string_view field;
    std::string_view path;
    int type;
  };
  constexpr MessageType kMessageTypes[] = {
      {"the type TENSOR and no tensor", "t", "graph.node[0].attribute[0].t", 4},
      {"the type GRAPH and no graph", "g", "graph.node[0].attribute[0].g", 5},
      {"the type SPARSE_TENSOR and no tensor", "sparse_tensor",
       "graph.node[0].attribute[0].sparse_tensor", 11},
      {"the type TYPE_PROTO and no type", "tp", "graph.node[0].attribute[0].tp", 13},
  };
  for (const MessageType& row : kMessageTypes) {
    out.push_back({row.sentence, model_with({named("a").set("type", row.type).whole()}),
                   attribute_no_value, row.path,
                   model_with({attribute_of("a", row.field, sample(row.field))})});
  }
  return out;
}

Cases references() {
  using enum Rule;
  const auto reference = [](std::string_view parameter) {
    return named("a").set("type", 2).set("ref_attr_name", parameter).here();
  };
  // Identity with a subgraph whose one node has that attribute.
  const auto inside = [](const Message& attribute) {
    return attribute_of("b", "g",
                        empty_graph()
                            .set("node", node_of("Abs", {"x"}, {"t"}).set("attribute", attribute))
                            .set("output", value("t")));
  };
  const Message sound = function_with(reference("p"));
  return {
      {"a reference in the main graph", model_with({reference("p")}),
       attribute_ref_outside_function, "graph.node[0].attribute[0].ref_attr_name",
       model_with({named("a").set("i", 1).set("type", 2).set("ref_attr_name", "")})},
      {"a reference in a subgraph of the main graph", model_with({inside(reference("p"))}),
       attribute_ref_outside_function,
       "graph.node[0].attribute[0].g.node[0].attribute[0].ref_attr_name",
       function_with(inside(reference("p")))},
      {"a reference as the default of a parameter",
       model_of(graph_of(identity()))
           .set("functions", Message(MessageId::function)
                                 .set("name", "f")
                                 .set("attribute", "p")
                                 .set("opset_import", opset("", 18))
                                 .set("domain", "local")
                                 .set("attribute_proto", reference("p"))),
       attribute_ref_outside_function, "functions[0].attribute_proto[0].ref_attr_name",
       model_of(graph_of(identity()))
           .set("functions", Message(MessageId::function)
                                 .set("name", "f")
                                 .set("attribute", "p")
                                 .set("opset_import", opset("", 18))
                                 .set("domain", "local")
                                 .set("attribute_proto", attribute_of("a", "i", 1)))},
      {"a reference and a value",
       function_with(named("a").set("i", 1).set("type", 2).set("ref_attr_name", "p").here()),
       attribute_ref_with_value, "functions[0].node[0].attribute[0].ref_attr_name", sound},
      {"a reference and a value, in a subgraph",
       function_with(
           inside(named("a").set("i", 1).set("type", 2).set("ref_attr_name", "p").here())),
       attribute_ref_with_value,
       "functions[0].node[0].attribute[0].g.node[0].attribute[0].ref_attr_name",
       function_with(inside(reference("p")))},
      {"a reference to what the function does not declare", function_with(reference("q")),
       function_undeclared_attribute, "functions[0].node[0].attribute[0].ref_attr_name", sound},
      {"a reference to what the function does not declare, in a subgraph",
       function_with(inside(reference("q"))), function_undeclared_attribute,
       "functions[0].node[0].attribute[0].g.node[0].attribute[0].ref_attr_name",
       function_with(inside(reference("p")))},
  };
}

}  // namespace

Cases attribute_cases() {
  Cases out = types();
  for (const Cases& more : {values(), references()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
