// Faults of what tells runtimes where and how to run: devices, sharding, quantization.
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

Message annotated(const Message& annotation) {
  return model_of(graph_of(identity()).set("quantization_annotation", annotation));
}
Message annotation(std::string_view tensor) {
  return Message(MessageId::tensor_annotation)
      .set("tensor_name", tensor)
      .set("quant_parameter_tensor_names", entry("SCALE_TENSOR", "y"));
}

}  // namespace

Cases device_cases() {
  using enum Rule;
  const Message sound = with(configuration("d", 1));
  const Message device_names = configuration("d", 2).set("device", "a").set("device", "b");
  const Message unnamed_id = Message(MessageId::node_device_configuration).whole();
  return {
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
      {"a sharded dimension without an axis",
       placed("c", sharding("x").set(
                       "sharded_dim",
                       Message(MessageId::sharded_dim).set("simple_sharding", simple(2)).whole())),
       device_sharding,
       "graph.node[0].device_configurations[0].sharding_spec[0].sharded_dim[0].axis",
       placed("c", sharded_dim(0, simple(2)))},
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
}

}  // namespace assay::testing
