// Graphs in graphs and types in types: both sides of the limit, and what lies beyond it.
#include <boost/test/unit_test.hpp>
#include <string>

#include "support/findings.hpp"
#include "support/models.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using enum ElementType;

// So many If nodes, each in a branch of the one before it; in the last branch is that graph.
Message nested_ifs(std::uint32_t count, Message inner = empty_graph()) {
  for (std::uint32_t i = 1; i < count; ++i) {
    const std::string name = "v" + std::to_string(i);
    inner = empty_graph()
                .set("node", node_of("If", {"x"}, {name})
                                 .set("attribute", attribute_of("then_branch", "g", inner)))
                .set("output", Message(MessageId::value_info).set("name", name));
  }
  return model_of_node(
      node_of("If", {"x"}, {"y"}).set("attribute", attribute_of("then_branch", "g", inner)));
}

// An input whose type is a sequence of sequences, so many of them.
Message nested_sequences(std::uint32_t count) {
  Message inner = tensor_type(float32, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    inner = type().set("sequence_type", Message(MessageId::type_sequence).set("elem_type", inner));
  }
  return model_of(graph_of(identity()).set("input", value("z", inner)));
}

Policy with_depth(std::uint32_t depth) {
  return with_limit(&Limits::depth, depth);
}

// Paths are too long to print them.
void expect_nothing(const Message& model, const Policy& policy) {
  BOOST_TEST(check(model.view(), Kind::model, policy).findings.size() == 0u);
}

void expect_one_depth_finding(const Message& model, const Policy& policy) {
  const Report report = check(model.view(), Kind::model, policy);
  BOOST_REQUIRE(report.findings.size() == 1);
  BOOST_TEST((report.findings[0].rule == Rule::limit_depth));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(nesting)

BOOST_AUTO_TEST_CASE(thirty_three_nested_ifs_are_accepted_and_thirty_four_are_not) {
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    expect_nothing(nested_ifs(32), Policy(profile));
    expect_nothing(nested_ifs(33), Policy(profile));
    expect_one_depth_finding(nested_ifs(34), Policy(profile));
    expect_one_depth_finding(nested_ifs(200), Policy(profile));
  }
}

BOOST_AUTO_TEST_CASE(the_finding_names_the_message_that_is_too_deep) {
  const Message model = nested_ifs(34);
  const Report report = check(model.view(), Kind::model);
  std::string path = "graph.node[0].attribute[0]";
  for (int i = 0; i < 32; ++i) {
    path += ".g.node[0].attribute[0]";
  }
  // The graph in the 33rd branch is the hundredth message below the root; its node is one more.
  const Finding& finding = report.findings.at(0);
  BOOST_TEST((finding.path == path + ".g.node[0]"));
  BOOST_TEST(model.text().substr(finding.offset + 2, finding.length - 2) ==
             node_of("If", {"x"}, {"v1"})
                 .set("attribute", attribute_of("then_branch", "g", empty_graph()))
                 .text());
}

BOOST_AUTO_TEST_CASE(types_nest_as_deep_as_other_messages) {
  // A type of an input is three messages below the root, each sequence takes two, the tensor and
  // its shape two more.
  expect_nothing(nested_sequences(47), Policy());
  expect_one_depth_finding(nested_sequences(48), Policy());
  const Message two_thousand = nested_sequences(1000);
  expect_one_depth_finding(two_thousand, with_depth(1000));
}

BOOST_AUTO_TEST_CASE(no_policy_lets_rules_recurse_deeper_than_a_thousand_messages) {
  expect_nothing(nested_ifs(333), with_depth(1000));
  expect_nothing(nested_ifs(333), with_depth(0xffffffff));
  expect_one_depth_finding(nested_ifs(334), with_depth(1000));
  expect_one_depth_finding(nested_ifs(334), with_depth(0xffffffff));
  expect_nothing(nested_sequences(497), with_depth(1000));
  expect_one_depth_finding(nested_sequences(498), with_depth(1000));
}

BOOST_AUTO_TEST_CASE(one_graph_too_deep_does_not_hide_what_is_wrong_beside_it) {
  const auto choosing = [](const Message& branch) {
    return node_of("If", {"x"}, {"q"}).set("attribute", attribute_of("then_branch", "g", branch));
  };
  const Message too_deep =
      choosing(empty_graph().set("node", choosing(empty_graph()).set("name", "inner")));
  const Message no_operator = node().set("input", "x").set("output", "z");
  const Message main = graph_of(identity()).set("node", no_operator).set("node", too_deep);
  const Report report = check(model_of(main).view(), Kind::model, with_depth(6));
  BOOST_TEST(report.errors == 2u, brief(report));
  BOOST_TEST((report.findings[0].rule == Rule::node_op_type));
  BOOST_TEST((report.findings[1].rule == Rule::limit_depth));
}

BOOST_AUTO_TEST_SUITE_END()
