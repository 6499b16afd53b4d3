// assay explain as its users see it.
#include <boost/test/unit_test.hpp>
#include <json_schema.hpp>

#include "cli/run_command.hpp"
#include "support/message.hpp"

using namespace assay::testing;
using assay::conformance::Json;
using assay::conformance::JsonSchema;

namespace {

const std::string kExamples = ASSAY_SOURCE_DIR "/corpus/examples/";

Outcome explain(std::vector<std::string> arguments, std::string_view input = "") {
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), "explain");
  return run_command(folder, std::move(arguments), input);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// docs/explain.schema.json, with the report's own in the place where it refers to that.
JsonSchema explain_schema() {
  const auto read = [](const char* name) {
    return Json::parse(read_file(std::string(ASSAY_SOURCE_DIR "/docs/") + name));
  };
  Json schema = read("explain.schema.json");
  const Json report = read("report.schema.json");
  for (const auto& [name, definition] : report["$defs"].items()) {
    schema["$defs"].emplace(name == "file" ? "report" : name, definition);
  }
  schema["properties"]["report"]["oneOf"][1]["$ref"] = "#/$defs/report";
  return JsonSchema(schema);
}

Json fields_json(const std::string& out) {
  static const JsonSchema schema = explain_schema();
  Json json = Json::parse(out);
  const auto fault = schema.check(json);
  BOOST_REQUIRE_MESSAGE(!fault, fault->pointer << ": " << fault->message);
  return json;
}

// The names of the fields that are listed, and how many are left out.
std::string fields_of(const std::string& json) {
  const Json parsed = fields_json(json);
  std::string out;
  for (const Json& line : parsed["fields"]) {
    out += out.empty() ? "" : " ";
    out += line.contains("left_out") ? "..." + line["left_out"].dump()
                                     : line["path"].get<std::string>();
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explain_command)

BOOST_AUTO_TEST_CASE(every_example_is_explained_with_the_verdict_of_check) {
  for (const auto& entry : std::filesystem::directory_iterator(kExamples)) {
    const std::string file = entry.path();
    if (file.ends_with(".md")) {
      continue;
    }
    BOOST_TEST_CONTEXT(file) {
      const bool faulty = has(file, "faulty");
      const Outcome text = explain({file});
      BOOST_TEST(text.status == (faulty ? 1 : 0));
      BOOST_TEST(text.out.starts_with(file + (faulty ? ": REJECTED (" : ": accepted (")));
      BOOST_TEST(has(text.out, "\n    fix: ") == faulty);
      const Json json = fields_json(explain({"--format", "json", file}).out);
      std::size_t findings = 0;
      for (const Json& line : json["fields"]) {
        findings += line.contains("findings") ? line["findings"].size() : 0;
      }
      BOOST_TEST(findings == (faulty ? 1u : 0u));
      BOOST_TEST(json["report"]["findings"].size() == findings);
      BOOST_TEST(json["bytes"] == std::filesystem::file_size(file));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_finding_stands_below_its_field_with_its_rule_and_remedy) {
  const std::string out = explain({kExamples + "faulty-model.onnx"}).out;
  const std::size_t field = out.find("\"smu\"\n");
  const std::size_t finding = out.find("error[graph/undefined-value]: ");
  const std::size_t remedy = out.find("    fix: Correct the name");
  const std::size_t next = out.find("2 output[0]", finding);
  BOOST_TEST_REQUIRE(next != std::string::npos);
  BOOST_TEST(field < finding);
  BOOST_TEST(finding < remedy);
  BOOST_TEST(remedy < next);
}

BOOST_AUTO_TEST_CASE(what_json_says_of_faulty_wire_follows_its_schema) {
  std::size_t faults = 0;
  std::size_t problems = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(ASSAY_SOURCE_DIR "/corpus/wire/seeds")) {
    if (entry.file_size() > 500) {
      continue;
    }
    BOOST_TEST_CONTEXT(entry.path()) {
      const Json json =
          fields_json(explain({"--kind", "model", "--format", "json", entry.path()}).out);
      for (const Json& line : json["fields"]) {
        faults += line.contains("fault") ? 1U : 0U;
        problems += line.contains("problem") ? 1U : 0U;
      }
    }
  }
  BOOST_TEST(faults > 0U);
  BOOST_TEST(problems > 0U);
}

BOOST_AUTO_TEST_CASE(json_tells_of_a_field_what_there_is_to_tell) {
  const Json json = fields_json(explain({"--format", "json", kExamples + "sound-tensor.pb"}).out);
  BOOST_TEST(json["kind"] == "tensor");
  BOOST_TEST(json["report"]["verdict"] == "accept");
  const Json& root = json["fields"][0];
  BOOST_TEST(root["type"] == "TensorProto");
  BOOST_TEST(root["value"] == "FLOAT [2, 3] \"weights\"");
  const Json& raw = json["fields"][5];
  BOOST_TEST(raw["path"] == "raw_data");
  BOOST_TEST(raw["depth"] == 1);
  BOOST_TEST(raw["number"] == 9);
  BOOST_TEST(raw["wire_type"] == 2);
  BOOST_TEST(raw["type"] == "bytes");
  BOOST_TEST(raw["offset"] == 15);
  BOOST_TEST(raw["length"] == 26);
  BOOST_TEST(raw["payload"] == Json({{"offset", 17}, {"length", 24}}));
  BOOST_TEST(raw["value"] == "6 FLOAT: 1, 2, 3, 4, 5, 6");
  BOOST_TEST(raw["hex"] == "4a180000803f00000040000040400000");
  BOOST_TEST(raw["hex_cut"] == true);
}

BOOST_AUTO_TEST_CASE(path_offset_and_rule_narrow_it_down) {
  const std::string file = kExamples + "faulty-model.onnx";
  const auto fields = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--format", "json", file});
    return fields_of(explain(options).out);
  };
  BOOST_TEST(fields({"--path", "graph.initializer[0].name"}) ==
             "graph graph.initializer[0] graph.initializer[0].name");
  // The only input of the second node: byte 0x29, decimal 41.
  const std::string found = fields({"--offset", "0x29"});
  BOOST_TEST(found == fields({"--offset", "41"}));
  BOOST_TEST(found == fields({"--rule", "graph/undefined-value"}));
  BOOST_TEST(found == fields({"--rule", "graph"}));
  BOOST_TEST(found ==
             "ir_version producer_name graph graph.node[0] graph.node[1] graph.node[1].input[0]"
             " graph.node[1].output[0] graph.node[1].name ...1 graph.name graph.initializer[0] ...2"
             " opset_import[0]");
}

BOOST_AUTO_TEST_CASE(rule_without_a_file_prints_the_page_of_the_rule) {
  const TemporaryFolder folder;
  const Outcome page = explain({"--rule", "tensor/raw-data-size"});
  BOOST_TEST(page.status == 0);
  BOOST_TEST(page.out == run_command(folder, {"rules", "tensor/raw-data-size"}).out);
  BOOST_TEST(page.out.starts_with("tensor/raw-data-size\n  found: "));
  const Outcome json = explain({"--rule", "tensor/raw-data-size", "--format", "json"});
  BOOST_TEST(Json::parse(json.out)[0]["id"] == "tensor/raw-data-size");
}

BOOST_AUTO_TEST_CASE(rule_with_a_severity_belongs_to_the_policy) {
  const Outcome outcome =
      explain({"--rule", "graph/undefined-value=warning", kExamples + "faulty-model.onnx"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(has(outcome.out, "warning[graph/undefined-value]"));
  BOOST_TEST(has(outcome.out, "opset_import[0]"));
}

BOOST_AUTO_TEST_CASE(a_rule_that_found_nothing_is_said_to_have_found_nothing) {
  const std::string file = kExamples + "faulty-model.onnx";
  const Outcome outcome = explain({"--rule", "tensor", file});
  BOOST_TEST(outcome.status == 1);
  BOOST_TEST(outcome.err == "assay: " + file + ": no finding of tensor\n");
  BOOST_TEST(!has(outcome.out, "node"));
}

BOOST_AUTO_TEST_CASE(findings_beyond_the_limit_are_counted) {
  const Outcome outcome = explain({"--max-findings", "0", kExamples + "faulty-tensor.pb"});
  BOOST_TEST(outcome.out.ends_with(
      "\n1 more found, beyond the limit of findings; --max-findings raises it\n"));
}

BOOST_AUTO_TEST_CASE(full_shows_every_byte_and_values_as_many_as_asked_for) {
  const std::string bytes(100'000, '\x11');
  const std::string file =
      tensor(assay::ElementType::uint8, {100'000}).set("raw_data", bytes).text();
  const Outcome outcome =
      explain({"--kind", "tensor", "--full", "--values", "3", "--format", "json", "-"}, file);
  BOOST_TEST(outcome.status == 0);
  const Json raw = Json::parse(outcome.out)["fields"][3];
  const std::string hex = raw["hex"];
  BOOST_TEST(hex.size() == 2 * (1 + 3 + bytes.size()));
  BOOST_TEST(!raw.contains("hex_cut"));
  BOOST_TEST(raw["value"] == "100000 UINT8: 17, 17, 17, ...");
  const Outcome text = explain({"--kind", "tensor", "--full", "-"}, file);
  std::size_t elevens = 0;
  for (std::size_t at = text.out.find(" 11"); at != std::string::npos;
       at = text.out.find(" 11", at + 1)) {
    ++elevens;
  }
  BOOST_TEST(elevens == bytes.size());
}

BOOST_AUTO_TEST_CASE(without_a_check_nothing_is_judged) {
  const Outcome outcome = explain({"--no-check", kExamples + "faulty-model.onnx"});
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(has(outcome.out, "faulty-model.onnx: not judged (model, 135 bytes)\n"));
  BOOST_TEST(!has(outcome.out, "fix:"));
  const Outcome json = explain({"--no-check", "--format", "json", kExamples + "faulty-model.onnx"});
  BOOST_TEST(fields_json(json.out)["report"].is_null());
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_protobuf_at_all_are_shown) {
  const Outcome outcome = explain({"--kind", "model", "-"}, "PK\x03\x04 and so on");
  BOOST_TEST(outcome.status == 1);
  BOOST_TEST(has(outcome.out, "[file/not-onnx]"));
  BOOST_TEST(has(outcome.out, "that cannot be read"));
  const Outcome empty = explain({"--kind", "model", "-"}, "");
  BOOST_TEST(empty.status == 1);
  BOOST_TEST(has(empty.out, "[file/empty]"));
  BOOST_TEST(Json::parse(explain({"--format=json", "-"}, "").out)["fields"].size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_comes_from_the_file_cannot_steer_the_terminal) {
  const std::string name = "\x1b[2J\xe2\x80\xae\n\xff";
  const std::string file = tensor(assay::ElementType::float32, {0})
                               .set("name", name)
                               .tag(99, 2)
                               .varint(name.size())
                               .bytes(name)
                               .text();
  for (const char* format : {"text", "json"}) {
    const Outcome outcome = explain({"--kind", "tensor", "--format", format, "-"}, file);
    BOOST_TEST(!has(outcome.out, "\x1b"));
    BOOST_TEST(!has(outcome.out, "\xe2\x80\xae"));
    BOOST_TEST(!has(outcome.out, "\xff"));
  }
}

BOOST_AUTO_TEST_CASE(lines_do_not_grow_with_the_nesting) {
  Message deep = sequence();
  for (int i = 0; i < 200; ++i) {
    deep = sequence().set("sequence_values", deep);
  }
  const auto longest = [&](std::vector<std::string> options) {
    options.insert(options.end(), {"--kind", "sequence", "-"});
    const Outcome outcome = explain(options, deep.text());
    BOOST_TEST(outcome.status == 1);
    std::size_t length = 0;
    for (std::size_t at = 0; at < outcome.out.size();) {
      const std::size_t end = outcome.out.find('\n', at);
      length = std::max(length, end - at);
      at = end + 1;
    }
    BOOST_TEST(has(outcome.out, "  (+83) 5 sequence_values[0]"));
    return length;
  };
  BOOST_TEST(longest({"--max-findings", "0"}) < 150u);
  // The limit is the policy's: what it lets the reader go down to is shown.
  const Outcome deeper = explain({"--limit", "depth=200", "--kind", "sequence", "-"}, deep.text());
  BOOST_TEST(!has(deeper.out, "limit/depth"));
  BOOST_TEST(has(deeper.out, "  (+183) 5 sequence_values[0]"));
}

BOOST_AUTO_TEST_CASE(mistakes_are_told_with_their_place_and_a_remedy) {
  const std::string file = kExamples + "sound-model.onnx";
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{}, "name a FILE to explain (- is standard input), or a rule: --rule ID"},
      {{"no-such-file"}, "no-such-file: "},
      {{"--rule", "tensor/raw-data-siz"},
       "there is no rule and no area \"tensor/raw-data-siz\" (did you mean tensor/raw-data-size?)"},
      {{"--rule", "x/y", file}, "there is no rule and no area \"x/y\""},
      {{"--path", "graph.node[2]", file},
       file + ": --path: graph holds 2 of node, from [0] to [1]"},
      {{"--path", "graph.knot[2]", file},
       file + ": --path: GraphProto has no field \"knot\"; it has"},
      {{"--path", "a..b", file}, file + ": --path: \"a..b\" is no path; one looks like "},
      {{"--offset", "135", file},
       file + ": --offset: there is no byte 135; the file has 135, counted from 0"},
      {{"--offset", "0x", file}, "--offset takes a number such as 500 or 0x1f4, not \"0x\""},
      {{"--offset", "-1", file}, "--offset takes a number such as 500 or 0x1f4, not \"-1\""},
      {{"--offset", "1", "--path", "graph", file},
       "--path says where to look, and so do --offset and --rule ID: give one"},
      {{"--rule", "graph", "--no-check", file}, "--no-check finds nothing: "},
  };
  for (const auto& [arguments, message] : mistakes) {
    const Outcome outcome = explain(arguments);
    BOOST_TEST_CONTEXT(message) {
      BOOST_TEST(outcome.status == 2);
      BOOST_TEST(outcome.out == "");
      BOOST_TEST(outcome.err.starts_with("assay: " + message), outcome.err);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_pages_show_what_is_printed) {
  const auto listing = [](const std::string& file, std::vector<std::string> options) {
    options.push_back(kExamples + file);
    const std::string out = explain(options).out;
    return out.substr(out.find("\n\n") + 2);
  };
  const std::string page = read_file(ASSAY_SOURCE_DIR "/docs/explain.md");
  BOOST_TEST(has(page, listing("faulty-optional.pb", {"--kind", "optional"})));
  const std::string readme = read_file(ASSAY_SOURCE_DIR "/README.md");
  const std::string tensor_listing = listing("faulty-tensor.pb", {});
  BOOST_TEST(has(readme, tensor_listing.substr(0, tensor_listing.find("\n\n") + 1) + "```"));
}

BOOST_AUTO_TEST_CASE(help_says_what_the_columns_are_and_gives_examples) {
  const Outcome outcome = explain({"--help"});
  BOOST_TEST(outcome.status == 0);
  for (const char* part : {"--path", "--offset", "ID[=SEVERITY]", "--full",
                           "Exit status:", "Examples:", "--no-check", "tag and length | payload"}) {
    BOOST_TEST(has(outcome.out, part), part);
  }
}

BOOST_AUTO_TEST_SUITE_END()
