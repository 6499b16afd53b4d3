// Faults of a model as a whole, of metadata, and of a policy's domains.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

// Metadata of these two keys, in any message that can have some; the second is what is marked.
Message with_keys(const Message& message, std::string_view first, std::string_view second) {
  return Message(message)
      .set("metadata_props", entry(first, "1"))
      .set("metadata_props", entry(second, "2"))
      .here(2, second.size());
}

template <class Place>
Case repeated_key(std::string_view sentence, std::string_view path, const Message& message,
                  Place place) {
  return {sentence, place(with_keys(message, "k", "k")), Rule::metadata_duplicate_key, path,
          place(with_keys(message, "k", "l"))};
}

Cases metadata() {
  const auto itself = [](const Message& message) { return message; };
  const auto in_model = [](const Message& graph) { return model_of(graph); };
  const auto in_graph = [](std::string_view field) {
    return [field](const Message& message) {
      return model_of(graph_of(identity()).set(field, message));
    };
  };
  const auto in_function = [](const Message& function) {
    return model_of(graph_of(identity())).set("functions", function);
  };
  const Message function = Message(MessageId::function)
                               .set("name", "f")
                               .set("opset_import", opset("", 18))
                               .set("domain", "local");
  return {
      repeated_key("a key twice in the metadata of a model", "metadata_props[1].key", sound_model(),
                   itself),
      {"the empty key twice", with_keys(sound_model(), "", ""), Rule::metadata_duplicate_key,
       "metadata_props[1].key", with_keys(sound_model(), "", "k")},
      repeated_key("a key twice in the metadata of a graph", "graph.metadata_props[1].key",
                   graph_of(identity()), in_model),
      repeated_key("a key twice in the metadata of a node", "graph.node[1].metadata_props[1].key",
                   node_of("Abs", {"y"}, {"z"}), in_graph("node")),
      repeated_key("a key twice in the metadata of a value info",
                   "graph.value_info[0].metadata_props[1].key", value("x"), in_graph("value_info")),
      repeated_key("a key twice in the metadata of a tensor",
                   "graph.initializer[0].metadata_props[1].key",
                   zero_tensor(float32, {1}).set("name", "w"), in_graph("initializer")),
      repeated_key("a key twice in the metadata of a function",
                   "functions[0].metadata_props[1].key", function, in_function),
  };
}

Cases policies() {
  using enum Rule;
  const auto with_node_in = [](std::string_view domain) {
    Message node = identity();
    if (domain.empty()) {
      node.whole();
    } else {
      node.set("domain", domain).here();
    }
    return model_of(graph_of(node)).set("opset_import", opset("custom", 1));
  };
  const auto denies_custom = [](Policy& policy) { policy.denied_domains = {"custom"}; };
  const auto denies_default = [](Policy& policy) { policy.denied_domains = {"ai.onnx"}; };
  const auto allows_default = [](Policy& policy) { policy.allowed_domains = {""}; };
  const auto allows_custom = [](Policy& policy) { policy.allowed_domains = {"custom"}; };
  constexpr std::string_view kPath = "graph.node[0].domain";
  return {
      {"a domain that the policy denies", with_node_in("custom"), policy_domain, kPath,
       with_node_in(""), std::nullopt, denies_custom},
      {"the default domain, denied by its name", with_node_in(""), policy_domain, kPath,
       with_node_in("custom"), std::nullopt, denies_default},
      {"a domain that the policy does not allow", with_node_in("custom"), policy_domain, kPath,
       with_node_in("ai.onnx"), std::nullopt, allows_default},
      {"the default domain, which the policy does not allow", with_node_in("ai.onnx"),
       policy_domain, kPath, with_node_in("custom"), std::nullopt, allows_custom},
  };
}

Cases whole_models() {
  using enum Rule;
  return {
      {"a model without a graph",
       model()
           .set("ir_version", 8)
           .set("opset_import", Message(MessageId::operator_set_id).set("version", 13))
           .whole(),
       model_no_graph, "graph", model_of(graph_of(identity()), 8)},
      {"a model of functions only",
       model()
           .set("ir_version", 10)
           .set("opset_import", opset("", 18))
           .set("functions", Message(MessageId::function)
                                 .set("name", "f")
                                 .set("opset_import", opset("", 18))
                                 .set("domain", "local"))
           .whole(),
       model_no_graph, "graph", sound_model()},
  };
}

}  // namespace

Cases model_cases() {
  Cases out = metadata();
  for (const Cases& more : {policies(), whole_models()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
