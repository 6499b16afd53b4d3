// Explanations: every field, each finding at its field, and ways to narrow them down.
#include <boost/test/unit_test.hpp>
#include <map>

#include "assay/explain.hpp"

#include "base/text.hpp"
#include "support/cases.hpp"
#include "support/everything.hpp"
#include "support/models.hpp"
#include "support/mutator.hpp"
#include "support/rich_files.hpp"

using namespace assay;
using namespace assay::testing;
using enum ElementType;

namespace {

// A line for each line: depth, path, "*" when closed, the rules found there, "... n" for what is
// left out.
std::string brief_of(Explanation explanation) {
  std::string out;
  ExplainedField line;
  while (explanation.next(line)) {
    out += std::string(line.depth, ' ');
    out += line.skipped != 0 ? cat("... ", line.skipped) : line.path.empty() ? "/" : line.path;
    out += line.closed ? "*" : "";
    for (const Finding* finding : line.findings) {
      out += cat(" !", rule_info(finding->rule).id);
    }
    out += '\n';
  }
  return out;
}

// "graph.node[0]" for "graph.node[0].name" and for "graph.node[0].name[2]".
std::string parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return std::string(path.substr(0, dot == std::string_view::npos ? 0 : dot));
}
std::string without_index(std::string_view path) {
  return std::string(path.ends_with(']') ? path.substr(0, path.rfind('[')) : path);
}

Explanation whole(const Message& file, std::span<const Finding> findings = {}) {
  return Explanation(file.view(), kind_of(file), findings);
}

// A model of ten nodes n0 to n9.
Message ten_nodes() {
  Message nodes = graph().set("name", "g");
  for (int i = 0; i < 10; ++i) {
    nodes.set("node", node().set("name", "n" + std::to_string(i)).set("op_type", "Op"));
  }
  return model().set("ir_version", 10).set("graph", nodes);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explanation)

BOOST_AUTO_TEST_CASE(fields_come_depth_first_with_their_paths) {
  const Message file = sequence()
                           .set("name", "s")
                           .set("tensor_values", tensor(float32, {2}))
                           .set("tensor_values", tensor().tag(99, 0).varint(1));
  BOOST_TEST(brief_of(whole(file)) ==
             "/\n"
             " name\n"
             " tensor_values[0]\n"
             "  tensor_values[0].dims\n"
             "  tensor_values[0].data_type\n"
             " tensor_values[1]\n"
             "  tensor_values[1]\n");  // an unknown field has no name of its own
}

// The one field that has all the bytes of a finding, with the path that the finding names: what a
// reader of the report is led to.
BOOST_AUTO_TEST_CASE(every_finding_of_every_rule_stands_once_and_where_its_path_says) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      const Kind kind = faulty_kind(one);
      const Report report = check(one.faulty.view(), kind, policy_of(one, Profile::strict));
      std::map<const Finding*, int> seen;
      // What a message given twice holds is counted on by readers, and not in its own bytes.
      const bool twice = one.rule == Rule::wire_duplicate_field;
      Explanation explanation(one.faulty.view(), kind, report.findings);
      ExplainedField line;
      while (explanation.next(line)) {
        for (const Finding* finding : line.findings) {
          ++seen[finding];
          BOOST_TEST(finding->offset >= line.field.offset);
          BOOST_TEST(finding->offset + finding->length <= line.field.end());
          // A field that is missing is missed at its message; the name of a message may be what is
          // wrong with it.
          const std::string_view path = finding->path;
          const bool there = without_index(line.path) == without_index(path);
          const bool at_message = line.path == parent_of(path);
          const bool within = line.path.starts_with(path);
          BOOST_TEST((there || at_message || within || twice),
                     rule_info(finding->rule).id << " of " << path << " stands at " << line.path);
          const std::vector<WireField> lead = fields_to(one.faulty.view(), kind, *finding);
          BOOST_TEST((lead.empty() ? 0 : lead.back().offset) == line.field.offset);
          BOOST_TEST(lead.size() == line.depth);
        }
      }
      BOOST_TEST(seen.size() == report.findings.size());
      for (const auto& [finding, times] : seen) {
        BOOST_TEST(times == 1, rule_info(finding->rule).id);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_message_and_the_one_field_that_fills_it_are_told_apart_by_the_path) {
  const Message file = sequence().set("tensor_values", tensor().set("raw_data", "ab"));
  const auto where = [&](std::string_view path) {
    const std::vector<Finding> findings = {
        {Rule::tensor_no_data, Severity::error, "", std::string(path), 2, file.view().size() - 2}};
    return fields_to(file.view(), Kind::sequence, findings.front()).size();
  };
  BOOST_TEST(where("tensor_values[0]") == 1u);
  BOOST_TEST(where("tensor_values[0].data_type") == 1u);
  BOOST_TEST(where("tensor_values[0].raw_data") == 2u);
}

BOOST_AUTO_TEST_CASE(an_empty_payload_is_found_at_its_own_field) {
  const Message file = tensor().set("name", "").set("data_type", 1);
  const Finding finding{Rule::tensor_no_data, Severity::error, "", "name", 2, 0};
  const auto lead = fields_to(file.view(), Kind::tensor, finding);
  BOOST_TEST_REQUIRE(lead.size() == 1u);
  BOOST_TEST(lead.front().name() == "name");
}

BOOST_AUTO_TEST_CASE(a_byte_leads_to_the_innermost_field) {
  const Message file = sequence().set("tensor_values", tensor(float32, {2}));
  const auto names = [&](std::uint64_t offset) {
    std::string out;
    for (const WireField& field : fields_to(file.view(), Kind::sequence, offset)) {
      out += cat("/", field.name());
    }
    return out;
  };
  BOOST_TEST(names(0) == "/tensor_values");
  BOOST_TEST(names(1) == "/tensor_values");
  BOOST_TEST(names(2) == "/tensor_values/dims");
  BOOST_TEST(names(5) == "/tensor_values/data_type");
  BOOST_TEST(names(6) == "");
}

BOOST_AUTO_TEST_CASE(a_path_narrows_it_down_to_what_stands_there) {
  const auto at = [](const Message& file, std::string_view path) {
    Explanation explanation = whole(file);
    explanation.only_at(path);
    return brief_of(std::move(explanation));
  };
  const Message file = ten_nodes();
  BOOST_TEST(at(file, "graph.node[3]") ==
             "/\n"
             " graph\n"
             "  graph.node[3]\n"
             "   graph.node[3].name\n"
             "   graph.node[3].op_type\n");
  BOOST_TEST(at(file, "graph.node[9].name") ==
             "/\n"
             " graph\n"
             "  graph.node[9]\n"
             "   graph.node[9].name\n");
  BOOST_TEST(at(file, "ir_version") == "/\n ir_version\n");
  // Without an index, all of them, and around those that have none nothing is shown.
  const Message some = sequence()
                           .set("tensor_values", tensor().set("name", "a"))
                           .set("tensor_values", tensor())
                           .set("tensor_values", tensor().set("name", "c"));
  BOOST_TEST(at(some, "tensor_values.name") ==
             "/\n"
             " tensor_values[0]\n"
             "  tensor_values[0].name\n"
             " tensor_values[2]\n"
             "  tensor_values[2].name\n");
  BOOST_TEST(at(tensor(float32, {2, 3}), "dims") == "/\n dims\n dims\n");
  for (const char* path :
       {"graph.node[10]", "graph.node[3].name.x", "x", "", ".", "graph.", "[0]", "graph.node[",
        "graph.node[]", "graph.node[-1]", "graph.node[1]x", "graph.node[99999999999999999999]"}) {
    BOOST_TEST(at(file, path) == "", path);
  }
}

BOOST_AUTO_TEST_CASE(a_path_that_leads_nowhere_is_explained) {
  const Message file = ten_nodes();
  const auto problem = [&](std::string_view path) {
    return path_problem(file.view(), Kind::model, path);
  };
  BOOST_TEST(problem("graph.node[3].name") == "");
  BOOST_TEST(problem("graph.node") == "");
  BOOST_TEST(problem("graph.node[10]") == "graph holds 10 of node, from [0] to [9]");
  BOOST_TEST(problem("graph.initializer[0]") == "graph holds no initializer");
  BOOST_TEST(problem("opset_import") == "the file holds no opset_import");
  BOOST_TEST(
      problem("graph.nodes[3]")
          .starts_with("GraphProto has no field \"nodes\"; it has node, name, initializer, "));
  BOOST_TEST(problem("graph.name.x") == "graph.name is no message and has no fields");
  BOOST_TEST(problem("graph..node") ==
             "\"graph..node\" is no path; one looks like graph.node[3].name");
}

BOOST_AUTO_TEST_CASE(a_byte_narrows_it_down_to_what_stands_around_it) {
  const Message file = ten_nodes();
  // The name of the sixth node.
  Explanation by_path = whole(file);
  by_path.only_at("graph.node[5].name");
  ExplainedField line;
  while (by_path.next(line)) {
  }
  Explanation explanation = whole(file);
  explanation.only_around(line.field.payload_offset);
  BOOST_TEST(brief_of(std::move(explanation)) ==
             "/\n"
             " ir_version\n"
             " graph\n"
             "  ... 4\n"
             "  graph.node[3]*\n"
             "  graph.node[4]*\n"
             "  graph.node[5]\n"
             "   graph.node[5].name\n"
             "   graph.node[5].op_type\n"
             "  graph.node[6]*\n"
             "  graph.node[7]*\n"
             "  ... 2\n");
}

BOOST_AUTO_TEST_CASE(a_rule_narrows_it_down_to_what_stands_around_its_findings) {
  Message file = sequence().set("elem_type", 1);
  for (int i = 0; i < 20; ++i) {
    const std::size_t bytes = i == 3 || i == 12 ? 7 : 8;
    file.set("tensor_values", tensor(float32, {2}).set("raw_data", zeros(bytes)));
  }
  const Report report = check(file.view(), Kind::sequence);
  BOOST_TEST_REQUIRE(report.findings.size() == 2u);
  Explanation explanation = whole(file, report.findings);
  explanation.only_around(Rule::tensor_raw_data_size);
  BOOST_TEST(brief_of(std::move(explanation)) ==
             "/\n"
             " ... 2\n"
             " tensor_values[1]*\n"
             " tensor_values[2]*\n"
             " tensor_values[3]\n"
             "  tensor_values[3].dims\n"
             "  tensor_values[3].data_type\n"
             "  tensor_values[3].raw_data !tensor/raw-data-size\n"
             " tensor_values[4]*\n"
             " tensor_values[5]*\n"
             " ... 4\n"
             " tensor_values[10]*\n"
             " tensor_values[11]*\n"
             " tensor_values[12]\n"
             "  tensor_values[12].dims\n"
             "  tensor_values[12].data_type\n"
             "  tensor_values[12].raw_data !tensor/raw-data-size\n"
             " tensor_values[13]*\n"
             " tensor_values[14]*\n"
             " ... 5\n");
}

BOOST_AUTO_TEST_CASE(a_finding_at_a_whole_message_shows_its_first_fields) {
  Message big = sequence().set("elem_type", 1);
  for (int i = 0; i < 20; ++i) {
    big.set("tensor_values", tensor(float32, {2}));
  }
  const std::vector<Finding> findings = {
      {Rule::limit_memory, Severity::error, "", "", 0, big.view().size()}};
  Explanation explanation = whole(big, findings);
  explanation.only_around(Rule::limit_memory);
  const std::string text = brief_of(std::move(explanation));
  BOOST_TEST(text.starts_with("/ !limit/memory\n elem_type\n tensor_values[0]*\n"));
  BOOST_TEST(text.ends_with(" tensor_values[6]*\n ... 13\n"));
}

BOOST_AUTO_TEST_CASE(fields_of_a_cut_message_are_shown_as_far_as_they_go) {
  const Message file = sequence().set("tensor_values", tensor(float32, {2}).set("name", "weights"));
  const Bytes part = file.view().first(file.view().size() - 3);
  const Report report = check(part, Kind::sequence);
  BOOST_TEST(brief_of(Explanation(part, Kind::sequence, report.findings)) ==
             "/\n"
             " tensor_values[0] !wire/truncated\n"
             "  tensor_values[0].dims\n"
             "  tensor_values[0].data_type\n"
             "  tensor_values[0].name\n");
}

BOOST_AUTO_TEST_CASE(messages_are_opened_as_deep_as_is_asked_for) {
  Message deep = sequence();
  for (int i = 0; i < 200; ++i) {
    deep = sequence().set("sequence_values", deep);
  }
  const Report report = check(deep.view(), Kind::sequence);
  for (const std::uint32_t depth : {0u, 100u, 150u, 1000u}) {
    Explanation explanation(deep.view(), Kind::sequence, report.findings, {.depth = depth});
    ExplainedField line;
    std::uint32_t deepest = 0;
    while (explanation.next(line)) {
      deepest = std::max(deepest, line.depth);
      BOOST_TEST(line.closed == (line.depth == depth + 1));
      // The finding is at the first that is too deep, or at what stands around it.
      BOOST_TEST(line.findings.size() == (line.depth == std::min(depth + 1, 101u) ? 1u : 0u));
    }
    BOOST_TEST(deepest == std::min(depth + 1, 200u));
  }
}

BOOST_AUTO_TEST_CASE(around_a_cut_message_its_end_is_shown) {
  const Message whole_file = ten_nodes();
  const Bytes part = whole_file.view().first(whole_file.view().size() - 1);
  const Report report = check(part, Kind::model);
  Explanation explanation(part, Kind::model, report.findings);
  explanation.only_around(Rule::wire_truncated);
  BOOST_TEST(brief_of(std::move(explanation)) ==
             "/\n"
             " ir_version\n"
             " graph !wire/truncated\n"
             "  ... 8\n"
             "  graph.node[7]*\n"
             "  graph.node[8]*\n"
             "  graph.node[9]\n"
             "   graph.node[9].name\n"
             "   graph.node[9].op_type\n");
}

// What no message is: time would show what is not linear.
BOOST_AUTO_TEST_CASE(a_million_fields_and_as_many_findings_stay_cheap) {
  Message file = sequence().set("elem_type", 2);
  for (int i = 0; i < 300'000; ++i) {
    file.set("tensor_values", tensor());
  }
  Policy policy;
  policy.limits.findings = 1'000'000;
  policy.limits.memory_base = 1u << 30;
  const Report report = check(file.view(), Kind::sequence, policy);
  BOOST_TEST(report.findings.size() >= 300'000u);
  Explanation explanation = whole(file, report.findings);
  ExplainedField line;
  std::uint64_t found = 0;
  while (explanation.next(line)) {
    found += line.findings.size();
  }
  BOOST_TEST(found == report.findings.size());
}

BOOST_AUTO_TEST_CASE(mutated_files_have_a_place_for_every_finding) {
  Random random(88);
  const std::string other = everything().text();
  for (const Message& file : rich_files()) {
    std::string text = file.text();
    for (int i = 0; i < 30; ++i) {
      text = mutate(file.id(), text, other, random);
      const Kind kind = kind_of(file);
      const Report report = check(bytes_of(text), kind);
      Explanation explanation(bytes_of(text), kind, report.findings);
      ExplainedField line;
      std::uint64_t found = 0;
      while (explanation.next(line)) {
        found += line.findings.size();
        for (const Finding* finding : line.findings) {
          BOOST_TEST(finding->offset >= line.field.offset);
          BOOST_TEST(finding->offset + finding->length <= line.field.end());
        }
      }
      BOOST_TEST(found == report.findings.size());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
