#include "support/models.hpp"

namespace assay::testing {

Message opset(std::string_view domain, std::int64_t version) {
  return Message(MessageId::operator_set_id).set("domain", domain).set("version", version);
}

Message shape(std::initializer_list<std::int64_t> dims) {
  Message out(MessageId::tensor_shape);
  for (const std::int64_t dim : dims) {
    out.set("dim", Message(MessageId::dimension).set("dim_value", dim));
  }
  return out;
}

Message tensor_type(ElementType element, const Message& shape) {
  return type().set("tensor_type",
                    Message(MessageId::type_tensor).set("elem_type", element).set("shape", shape));
}

Message tensor_type(ElementType element, std::initializer_list<std::int64_t> dims) {
  return tensor_type(element, shape(dims));
}

Message value(std::string_view name, const Message& type) {
  return Message(MessageId::value_info).set("name", name).set("type", type);
}

Message value(std::string_view name) {
  return value(name, tensor_type(ElementType::float32, {2}));
}

Message identity() {
  return node().set("input", "x").set("output", "y").set("op_type", "Identity");
}

Message identity(const Message& attribute) {
  return identity().set("attribute", attribute);
}

Message graph_of(const Message& node) {
  return graph_of(node, tensor_type(ElementType::float32, {2}));
}

Message graph_of(const Message& node, const Message& input_type) {
  return graph()
      .set("node", node)
      .set("name", "g")
      .set("input", value("x", input_type))
      .set("output", value("y"));
}

Message model_of(const Message& graph) {
  return model().set("ir_version", 10).set("graph", graph).set("opset_import", opset("", 18));
}

Message model_of_node(const Message& node) {
  return model_of(graph_of(node));
}

Message sound_model() {
  return model_of_node(identity());
}

Message call(std::string_view name) {
  return node().set("input", "x").set("output", "y").set("op_type", name).set("domain", "local");
}

Message function(std::string_view name, const Message& body) {
  return Message(MessageId::function)
      .set("name", name)
      .set("input", "x")
      .set("output", "y")
      .set("node", body)
      .set("opset_import", opset("", 18))
      .set("opset_import", opset("local", 1))
      .set("domain", "local");
}

}  // namespace assay::testing
