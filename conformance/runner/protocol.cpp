#include "protocol.hpp"

#include <stdexcept>

#include "assay/report_writer.hpp"

#include "json_schema.hpp"
#include "suite_schema.hpp"

namespace assay::conformance {
namespace {

constexpr std::size_t kShown = 300;

const JsonSchema& answer_schema() {
  static const JsonSchema schema = [] {
    JsonFault fault;
    auto json = read_json(kAnswerSchema, fault);
    if (!json) {
      throw std::logic_error("a built-in schema is not JSON: " + fault.message);
    }
    return JsonSchema(std::move(*json));
  }();
  return schema;
}

}  // namespace

std::string shortened(std::string text) {
  if (text.size() > kShown) {
    std::size_t size = kShown;
    while (size > kShown - 4 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
      --size;  // not in the middle of a character
    }
    text = text.substr(0, size) + "...";
  }
  for (char& c : text) {
    c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  return printable(text);
}

std::optional<Json> read_answer_line(std::string_view line, std::uint64_t sequence,
                                     std::uint64_t max_bytes, JsonFault& fault) {
  JsonLimits limits;
  limits.bytes = max_bytes;
  limits.depth = 16;
  auto json = read_json(line, fault, limits);
  if (!json) {
    return std::nullopt;
  }
  if (auto violation = answer_schema().check(*json)) {
    fault = std::move(*violation);
    return std::nullopt;
  }
  if ((*json)["seq"] != sequence) {
    fault = {"an answer to " + (*json)["seq"].dump() + " where " + std::to_string(sequence) +
                 " was asked",
             "/seq"};
    return std::nullopt;
  }
  return json;
}

std::optional<Greeting> read_greeting(const Json& answer) {
  if (!answer.contains("name") || !answer.contains("can")) {
    return std::nullopt;
  }
  Greeting greeting;
  greeting.version = answer.value("version", std::string());
  greeting.homepage = answer.value("homepage", std::string());
  for (const Json& word : answer["can"]) {
    const auto& can = word.get_ref<const std::string&>();
    greeting.can.parses = greeting.can.parses || can == "parse" || can == "check";
    greeting.can.checks = greeting.can.checks || can == "check";
    greeting.can.runs = greeting.can.runs || can == "run:ConvInteger";
    greeting.can.has_rules = greeting.can.has_rules || can == "rules";
  }
  if (answer.contains("kinds")) {
    greeting.kinds = answer["kinds"].get<std::vector<std::string>>();
  }
  return greeting;
}

Answer read_answer(const Json& answer, bool knows_rules) {
  Answer out;
  if (!answer.contains("outcome")) {
    out.message = "an answer without an outcome";
    return out;
  }
  out.outcome =
      find_outcome(answer["outcome"].get<std::string>()).value_or(Outcome::protocol_error);
  out.message = shortened(answer.value("message", std::string()));
  out.kind = answer.value("kind", std::string());
  out.knows_rules = knows_rules;
  if (answer.contains("digest")) {
    out.digest = answer["digest"].dump();
  }
  if (answer.contains("findings")) {
    for (const Json& finding : answer["findings"]) {
      out.findings.push_back({finding["rule"].get<std::string>(),
                              finding.value("path", std::string()),
                              finding.value("offset", std::uint64_t{0})});
    }
  }
  if (answer.contains("outputs")) {
    for (const auto& [name, tensor] : answer["outputs"].items()) {
      OperatorTensor& output = out.outputs[name];
      output.type = tensor["type"].get<std::string>();
      output.shape = tensor["shape"].get<std::vector<std::uint64_t>>();
      output.values = tensor["values"].get<std::vector<std::int64_t>>();
    }
  }
  return out;
}

}  // namespace assay::conformance
