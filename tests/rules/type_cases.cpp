// Faults of types, shapes and value infos.
#include <limits>

#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

// y = Identity(x) where x has that type; as a subgraph; as a value info.
Message input_of(const Message& type) {
  return model_of(graph_of(identity(), type));
}
Message output_of(const Message& type) {
  return model_of(empty_graph()
                      .set("node", identity())
                      .set("input", value("x"))
                      .set("output", value("y", type)));
}
Message info_of(const Message& type) {
  return model_of(graph_of(identity()).set("value_info", value("x", type)));
}
Message inner_input_of(const Message& info) {
  return model_of_node(identity(attribute_of("a", "g", empty_graph().set("input", info))));
}

Message info(std::string_view name) {
  return Message(MessageId::value_info).set("name", name);
}
Message raw_tensor_type(std::int64_t elem_type) {
  return type().set(
      "tensor_type",
      Message(MessageId::type_tensor).set("elem_type", elem_type).here().set("shape", shape({2})));
}
Message shapeless() {
  return type().set("tensor_type", Message(MessageId::type_tensor).set("elem_type", 1).whole());
}
Message dimension(std::int64_t value) {
  return tensor_type(float32,
                     Message(MessageId::tensor_shape)
                         .set("dim", Message(MessageId::dimension).set("dim_value", 2))
                         .set("dim", Message(MessageId::dimension).set("dim_value", value).here()));
}
Message sequence_of(const Message& element) {
  return type().set("sequence_type", Message(MessageId::type_sequence).set("elem_type", element));
}
Message map_of(std::int64_t key_type, const Message& value_type) {
  return type().set(
      "map_type",
      Message(MessageId::type_map).set("key_type", key_type).here().set("value_type", value_type));
}
// Without what is inside: a message that is empty but for its kind.
Message hollow(std::string_view field, MessageId id) {
  return type().set(field, Message(id).whole());
}

Cases infos() {
  using enum Rule;
  const auto with_input = [](const Message& info) {
    return model_of(graph_of(identity()).set("input", info));
  };
  const Message float_type = tensor_type(float32, {2});
  const Message sound = with_input(value("z"));
  return {
      {"an input without a name",
       with_input(Message(MessageId::value_info).set("type", float_type).whole()),
       type_name_missing, "graph.input[1].name", sound},
      {"an input with an empty name", with_input(value("").whole()), type_name_missing,
       "graph.input[1].name", sound},
      {"an output without a name",
       model_of(graph_of(identity())
                    .set("output", Message(MessageId::value_info).set("type", float_type).whole())),
       type_name_missing, "graph.output[1].name", sound},
      {"a value info without a name",
       model_of(
           graph_of(identity())
               .set("value_info", Message(MessageId::value_info).set("type", float_type).whole())),
       type_value_info_name, "graph.value_info[0].name", info_of(float_type)},
      {"an input of a subgraph without a name",
       inner_input_of(Message(MessageId::value_info).set("type", float_type).whole()),
       type_name_missing, "graph.node[0].attribute[0].g.input[0].name", inner_input_of(info("i"))},
      {"an input of the main graph without a type", with_input(info("z").whole()), type_missing,
       "graph.input[1].type", sound},
      {"an output of the main graph without a type",
       model_of(empty_graph()
                    .set("node", identity())
                    .set("input", value("x"))
                    .set("output", info("y").whole())),
       type_missing, "graph.output[0].type", sound},
  };
}

Cases empty_types() {
  using enum Rule;
  const Message element = tensor_type(float32, {2});
  return {
      {"an input of the main graph with a type of no kind", input_of(type().whole()), type_empty,
       "graph.input[0].type", input_of(element)},
      {"an output of the main graph with a type of no kind", output_of(type().whole()), type_empty,
       "graph.output[0].type", output_of(element)},
      {"a sequence of nothing", input_of(hollow("sequence_type", MessageId::type_sequence)),
       type_empty, "graph.input[0].type.sequence_type.elem_type", input_of(sequence_of(element))},
      {"an optional of nothing", input_of(hollow("optional_type", MessageId::type_optional)),
       type_empty, "graph.input[0].type.optional_type.elem_type",
       input_of(type().set("optional_type",
                           Message(MessageId::type_optional).set("elem_type", element)))},
      {"a map of nothing",
       input_of(type().set("map_type", Message(MessageId::type_map).set("key_type", 7).whole())),
       type_empty, "graph.input[0].type.map_type.value_type", input_of(map_of(7, element))},
      {"a type of no kind in a subgraph", inner_input_of(info("i").set("type", type().whole())),
       type_empty_inner, "graph.node[0].attribute[0].g.input[0].type", inner_input_of(info("i"))},
      {"a type of no kind in a value info", info_of(type().whole()), type_empty_inner,
       "graph.value_info[0].type", info_of(element)},
      {"a type of no kind in a sequence", input_of(sequence_of(type().whole())), type_empty_inner,
       "graph.input[0].type.sequence_type.elem_type", input_of(sequence_of(element))},
      {"a type of no kind in an attribute",
       model_of_node(identity(attribute_of("a", "tp", type().whole()))), type_empty_inner,
       "graph.node[0].attribute[0].tp", model_of_node(identity(attribute_of("a", "tp", element)))},
      {"an opaque type without a name", input_of(hollow("opaque_type", MessageId::type_opaque)),
       type_opaque_name, "graph.input[0].type.opaque_type.name",
       input_of(type().set("opaque_type", Message(MessageId::type_opaque).set("name", "o")))},
  };
}

Cases tensors() {
  using enum Rule;
  constexpr std::string_view kElement = "graph.input[0].type.tensor_type.elem_type";
  constexpr std::string_view kKey = "graph.input[0].type.map_type.key_type";
  const Message element = tensor_type(float32, {2});
  const Message no_element =
      type().set("tensor_type", Message(MessageId::type_tensor).set("shape", shape({2})).whole());
  return {
      {"a tensor type without an element type", input_of(no_element), type_elem_type, kElement,
       info_of(no_element)},
      {"element type 0", input_of(raw_tensor_type(0)), type_elem_type, kElement,
       input_of(raw_tensor_type(1))},
      {"element type 29", input_of(raw_tensor_type(29)), type_elem_type, kElement,
       model_of(graph_of(identity(), raw_tensor_type(28)), 14)},
      {"element type -1", input_of(raw_tensor_type(-1)), type_elem_type, kElement,
       input_of(raw_tensor_type(1))},
      {"element type 99 of an output", output_of(raw_tensor_type(99)), type_elem_type,
       "graph.output[0].type.tensor_type.elem_type", output_of(raw_tensor_type(1))},
      {"element type 99 of a value info", info_of(raw_tensor_type(99)), type_elem_type,
       "graph.value_info[0].type.tensor_type.elem_type", info_of(raw_tensor_type(0))},
      {"element type 99 in a subgraph", inner_input_of(info("i").set("type", raw_tensor_type(99))),
       type_elem_type, "graph.node[0].attribute[0].g.input[0].type.tensor_type.elem_type",
       inner_input_of(info("i").set("type", raw_tensor_type(0)))},
      {"element type 99 in an optional of a sequence",
       input_of(type().set(
           "optional_type",
           Message(MessageId::type_optional).set("elem_type", sequence_of(raw_tensor_type(99))))),
       type_elem_type,
       "graph.input[0].type.optional_type.elem_type.sequence_type.elem_type.tensor_type.elem_type",
       input_of(
           type().set("optional_type",
                      Message(MessageId::type_optional).set("elem_type", sequence_of(element))))},
      {"element type 0 of a sparse type",
       input_of(type().set("sparse_tensor_type", Message(MessageId::type_sparse_tensor)
                                                     .set("elem_type", 0)
                                                     .here()
                                                     .set("shape", shape({2})))),
       type_elem_type, "graph.input[0].type.sparse_tensor_type.elem_type",
       input_of(type().set(
           "sparse_tensor_type",
           Message(MessageId::type_sparse_tensor).set("elem_type", 1).set("shape", shape({2}))))},
      {"an input without a shape", input_of(shapeless()), type_shape_missing,
       "graph.input[0].type.tensor_type.shape", input_of(tensor_type(float32, {}))},
      {"an output without a shape", output_of(shapeless()), type_shape_missing,
       "graph.output[0].type.tensor_type.shape", input_of(sequence_of(shapeless()))},
      {"a dimension of -2", input_of(dimension(-2)), type_dim_negative,
       "graph.input[0].type.tensor_type.shape.dim[1].dim_value", input_of(dimension(0))},
      {"a dimension of -2 in a value info", info_of(dimension(-2)), type_dim_negative,
       "graph.value_info[0].type.tensor_type.shape.dim[1].dim_value", info_of(dimension(0))},
      {"a dimension of -2^63", input_of(dimension(std::numeric_limits<std::int64_t>::min())),
       type_dim_negative, "graph.input[0].type.tensor_type.shape.dim[1].dim_value",
       input_of(dimension(std::numeric_limits<std::int64_t>::max()))},
      {"a dimension of -1", input_of(dimension(-1)), type_dim_unknown,
       "graph.input[0].type.tensor_type.shape.dim[1].dim_value", input_of(dimension(0))},
      {"a map with FLOAT keys", input_of(map_of(1, element)), type_map_key, kKey,
       input_of(map_of(2, element))},
      {"a map with BOOL keys", input_of(map_of(9, element)), type_map_key, kKey,
       input_of(map_of(8, element))},
      {"a map with UINT4 keys", input_of(map_of(21, element)), type_map_key, kKey,
       input_of(map_of(13, element))},
      {"a map with keys of no type",
       input_of(
           type().set("map_type", Message(MessageId::type_map).set("value_type", element).whole())),
       type_map_key, kKey, input_of(map_of(7, element))},
      {"a map with keys of type 99 in a value info", info_of(map_of(99, element)), type_map_key,
       "graph.value_info[0].type.map_type.key_type", info_of(map_of(12, element))},
  };
}

}  // namespace

Cases type_cases() {
  Cases out = infos();
  for (const Cases& more : {empty_types(), tensors()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
