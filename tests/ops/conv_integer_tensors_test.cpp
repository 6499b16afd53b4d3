// A ConvInteger whose node and tensors come from accepted files.
#include "assay/conv_integer_tensors.hpp"

#include <boost/test/unit_test.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/model.hpp"

#include "ops/conv_case.hpp"
#include "support/findings.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

// y = ConvInteger(x, w), x UINT8[1, 1, 3, 3], w UINT8[1, 1, 2, 2], with that attribute.
std::string model_with(const Message& attribute) {
  Message node = node_of("ConvInteger", {"x", "w"}, {"y"});
  node.set("attribute", attribute);
  return model_of(Message(MessageId::graph)
                      .set("name", "g")
                      .set("node", node)
                      .set("input", value("x", tensor_type(ElementType::uint8, {1, 1, 3, 3})))
                      .set("input", value("w", tensor_type(ElementType::uint8, {1, 1, 2, 2})))
                      .set("output",
                           value("y", tensor_type(ElementType::int32,
                                                  Message(MessageId::tensor_shape)
                                                      .set("dim", Message(MessageId::dimension)
                                                                      .set("dim_param", "n"))))))
      .text();
}

Message ints_attribute(std::string_view name, std::initializer_list<std::int64_t> values) {
  return Message(MessageId::attribute).set("name", name).set("type", 7).each("ints", values);
}

std::string raw_tensor(ElementType type, std::initializer_list<std::int64_t> dims,
                       const std::string& raw) {
  return tensor(type, dims).set("raw_data", std::string_view(raw)).text();
}

std::string typed_tensor(ElementType type, std::initializer_list<std::int64_t> dims,
                         std::initializer_list<std::int64_t> values) {
  return tensor(type, dims).packed("int32_data", values).text();
}

// Tensors that were read, and the files they point into.
class Inputs {
 public:
  void add(const std::string& text, const Policy& policy = Policy()) {
    texts_.push_back(std::make_unique<std::string>(text));
    files_.push_back(read_tensor(bytes_of(*texts_.back()), policy));
    BOOST_TEST_REQUIRE(files_.back().has_value());
    inputs.emplace_back(files_.back()->tensor());
  }
  std::vector<std::optional<Tensor>> inputs;

 private:
  std::vector<std::unique_ptr<std::string>> texts_;
  std::vector<Result<TensorFile>> files_;
};

const std::string kX = typed_tensor(ElementType::uint8, {1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10});
const std::string kW = raw_tensor(ElementType::uint8, {1, 1, 2, 2}, "\1\1\1\1");

// The only node of a model made by model_with().
Node node_in(const Model& model) {
  return model.graph().nodes()[0];
}

std::string error_of(const Node& node, const std::vector<std::optional<Tensor>>& inputs) {
  const ConvIntegerCall call(node, 10, inputs);
  const auto result = conv_integer(call.node());
  return result ? "" : std::string(rule_info(result.error().rule).id);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conv_integer_tensors)

BOOST_AUTO_TEST_CASE(an_accepted_model_is_computed_from_accepted_tensors) {
  const std::string text = model_with(ints_attribute("pads", {1, 1, 1, 1}));
  const auto model = Model::read(bytes_of(text));
  BOOST_TEST_REQUIRE(model.has_value(), brief(model.report()));
  Inputs tensors;
  tensors.add(kX);
  tensors.add(kW);
  tensors.add(typed_tensor(ElementType::uint8, {}, {1}));
  ConvIntegerCall call(node_in(*model), model->opset_version(""), tensors.inputs);
  const ConvIntegerCall moved = std::move(call);
  const auto y = conv_integer(moved.node());
  BOOST_TEST_REQUIRE(y.has_value(), message_of(y));
  const std::vector<std::int32_t> expected = {1,  3,  5,  3,  5, 12, 16, 9,
                                              11, 24, 28, 15, 7, 15, 17, 9};
  BOOST_TEST(y.value().values == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(values_are_used_in_place_where_the_file_has_them_as_bytes) {
  const std::string text = model_with(attribute_of("group", "i", 1));
  const auto model = Model::read(bytes_of(text));
  BOOST_TEST_REQUIRE(model.has_value(), brief(model.report()));
  Inputs tensors;
  tensors.add(kX);
  tensors.add(kW);
  const ConvIntegerCall call(node_in(*model), 10, tensors.inputs);
  BOOST_TEST(call.node().inputs[1].data.data() == tensors.inputs[1]->raw_bytes()->data());
  BOOST_TEST(!tensors.inputs[0]->raw_bytes().has_value());
  BOOST_TEST(call.node().inputs[0].data.size() == 9u);
}

BOOST_AUTO_TEST_CASE(an_input_left_out_stays_so) {
  const std::string text = model_with(attribute_of("group", "i", 1));
  const auto model = Model::read(bytes_of(text));
  BOOST_TEST_REQUIRE(model.has_value(), brief(model.report()));
  const Node node = node_in(*model);
  Inputs tensors;
  tensors.add(kX);
  tensors.add(kW);
  tensors.inputs.emplace_back(std::nullopt);
  BOOST_TEST(error_of(node, tensors.inputs) == "");
  tensors.inputs[1] = std::nullopt;
  BOOST_TEST(error_of(node, tensors.inputs) == "conv-integer/arity");
}

BOOST_AUTO_TEST_CASE(tensors_that_the_operator_does_not_take_are_errors_of_its_rules) {
  const std::string text = model_with(attribute_of("group", "i", 1));
  const auto model = Model::read(bytes_of(text));
  BOOST_TEST_REQUIRE(model.has_value(), brief(model.report()));
  const Node node = node_in(*model);
  const struct {
    std::string x;
    const char* rule;
  } rows[] = {
      {kX, ""},
      {raw_tensor(ElementType::float32, {1, 1, 1, 1}, std::string(4, '\0')), "conv-integer/type"},
      {tensor(ElementType::string, {1, 1, 1, 1}).set("string_data", "a").text(),
       "conv-integer/type"},
      {raw_tensor(ElementType::uint8, {9}, std::string(9, '\0')), "conv-integer/rank"},
  };
  for (const auto& row : rows) {
    Inputs tensors;
    tensors.add(row.x);
    tensors.add(kW);
    BOOST_TEST_CONTEXT(row.rule) {
      BOOST_TEST(error_of(node, tensors.inputs) == row.rule);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_tensor_without_values_has_a_shape_and_cannot_be_computed_with) {
  const std::string text = model_with(attribute_of("group", "i", 1));
  const auto model = Model::read(bytes_of(text));
  BOOST_TEST_REQUIRE(model.has_value(), brief(model.report()));
  Policy unopened;
  BOOST_TEST_REQUIRE(unopened.set_severity(Rule::external_no_folder, Severity::off));
  Inputs tensors;
  tensors.add(kX);
  tensors.add(
      tensor(ElementType::uint8, {1, 1, 2, 2})
          .set("data_location", 1)
          .set("external_data",
               Message(MessageId::string_string_entry).set("key", "location").set("value", "w.bin"))
          .text(),
      unopened);
  const ConvIntegerCall call(node_in(*model), 10, tensors.inputs);
  BOOST_TEST(infer_conv_integer(call.node()).has_value());
  BOOST_TEST(error_of(node_in(*model), tensors.inputs) == "conv-integer/buffer");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assay::testing
