// Small models with a ConvInteger, y = ConvInteger(x, w), at operator set 10: x is UINT8 [1,2,5,5]
// and w UINT8 [4,2,3,3] unless said otherwise.
#pragma once

#include "support/models.hpp"

namespace assay::testing {

inline Message convolution() {
  return node_of("ConvInteger", {"x", "w"}, {"y"});
}
inline Message ints(std::string_view name, std::initializer_list<std::int64_t> values) {
  return attribute().set("name", name).each("ints", values).set("type", 7);
}
inline Message text(std::string_view name, std::string_view value) {
  return attribute().set("name", name).set("s", value).set("type", 3);
}

// A model of that graph, which makes y and perhaps w, with x as an input.
inline Message convolving(Message graph, const Message& x, std::int64_t version = 10) {
  graph.set("input", value("x", x))
      .set("output", value("y", tensor_type(ElementType::int32, {1, 4, 3, 3})));
  return model_of(graph, 10, opset("", version));
}
inline Message convolving(const Message& graph) {
  return convolving(graph, tensor_type(ElementType::uint8, {1, 2, 5, 5}));
}
// A model of that node, with x and w as inputs of these types.
inline Message convolving_by(const Message& node, const Message& x, const Message& w,
                             std::int64_t version = 10) {
  return convolving(empty_graph().set("node", node).set("input", value("w", w)), x, version);
}
inline Message convolving_by(const Message& node, std::int64_t version = 10) {
  return convolving_by(node, tensor_type(ElementType::uint8, {1, 2, 5, 5}),
                       tensor_type(ElementType::uint8, {4, 2, 3, 3}), version);
}

// A model that calls that local function "f".
inline Message calling(const Message& function) {
  return model_of_node(call("f")).set("opset_import", opset("local", 1)).set("functions", function);
}

}  // namespace assay::testing
