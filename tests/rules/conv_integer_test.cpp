// ConvInteger nodes that a model does not say everything about: what is left open is no fault.
#include <boost/test/unit_test.hpp>
#include <vector>

#include "support/convolutions.hpp"
#include "support/findings.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using enum ElementType;

// A dimension of that size, or for 0 one that is not known.
Message open_shape(std::initializer_list<std::int64_t> dims) {
  Message out(MessageId::tensor_shape);
  for (const std::int64_t dim : dims) {
    Message one(MessageId::dimension);
    out.set("dim", dim == 0 ? one.set("dim_param", "n") : one.set("dim_value", dim));
  }
  return out;
}
Message open_type(std::initializer_list<std::int64_t> dims) {
  return tensor_type(uint8, open_shape(dims));
}

Message of_axes(int count) {
  Message shape(MessageId::tensor_shape);
  for (int i = 0; i < count; ++i) {
    shape.set("dim", Message(MessageId::dimension));
  }
  return tensor_type(uint8, shape);
}

Message group_of(std::int64_t group) {
  return convolution().set("attribute", attribute_of("group", "i", group));
}

// y = ConvInteger(Relu(x), ...), with value infos of what is not an input.
Message with_infos(std::initializer_list<Message> infos, const Message& node) {
  Message graph = empty_graph();
  for (const std::string_view name : {"a", "w", "p", "q"}) {
    graph.set("node", node_of("Relu", {"x"}, {name}));
  }
  graph.set("node", node);
  for (const Message& info : infos) {
    graph.set("value_info", info);
  }
  return convolving(graph);
}

Message conv_of(std::initializer_list<std::string_view> inputs) {
  return node_of("ConvInteger", inputs, {"y"});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conv_integer)

BOOST_AUTO_TEST_CASE(what_a_model_leaves_open_is_no_fault) {
  const Message strides_of_three = conv_of({"a", "w"}).set("attribute", ints("strides", {1, 2, 3}));
  const Message kernel_of_three =
      conv_of({"a", "w"}).set("attribute", ints("kernel_shape", {7, 7, 7}));
  const Message pads_of_three =
      conv_of({"a", "w"}).set("attribute", ints("pads", {9, 9, 9, 9, 9, 9}));
  const Message two_groups = conv_of({"a", "w"}).set("attribute", attribute_of("group", "i", 2));
  const struct {
    std::string_view sentence;
    Message model;
  } rows[] = {
      {"nothing is known", with_infos({}, conv_of({"a", "w", "p", "q"}))},
      {"only three strides are known", with_infos({}, strides_of_three)},
      {"only a kernel of three axes is known", with_infos({}, kernel_of_three)},
      {"only pads of three axes are known", with_infos({}, pads_of_three)},
      {"only a group of two is known", with_infos({}, two_groups)},
      {"a group of 2^62",
       with_infos({}, conv_of({"a", "w"})
                          .set("attribute", attribute_of("group", "i", std::int64_t{1} << 62))
                          .set("attribute", ints("kernel_shape", {4, 4})))},
      {"a type without a shape",
       with_infos({value("a", type().set("tensor_type",
                                         Message(MessageId::type_tensor).set("elem_type", uint8)))},
                  conv_of({"a", "w"}))},
      {"a type that names no element",
       with_infos({value("w", type().set("tensor_type", Message(MessageId::type_tensor)))},
                  conv_of({"a", "w"}))},
      {"a shape of unknown dimensions",
       convolving_by(convolution(), open_type({0, 0, 0, 0}), open_type({0, 0, 0, 0}))},
      {"unknown output channels and a zero point for each of five",
       with_infos({value("w", open_type({0, 2, 3, 3})), value("q", tensor_type(uint8, {5}))},
                  conv_of({"x", "w", "", "q"}))},
      {"unknown output channels and one zero point",
       with_infos({value("w", open_type({0, 2, 3, 3})), value("q", tensor_type(uint8, {1}))},
                  conv_of({"x", "w", "", "q"}))},
      {"unknown output channels in two groups",
       convolving_by(group_of(2), open_type({1, 4, 5, 5}), open_type({0, 2, 3, 3}))},
      {"unknown channels of x in two groups",
       convolving_by(group_of(2), open_type({1, 0, 5, 5}), open_type({4, 2, 3, 3}))},
      {"unknown channels of w in two groups",
       convolving_by(group_of(2), open_type({1, 4, 5, 5}), open_type({4, 0, 3, 3}))},
      {"an image of unknown size under a large kernel",
       convolving_by(convolution().set("attribute", ints("dilations", {100, 100})),
                     open_type({1, 2, 0, 0}), open_type({4, 2, 9, 9}))},
      {"an unknown batch of the largest images",
       convolving_by(convolution(), open_type({0, 2, std::int64_t{1} << 40, 1 << 30}),
                     open_type({4, 2, 3, 3}))},
      {"a kernel of unknown size under pads",
       convolving_by(convolution().set("attribute", ints("pads", {9, 9, 9, 9})),
                     open_type({1, 2, 5, 5}), open_type({4, 2, 0, 0}))},
      {"a zero point of unknown length",
       with_infos({value("q", open_type({0}))}, conv_of({"x", "w", "", "q"}))},
      {"a zero point of which only the type is known",
       with_infos({value("q", type().set("tensor_type",
                                         Message(MessageId::type_tensor).set("elem_type", int8)))},
                  conv_of({"x", "w", "", "q"}))},
  };
  for (const auto& row : rows) {
    BOOST_TEST_CONTEXT(row.sentence) {
      BOOST_TEST(findings_of(row.model) == "");
      BOOST_TEST(findings_of(row.model, Policy::compat()) == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(an_image_of_more_axes_than_the_limit_is_refused_and_not_taken_for_unknown) {
  const Message model = with_infos({value("a", of_axes(65)), value("w", open_type({0, 0, 0, 0}))},
                                   conv_of({"a", "w"}));
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    const Report report = check(model.view(), Kind::model, Policy(profile));
    BOOST_REQUIRE(report.findings.size() == 1u);
    BOOST_TEST((report.findings[0].rule == Rule::limit_rank));
    BOOST_TEST(!report.accepted());
    // With a higher limit it is seen that x and w differ.
    const Report higher = check(model.view(), Kind::model, with_limit(&Limits::rank, 65, profile));
    BOOST_TEST(!higher.accepted());
  }
}

BOOST_AUTO_TEST_CASE(what_is_known_is_held_to_the_text_though_the_rest_is_open) {
  const auto rule_of = [](const Message& model) {
    const Report report = check(model.view(), Kind::model);
    return report.errors == 1 ? rule_info(report.findings[0].rule).id : std::string_view("none");
  };
  BOOST_TEST(rule_of(convolving_by(group_of(3), open_type({0, 4, 0, 0}),
                                   open_type({0, 0, 0, 0}))) == "conv-integer/channels");
  BOOST_TEST(rule_of(convolving_by(group_of(2), open_type({0, 0, 0, 0}),
                                   open_type({3, 0, 0, 0}))) == "conv-integer/group");
  BOOST_TEST(rule_of(convolving_by(convolution().set("attribute", ints("kernel_shape", {3, 5})),
                                   open_type({0, 0, 0, 0}), open_type({0, 0, 0, 3}))) ==
             "conv-integer/kernel-shape");
  BOOST_TEST(rule_of(convolving_by(convolution(), open_type({0, 0, 0, 2}),
                                   open_type({0, 0, 0, 9}))) == "conv-integer/output-extent");
  BOOST_TEST(rule_of(convolving_by(convolution(), open_type({0, 0}), open_type({0, 0}))) ==
             "conv-integer/rank");
  BOOST_TEST(rule_of(with_infos({value("a", of_axes(64)), value("w", open_type({0, 0, 0, 0}))},
                                conv_of({"a", "w"}))) == "conv-integer/rank");
  BOOST_TEST(rule_of(with_infos({value("a", tensor_type(float32, {}))},
                                conv_of({"x", "w", "a"}))) == "conv-integer/type");
  BOOST_TEST(rule_of(with_infos({value("q", open_type({0}))}, conv_of({"x", "w", "q"}))) ==
             "conv-integer/zero-point");
  const Report report =
      check(convolving_by(group_of(3), open_type({0, 4, 0, 0}), open_type({0, 0, 0, 0})).view(),
            Kind::model);
  BOOST_TEST(
      report.findings[0].message.ends_with("(dims that the model leaves open are taken to fit)"));
}

BOOST_AUTO_TEST_CASE(one_value_in_a_list_is_a_scalar_to_compat_alone) {
  for (const bool of_x : {true, false}) {
    const Message node = of_x ? conv_of({"x", "w", "z"}) : conv_of({"x", "w", "", "z"});
    const Message model =
        convolving(empty_graph()
                       .set("node", node)
                       .set("input", value("w", tensor_type(uint8, {4, 2, 3, 3})))
                       .set("initializer", zero_tensor(uint8, {1}).set("name", "z")));
    const Report strict = check(model.view(), Kind::model);
    BOOST_TEST(strict.errors == 1u);
    BOOST_TEST((strict.findings.at(0).rule == Rule::conv_integer_zero_point));
    BOOST_TEST(findings_of(model, Policy::compat()) == "");
  }
}

BOOST_AUTO_TEST_CASE(only_the_operator_of_onnx_is_held_to_its_text) {
  const Message strange = node_of("ConvInteger", {"x"}, {"y", "z"}, "custom")
                              .set("attribute", attribute_of("alpha", "i", 1));
  BOOST_TEST(findings_of(convolving(empty_graph().set("node", strange))
                             .set("opset_import", opset("custom", 1))) == "");
  // A function of the model that stands for the operator.
  const Message function = Message(MessageId::function)
                               .set("name", "ConvInteger")
                               .set("input", "x")
                               .set("output", "y")
                               .set("node", identity())
                               .set("opset_import", opset("", 10))
                               .set("domain", "");
  const Report report =
      check(convolving(empty_graph().set("node", conv_of({"x"}))).set("functions", function).view(),
            Kind::model);
  BOOST_TEST(report.accepted(), brief(report));
  BOOST_TEST(report.findings.size() == 1u);
  BOOST_TEST((report.findings.at(0).rule == Rule::function_overrides_standard));
}

BOOST_AUTO_TEST_CASE(a_constant_that_is_not_sound_says_nothing_of_its_output) {
  Policy policy;
  BOOST_REQUIRE(policy.set_severity(Rule::tensor_negative_dim, Severity::off));
  const Message constant =
      node_of("Constant", {}, {"w"})
          .set("attribute",
               attribute_of("value", "t", tensor().set("dims", -3).set("data_type", float32)));
  const Message model = convolving(empty_graph().set("node", constant).set("node", convolution()));
  BOOST_TEST(findings_of(model, policy) == "");
}

BOOST_AUTO_TEST_SUITE_END()
