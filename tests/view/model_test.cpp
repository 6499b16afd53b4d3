// Access to whole models: everything that was written is there, under its own name.
#include "assay/model.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "assay/graph_index.hpp"

#include "support/models.hpp"

namespace assay {
namespace {

using testing::attribute;
using testing::entry;
using testing::graph;
using testing::int64_tensor;
using testing::Message;
using testing::model;
using testing::node;
using testing::opset;
using testing::tensor_type;
using testing::type;
using testing::value;

using enum ElementType;

Message attr(std::string_view name, AttributeType type) {
  return attribute().set("name", name).set("type", static_cast<std::int32_t>(type));
}

Message make_node(std::string_view op, std::initializer_list<std::string_view> inputs,
                  std::initializer_list<std::string_view> outputs) {
  Message out = node();
  for (const std::string_view input : inputs) {
    out.set("input", input);
  }
  for (const std::string_view output : outputs) {
    out.set("output", output);
  }
  return out.set("op_type", op);
}

// A graph that makes `output` out of nothing that it is given.
Message branch(std::string_view output) {
  return graph()
      .set("name", output)
      .set("node", make_node("Constant", {}, {output})
                       .set("attribute", attr("value_int", AttributeType::int64).set("i", 1)))
      .set("output", value(output));
}

// A node of a custom operator with an attribute of every type.
Message every_attribute() {
  Message all = make_node("Everything", {"x", "", "w"}, {"h"})
                    .set("name", "first")
                    .set("domain", "com.example")
                    .set("doc_string", "has all")
                    .set("metadata_props", entry("a", "b"));
  all.set("attribute", attr("f", AttributeType::float32).set("f", 0.5));
  all.set("attribute", attr("i", AttributeType::int64).set("i", -3));
  all.set("attribute", attr("s", AttributeType::string).set("s", "text"));
  all.set("attribute", attr("t", AttributeType::tensor).set("t", int64_tensor({4})));
  all.set("attribute", attr("g", AttributeType::graph).set("g", branch("gy")));
  all.set("attribute", attr("floats", AttributeType::floats).packed_floats("floats", {1, -2.5}));
  all.set("attribute", attr("ints", AttributeType::ints).each("ints", {1, -1, 1ll << 40}));
  all.set("attribute",
          attr("strings", AttributeType::strings).set("strings", "a").set("strings", ""));
  all.set("attribute", attr("tensors", AttributeType::tensors)
                           .set("tensors", int64_tensor({1}))
                           .set("tensors", int64_tensor({2})));
  all.set("attribute", attr("graphs", AttributeType::graphs)
                           .set("graphs", branch("g0"))
                           .set("graphs", branch("g1")));
  all.set("attribute", attr("sparse", AttributeType::sparse_tensor)
                           .set("sparse_tensor", testing::sparse_floats({4}, {1})));
  all.set("attribute", attr("sparses", AttributeType::sparse_tensors)
                           .set("sparse_tensors", testing::sparse_floats({4}, {2})));
  all.set("attribute", attr("tp", AttributeType::type_proto).set("tp", tensor_type(float32, {2})));
  all.set("attribute", attr("tps", AttributeType::type_protos)
                           .set("type_protos", tensor_type(int8, {}))
                           .set("type_protos", tensor_type(uint8, {3})));
  return all;
}

Message rich_model() {
  const Message sparse_initializer =
      testing::sparse_tensor()
          .set("values", testing::zero_tensor(float32, {1}).set("name", "sw"))
          .set("indices", int64_tensor({2}))
          .set("dims", 5);
  const Message main =
      graph()
          .set("node", every_attribute())
          .set("node",
               make_node("Identity", {"h"}, {"y"}).set("domain", "ai.onnx").set("name", "last"))
          .set("name", "main")
          .set("initializer", int64_tensor({1, 2, 3}).set("name", "w"))
          .set("sparse_initializer", sparse_initializer)
          .set("doc_string", "the graph")
          .set("input", value("x"))
          .set("output", value("y"))
          .set("value_info", value("h", tensor_type(float16, {7})))
          .set("quantization_annotation",
               Message(schema::MessageId::tensor_annotation)
                   .set("tensor_name", "h")
                   .set("quant_parameter_tensor_names", entry("SCALE_TENSOR", "w")))
          .set("metadata_props", entry("k", "v"));
  const Message body =
      make_node("Relu", {"a"}, {"b"})
          .set("attribute",
               attribute().set("name", "alpha").set("type", 1).set("ref_attr_name", "alpha"));
  const Message function =
      Message(schema::MessageId::function)
          .set("name", "act")
          .set("input", "a")
          .set("output", "b")
          .set("attribute", "beta")
          .set("node", body)
          .set("doc_string", "activation")
          .set("opset_import", opset("", 18))
          .set("domain", "local")
          .set("attribute_proto", attr("alpha", AttributeType::float32).set("f", 0.1));
  return model()
      .set("ir_version", 11)
      .set("producer_name", "maker")
      .set("producer_version", "1.2")
      .set("domain", "org.example")
      .set("model_version", 42)
      .set("doc_string", "a model")
      .set("graph", main)
      .set("opset_import", opset("ai.onnx", 18))
      .set("opset_import", opset("com.example", 2))
      .set("metadata_props", entry("licence", "MIT"))
      .set("functions", function)
      .set("configuration", Message(schema::MessageId::device_configuration)
                                .set("name", "two")
                                .set("num_devices", 2)
                                .set("device", "gpu0")
                                .set("device", "gpu1"));
}

BOOST_AUTO_TEST_SUITE(model_view)

BOOST_AUTO_TEST_CASE(a_model_gives_what_it_says_of_itself) {
  const Message message = rich_model();
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const Model& model = *read;
  BOOST_TEST(model.ir_version() == 11);
  BOOST_TEST(model.model_version() == 42);
  BOOST_TEST(model.producer_name() == "maker");
  BOOST_TEST(model.producer_version() == "1.2");
  BOOST_TEST(model.domain() == "org.example");
  BOOST_TEST(model.doc_string() == "a model");
  BOOST_TEST_REQUIRE(model.opset_imports().size() == 2u);
  BOOST_TEST(model.opset_imports()[0].domain == "");
  BOOST_TEST(model.opset_imports()[0].version == 18);
  BOOST_TEST(model.opset_version("") == 18);
  BOOST_TEST(model.opset_version("ai.onnx") == 18);
  BOOST_TEST(model.opset_version("com.example") == 2);
  BOOST_TEST(model.opset_version("nowhere") == 0);
  BOOST_TEST(model.metadata("licence").value() == "MIT");
  BOOST_TEST(!model.metadata("author").has_value());
  BOOST_TEST_REQUIRE(model.configurations().size() == 1u);
  BOOST_TEST(model.configurations()[0].name == "two");
  BOOST_TEST(model.configurations()[0].num_devices == 2);
  BOOST_TEST(model.configurations()[0].devices.size() == 2u);
  BOOST_TEST(model.training_info().empty());
}

BOOST_AUTO_TEST_CASE(a_graph_gives_its_parts_and_finds_them_by_name) {
  const Message message = rich_model();
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const Graph main = read->graph();
  BOOST_TEST(main.name() == "main");
  BOOST_TEST(main.doc_string() == "the graph");
  BOOST_TEST(main.nodes().size() == 2u);
  BOOST_TEST(main.inputs().size() == 1u);
  BOOST_TEST(main.outputs().size() == 1u);
  BOOST_TEST(main.value_infos().size() == 1u);
  BOOST_TEST(main.metadata()[0].value == "v");
  BOOST_TEST_REQUIRE(main.quantization_annotations().size() == 1u);
  BOOST_TEST(main.quantization_annotations()[0].tensor_name == "h");
  BOOST_TEST(main.quantization_annotations()[0].parameters[0].key == "SCALE_TENSOR");

  const GraphIndex index(main);
  const auto check = [](const auto& names) {
    BOOST_TEST(names.node("last").value().op_type() == "Identity");
    BOOST_TEST(!names.node("other").has_value());
    BOOST_TEST(names.producer("h").value().name() == "first");
    BOOST_TEST(!names.producer("x").has_value());
    BOOST_TEST(!names.producer("").has_value());
    BOOST_TEST(names.input("x").value().name() == "x");
    BOOST_TEST(!names.input("y").has_value());
    BOOST_TEST(names.output("y").value().name() == "y");
    BOOST_TEST(!names.output("x").has_value());
    BOOST_TEST((names.value_info("h").value().type()->element_type() == float16));
    BOOST_TEST(!names.value_info("x").has_value());
    BOOST_TEST(names.initializer("w").value().elements() == 3u);
    BOOST_TEST(!names.initializer("sw").has_value());
    BOOST_TEST(names.sparse_initializer("sw").value().elements() == 5u);
    BOOST_TEST(!names.sparse_initializer("w").has_value());
  };
  check(main);
  check(index);
}

BOOST_AUTO_TEST_CASE(a_node_gives_its_parts) {
  const Message message = rich_model();
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const Node first = read->graph().nodes()[0];
  BOOST_TEST(first.domain() == "com.example");
  BOOST_TEST(first.overload() == "");
  BOOST_TEST(first.doc_string() == "has all");
  BOOST_TEST(first.metadata()[0].key == "a");
  BOOST_TEST(first.inputs() == std::vector<std::string_view>({"x", "", "w"}),
             boost::test_tools::per_element());
  BOOST_TEST(first.outputs() == std::vector<std::string_view>({"h"}),
             boost::test_tools::per_element());
  BOOST_TEST(first.device_configurations().empty());
  // "ai.onnx" is the default domain.
  BOOST_TEST(read->graph().nodes()[1].domain() == "");
}

BOOST_AUTO_TEST_CASE(an_attribute_gives_the_value_of_its_type) {
  const Message message = rich_model();
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const Node all = read->graph().nodes()[0];
  const auto get = [&](std::string_view name) { return all.attribute(name).value(); };
  BOOST_TEST(!all.attribute("none").has_value());
  BOOST_TEST(get("f").f() == 0.5f);
  BOOST_TEST((get("f").type() == AttributeType::float32));
  BOOST_TEST(get("i").i() == -3);
  BOOST_TEST(get("s").s() == "text");
  BOOST_TEST(get("t").t().value().elements() == 1u);
  BOOST_TEST(get("g").g().value().name() == "gy");
  const Numbers<float> floats = get("floats").floats();
  BOOST_TEST(std::vector<float>(floats.begin(), floats.end()) == std::vector<float>({1, -2.5f}),
             boost::test_tools::per_element());
  const Numbers<std::int64_t> ints = get("ints").ints();
  BOOST_TEST(std::vector<std::int64_t>(ints.begin(), ints.end()) ==
                 std::vector<std::int64_t>({1, -1, 1ll << 40}),
             boost::test_tools::per_element());
  BOOST_TEST(get("strings").strings() == std::vector<std::string_view>({"a", ""}),
             boost::test_tools::per_element());
  BOOST_TEST(get("tensors").tensors().size() == 2u);
  BOOST_TEST(get("graphs").graphs()[1].name() == "g1");
  BOOST_TEST(get("sparse").sparse_tensor().value().elements() == 4u);
  BOOST_TEST(get("sparses").sparse_tensors().size() == 1u);
  BOOST_TEST((get("tp").tp().value().element_type() == float32));
  BOOST_TEST((get("tps").type_protos()[1].element_type() == uint8));
  // What it is not is not there.
  BOOST_TEST(!get("f").t().has_value());
  BOOST_TEST(!get("f").g().has_value());
  BOOST_TEST(get("f").ints().empty());
  BOOST_TEST(get("i").floats().empty());
  BOOST_TEST((get("tps").type() == AttributeType::type_protos));
  BOOST_TEST(attribute_type_name(get("sparses").type()) == "SPARSE_TENSORS");
}

BOOST_AUTO_TEST_CASE(an_attribute_without_a_type_has_that_of_its_value) {
  const Message untyped = attribute().set("name", "axis").set("i", 0);
  const Message message =
      model().set("ir_version", 1).set("graph", testing::graph_of(testing::identity(untyped)));
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST((read->graph().nodes()[0].attribute("axis").value().type() == AttributeType::int64));
}

BOOST_AUTO_TEST_CASE(a_function_gives_its_parts_and_is_found_by_name) {
  const Message message = rich_model();
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const Function act = read->function("local", "act").value();
  BOOST_TEST(!read->function("local", "act", "v2").has_value());
  BOOST_TEST(!read->function("", "act").has_value());
  BOOST_TEST(act.domain() == "local");
  BOOST_TEST(act.doc_string() == "activation");
  BOOST_TEST(act.inputs().size() == 1u);
  BOOST_TEST(act.outputs()[0] == "b");
  BOOST_TEST(act.attributes()[0] == "beta");
  BOOST_TEST(act.attribute_defaults()[0].name() == "alpha");
  BOOST_TEST(act.nodes()[0].attributes()[0].ref_attr_name() == "alpha");
  BOOST_TEST(act.opset_imports()[0].version == 18);
  BOOST_TEST(act.value_infos().empty());
  BOOST_TEST(act.metadata().empty());
}

BOOST_AUTO_TEST_CASE(types_of_every_kind_are_told_apart) {
  using schema::MessageId;
  const Message element = tensor_type(float32, {2});
  const Message dims =
      Message(MessageId::tensor_shape)
          .set("dim", Message(MessageId::dimension).set("dim_param", "N"))
          .set("dim",
               Message(MessageId::dimension).set("dim_value", 0).set("denotation", "DATA_CHANNEL"))
          .set("dim", Message(MessageId::dimension));
  const Message types[] = {
      tensor_type(int4, dims),
      type().set("tensor_type", Message(MessageId::type_tensor).set("elem_type", boolean)),
      type().set("sparse_tensor_type", Message(MessageId::type_sparse_tensor)
                                           .set("elem_type", float64)
                                           .set("shape", testing::shape({4}))),
      type().set("sequence_type", Message(MessageId::type_sequence).set("elem_type", element)),
      type().set("optional_type", Message(MessageId::type_optional).set("elem_type", element)),
      type().set("map_type",
                 Message(MessageId::type_map).set("key_type", string).set("value_type", element)),
      type()
          .set("opaque_type", Message(MessageId::type_opaque).set("domain", "d").set("name", "n"))
          .set("denotation", "IMAGE"),
  };
  Message holder = attr("types", AttributeType::type_protos);
  for (const Message& each : types) {
    holder.set("type_protos", each);
  }
  Message message = testing::model_of_node(testing::identity(holder));
  const Result<Model> read = Model::read(message.view(), Policy::compat());
  BOOST_TEST_REQUIRE(read.has_value());
  const Range<Type> all = read->graph().nodes()[0].attributes()[0].type_protos();
  BOOST_TEST_REQUIRE(all.size() == std::size(types));

  BOOST_TEST((all[0].kind() == TypeKind::tensor));
  BOOST_TEST((all[0].element_type() == int4));
  BOOST_TEST(all[0].has_shape());
  BOOST_TEST_REQUIRE(all[0].shape().size() == 3u);
  BOOST_TEST(all[0].shape()[0].param() == "N");
  BOOST_TEST(!all[0].shape()[0].value().has_value());
  BOOST_TEST(all[0].shape()[1].value().value() == 0);
  BOOST_TEST(all[0].shape()[1].denotation() == "DATA_CHANNEL");
  BOOST_TEST(!all[0].shape()[2].value().has_value());
  BOOST_TEST(all[0].shape()[2].param() == "");
  BOOST_TEST(!all[0].contained().has_value());

  BOOST_TEST(!all[1].has_shape());
  BOOST_TEST(all[1].shape().empty());
  BOOST_TEST((all[2].kind() == TypeKind::sparse_tensor));
  BOOST_TEST((all[2].element_type() == float64));
  BOOST_TEST(all[2].shape()[0].value().value() == 4);
  BOOST_TEST((all[3].kind() == TypeKind::sequence));
  BOOST_TEST((all[3].element_type() == undefined));
  BOOST_TEST((all[3].contained().value().element_type() == float32));
  BOOST_TEST((all[4].kind() == TypeKind::optional));
  BOOST_TEST((all[4].contained().value().kind() == TypeKind::tensor));
  BOOST_TEST((all[5].kind() == TypeKind::map));
  BOOST_TEST((all[5].key_type() == string));
  BOOST_TEST(all[5].contained().has_value());
  BOOST_TEST((all[6].kind() == TypeKind::opaque));
  BOOST_TEST(all[6].opaque_domain() == "d");
  BOOST_TEST(all[6].opaque_name() == "n");
  BOOST_TEST(all[6].denotation() == "IMAGE");
}

BOOST_AUTO_TEST_CASE(sharding_is_there_to_the_last_field) {
  using schema::MessageId;
  const Message spec =
      Message(MessageId::sharding_spec)
          .set("tensor_name", "x")
          .each("device", {0, -1})
          .set("index_to_device_group_map",
               Message(MessageId::int_int_list_entry).set("key", -1).each("value", {1, 2}))
          .set("sharded_dim", Message(MessageId::sharded_dim)
                                  .set("axis", 1)
                                  .set("simple_sharding", Message(MessageId::simple_sharded_dim)
                                                              .set("dim_value", 8)
                                                              .set("num_shards", 2))
                                  .set("simple_sharding", Message(MessageId::simple_sharded_dim)
                                                              .set("dim_param", "N")
                                                              .set("num_shards", 1)));
  const Message on_devices = Message(MessageId::node_device_configuration)
                                 .set("configuration_id", "c")
                                 .set("sharding_spec", spec)
                                 .set("pipeline_stage", 3);
  const Message configuration =
      Message(MessageId::device_configuration).set("name", "c").set("num_devices", 3);
  const Message message =
      model()
          .set("ir_version", 11)
          .set("graph",
               testing::graph_of(testing::identity().set("device_configurations", on_devices),
                                 tensor_type(float32, {2, 16})))
          .set("opset_import", opset("", 18))
          .set("configuration", configuration);
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const auto configurations = read->graph().nodes()[0].device_configurations();
  BOOST_TEST_REQUIRE(configurations.size() == 1u);
  const NodeDeviceConfiguration found = configurations[0];
  BOOST_TEST(found.configuration_id == "c");
  BOOST_TEST(found.pipeline_stage.value() == 3);
  const ShardingSpec sharding = found.sharding_specs[0];
  BOOST_TEST(sharding.tensor_name == "x");
  BOOST_TEST(sharding.devices.size() == 2u);
  BOOST_TEST(sharding.device_groups[0].key == -1);
  BOOST_TEST(*sharding.device_groups[0].devices.begin() == 1);
  BOOST_TEST(sharding.sharded_dims[0].axis == 1);
  const auto simple = sharding.sharded_dims[0].simple_sharding;
  BOOST_TEST(simple[0].dim_value.value() == 8);
  BOOST_TEST(simple[0].num_shards == 2);
  BOOST_TEST(!simple[1].dim_value.has_value());
  BOOST_TEST(simple[1].dim_param == "N");
}

BOOST_AUTO_TEST_CASE(training_is_there) {
  using schema::MessageId;
  const Message training = Message(MessageId::training_info)
                               .set("initialization", branch("w0"))
                               .set("algorithm", branch("w1"))
                               .set("initialization_binding", entry("w", "w0"))
                               .set("update_binding", entry("w", "w1"));
  const Message message =
      model()
          .set("ir_version", 10)
          .set("graph", testing::graph_of(testing::identity())
                            .set("initializer", int64_tensor({1}).set("name", "w")))
          .set("opset_import", opset("", 18))
          .set("training_info", training);
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST_REQUIRE(read->training_info().size() == 1u);
  const TrainingInfo info = read->training_info()[0];
  BOOST_TEST(info.initialization().value().name() == "w0");
  BOOST_TEST(info.algorithm().value().name() == "w1");
  BOOST_TEST(info.initialization_binding()[0].value == "w0");
  BOOST_TEST(info.update_binding()[0].key == "w");
}

BOOST_AUTO_TEST_CASE(ten_thousand_names_are_found_in_an_index) {
  Message many = testing::graph_of(testing::identity());
  for (int i = 0; i < 10'000; ++i) {
    many.set("initializer", int64_tensor({i}).set("name", "w" + std::to_string(i)));
  }
  const Message message = testing::model_of(many);
  const Result<Model> read = Model::read(message.view());
  BOOST_TEST_REQUIRE(read.has_value());
  const GraphIndex index(read->graph());
  for (int i = 0; i < 10'000; ++i) {
    std::int64_t number = -1;
    const std::optional<Tensor> found = index.initializer("w" + std::to_string(i));
    BOOST_TEST_REQUIRE(found.has_value());
    BOOST_TEST_REQUIRE(found->read(0, std::span(&number, 1)).ok());
    BOOST_TEST_REQUIRE(number == i);
  }
}

BOOST_AUTO_TEST_CASE(a_model_without_a_graph_that_a_policy_lets_pass_has_an_empty_one) {
  Policy policy;
  BOOST_TEST(policy.set_severity(Rule::model_no_graph, Severity::off));
  const Message message = model().set("ir_version", 10).set("opset_import", opset("", 18));
  BOOST_TEST(!Model::read(message.view()).has_value());
  const Result<Model> read = Model::read(message.view(), policy);
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->graph().nodes().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
