#include "support/models.hpp"

#include <stdexcept>

namespace assay::testing {

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

Message node_of(std::string_view op_type, std::initializer_list<std::string_view> inputs,
                std::initializer_list<std::string_view> outputs, std::string_view domain) {
  Message out = node();
  for (const std::string_view input : inputs) {
    out.set("input", input);
  }
  for (const std::string_view output : outputs) {
    out.set("output", output);
  }
  out.set("op_type", op_type);
  return domain.empty() ? out : out.set("domain", domain);
}

namespace {

struct FieldType {
  std::string_view field;
  int type;
};
constexpr FieldType kFieldTypes[] = {{"f", 1},
                                     {"i", 2},
                                     {"s", 3},
                                     {"t", 4},
                                     {"g", 5},
                                     {"floats", 6},
                                     {"ints", 7},
                                     {"strings", 8},
                                     {"tensors", 9},
                                     {"graphs", 10},
                                     {"sparse_tensor", 11},
                                     {"sparse_tensors", 12},
                                     {"tp", 13},
                                     {"type_protos", 14}};

template <class Value>
Message attribute_with(std::string_view name, std::string_view field, const Value& value) {
  for (const FieldType& row : kFieldTypes) {
    if (row.field == field) {
      return attribute().set("name", name).set(field, value).set("type", row.type);
    }
  }
  throw std::logic_error("an attribute has no field " + std::string(field));
}

}  // namespace

Message attribute_of(std::string_view name, std::string_view field, const Message& value) {
  return attribute_with(name, field, value);
}

Message attribute_of(std::string_view name, std::string_view field, std::int64_t value) {
  return attribute_with(name, field, value);
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

Message empty_graph() {
  return graph().set("name", "g");
}

Message opset(std::string_view domain, std::int64_t version) {
  return Message(MessageId::operator_set_id).set("domain", domain).set("version", version);
}

Message model_of(const Message& graph) {
  return model_of(graph, 10);
}

Message model_of(const Message& graph, std::int64_t ir_version) {
  return model_of(graph, ir_version, opset("", 18));
}

Message model_of(const Message& graph, std::int64_t ir_version, const Message& opset) {
  return model().set("ir_version", ir_version).set("graph", graph).set("opset_import", opset);
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
