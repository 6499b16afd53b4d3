// Faults of versions: of the file format and of operator sets.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

Message ir(std::int64_t version) {
  return model()
      .set("ir_version", version)
      .here()
      .set("graph", graph_of(identity()))
      .set("opset_import", opset("", 18));
}

// y = Identity(x) with a tensor of that type, which came with some IR version; and with a value
// info of that type, or of one around it.
Message model_with(ElementType type, std::int64_t ir_version) {
  const Message tensor_of_type = tensor().set("dims", 0).set("data_type", type).here();
  return model_of(graph_of(identity(attribute_of("a", "t", tensor_of_type))), ir_version);
}
Message model_naming(ElementType element, std::int64_t ir_version) {
  const Message type_of_element =
      type().set("tensor_type", Message(MessageId::type_tensor).set("elem_type", element).here());
  return model_of(graph_of(identity()).set("value_info", value("y", type_of_element)), ir_version);
}
Message model_naming_inside(ElementType element, std::int64_t ir_version) {
  const Message sequence_of_element = type().set(
      "sequence_type",
      Message(MessageId::type_sequence)
          .set("elem_type",
               type().set("tensor_type",
                          Message(MessageId::type_tensor).set("elem_type", element).here())));
  return model_of(graph_of(identity(), sequence_of_element), ir_version);
}

Cases ir_versions() {
  using enum Rule;
  const Message no_version =
      model().set("graph", graph_of(identity())).set("opset_import", opset("", 18)).whole();
  const Message first = model().set("ir_version", 1).set("graph", graph_of(identity()));
  return {
      {"a model without an IR version", no_version, ir_version, "ir_version", sound_model()},
      {"a model with neither an IR version nor operator sets",
       model().set("graph", graph_of(identity())).whole(), ir_version, "ir_version", first},
      {"IR version 0", ir(0), ir_version, "ir_version", first},
      {"IR version -1", ir(-1), ir_version, "ir_version", first},
      {"IR version 15", ir(15), ir_version, "ir_version", ir(14)},
      {"IR version 2^40", ir(std::int64_t{1} << 40), ir_version, "ir_version", ir(14)},
      {"an IR version whose low 32 bits are a good one", ir(-4294967288), ir_version, "ir_version",
       ir(8)},
  };
}

struct NewType {
  ElementType type;
  std::int64_t since;
  std::string_view of_tensor;
  std::string_view of_value;
};
constexpr NewType kNewTypes[] = {
    {bfloat16, 4, "a BFLOAT16 tensor before IR version 4", "a BFLOAT16 value before 4"},
    {float8e4m3fn, 9, "a FLOAT8E4M3FN tensor before 9", "a FLOAT8E4M3FN value before 9"},
    {float8e4m3fnuz, 9, "a FLOAT8E4M3FNUZ tensor before 9", "a FLOAT8E4M3FNUZ value before 9"},
    {float8e5m2, 9, "a FLOAT8E5M2 tensor before 9", "a FLOAT8E5M2 value before 9"},
    {float8e5m2fnuz, 9, "a FLOAT8E5M2FNUZ tensor before 9", "a FLOAT8E5M2FNUZ value before 9"},
    {uint4, 10, "a UINT4 tensor before 10", "a UINT4 value before 10"},
    {int4, 10, "an INT4 tensor before 10", "an INT4 value before 10"},
    {float4e2m1, 11, "a FLOAT4E2M1 tensor before 11", "a FLOAT4E2M1 value before 11"},
    {float8e8m0, 12, "a FLOAT8E8M0 tensor before 12", "a FLOAT8E8M0 value before 12"},
    {uint2, 13, "a UINT2 tensor before 13", "a UINT2 value before 13"},
    {int2, 13, "an INT2 tensor before 13", "an INT2 value before 13"},
    {float6e2m3, 14, "a FLOAT6E2M3 tensor before 14", "a FLOAT6E2M3 value before 14"},
    {float6e3m2, 14, "a FLOAT6E3M2 tensor before 14", "a FLOAT6E3M2 value before 14"},
};

Cases newer_types() {
  using enum Rule;
  Cases out;
  for (const NewType& row : kNewTypes) {
    out.push_back({row.of_tensor, model_with(row.type, row.since - 1), ir_feature_too_new,
                   "graph.node[0].attribute[0].t.data_type", model_with(row.type, row.since)});
    out.push_back({row.of_value, model_naming(row.type, row.since - 1), ir_feature_too_new,
                   "graph.value_info[0].type.tensor_type.elem_type",
                   model_naming(row.type, row.since)});
  }
  out.push_back({"a sequence of tensors of a newer type", model_naming_inside(uint4, 9),
                 ir_feature_too_new,
                 "graph.input[0].type.sequence_type.elem_type.tensor_type.elem_type",
                 model_naming_inside(uint4, 10)});
  out.push_back({"a newer type of an input and of its initializer, said where it stands first",
                 model_of(graph_of(identity())
                              .set("input", value("w", type().set("tensor_type",
                                                                  Message(MessageId::type_tensor)
                                                                      .set("elem_type", int4)
                                                                      .here()
                                                                      .set("shape", shape({2})))))
                              .set("initializer", zero_tensor(int4, {2}).set("name", "w")),
                          9),
                 ir_feature_too_new, "graph.input[1].type.tensor_type.elem_type",
                 model_of(graph_of(identity())
                              .set("input", value("w", tensor_type(int4, {2})))
                              .set("initializer", zero_tensor(int4, {2}).set("name", "w")),
                          10)});
  return out;
}

// One field that came with an IR version, in a model before it and in one of that version.
template <class Make>
Case newer(std::string_view sentence, std::string_view path, std::int64_t since, Make make) {
  return {sentence, make(since - 1), Rule::ir_feature_too_new, path, make(since)};
}

Cases newer_fields() {
  using IrVersion = std::int64_t;
  const Message metadata = entry("a", "b");
  const Message function = Message(MessageId::function)
                               .set("name", "f")
                               .set("opset_import", opset("", 18))
                               .set("domain", "local");
  const auto with = [](const Message& graph) {
    return [graph](IrVersion version) { return model_of(graph, version); };
  };
  const auto extra = [](std::string_view field, const Message& message) {
    return [=](IrVersion version) {
      return model_of(graph_of(identity()), version).set(field, message).here();
    };
  };
  const auto in_function = [&](const Message& marked_function) {
    return [=](IrVersion version) {
      return model_of(graph_of(identity()), version).set("functions", marked_function);
    };
  };
  return {
      newer("a domain of a node before IR version 3", "graph.node[0].domain", 3,
            [](IrVersion version) {
              Message out = model()
                                .set("ir_version", version)
                                .set("graph", graph_of(identity().set("domain", "").here()));
              return version < 3 ? out : out.set("opset_import", opset("", 1));
            }),
      newer("quantization annotations before IR version 5", "graph.quantization_annotation", 5,
            with(graph_of(identity())
                     .set("quantization_annotation",
                          Message(MessageId::tensor_annotation).set("tensor_name", "x"))
                     .here())),
      newer("sparse initializers before IR version 6", "graph.sparse_initializer", 6,
            with(graph_of(identity())
                     .set("sparse_initializer",
                          sparse_tensor()
                              .set("values", zero_tensor(float32, {1}).set("name", "s"))
                              .set("indices", int64_tensor({0}))
                              .set("dims", 1))
                     .here())),
      newer("a sparse attribute before IR version 6", "graph.node[0].attribute[0].sparse_tensor", 6,
            with(graph_of(identity(attribute()
                                       .set("name", "a")
                                       .set("sparse_tensor", sparse_floats({1}, {0}))
                                       .here()
                                       .set("type", 11))))),
      newer("training before IR version 7", "training_info", 7,
            extra("training_info", Message(MessageId::training_info))),
      newer("functions before IR version 8", "functions", 8, extra("functions", function)),
      newer("an optional type before IR version 8", "graph.input[0].type.optional_type", 8,
            with(graph_of(identity(),
                          type()
                              .set("optional_type", Message(MessageId::type_optional)
                                                        .set("elem_type", tensor_type(float32, {})))
                              .here()))),
      newer("a sparse type before IR version 8", "graph.input[0].type.sparse_tensor_type", 8,
            with(graph_of(identity(),
                          type()
                              .set("sparse_tensor_type", Message(MessageId::type_sparse_tensor)
                                                             .set("elem_type", float32)
                                                             .set("shape", shape({2})))
                              .here()))),
      newer(
          "defaults of a function before IR version 9", "functions[0].attribute_proto", 9,
          in_function(Message(function).set("attribute_proto", attribute_of("a", "i", 1)).here())),
      newer("value infos of a function before IR version 10", "functions[0].value_info", 10,
            in_function(Message(function).set("value_info", value("x")).here())),
      newer("an overload of a function before IR version 10", "functions[0].overload", 10,
            in_function(Message(function).set("overload", "o").here())),
      newer("metadata of a function before IR version 10", "functions[0].metadata_props", 10,
            in_function(Message(function).set("metadata_props", metadata).here())),
      newer("metadata of a node before IR version 10", "graph.node[0].metadata_props", 10,
            with(graph_of(identity().set("metadata_props", metadata).here()))),
      newer("metadata of a graph before IR version 10", "graph.metadata_props", 10,
            with(graph_of(identity()).set("metadata_props", metadata).here())),
      newer("metadata of a value info before IR version 10", "graph.value_info[0].metadata_props",
            10,
            with(graph_of(identity())
                     .set("value_info", value("x").set("metadata_props", metadata).here()))),
      newer("metadata of a tensor before IR version 10", "graph.initializer[0].metadata_props", 10,
            with(graph_of(identity())
                     .set("initializer", zero_tensor(float32, {1})
                                             .set("name", "w")
                                             .set("metadata_props", metadata)
                                             .here()))),
      newer("device configurations before IR version 11", "configuration", 11,
            extra("configuration",
                  Message(MessageId::device_configuration).set("name", "c").set("num_devices", 1))),
  };
}

// y = Identity(x) with a node of that domain, under these imports.
Message using_domain(std::string_view domain, std::initializer_list<Message> imports) {
  Message node = identity();
  if (domain.empty()) {
    node.whole();
  } else {
    node.set("domain", domain).here();
  }
  Message out = model().set("ir_version", 10).set("graph", graph_of(node));
  for (const Message& import : imports) {
    out.set("opset_import", import);
  }
  return out;
}

Message importing(std::initializer_list<Message> imports) {
  Message out = model().set("ir_version", 10).set("graph", graph_of(identity()));
  for (const Message& import : imports) {
    out.set("opset_import", import);
  }
  return out;
}

Message marked_version(std::string_view domain, std::int64_t version) {
  return opset(domain, version).here();
}

Message nameless_version(std::string_view domain) {
  return Message(MessageId::operator_set_id).set("domain", domain).whole();
}

Cases opsets() {
  using enum Rule;
  constexpr std::int64_t kLargest = 0x7fffffff;
  const Message only = importing({opset("", 18)});
  const Message custom = importing({opset("", 18), opset("custom", 1)});
  constexpr std::string_view kFirst = "opset_import[0].version";
  constexpr std::string_view kSecond = "opset_import[1].version";
  const Message before = model().set("ir_version", 2).set("graph", graph_of(identity()));
  return {
      {"no operator set at IR version 3",
       model().set("ir_version", 3).set("graph", graph_of(identity())).whole(), opset_missing,
       "opset_import", before},
      {"an operator set at IR version 2",
       model()
           .set("ir_version", 2)
           .set("graph", graph_of(identity()))
           .set("opset_import", opset("", 1))
           .here(),
       opset_unexpected, "opset_import", before, std::nullopt, nullptr, true},
      {"one domain in two versions, the older one last",
       importing({opset("", 13), marked_version("", 1)}), opset_conflict, kSecond, only},
      {"one domain in two versions, under its two names",
       importing({opset("", 18), marked_version("ai.onnx", 1)}), opset_conflict, kSecond, only},
      {"a custom domain in two versions",
       importing({opset("", 18), opset("custom", 1), marked_version("custom", 2)}), opset_conflict,
       "opset_import[2].version", custom},
      {"an import twice", importing({opset("", 18), opset("", 18).whole()}), opset_duplicate,
       "opset_import[1]", only},
      {"an import twice, under the two names of the domain",
       importing({opset("ai.onnx", 18), opset("", 18).whole()}), opset_duplicate, "opset_import[1]",
       only},
      {"version 0", importing({marked_version("", 0)}), opset_version, kFirst, only},
      {"version -5", importing({marked_version("", -5)}), opset_version, kFirst, only},
      {"no version", importing({nameless_version("")}), opset_version, kFirst, only},
      {"version 2^40", importing({marked_version("", std::int64_t{1} << 40)}), opset_version,
       kFirst, only},
      {"version 0 of a custom domain", importing({opset("", 18), marked_version("custom", 0)}),
       opset_version, kSecond, custom},
      {"no version of a custom domain", importing({opset("", 18), nameless_version("custom")}),
       opset_version, kSecond, custom},
      {"version 2^31 of a custom domain",
       importing({opset("", 18), marked_version("custom", kLargest + 1)}), opset_version, kSecond,
       importing({opset("", 18), opset("custom", kLargest)})},
      {"operator set 29", importing({marked_version("", 29)}), opset_version_unknown, kFirst,
       importing({opset("", 28)})},
      {"operator set 999 of ai.onnx", importing({marked_version("ai.onnx", 999)}),
       opset_version_unknown, kFirst, importing({opset("ai.onnx", 28)})},
      {"ai.onnx.ml 6", importing({opset("", 18), marked_version("ai.onnx.ml", 6)}),
       opset_version_unknown, kSecond, importing({opset("", 18), opset("ai.onnx.ml", 5)})},
      {"ai.onnx.training 2", importing({opset("", 18), marked_version("ai.onnx.training", 2)}),
       opset_version_unknown, kSecond, importing({opset("", 18), opset("ai.onnx.training", 1)})},
      {"a node of a domain that is not imported", using_domain("custom", {opset("", 18)}),
       opset_domain, "graph.node[0].domain",
       using_domain("custom", {opset("", 18), opset("custom", 1)})},
      {"a node of the default domain, and only another imported",
       using_domain("", {opset("ai.onnx.ml", 5)}), opset_domain, "graph.node[0].domain",
       using_domain("ai.onnx.ml", {opset("ai.onnx.ml", 5)})},
      {"a node of the default domain by its name, and only another imported",
       using_domain("ai.onnx", {opset("ai.onnx.ml", 5)}), opset_domain, "graph.node[0].domain",
       using_domain("ai.onnx", {opset("", 18)})},
      {"a node of another domain, and the default one imported by its name",
       using_domain("custom", {opset("ai.onnx", 18)}), opset_domain, "graph.node[0].domain",
       using_domain("", {opset("ai.onnx", 18)})},
      {"a custom domain at IR version 2, which imports nothing",
       model()
           .set("ir_version", 2)
           .set("graph", graph_of(identity().set("domain", "custom").here())),
       opset_domain, "graph.node[0].domain", before, std::nullopt, nullptr, true},
  };
}

}  // namespace

Cases version_cases() {
  Cases out = ir_versions();
  for (const Cases& more : {newer_types(), newer_fields(), opsets()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace assay::testing
