// What published models depend on: a survey of 5,756 of them found these peculiarities in files
// that both ONNX Runtime and onnx.checker take, and a strict reader must take them, too. What it
// refuses of the rest, the other profile takes.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "assay/external.hpp"

#include "external/temporary_folder.hpp"
#include "support/findings.hpp"
#include "support/models.hpp"

using namespace assay;
using namespace assay::testing;
using namespace std::string_view_literals;

namespace {

using enum ElementType;

// "note opset/duplicate" for each finding, in the order of the report.
std::string rules_of(const Report& report) {
  std::string out;
  for (const Finding& finding : report.findings) {
    out += out.empty() ? "" : ", ";
    out += severity_name(finding.severity);
    out += ' ';
    out += rule_info(finding.rule).id;
  }
  return out;
}

struct Good {
  std::string_view sentence;
  Message model;
  std::string_view findings = "";  // under both profiles
};

void expect(const std::vector<Good>& rows) {
  for (const Good& row : rows) {
    BOOST_TEST_CONTEXT(row.sentence) {
      for (const Profile profile : {Profile::strict, Profile::compat}) {
        const Report report = check(row.model.view(), Kind::model, Policy(profile));
        BOOST_TEST(report.accepted(), brief(report));
        BOOST_TEST(rules_of(report) == row.findings);
      }
    }
  }
}

Message with(std::string_view field, const Message& message) {
  return model_of(graph_of(identity()).set(field, message));
}

Message info(std::string_view name) {
  return Message(MessageId::value_info).set("name", name);
}

Message weight(std::string_view name) {
  return zero_tensor(float32, {2}).set("name", name);
}

Message abs(std::string_view from, std::string_view to) {
  return node_of("Abs", {from}, {to});
}

// y = If(x) with that graph as its branch.
Message choosing(const Message& branch) {
  return node_of("If", {"x"}, {"y"}).set("attribute", attribute_of("then_branch", "g", branch));
}
Message model_choosing(const Message& branch) {
  return model_of(graph_of(choosing(branch)));
}

Message shape_of(const Message& dimension) {
  return value("z", tensor_type(float32, Message(MessageId::tensor_shape).set("dim", dimension)));
}
Message parameter(std::string_view name) {
  return with("input", shape_of(Message(MessageId::dimension).set("dim_param", name)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(good_files)

BOOST_AUTO_TEST_CASE(versions_that_do_not_go_together) {
  const auto with_type = [](ElementType type, std::int64_t ir_version) {
    const Message tensor = zero_tensor(type, {2}).set("name", "w");
    return model_of(graph_of(identity()).set("initializer", tensor), ir_version);
  };
  expect({
      {"an IR version of 2019 and an operator set of 2026",
       model_of(graph_of(identity()), 4, opset("", 28))},
      {"INT4 at IR version 4", with_type(int4, 4), "note ir/feature-too-new"},
      {"a FLOAT8 at IR version 8", with_type(float8e4m3fn, 8), "note ir/feature-too-new"},
      {"defaults of a function at IR version 8",
       model_of(graph_of(identity()), 8)
           .set("functions",
                function("f", identity()).set("attribute_proto", attribute_of("a", "i", 1))),
       "note ir/feature-too-new"},
      {"metadata of a node at IR version 8",
       model_of(graph_of(identity().set("metadata_props", entry("a", "b"))), 8),
       "note ir/feature-too-new"},
      {"many tensors of a newer type, said once",
       model_of(graph_of(identity())
                    .set("initializer", zero_tensor(int4, {2}).set("name", "v"))
                    .set("initializer", zero_tensor(int4, {2}).set("name", "w")),
                9),
       "note ir/feature-too-new"},
  });
}

BOOST_AUTO_TEST_CASE(types_that_subgraphs_leave_out) {
  const auto branch = [](const Message& input, const Message& output) {
    return model_choosing(
        empty_graph().set("input", input).set("node", abs("i", "b")).set("output", output));
  };
  const Message shapeless =
      type().set("tensor_type", Message(MessageId::type_tensor).set("elem_type", float32));
  const Message nothing = type().set("tensor_type", Message(MessageId::type_tensor));
  expect({
      {"no types", branch(info("i"), info("b"))},
      {"no shapes", branch(value("i", shapeless), value("b", shapeless))},
      {"tensor types without an element type", branch(value("i", nothing), value("b", nothing))},
      {"empty type messages", branch(value("i", type()), value("b", type())),
       "note type/empty-inner, note type/empty-inner"},
      {"an initializer for an input whose type says nothing",
       model_choosing(empty_graph()
                          .set("input", value("i", type()))
                          .set("initializer", weight("i"))
                          .set("output", info("i"))),
       "note type/empty-inner"},
      {"an initializer for an input without an element type",
       model_choosing(empty_graph()
                          .set("input", value("i", nothing))
                          .set("initializer", weight("i"))
                          .set("output", info("i")))},
  });
}

BOOST_AUTO_TEST_CASE(value_infos_of_anything) {
  const Message with_weight = graph_of(identity()).set("initializer", weight("w"));
  expect({
      {"of an initializer", model_of(Message(with_weight).set("value_info", value("w")))},
      {"of an input", with("value_info", value("x"))},
      {"of an output", with("value_info", value("y"))},
      {"of nothing", with("value_info", value("nothing"))},
      {"of an outer value", model_choosing(empty_graph()
                                               .set("node", abs("x", "b"))
                                               .set("output", info("b"))
                                               .set("value_info", value("x")))},
      {"the same one twice",
       model_of(graph_of(identity()).set("value_info", value("y")).set("value_info", value("y")))},
      {"without a type", with("value_info", info("y"))},
  });
}

BOOST_AUTO_TEST_CASE(graphs_that_do_little) {
  const Message zero = tensor(float32, {0, 3}).set("name", "w");
  expect({
      {"an input that is an output, and no nodes",
       model_of(empty_graph().set("input", value("x")).set("output", value("x")))},
      {"no outputs", model_of(empty_graph().set("node", identity()).set("input", value("x"))),
       "note graph/no-outputs"},
      {"no inputs", model_of(empty_graph()
                                 .set("node", node_of("RandomNormal", {}, {"y"}))
                                 .set("output", value("y")))},
      {"nothing at all", model_of(empty_graph()), "note graph/no-outputs"},
      {"an output that is an initializer",
       model_of(empty_graph().set("initializer", weight("w")).set("output", value("w")))},
      {"a shape with a 0", with("input", value("z", tensor_type(float32, {0, 3})))},
      {"a tensor without elements", with("initializer", zero)},
      {"a tensor without elements, and empty raw_data",
       with("initializer", Message(zero).set("raw_data", ""))},
      {"a scalar", with("initializer", zero_tensor(float32, {}).set("name", "w"))},
      {"a scalar in float_data",
       with("initializer", tensor(float32, {}).set("float_data", 1.0).set("name", "w"))},
  });
}

BOOST_AUTO_TEST_CASE(nodes_with_names_left_out) {
  expect({
      {"nodes without names", with("node", abs("x", "z"))},
      {"nodes with empty names",
       model_of(graph_of(identity().set("name", "")).set("node", abs("x", "z").set("name", "")))},
      {"two nodes of one name",
       model_of(graph_of(identity().set("name", "n")).set("node", abs("x", "z").set("name", "n"))),
       "note node/duplicate-name"},
      {"empty inputs at the end", with("node", node_of("Clip", {"x", "", ""}, {"z"}))},
      {"empty outputs", with("node", node_of("Dropout", {"x"}, {"z", ""}))},
      {"two empty outputs before one that is used",
       with("node", node_of("LSTM", {"x", "", "x"}, {"", "", "z"}))},
  });
}

BOOST_AUTO_TEST_CASE(names_of_the_default_domain) {
  const auto importing = [](const Message& first, const Message& second) {
    return model_of(graph_of(identity()), 8, first).set("opset_import", second);
  };
  expect({
      {"ai.onnx imported", model_of(graph_of(identity()), 8, opset("ai.onnx", 13))},
      {"ai.onnx on a node", model_of_node(identity().set("domain", "ai.onnx"))},
      {"ai.onnx imported, and the empty domain on a node",
       model_of(graph_of(identity().set("domain", "")), 8, opset("ai.onnx", 13))},
      {"an import twice", importing(opset("", 13), opset("", 13)), "note opset/duplicate"},
      {"an import under both names", importing(opset("", 13), opset("ai.onnx", 13)),
       "note opset/duplicate"},
      {"imports that no node uses", importing(opset("", 13), opset("com.microsoft", 1))},
      {"no import of the default domain, which no node uses",
       model_of(graph_of(identity().set("domain", "ai.onnx.ml")), 8, opset("ai.onnx.ml", 2))},
      {"an output listed twice", with("output", value("y")), "warning graph/duplicate-output"},
  });
}

BOOST_AUTO_TEST_CASE(dimensions_that_are_no_identifiers) {
  expect({
      {"an expression", parameter("past_seq_len + 1")},
      {"the name of a value", parameter("Squeeze/decoder/Squeeze_output_0_dim_0")},
      {"an empty parameter", parameter("")},
      {"an unknown dimension", with("input", shape_of(Message(MessageId::dimension)))},
      {"a dimension of -1", with("input", value("z", tensor_type(float32, {-1, 3}))),
       "warning type/dim-unknown"},
  });
}

BOOST_AUTO_TEST_CASE(names_and_texts_of_any_length) {
  const std::string long_name(347, 'n');
  const std::string long_text(65727, 't');
  expect({
      {"a name that is not ASCII", with("node", abs("x", "\xc3\xa9t\xc3\xa9/\xe5\xb1\x82"))},
      {"a name of 347 bytes", with("node", abs("x", long_name))},
      {"an empty metadata key", sound_model().set("metadata_props", entry("", "v"))},
      {"a metadata value of 65,727 bytes",
       sound_model().set("metadata_props", entry("k", long_text))},
      {"a metadata value of several lines",
       sound_model().set("metadata_props", entry("k", "a\r\n\tb\n"))},
      {"a string that is a blob",
       model_of_node(identity(attribute()
                                  .set("name", "ep_cache_context")
                                  .set("s", "\x00\xff\xfe\x80"sv)
                                  .set("type", 3))),
       "note attribute/string-utf8"},
      {"a description of several lines", sound_model().set("doc_string", "a\n\tb\n")},
  });
}

BOOST_AUTO_TEST_CASE(other_ways_to_write_the_same) {
  const auto attribute_with = [](const Message& attribute) {
    return model_of_node(identity(attribute));
  };
  const Message packed_dims = tensor()
                                  .packed("dims", {2, 1})
                                  .set("data_type", float32)
                                  .set("raw_data", std::string_view(zeros(8)))
                                  .set("name", "w");
  const Message backwards =
      model()
          .set("opset_import",
               Message(MessageId::operator_set_id).set("version", 18).set("domain", ""))
          .set("graph",
               graph()
                   .set("output", value("y"))
                   .set("input", value("x"))
                   .set("name", "g")
                   .set("node",
                        node().set("op_type", "Identity").set("output", "y").set("input", "x")))
          .set("producer_name", "")
          .set("ir_version", 8);
  expect({
      {"packed dims", with("initializer", packed_dims)},
      {"packed integers",
       attribute_with(attribute().set("name", "axes").packed("ints", {0, 1}).set("type", 7))},
      {"packed floats",
       attribute_with(
           attribute().set("name", "scales").packed_floats("floats", {1.0, 2.0}).set("type", 6))},
      {"an integer of 0 left out", attribute_with(attribute().set("name", "axis").set("type", 2))},
      {"an empty list", attribute_with(attribute().set("name", "axes").set("type", 7))},
      {"defaults written out",
       model_of_node(identity().set("domain", "").set("doc_string", "").set("name", ""))
           .set("producer_name", "")
           .set("producer_version", "")
           .set("domain", "")
           .set("model_version", 0)
           .set("doc_string", "")},
      {"defaults of a tensor written out",
       with("initializer", weight("w").set("data_location", 0).set("doc_string", ""))},
      {"the empty reference to a parameter written out",
       attribute_with(attribute_of("axis", "i", 1).set("ref_attr_name", "").set("doc_string", ""))},
      {"fields out of the order of their numbers", backwards},
  });
}

BOOST_AUTO_TEST_CASE(external_data_as_it_is_published) {
  const TemporaryFolder folder;
  folder.write("w.bin", zeros(64));
  const ExternalFolder beside = ExternalFolder::at(folder.path().string());
  const auto external = [](std::string_view name, std::string_view offset) {
    Message out = tensor(float32, {2})
                      .set("name", name)
                      .set("data_location", 1)
                      .set("external_data", entry("location", "w.bin"));
    return offset.empty() ? out : out.set("external_data", entry("offset", offset));
  };
  struct Row {
    std::string_view sentence;
    std::string_view offset;
    std::string_view findings;
  };
  const Row rows[] = {
      {"no length, in a file that goes on behind it", "", "note external/file-longer"},
      {"an offset that is no multiple of 4096", "56", "note external/unaligned"},
      {"an offset that is no multiple of 8", "3",
       "note external/file-longer, note external/unaligned"},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.sentence) {
      const Message model = with("initializer", external("w", row.offset));
      for (const Profile profile : {Profile::strict, Profile::compat}) {
        const Report report = check(model.view(), Kind::model, Policy(profile), &beside);
        BOOST_TEST(report.accepted(), brief(report));
        BOOST_TEST(rules_of(report) == row.findings);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(scopes_that_do_not_overlap_in_time) {
  const auto branch = [](std::string_view name) {
    return empty_graph().set("node", abs("x", name)).set("output", info(name));
  };
  const auto two = [&](const Message& then_branch, const Message& else_branch) {
    return node_of("If", {"x"}, {"y"})
        .set("attribute", attribute_of("then_branch", "g", then_branch))
        .set("attribute", attribute_of("else_branch", "g", else_branch));
  };
  expect({
      {"a name that the graph around it defines only later",
       model_of(graph_of(choosing(branch("later"))).set("node", abs("x", "later")))},
      {"the name that its own node gives to its output", model_choosing(branch("y"))},
      {"one name in both branches", model_of(graph_of(two(branch("b"), branch("b"))))},
      {"one name in two subgraphs, one in the other",
       model_choosing(
           empty_graph()
               .set("node", node_of("If", {"x"}, {"b"})
                                .set("attribute", attribute_of("then_branch", "g", branch("b"))))
               .set("output", info("b")))},
      {"one name in a function and in the main graph",
       model_of_node(node_of("f", {"x"}, {"y"}, "local"))
           .set("opset_import", opset("local", 1))
           .set("functions", function("f", identity()))},
      {"one name in two functions", sound_model()
                                        .set("functions", function("f", identity()))
                                        .set("functions", function("g", identity()))},
      {"a subgraph that uses names of all graphs around it",
       model_choosing(
           empty_graph()
               .set("node", abs("x", "a"))
               .set("node",
                    node_of("If", {"a"}, {"b"})
                        .set("attribute",
                             attribute_of("then_branch", "g",
                                          empty_graph()
                                              .set("node", node_of("Add", {"x", "a"}, {"c"}))
                                              .set("output", info("c")))))
               .set("output", info("b")))},
  });
}

BOOST_AUTO_TEST_CASE(the_largest_that_were_seen) {
  Message wide = node().set("op_type", "Concat");
  Message graph_of_wide = empty_graph();
  for (int i = 0; i < 201; ++i) {
    wide.set("input", "x" + std::to_string(i));
    graph_of_wide.set("input", value("x" + std::to_string(i)));
  }
  for (int i = 0; i < 65; ++i) {
    wide.set("output", "y" + std::to_string(i));
    graph_of_wide.set("output", value("y" + std::to_string(i)));
  }
  Message many_opsets = model_of(graph_of(identity()));
  for (int i = 1; i < 14; ++i) {
    many_opsets.set("opset_import", opset("domain" + std::to_string(i), 1));
  }
  expect({
      {"201 inputs and 65 outputs of a node", model_of(graph_of_wide.set("node", wide))},
      {"14 imports", many_opsets},
      {"rank 9", with("input", value("z", tensor_type(float32, {1, 2, 3, 4, 5, 6, 7, 8, 9})))},
  });
}

BOOST_AUTO_TEST_CASE(what_only_the_schema_of_an_operator_would_refuse) {
  const auto lacking = [](std::string_view op_type) {
    return model_of_node(node_of(op_type, {"x"}, {"y"}));
  };
  expect({
      {"a Gemm of one input", lacking("Gemm")},
      {"a Reshape without a shape", lacking("Reshape")},
      {"a Squeeze of an unknown attribute",
       model_of_node(node_of("Squeeze", {"x"}, {"y"}).set("attribute", attribute_of("b", "i", 1)))},
      {"a Concat of nothing, without an axis", model_of_node(node_of("Concat", {""}, {"y"}))},
      {"an operator that ONNX does not have", lacking("NoSuchOperator")},
      {"an operator of a preview domain that it does not have",
       model_of_node(node_of("Nothing", {"x"}, {"y"}, "ai.onnx.preview.training"))
           .set("opset_import", opset("ai.onnx.preview.training", 1))},
      {"an operator of old times, which tools made exceptions for", lacking("ATen")},
  });
  // The report says that it did not look.
  const Report report = check(lacking("Gemm").view(), Kind::model);
  BOOST_TEST_REQUIRE(report.not_checked.size() >= 2u);
  BOOST_TEST(report.not_checked[0] == "operator schemas other than ConvInteger's");
  BOOST_TEST(report.not_checked[1] == "inference of types and shapes");
}

BOOST_AUTO_TEST_CASE(what_strict_refuses_and_compat_takes) {
  struct Refused {
    std::string_view sentence;
    Message model;
    std::string_view strict;
    std::string_view compat;
  };
  const Message shadowing =
      model_choosing(empty_graph().set("node", abs("x", "x")).set("output", info("x")));
  const std::vector<Refused> rows = {
      {"conflicting imports of one domain",
       model_of(graph_of(identity()), 8, opset("", 13)).set("opset_import", opset("ai.onnx", 12)),
       "error opset/conflict", "warning opset/conflict"},
      {"a name in a subgraph that hides one around it", shadowing, "error graph/shadowing",
       "warning graph/shadowing"},
      {"a newline in the name of a value", with("node", abs("x", "a\nb")),
       "error string/control-character", "warning string/control-character"},
  };
  for (const Refused& row : rows) {
    BOOST_TEST_CONTEXT(row.sentence) {
      const Report strict = check(row.model.view(), Kind::model, Policy::strict());
      const Report compat = check(row.model.view(), Kind::model, Policy::compat());
      BOOST_TEST(rules_of(strict) == row.strict);
      BOOST_TEST(rules_of(compat) == row.compat);
      BOOST_TEST(!strict.accepted());
      BOOST_TEST(compat.accepted());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
