#include "support/everything.hpp"

#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

Message weight(std::string_view name) {
  return zero_tensor(float32, {2}).set("name", name).set("metadata_props", entry("k", "v"));
}

Message sparse_weight(std::string_view name) {
  return sparse_tensor()
      .set("values", zero_tensor(float32, {2}).set("name", name))
      .set("indices", int64_tensor({0, 3}))
      .set("dims", 4);
}

Message sequence_of(const Message& element) {
  return type().set("sequence_type", Message(MessageId::type_sequence).set("elem_type", element));
}
Message optional_of(const Message& element) {
  return type().set("optional_type", Message(MessageId::type_optional).set("elem_type", element));
}
Message map_to(const Message& value_type) {
  return type().set(
      "map_type",
      Message(MessageId::type_map).set("key_type", int64).set("value_type", value_type));
}

// More names than a table keeps without memory.
Message chain(std::string_view prefix, std::string_view first, int length) {
  Message out = empty_graph();
  std::string from(first);
  for (int i = 0; i < length; ++i) {
    const std::string to = std::string(prefix) + std::to_string(i);
    out.set("node", node_of("Abs", {from}, {to}).set("name", "node " + to));
    from = to;
  }
  return out.set("output", value(from));
}

Message branches() {
  const Message inner = chain("i", "x", 3).set("initializer", weight("iw"));
  const Message outer =
      chain("o", "x", 20)
          .set("node", node_of("If", {"x"}, {"deep"})
                           .set("attribute", attribute_of("then_branch", "g", inner)))
          .set("sparse_initializer", sparse_weight("os"));
  return node_of("If", {"x"}, {"chosen"})
      .set("attribute", attribute_of("then_branch", "g", outer))
      .set("attribute", attribute_of("else_branch", "g", chain("e", "w", 2)))
      .set("device_configurations",
           Message(MessageId::node_device_configuration)
               .set("configuration_id", "c")
               .set("sharding_spec",
                    Message(MessageId::sharding_spec)
                        .set("tensor_name", "x")
                        .set("sharded_dim",
                             Message(MessageId::sharded_dim)
                                 .set("axis", 0)
                                 .set("simple_sharding", Message(MessageId::simple_sharded_dim)
                                                             .set("dim_value", 2)
                                                             .set("num_shards", 2)))));
}

Message attributes() {
  return node_of("Custom", {"x"}, {"made", ""}, "custom")
      .set("attribute", attribute().set("name", "f").set("f", 1.0).set("type", 1))
      .set("attribute", attribute_of("i", "i", -1))
      .set("attribute", attribute().set("name", "s").set("s", "text").set("type", 3))
      .set("attribute", attribute_of("t", "t", zero_tensor(int4, {3})))
      .set("attribute",
           attribute().set("name", "fs").packed_floats("floats", {1, 2}).set("type", 6))
      .set("attribute", attribute().set("name", "is").each("ints", {1, 300}).set("type", 7))
      .set("attribute", attribute().set("name", "ss").set("strings", "a").set("type", 8))
      .set("attribute", attribute_of("ts", "tensors", zero_tensor(string, {2})))
      .set("attribute", attribute_of("gs", "graphs", chain("g", "x", 1)))
      .set("attribute", attribute_of("st", "sparse_tensor", sparse_weight("")))
      .set("attribute", attribute_of("sts", "sparse_tensors", sparse_weight("")))
      .set("attribute", attribute_of("tp", "tp", sequence_of(tensor_type(float32, {}))))
      .set("attribute", attribute_of("tps", "type_protos", map_to(tensor_type(string, {}))));
}

Message local_function() {
  const Message inner =
      empty_graph()
          .set("node",
               node_of("Abs", {"x"}, {"inner"})
                   .set("attribute",
                        attribute().set("name", "a").set("type", 2).set("ref_attr_name", "p")))
          .set("output", value("inner"));
  return function(
             "f",
             node_of("If", {"x"}, {"y"}).set("attribute", attribute_of("then_branch", "g", inner)))
      .set("attribute", "p")
      .set("attribute_proto", attribute_of("q", "t", zero_tensor(uint2, {5})))
      .set("value_info", value("y"))
      .set("overload", "one")
      .set("metadata_props", entry("k", "v"));
}

Message training() {
  return Message(MessageId::training_info)
      .set("initialization", chain("first", "first_input", 2).set("input", value("first_input")))
      .set("algorithm", chain("step", "y", 12).set("initializer", weight("rate")))
      .set("initialization_binding", entry("w", "first1"))
      .set("update_binding", entry("w", "step11"))
      .set("update_binding", entry("rate", "y"));
}

}  // namespace

Message everything() {
  Message main = chain("n", "x", 30);
  main.set("node", identity())
      .set("node", branches())
      .set("node", attributes())
      .set("node", node_of("f", {"x"}, {"called"}, "local").set("overload", "one"))
      .set("node", node_of("g", {"x"}, {"called_too"}, "local"))
      .set("initializer", weight("w"))
      .set("initializer", weight("x"))
      .set("sparse_initializer", sparse_weight("s"))
      .set("input", value("x"))
      .set("input", value("maybe", optional_of(sequence_of(tensor_type(int64, {1, 0})))))
      .set("input", value("table", map_to(tensor_type(float16, {}))))
      .set("input",
           value("sparse", type().set("sparse_tensor_type", Message(MessageId::type_sparse_tensor)
                                                                .set("elem_type", 1)
                                                                .set("shape", shape({4})))))
      .set("output", value("y"))
      .set("output", value("chosen"))
      .set("quantization_annotation",
           Message(MessageId::tensor_annotation)
               .set("tensor_name", "w")
               .set("quant_parameter_tensor_names", entry("SCALE_TENSOR", "s")))
      .set("metadata_props", entry("k", "v"))
      .set("doc_string", "a graph\nof everything");
  for (int i = 0; i < 12; ++i) {
    main.set("value_info", value("n" + std::to_string(i)));
  }
  return model_of(main, 14, opset("", 28))
      .set("opset_import", opset("local", 1))
      .set("opset_import", opset("custom", 3))
      .set("producer_name", "tests")
      .set("producer_version", "1")
      .set("domain", "assay")
      .set("model_version", 7)
      .set("doc_string", "a model")
      .set("metadata_props", entry("k", "v"))
      .set("functions", local_function())
      .set("functions", function("g", identity()))
      .set("training_info", training())
      .set("configuration", Message(MessageId::device_configuration)
                                .set("name", "c")
                                .set("num_devices", 2)
                                .set("device", "left")
                                .set("device", "right"));
}

}  // namespace assay::testing
