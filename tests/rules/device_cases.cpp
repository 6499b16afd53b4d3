// Faults of what tells runtimes where and how to run: devices, sharding, quantization.
#include <limits>

#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

Message configuration(std::string_view name, std::int64_t devices) {
  return Message(MessageId::device_configuration).set("name", name).set("num_devices", devices);
}

// y = Identity(x) with the configuration "c" of two devices; and with one more.
Message plain(const Message& node) {
  return model_of(graph_of(node), 11).set("configuration", configuration("c", 2));
}
Message with(const Message& configuration) {
  return plain(identity()).set("configuration", configuration);
}

// The node runs under that configuration, sharded like that.
Message placed(std::string_view id, const Message& sharding) {
  return plain(identity().set("device_configurations", Message(MessageId::node_device_configuration)
                                                           .set("configuration_id", id)
                                                           .set("sharding_spec", sharding)));
}

Message sharding(std::string_view tensor) {
  return Message(MessageId::sharding_spec).set("tensor_name", tensor);
}
Message simple(std::int64_t shards) {
  return Message(MessageId::simple_sharded_dim).set("dim_value", 2).set("num_shards", shards);
}
Message sharded_dim(std::int64_t axis, const Message& simple_dim) {
  return sharding("x").set(
      "sharded_dim",
      Message(MessageId::sharded_dim).set("axis", axis).set("simple_sharding", simple_dim));
}

// y = Identity(x) where x and y have those types, sharded along that axis of the tensor "x" or "y".
Message along(const Message& axis, std::string_view tensor, const Message& x, const Message& y) {
  const Message node =
      identity().set("device_configurations",
                     Message(MessageId::node_device_configuration)
                         .set("configuration_id", "c")
                         .set("sharding_spec", sharding(tensor).set("sharded_dim", axis)));
  return model_of(empty_graph()
                      .set("node", node)
                      .set("input", value("x", x))
                      .set("output", value("y", y)),
                  11)
      .set("configuration", configuration("c", 2));
}
Message axis(std::int64_t number) {
  return Message(MessageId::sharded_dim)
      .set("axis", number)
      .here()
      .set("simple_sharding", simple(2));
}
// What writers of proto3 make of axis 0.
Message no_axis() {
  return Message(MessageId::sharded_dim).set("simple_sharding", simple(2)).whole();
}

Message annotated(const Message& annotation) {
  return model_of(graph_of(identity()).set("quantization_annotation", annotation));
}
Message annotation(std::string_view tensor) {
  return Message(MessageId::tensor_annotation)
      .set("tensor_name", tensor)
      .set("quant_parameter_tensor_names", entry("SCALE_TENSOR", "y"));
}

Cases axes() {
  using enum Rule;
  using enum ElementType;
  constexpr std::string_view kAxis =
      "graph.node[0].device_configurations[0].sharding_spec[0].sharded_dim[0].axis";
  constexpr std::string_view kInner =
      "graph.node[1].device_configurations[0].sharding_spec[0].sharded_dim[0].axis";
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
  const Message plane = tensor_type(float32, {2, 4});
  const Message scalar = tensor_type(float32, {});
  const Message of_any_rank =
      type().set("tensor_type", Message(MessageId::type_tensor).set("elem_type", float32));
  const Message sparse = type().set(
      "sparse_tensor_type",
      Message(MessageId::type_sparse_tensor).set("elem_type", float32).set("shape", shape({2, 4})));
  const auto of_input = [&](const Message& a) { return along(a, "x", plane, plane); };
  const auto of_output = [&](const Message& a) { return along(a, "y", scalar, plane); };
  const auto of_sparse = [&](const Message& a) { return along(a, "x", sparse, plane); };
  // An input of whose type only a value info, or only an initializer, tells; or a value of no
  // known rank.
  const auto of_inner = [&](std::string_view field, const Message& what, const Message& a) {
    const Message node = node_of("Add", {"w", "w"}, {"y"})
                             .set("device_configurations",
                                  Message(MessageId::node_device_configuration)
                                      .set("configuration_id", "c")
                                      .set("sharding_spec", sharding("w").set("sharded_dim", a)));
    Message graph = empty_graph();
    if (field == "value_info") {
      graph.set("node", node_of("Identity", {"x"}, {"w"}));
    } else if (field == "node") {
      graph.set("node", what);
    }
    graph.set("node", node).set("input", value("x")).set("output", value("y"));
    return model_of(field == "node" ? graph : graph.set(field, what), 11)
        .set("configuration", configuration("c", 2));
  };
  const Message info = value("w", plane);
  const Message no_rank = value("w", of_any_rank);
  const Message weight = zero_tensor(float32, {2, 4}).set("name", "w");
  const Message constant =
      node_of("Constant", {}, {"w"})
          .set("attribute", attribute_of("value", "t", zero_tensor(float32, {2, 4})));
  return {
      {"an axis of an input, as high as its rank", of_input(axis(2)), device_sharding, kAxis,
       of_input(axis(1))},
      {"an axis of an input, below -rank", of_input(axis(-3)), device_sharding, kAxis,
       of_input(axis(-2))},
      {"the highest axis there is", of_input(axis(kHighest)), device_sharding, kAxis,
       of_inner("value_info", no_rank, axis(kHighest))},
      {"the lowest axis there is", of_input(axis(kLowest)), device_sharding, kAxis,
       of_inner("value_info", no_rank, axis(kLowest))},
      {"an axis of an output", of_output(axis(2)), device_sharding, kAxis, of_output(axis(1))},
      {"an axis of a scalar", along(axis(0), "x", scalar, plane), device_sharding, kAxis,
       of_output(axis(0))},
      {"an axis left out, which is axis 0 of a scalar", along(no_axis(), "x", scalar, plane),
       device_sharding, kAxis, of_input(no_axis())},
      {"an axis of a sparse tensor", of_sparse(axis(2)), device_sharding, kAxis,
       of_sparse(axis(1))},
      {"an axis of a value that a value info describes", of_inner("value_info", info, axis(2)),
       device_sharding, kInner, of_inner("value_info", info, axis(1))},
      {"an axis of an initializer", of_inner("initializer", weight, axis(2)), device_sharding,
       kAxis, of_inner("initializer", weight, axis(-2))},
      {"an axis of a constant", of_inner("node", constant, axis(2)), device_sharding, kInner,
       of_inner("node", constant, axis(1))},
  };
}

}  // namespace

Cases device_cases() {
  using enum Rule;
  const Message sound = with(configuration("d", 1));
  const Message device_names = configuration("d", 2).set("device", "a").set("device", "b");
  const Message unnamed_id = Message(MessageId::node_device_configuration).whole();
  Cases out = axes();
  const Cases others = {
      {"a configuration without a name",
       with(Message(MessageId::device_configuration).set("num_devices", 1).whole()),
       device_configuration, "configuration[1].name", sound},
      {"two configurations of one name",
       with(Message(MessageId::device_configuration).set("name", "c").here().set("num_devices", 1)),
       device_configuration, "configuration[1].name", sound},
      {"a configuration of no devices", with(configuration("d", 0).whole()), device_configuration,
       "configuration[1].num_devices", sound},
      {"a configuration without a number of devices",
       with(Message(MessageId::device_configuration).set("name", "d").whole()),
       device_configuration, "configuration[1].num_devices", sound},
      {"fewer device names than devices", with(configuration("d", 2).set("device", "a").whole()),
       device_configuration, "configuration[1].device", with(device_names)},
      {"a node under a configuration that the model does not have",
       plain(identity().set(
           "device_configurations",
           Message(MessageId::node_device_configuration).set("configuration_id", "d").whole())),
       device_configuration, "graph.node[0].device_configurations[0].configuration_id",
       placed("c", sharding("x"))},
      {"a node under no configuration", plain(identity().set("device_configurations", unnamed_id)),
       device_configuration, "graph.node[0].device_configurations[0].configuration_id",
       placed("c", sharding("y"))},
      {"a sharding of a tensor that is not the node's", placed("c", sharding("z").whole()),
       device_sharding, "graph.node[0].device_configurations[0].sharding_spec[0].tensor_name",
       placed("c", sharding("x"))},
      {"a sharding of the empty name",
       plain(node_of("Clip", {"x", ""}, {"y"})
                 .set("device_configurations", Message(MessageId::node_device_configuration)
                                                   .set("configuration_id", "c")
                                                   .set("sharding_spec", sharding("").whole()))),
       device_sharding, "graph.node[0].device_configurations[0].sharding_spec[0].tensor_name",
       placed("c", sharding("x"))},
      {"a dimension in no shards", placed("c", sharded_dim(-1, simple(0).whole())), device_sharding,
       "graph.node[0].device_configurations[0].sharding_spec[0].sharded_dim[0]."
       "simple_sharding[0].num_shards",
       placed("c", sharded_dim(-1, simple(1)))},
      {"a quantization annotation of no tensor", annotated(annotation("").whole()),
       quantization_annotation, "graph.quantization_annotation[0].tensor_name",
       annotated(annotation("x"))},
      {"a quantization annotation of an unknown tensor", annotated(annotation("z").whole()),
       quantization_annotation, "graph.quantization_annotation[0].tensor_name",
       annotated(annotation("y"))},
      {"a quantization annotation with an unknown parameter",
       annotated(annotation("x")
                     .set("quant_parameter_tensor_names", entry("ZERO_POINT_TENSOR", "z"))
                     .here()),
       quantization_annotation,
       "graph.quantization_annotation[0].quant_parameter_tensor_names[1].value",
       annotated(
           annotation("x").set("quant_parameter_tensor_names", entry("ZERO_POINT_TENSOR", "x")))},
      {"a quantization annotation with a key twice",
       annotated(
           annotation("x").set("quant_parameter_tensor_names", entry("SCALE_TENSOR", "x")).here()),
       quantization_annotation,
       "graph.quantization_annotation[0].quant_parameter_tensor_names[1].key",
       annotated(
           annotation("x").set("quant_parameter_tensor_names", entry("ZERO_POINT_TENSOR", "x")))},
  };
  out.insert(out.end(), others.begin(), others.end());
  return out;
}

}  // namespace assay::testing
