// Faults of ConvInteger nodes of a model, as far as the model says what their inputs are.
#include "support/cases.hpp"
#include "support/convolutions.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

constexpr std::string_view kNode = "graph.node[0]";
constexpr std::string_view kFirst = "graph.node[0].attribute[0]";
constexpr std::string_view kSecond = "graph.node[0].attribute[1]";

// The convolution with that attribute, which is marked; after another one.
Message with(const Message& attribute) {
  return convolving_by(convolution().set("attribute", Message(attribute).whole()));
}
Message with(const Message& first, const Message& second) {
  return convolving_by(
      convolution().set("attribute", first).set("attribute", Message(second).whole()));
}
// All of the node is marked.
Message of_shapes(std::initializer_list<std::int64_t> x, std::initializer_list<std::int64_t> w) {
  return convolving_by(convolution().whole(), tensor_type(uint8, x), tensor_type(uint8, w));
}
Message of_types(ElementType x, ElementType w) {
  return convolving_by(convolution().whole(), tensor_type(x, {1, 2, 5, 5}),
                       tensor_type(w, {4, 2, 3, 3}));
}

Cases attributes() {
  using enum Rule;
  const Message strides = ints("strides", {1, 1});
  const Message group = attribute_of("group", "i", 1);
  return {
      {"an attribute that ConvInteger does not have", with(strides, attribute_of("alpha", "i", 1)),
       conv_integer_attribute, kSecond, with(strides, group)},
      {"strides that are one integer", with(attribute_of("strides", "i", 1)),
       conv_integer_attribute, kFirst, with(strides)},
      {"a group that is a list", with(ints("group", {1})), conv_integer_attribute, kFirst,
       with(group)},
      {"an auto_pad that is an integer", with(strides, attribute_of("auto_pad", "i", 0)),
       conv_integer_attribute, kSecond, with(strides, text("auto_pad", "VALID"))},
      {"pads that are floats",
       with(attribute().set("name", "pads").set("floats", 1.0).set("type", 6)),
       conv_integer_attribute, kFirst, with(ints("pads", {0, 0, 0, 0}))},
      {"a group twice",
       convolving_by(
           convolution().set("attribute", group).set("attribute", Message(group).whole())),
       conv_integer_attribute, kSecond, with(group), std::nullopt, nullptr, true},
      {"a kernel_shape other than that of w", with(strides, ints("kernel_shape", {3, 2})),
       conv_integer_kernel_shape, kSecond, with(strides, ints("kernel_shape", {3, 3}))},
      {"a kernel_shape of one value", with(ints("kernel_shape", {3})), conv_integer_kernel_shape,
       kFirst, with(ints("kernel_shape", {3, 3}))},
      {"an empty kernel_shape", with(ints("kernel_shape", {})), conv_integer_kernel_shape, kFirst,
       with(ints("kernel_shape", {3, 3}))},
      {"a stride of 0", with(ints("strides", {1, 0})), conv_integer_strides, kFirst,
       with(ints("strides", {1, 9}))},
      {"three strides", with(ints("strides", {1, 1, 1})), conv_integer_strides, kFirst,
       with(strides)},
      {"a dilation of -1", with(ints("dilations", {-1, 1})), conv_integer_dilations, kFirst,
       with(ints("dilations", {2, 1}))},
      {"one dilation", with(ints("dilations", {1})), conv_integer_dilations, kFirst,
       with(ints("dilations", {1, 1}))},
      {"a pad of -1", with(ints("pads", {0, 0, 0, -1})), conv_integer_pads, kFirst,
       with(ints("pads", {0, 0, 0, 1}))},
      {"two pads", with(ints("pads", {1, 1})), conv_integer_pads, kFirst,
       with(ints("pads", {1, 1, 1, 1}))},
      {"pads beside SAME_UPPER", with(text("auto_pad", "SAME_UPPER"), ints("pads", {0, 0, 0, 0})),
       conv_integer_pads, kSecond, with(text("auto_pad", "NOTSET"), ints("pads", {0, 0, 0, 0}))},
      {"pads beside VALID", with(text("auto_pad", "VALID"), ints("pads", {0, 0, 0, 0})),
       conv_integer_pads, kSecond, with(text("auto_pad", "SAME_LOWER"))},
      {"auto_pad SAME", with(text("auto_pad", "SAME")), conv_integer_auto_pad, kFirst,
       with(text("auto_pad", "SAME_UPPER"))},
      {"an empty auto_pad", with(text("auto_pad", "")), conv_integer_auto_pad, kFirst,
       with(text("auto_pad", "SAME_LOWER"))},
      {"an auto_pad in small letters", with(text("auto_pad", "valid")), conv_integer_auto_pad,
       kFirst, with(text("auto_pad", "VALID"))},
      {"a group of 0", with(attribute_of("group", "i", 0)), conv_integer_group, kFirst,
       with(group)},
      {"a group that does not divide the output channels",
       convolving_by(convolution().set("attribute", attribute_of("group", "i", 3).whole()),
                     tensor_type(uint8, {1, 6, 5, 5}), tensor_type(uint8, {4, 2, 3, 3})),
       conv_integer_group, kFirst,
       convolving_by(convolution().set("attribute", attribute_of("group", "i", 3)),
                     tensor_type(uint8, {1, 6, 5, 5}), tensor_type(uint8, {3, 2, 3, 3}))},
      {"a kernel larger than the padded input by more than a stride",
       convolving_by(convolution().set("attribute", ints("dilations", {3, 3})).whole()),
       conv_integer_output_extent, kNode,
       convolving_by(convolution()
                         .set("attribute", ints("dilations", {3, 3}))
                         .set("attribute", ints("strides", {2, 2})))},
      {"a dilated kernel beyond 63 bits",
       convolving_by(convolution().set("attribute", ints("dilations", {1, 1LL << 62})).whole()),
       conv_integer_overflow, kNode, with(ints("dilations", {1, 2}))},
  };
}

Cases shapes_and_types() {
  using enum Rule;
  const Message sound = convolving_by(convolution());
  return {
      {"channels of x that are not those of w", of_shapes({1, 3, 5, 5}, {4, 2, 3, 3}),
       conv_integer_channels, kNode, of_shapes({1, 3, 5, 5}, {4, 3, 3, 3})},
      {"an x without spatial axes", of_shapes({1, 2}, {4, 2}), conv_integer_rank, kNode,
       of_shapes({1, 2, 5}, {4, 2, 3})},
      {"an x and a w of other ranks", of_shapes({1, 2, 5, 5}, {4, 2, 3}), conv_integer_rank, kNode,
       of_shapes({1, 2, 5, 5, 5}, {4, 2, 3, 3, 3})},
      {"a w with a kernel extent of 0", of_shapes({1, 2, 5, 5}, {4, 2, 0, 3}),
       conv_integer_kernel_shape, kNode, of_shapes({0, 2, 5, 5}, {4, 2, 1, 3})},
      {"an x of more than 2^63 elements", of_shapes({1LL << 61, 2, 5, 5}, {4, 2, 3, 3}),
       conv_integer_overflow, kNode, of_shapes({1LL << 32, 2, 5, 5}, {4, 2, 3, 3})},
      {"an x of FLOAT", of_types(float32, uint8), conv_integer_type, kNode, of_types(int8, uint8)},
      {"a w of INT32", of_types(uint8, int32), conv_integer_type, kNode, of_types(uint8, int8)},
      {"operator set 9", convolving_by(convolution().whole(), 9), conv_integer_opset, kNode,
       convolving_by(convolution(), 10)},
      {"one input", convolving_by(node_of("ConvInteger", {"x"}, {"y"}).whole()), conv_integer_arity,
       kNode, sound},
      {"an x of the empty name", convolving_by(node_of("ConvInteger", {"", "w"}, {"y"}).whole()),
       conv_integer_arity, kNode, sound},
      {"a w of the empty name", convolving_by(node_of("ConvInteger", {"x", ""}, {"y"}).whole()),
       conv_integer_arity, kNode, convolving_by(node_of("ConvInteger", {"x", "w", ""}, {"y"}))},
      {"five inputs", convolving_by(node_of("ConvInteger", {"x", "w", "", "", "x"}, {"y"}).whole()),
       conv_integer_arity, kNode, convolving_by(node_of("ConvInteger", {"x", "w", "", ""}, {"y"}))},
      {"two outputs", convolving_by(node_of("ConvInteger", {"x", "w"}, {"y", "z"}).whole()),
       conv_integer_arity, "graph.node[0].output", sound},
      {"an output of the empty name",
       convolving_by(node_of("ConvInteger", {"x", "w"}, {""}).whole()), conv_integer_arity,
       "graph.node[0].output", sound, std::nullopt, nullptr, true},
  };
}

// The zero points are initializers.
Cases zero_points() {
  using enum Rule;
  const auto with = [](std::initializer_list<std::string_view> inputs, const Message& tensor) {
    return convolving(empty_graph()
                          .set("node", node_of("ConvInteger", inputs, {"y"}).whole())
                          .set("input", value("w", tensor_type(uint8, {4, 2, 3, 3})))
                          .set("initializer", Message(tensor).set("name", "z")));
  };
  const auto of_x = [&](ElementType type, std::initializer_list<std::int64_t> dims) {
    return with({"x", "w", "z"}, zero_tensor(type, dims));
  };
  const auto of_w = [&](ElementType type, std::initializer_list<std::int64_t> dims) {
    return with({"x", "w", "", "z"}, zero_tensor(type, dims));
  };
  return {
      {"a zero point of x of another type", of_x(int8, {}), conv_integer_type, kNode,
       of_x(uint8, {})},
      {"a zero point of w of another type", of_w(int8, {}), conv_integer_type, kNode,
       of_w(uint8, {})},
      {"a zero point of x with two values", of_x(uint8, {2}), conv_integer_zero_point, kNode,
       of_x(uint8, {})},
      {"a zero point of w with three values for four channels", of_w(uint8, {3}),
       conv_integer_zero_point, kNode, of_w(uint8, {4})},
      {"a zero point of w with two axes", of_w(uint8, {4, 1}), conv_integer_zero_point, kNode,
       of_w(uint8, {})},
  };
}

// Where a model says of w that it has three channels where x has two.
Cases places() {
  using enum Rule;
  const auto weights = [](std::int64_t channels) {
    return zero_tensor(uint8, {4, channels, 3, 3});
  };
  const Message node = convolution().whole();
  const auto constant = [&](std::int64_t channels) {
    return node_of("Constant", {}, {"w"})
        .set("attribute", attribute_of("value", "t", weights(channels)));
  };
  const auto made = [](const Message& info) {
    return convolving(empty_graph()
                          .set("node", node_of("Relu", {"x"}, {"w"}))
                          .set("node", convolution().whole())
                          .set("value_info", info));
  };
  // The second convolution reads what the first one makes, a graph output.
  const auto of_output = [](std::int64_t channels) {
    return convolving(empty_graph()
                          .set("node", node_of("Relu", {"x"}, {"w"}))
                          .set("node", convolution().whole())
                          .set("output", value("w", tensor_type(uint8, {4, channels, 3, 3}))));
  };
  const auto in_function = [](std::int64_t channels) {
    return calling(Message(function("f", node_of("Relu", {"x"}, {"w"})))
                       .set("node", convolution().whole())
                       .set("value_info", value("x", tensor_type(uint8, {1, 2, 5, 5})))
                       .set("value_info", value("w", tensor_type(uint8, {4, channels, 3, 3}))));
  };
  const auto in_branch = [](std::int64_t channels) {
    const Message branch = empty_graph()
                               .set("node", convolution().whole())
                               .set("output", Message(MessageId::value_info).set("name", "y"));
    const Message choice =
        node_of("If", {"c"}, {"r"}).set("attribute", attribute_of("then_branch", "g", branch));
    return model_of(empty_graph()
                        .set("node", choice)
                        .set("input", value("c", tensor_type(boolean, {})))
                        .set("input", value("x", tensor_type(uint8, {1, 2, 5, 5})))
                        .set("input", value("w", tensor_type(uint8, {4, channels, 3, 3})))
                        .set("output", value("r")));
  };
  const auto with_parameter = [](std::initializer_list<std::string_view> inputs) {
    return calling(Message(function("f", node_of("Relu", {"x"}, {"w"})))
                       .set("attribute", "strides")
                       .set("node", node_of("ConvInteger", inputs, {"y"})
                                        .set("attribute", attribute()
                                                              .set("name", "strides")
                                                              .set("type", 7)
                                                              .set("ref_attr_name", "strides"))
                                        .whole()));
  };
  return {
      {"weights that are an initializer",
       convolving(empty_graph().set("node", node).set("initializer", weights(3).set("name", "w"))),
       conv_integer_channels, kNode,
       convolving(empty_graph().set("node", node).set("initializer", weights(2).set("name", "w")))},
      {"weights that are a Constant",
       convolving(empty_graph().set("node", constant(3)).set("node", node)), conv_integer_channels,
       "graph.node[1]", convolving(empty_graph().set("node", constant(2)).set("node", node))},
      {"weights that are a value info's", made(value("w", tensor_type(uint8, {4, 3, 3, 3}))),
       conv_integer_channels, "graph.node[1]", made(value("w", tensor_type(uint8, {4, 2, 3, 3})))},
      {"weights that are a graph output", of_output(3), conv_integer_channels, "graph.node[1]",
       of_output(2)},
      {"a convolution in a branch, of values around it", in_branch(3), conv_integer_channels,
       "graph.node[0].attribute[0].g.node[0]", in_branch(2)},
      {"a convolution in a function, of value infos", in_function(3), conv_integer_channels,
       "functions[0].node[1]", in_function(2)},
      {"a convolution with strides that are a parameter, and no weights", with_parameter({"x"}),
       conv_integer_arity, "functions[0].node[1]", with_parameter({"x", "w"})},
  };
}

}  // namespace

Cases conv_integer_cases() {
  Cases out = attributes();
  for (const Cases& more : {shapes_and_types(), zero_points(), places()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
