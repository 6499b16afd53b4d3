// A sound model whose bytes are cut, split into parts, or read with too little memory: every
// finding is about that, and none about what is in order.
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/everything.hpp"
#include "support/findings.hpp"
#include "support/models.hpp"
#include "wire/cursor.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using enum ElementType;

// Where one field of a message ends and the next begins.
std::set<std::size_t> boundaries(std::string_view text) {
  std::set<std::size_t> out = {0};
  const Bytes bytes = bytes_of(text);
  wire::Cursor cursor{bytes.data(), bytes.data() + bytes.size()};
  while (!cursor.done()) {
    const wire::Tag tag = wire::read_tag(cursor);
    const std::uint64_t value = wire::read_varint(cursor).value;
    if (tag.wire_type == 2) {
      cursor.at += value;
    }
    out.insert(static_cast<std::size_t>(cursor.at - bytes.data()));
  }
  return out;
}

bool only(const Report& report, std::initializer_list<Rule> rules) {
  for (const Finding& finding : report.findings) {
    if (std::find(rules.begin(), rules.end(), finding.rule) == rules.end()) {
      return false;
    }
  }
  return true;
}

Policy with_memory(std::uint64_t bytes) {
  Policy policy;
  policy.limits.memory_base = bytes;
  policy.limits.memory_per_byte = 0;
  return policy;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(robustness)

BOOST_AUTO_TEST_CASE(the_model_of_everything_is_sound) {
  BOOST_TEST(findings_of(everything()) == "");
  BOOST_TEST(findings_of(everything(), Policy::compat()) == "");
}

BOOST_AUTO_TEST_CASE(a_cut_model_has_one_finding_wherever_it_is_cut) {
  const Message whole = everything();
  const std::set<std::size_t> fields = boundaries(whole.text());
  for (std::size_t size = 1; size < whole.text().size(); ++size) {
    const std::string_view cut = std::string_view(whole.text()).substr(0, size);
    const Report report = check(bytes_of(cut), Kind::model);
    if (fields.contains(size)) {
      continue;  // A message of fewer fields, which nobody can tell from a cut one.
    }
    BOOST_REQUIRE_MESSAGE(report.findings.size() == 1 && only(report, {Rule::wire_truncated}),
                          "cut to " << size << " bytes:\n"
                                    << brief(report));
  }
}

BOOST_AUTO_TEST_CASE(a_message_that_ends_in_garbage_has_one_finding) {
  // A tag of field 0 at the end of a part: what is around it is damaged, and nothing else is said.
  const std::string bad(1, '\0');
  const auto damaged = [&](const Message& message) { return Message(message).bytes(bad); };
  const Message names = node_of("Abs", {"x"}, {"z"});
  const std::vector<Message> models = {
      model_of(graph_of(damaged(names))),
      model_of(damaged(empty_graph())),
      model_of(graph_of(identity()).set("initializer", damaged(tensor()))),
      model_of(graph_of(identity()).set("sparse_initializer", damaged(sparse_tensor()))),
      model_of(graph_of(identity()).set("input", damaged(Message(MessageId::value_info)))),
      model_of(graph_of(identity()).set("output", damaged(Message(MessageId::value_info)))),
      model_of(graph_of(identity(), damaged(type()))),
      model_of(graph_of(identity(), damaged(tensor_type(float32, {})))),
      model_of(graph_of(identity(damaged(attribute())))),
      model_of(graph_of(identity(attribute_of("a", "g", damaged(graph()))))),
      model_of(graph_of(identity(attribute_of("a", "tp", damaged(type()))))),
      model_of(graph_of(identity())
                   .set("quantization_annotation", damaged(Message(MessageId::tensor_annotation)))),
      model_of(graph_of(identity().set("device_configurations",
                                       damaged(Message(MessageId::node_device_configuration))))),
      model_of(graph_of(identity()), 10, damaged(Message(MessageId::operator_set_id))),
      sound_model().set("functions", damaged(Message(MessageId::function))),
      sound_model().set("functions", Message(MessageId::function)
                                         .set("name", "f")
                                         .set("attribute_proto", damaged(attribute()))
                                         .set("output", "y")),
      sound_model().set("training_info", damaged(Message(MessageId::training_info))),
      sound_model().set("training_info", Message(MessageId::training_info)
                                             .set("algorithm", damaged(graph()))
                                             .set("update_binding", entry("a", "b"))),
      model_of(graph_of(identity()), 11)
          .set("configuration", damaged(Message(MessageId::device_configuration))),
      // A call of a function that could not be read, and of a configuration.
      model_of_node(node_of("h", {"x"}, {"y"}, "local").set("overload", "one"))
          .set("opset_import", opset("local", 1))
          .set("functions", function("f", identity()))
          .set("functions", damaged(Message(MessageId::function))),
      model_of(graph_of(identity().set(
                   "device_configurations",
                   Message(MessageId::node_device_configuration).set("configuration_id", "c"))),
               11)
          .set("configuration", damaged(Message(MessageId::device_configuration))),
      damaged(model()),
      damaged(model().set("ir_version", 10)),
  };
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Report report = check(models[i].view(), Kind::model);
    BOOST_TEST((report.findings.size() == 1 && only(report, {Rule::wire_field_number_zero})),
               "model " << i << ":\n"
                        << brief(report));
  }
}

BOOST_AUTO_TEST_CASE(too_little_memory_is_one_finding_and_never_silence) {
  const Message whole = everything();
  bool refused = false;
  bool taken = false;
  for (std::uint64_t bytes = 8 << 10; bytes < (128 << 10); bytes += 96) {
    const Report report = check(whole.view(), Kind::model, with_memory(bytes));
    if (report.findings.empty()) {
      taken = true;
    } else {
      refused = true;
      BOOST_REQUIRE_MESSAGE(report.findings.size() == 1 && only(report, {Rule::limit_memory}),
                            "with " << bytes << " bytes:\n"
                                    << brief(report));
      BOOST_REQUIRE(!taken);
    }
  }
  BOOST_TEST(refused);
  BOOST_TEST(taken);
}

BOOST_AUTO_TEST_CASE(a_fault_is_refused_however_little_memory_there_is_to_see_it) {
  // Twenty initializers, the last with the name of the first.
  Message main = graph_of(identity());
  for (int i = 0; i < 20; ++i) {
    main.set("initializer", zero_tensor(float32, {2}).set("name", "w" + std::to_string(i % 19)));
  }
  const Message faulty = model_of(main);
  for (std::uint64_t bytes = 0; bytes < (32 << 10); bytes += 64) {
    const Report report = check(faulty.view(), Kind::model, with_memory(bytes));
    BOOST_REQUIRE(!report.accepted());
    BOOST_REQUIRE_MESSAGE(only(report, {Rule::limit_memory, Rule::graph_duplicate_initializer}),
                          brief(report));
  }
}

BOOST_AUTO_TEST_CASE(parts_of_one_message_are_merged_as_libprotobuf_does) {
  struct Row {
    std::string_view sentence;
    Message model;
    std::string_view path;
  };
  const Message first_part = empty_graph().set("input", value("x"));
  const Message second_part = graph().set("node", identity()).set("output", value("y"));
  const Message split_tensor = attribute()
                                   .set("name", "a")
                                   .set("t", tensor(float32, {2}))
                                   .set("t", tensor().set("raw_data", std::string_view(zeros(8))))
                                   .here_field()
                                   .set("type", 4);
  const Message split_shape = type().set("tensor_type", Message(MessageId::type_tensor)
                                                            .set("elem_type", 1)
                                                            .set("shape", shape({2}))
                                                            .set("shape", shape({3}))
                                                            .here_field());
  const Row rows[] = {
      {"a graph in two parts",
       model()
           .set("ir_version", 10)
           .set("opset_import", opset("", 18))
           .set("graph", first_part)
           .set("graph", second_part)
           .here_field(),
       "graph"},
      {"a tensor in two parts", model_of_node(identity(split_tensor)),
       "graph.node[0].attribute[0].t"},
      {"a shape in two parts, which an initializer of two dims fits",
       model_of(graph_of(identity())
                    .set("input", value("w", split_shape))
                    .set("initializer", zero_tensor(float32, {2, 3}).set("name", "w"))),
       "graph.input[1].type.tensor_type.shape"},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT(row.sentence) {
      for (const Profile profile : {Profile::strict, Profile::compat}) {
        const Report report = check(row.model.view(), Kind::model, Policy(profile));
        BOOST_REQUIRE_MESSAGE(report.findings.size() == 1, brief(report));
        BOOST_TEST((report.findings[0].rule == Rule::wire_duplicate_field));
        BOOST_TEST(report.findings[0].path == row.path);
        BOOST_TEST(report.accepted() == (profile == Profile::compat));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_fault_in_the_second_part_of_a_message_is_found_there) {
  Message second =
      graph().set("node", node().set("input", "t").here().set("output", "y").set("op_type", "Abs"));
  const Message model_in_parts = model()
                                     .set("ir_version", 10)
                                     .set("opset_import", opset("", 18))
                                     .set("graph", empty_graph().set("output", value("y")))
                                     .set("graph", second);
  const Report report = check(model_in_parts.view(), Kind::model, Policy::compat());
  const std::string wanted = brief(Severity::error, Rule::graph_undefined_value,
                                   "graph.node[0].input[0]", model_in_parts.mark());
  BOOST_TEST(brief(report).find(wanted) != std::string::npos, brief(report));
}

BOOST_AUTO_TEST_CASE(the_later_member_of_a_oneof_holds) {
  // First a tensor type without a shape, which would be an error; then a sequence.
  const Message two =
      type()
          .set("tensor_type", Message(MessageId::type_tensor).set("elem_type", 1))
          .set("sequence_type",
               Message(MessageId::type_sequence).set("elem_type", tensor_type(float32, {})));
  const Report report =
      check(model_of(graph_of(identity(), two)).view(), Kind::model, Policy::compat());
  BOOST_REQUIRE(report.findings.size() == 1);
  BOOST_TEST((report.findings[0].rule == Rule::wire_oneof_conflict));
  BOOST_TEST(report.accepted());
}

BOOST_AUTO_TEST_CASE(the_same_bytes_give_the_same_report) {
  Message main = graph_of(node_of("Abs", {"nothing"}, {"y"}));
  for (int i = 0; i < 300; ++i) {
    main.set("node", node_of("Add", {"y", "v" + std::to_string(i)}, {"y"}));
  }
  const Message faulty = model_of(main);
  const auto text = [&] {
    std::string out = findings_of(faulty);
    for (const Finding& finding : check(faulty.view(), Kind::model).findings) {
      out += finding.message;
    }
    return out;
  };
  const std::string first = text();
  for (int i = 0; i < 5; ++i) {
    BOOST_TEST(text() == first);
  }
}

BOOST_AUTO_TEST_SUITE_END()
