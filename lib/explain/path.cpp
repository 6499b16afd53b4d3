#include "explain/path.hpp"

#include <charconv>

#include "base/text.hpp"
#include "schema/onnx.hpp"

namespace assay::explain {
namespace {

std::optional<Step> parse_step(std::string_view text) {
  Step step;
  const std::size_t bracket = text.find('[');
  step.name = text.substr(0, bracket);
  if (step.name.empty()) {
    return std::nullopt;
  }
  if (bracket == std::string_view::npos) {
    return step;
  }
  const std::string_view digits = text.substr(bracket + 1);
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc() || digits.data() + digits.size() - end != 1 || *end != ']') {
    return std::nullopt;
  }
  step.index = index;
  return step;
}

std::string field_names(const schema::Message& message) {
  std::string names;
  for (const schema::Field& field : message.fields) {
    names += cat(names.empty() ? "" : ", ", field.name);
  }
  return names;
}

// What stops the first step of a path that `message` does not have; `where` is the path before it.
std::string problem_of(FieldWalker message, const Step& step, std::string_view where) {
  const schema::Message& schema = message.type().schema();
  if (schema.find(step.name) == nullptr) {
    return cat(schema.name, " has no field ", Quoted{step.name}, "; it has ", field_names(schema));
  }
  std::uint64_t count = 0;
  WireField field;
  while (message.next(field)) {
    count += field.as_declared() && field.name() == step.name ? 1u : 0u;
  }
  const std::string_view place = where.empty() ? "the file" : where;
  return count == 0
             ? cat(place, " holds no ", step.name)
             : cat(place, " holds ", count, " of ", step.name, ", from [0] to [", count - 1, "]");
}

}  // namespace

std::optional<std::vector<Step>> parse_path(std::string_view text) {
  std::vector<Step> steps;
  for (;;) {
    const std::size_t dot = text.find('.');
    std::optional<Step> step = parse_step(text.substr(0, dot));
    if (!step) {
      return std::nullopt;
    }
    steps.push_back(*std::move(step));
    if (dot == std::string_view::npos) {
      return steps;
    }
    text.remove_prefix(dot + 1);
  }
}

}  // namespace assay::explain

namespace assay {

std::string path_problem(Bytes file, Kind kind, std::string_view path) {
  const auto steps = explain::parse_path(path);
  if (!steps) {
    return cat(Quoted{path}, " is no path; one looks like graph.node[3].name");
  }
  Explanation explanation(file, kind, {});
  explanation.only_at(path);
  if (ExplainedField line; explanation.next(line)) {
    return "";
  }
  FieldWalker message(file, kind);
  std::string where;
  for (const explain::Step& step : *steps) {
    const FieldWalker whole = message;
    WireField field;
    while (message.next(field) && !step.matches(field)) {
    }
    if (!step.matches(field)) {
      return explain::problem_of(whole, step, where);
    }
    where += cat(where.empty() ? "" : ".", field.step());
    if (!field.message()) {
      return cat(where, " is no message and has no fields");
    }
    message = FieldWalker(file, field);
  }
  return cat("nothing stands at ", Quoted{path});
}

}  // namespace assay
