// Long lists are judged in passing, without keeping their records: nobody can tell from the report.
#include <boost/test/unit_test.hpp>
#include <string>

#include "rules/document.hpp"
#include "support/cases.hpp"
#include "support/models.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

// The findings when lists of `least` elements are long; 0: none is.
std::string judged(Bytes input, Kind kind, const Policy& policy, std::uint32_t least,
                   bool* in_passing = nullptr) {
  rules::Document document;
  const Report report = rules::read_document(input, kind, policy, nullptr, document, least);
  if (in_passing != nullptr) {
    // What was judged in passing is not there afterwards.
    const auto* model = static_cast<const decode::ModelRecord*>(document.root);
    const auto* sequence = static_cast<const decode::SequenceRecord*>(document.root);
    *in_passing =
        kind == Kind::model ? model->graph->node.empty() : sequence->tensor_values.empty();
  }
  std::string out = brief(report);
  for (const Finding& finding : report.findings) {
    out.append("\n").append(finding.message);
  }
  return out;
}

void check_both_ways(const Message& file, Kind kind, const Policy& policy) {
  BOOST_TEST(judged(file.view(), kind, policy, 1) == judged(file.view(), kind, policy, 0));
}

Message float_tensor(std::string_view name) {
  return Message(MessageId::tensor)
      .each("dims", {1})
      .set("data_type", ElementType::float32)
      .set("name", name)
      .set("raw_data", zeros(4));
}

Message sequence_of(std::uint32_t count) {
  Message out(MessageId::sequence);
  out.set("elem_type", 1);
  for (std::uint32_t i = 0; i < count; ++i) {
    out.set("tensor_values", float_tensor("t"));
  }
  return out;
}

Message graph_head() {
  return Message(MessageId::graph)
      .set("name", "g")
      .set("input", value("x"))
      .set("output", value("y"));
}

// A chain of that many nodes from x to y, each of which has memory of its own.
Message chain_of(std::uint32_t count, const Message* first = nullptr,
                 const Message* last = nullptr) {
  Message graph = graph_head();
  if (first != nullptr) {
    graph.set("node", *first);
  }
  std::string from = "x";
  for (std::uint32_t i = 1; i < count; ++i) {
    const std::string to = "v" + std::to_string(i);
    graph.set("node", node_of("Identity", {from}, {to}));
    from = to;
  }
  graph.set("node", node_of("Identity", {from}, {"y"}));
  if (last != nullptr) {
    graph.set("node", *last);
  }
  return model_of(graph);
}

// ConvInteger of x, which has one channel, and of weights from a Constant.
Message constant(std::string_view name, std::int64_t channels) {
  return node_of("Constant", {}, {name})
      .set("attribute",
           attribute_of("value", "t",
                        Message(MessageId::tensor)
                            .each("dims", {1, channels, 1, 1})
                            .set("data_type", ElementType::uint8)
                            .set("raw_data", zeros(static_cast<std::size_t>(channels)))));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(in_passing)

BOOST_AUTO_TEST_CASE(every_case_has_the_same_report) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      for (const Profile profile : {Profile::strict, Profile::compat}) {
        const Policy policy = policy_of(one, profile);
        check_both_ways(one.faulty, faulty_kind(one), policy);
        check_both_ways(one.sound, kind_of(one.sound), policy);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_sound_is_not_kept) {
  for (const std::uint32_t count : {16u, 17u, 31u, 100u}) {
    bool in_passing = false;
    BOOST_TEST(judged(chain_of(count).view(), Kind::model, Policy(), 16, &in_passing) == "");
    BOOST_TEST(in_passing);
    BOOST_TEST(judged(sequence_of(count).view(), Kind::sequence, Policy(), 16, &in_passing) == "");
    BOOST_TEST(in_passing);
  }
}

BOOST_AUTO_TEST_CASE(what_is_short_is_kept) {
  bool in_passing = true;
  BOOST_TEST(judged(chain_of(15).view(), Kind::model, Policy(), 16, &in_passing) == "");
  BOOST_TEST(!in_passing);
}

BOOST_AUTO_TEST_CASE(what_is_not_sound_is_kept_and_judged_from_the_beginning) {
  bool in_passing = true;
  const Message twice = node_of("Identity", {"x"}, {"v1"});
  const Message file = chain_of(100, nullptr, &twice);
  const std::string found = judged(file.view(), Kind::model, Policy(), 16, &in_passing);
  BOOST_TEST(found.starts_with("error graph/ssa graph.node[100].output[0]"), found);
  BOOST_TEST(!in_passing);
  BOOST_TEST(found == judged(file.view(), Kind::model, Policy(), 0));
}

BOOST_AUTO_TEST_CASE(a_list_in_two_places_is_kept) {
  Message file = sequence_of(20);
  file.set("name", "s").set("tensor_values", float_tensor("last"));
  bool in_passing = true;
  BOOST_TEST(judged(file.view(), Kind::sequence, Policy(), 16, &in_passing) == "");
  BOOST_TEST(!in_passing);
}

BOOST_AUTO_TEST_CASE(a_constant_is_known_long_after_its_node) {
  for (const std::int64_t channels : {1, 2}) {
    const Message weights = constant("w", channels);
    Message convolution = node_of("ConvInteger", {"image", "w"}, {"z"});
    Message graph = graph_head();
    graph.set("input", value("image", tensor_type(ElementType::uint8, {1, 1, 4, 4})));
    for (int i = 0; i < 40; ++i) {
      graph.set("node", constant("c" + std::to_string(i), 1 + i));
    }
    graph.set("node", weights);
    for (int i = 0; i < 200; ++i) {
      graph.set("node", node_of("Identity", {"x"}, {"i" + std::to_string(i)}));
    }
    graph.set("node", node_of("Identity", {"x"}, {"y"}));
    graph.set("node", convolution);
    const Message file = model_of(graph);
    const std::string found = judged(file.view(), Kind::model, Policy(), 16);
    BOOST_TEST((found == "") == (channels == 1), found);
    BOOST_TEST(found == judged(file.view(), Kind::model, Policy(), 0));
  }
}

BOOST_AUTO_TEST_CASE(tensors_of_another_type_are_found_in_any_batch) {
  for (const std::uint32_t before : {1u, 15u, 16u, 40u}) {
    Message file = sequence_of(before);
    file.set("tensor_values", Message(MessageId::tensor)
                                  .each("dims", {1})
                                  .set("data_type", ElementType::uint8)
                                  .set("raw_data", zeros(1)));
    const std::string found = judged(file.view(), Kind::sequence, Policy(), 1);
    BOOST_TEST(found.starts_with("error sequence/heterogeneous"), found);
    BOOST_TEST(found == judged(file.view(), Kind::sequence, Policy(), 0));
  }
}

BOOST_AUTO_TEST_CASE(the_list_of_a_map_and_of_an_optional_is_passed_over_too) {
  Message map(MessageId::map);
  map.set("key_type", ElementType::int64).each("keys", {1, 2, 3}).set("values", sequence_of(3));
  BOOST_TEST(judged(map.view(), Kind::map, Policy(), 1) == "");
  map.each("keys", {4});
  check_both_ways(map, Kind::map, Policy());
  Message optional(MessageId::optional);
  optional.set("elem_type", 3).set("sequence_value", sequence_of(20));
  BOOST_TEST(judged(optional.view(), Kind::optional, Policy(), 1) == "");
}

BOOST_AUTO_TEST_CASE(memory_is_counted_as_if_all_were_kept) {
  Policy policy;
  policy.limits.memory_per_byte = 0;
  std::uint64_t accepted = 0;
  const Message chain = chain_of(60);
  const Message sequence = sequence_of(60);
  for (policy.limits.memory_base = 2000; policy.limits.memory_base < 60'000;
       policy.limits.memory_base += 777u) {
    check_both_ways(chain, Kind::model, policy);
    check_both_ways(sequence, Kind::sequence, policy);
    accepted += judged(chain.view(), Kind::model, policy, 1).empty() ? 1u : 0u;
  }
  BOOST_TEST(accepted > 5u);
  BOOST_TEST(accepted < 70u);
}

BOOST_AUTO_TEST_SUITE_END()
