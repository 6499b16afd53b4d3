// assay explain: the bytes of a file, annotated, with the findings at them.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include "assay/explain.hpp"
#include "assay/report_writer.hpp"

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/explain_writer.hpp"
#include "cli/judge.hpp"
#include "cli/policy_options.hpp"
#include "cli/rules_format.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

struct ExplainOptions {
  std::string name;
  PolicyOptions policy;
  std::vector<std::string> around;  // rules and areas of rules
  std::string path;
  std::string offset;
  std::string format;
  std::string colour;
  MeaningLimits limits;
  bool full = false;
  bool unjudged = false;
};

std::string footer() {
  return "The lines: offset, tag and length | payload, field number and name, wire type, value.\n"
         "--path, --offset and --rule ID leave out what is elsewhere; --offset and --rule may be\n"
         "given together. --rule ID without a FILE prints what `assay rules ID` does.\n"
         "\n" +
         limits_help() +
         "\n"
         "Exit status: 0 accepted (or not judged), 1 rejected, 2 could not be explained.\n"
         "\n"
         "Examples:\n"
         "  assay explain tensor.pb\n"
         "  assay explain --rule graph/undefined-value model.onnx\n"
         "  assay explain --path 'graph.initializer[3]' --values 100 model.onnx\n"
         "  assay explain --offset 0x1f4 --format json model.onnx\n"
         "  assay explain --rule tensor/raw-data-size";
}

// "500", "0x1f4".
std::uint64_t parse_offset(std::string_view text, const std::string& file, std::uint64_t size) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = text.substr(hexadecimal ? 2 : 0);
  std::uint64_t offset = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), offset, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw UsageError{fmt::format("--offset takes a number such as 500 or 0x1f4, not \"{}\"", text)};
  }
  if (offset >= size) {
    throw UsageError{fmt::format(
        "{}: --offset: there is no byte {}; the file has {}, counted from 0", file, text, size)};
  }
  return offset;
}

// Text on its way out, in pieces worth a call of the system.
class Output {
 public:
  void add(std::string_view text) {
    text_ += text;
    if (text_.size() >= (64u << 10)) {
      flush();
    }
  }
  void flush() { write_all(STDOUT_FILENO, std::exchange(text_, {})); }

 private:
  std::string text_;
};

// Leaves out what was not asked for. False where nothing is left.
bool narrow(Explanation& explanation, const ExplainOptions& options, const Input& input,
            const Subject& subject) {
  if (!options.path.empty()) {
    if (const std::string problem = path_problem(subject.bytes, subject.kind, options.path);
        !problem.empty()) {
      throw UsageError{fmt::format("{}: --path: {}", input.name, problem)};
    }
    explanation.only_at(options.path);
  }
  if (!options.offset.empty()) {
    explanation.only_around(parse_offset(options.offset, input.name, subject.bytes.size()));
  }
  if (options.around.empty()) {
    return true;
  }
  bool found = !options.offset.empty();
  for (const RuleInfo* info : find_rules(options.around)) {
    explanation.only_around(info->rule);
    for (const Finding& finding : subject.report->findings) {
      found = found || finding.rule == info->rule;
    }
  }
  return found;
}

int explain(const ExplainOptions& options, const Input& input, const Policy& policy) {
  const std::optional<Kind> fixed = options.policy.fixed_kind();
  const ReportWriter findings(ReportFormat::text, policy,
                              {.colour = wants_colour(options.colour, STDOUT_FILENO)});
  Subject subject{
      .name = input.name, .bytes = input.file.bytes(), .full = options.full, .findings = &findings};
  Report report;
  if (options.unjudged) {
    subject.kind = kind_of(input, fixed, policy);
  } else {
    report = judge_input(input, fixed, policy);
    subject.kind = report.kind;
    subject.report = &report;
  }
  MeaningLimits limits = options.limits;
  limits.depth = policy.limits.depth;
  Explanation explanation(subject.bytes, subject.kind, report.findings, limits);
  const bool something = narrow(explanation, options, input, subject);

  Output out;
  const auto make_writer = options.format == "json" ? make_json_writer : make_text_writer;
  const auto writer = make_writer(subject, [&out](std::string_view text) { out.add(text); });
  writer->begin();
  ExplainedField line;
  while (something && explanation.next(line)) {
    writer->line(line);
  }
  writer->end();
  out.flush();
  if (!something) {
    complain(fmt::format("{}: no finding of {}", input.name, fmt::join(options.around, ", ")));
  }
  return report.accepted() ? all_accepted : rejected;
}

int run(ExplainOptions options) {
  // --rule ID=SEVERITY belongs to the policy, --rule ID to what is shown.
  std::vector<std::string>& rules = options.policy.rules;
  const auto severities =
      std::stable_partition(rules.begin(), rules.end(),
                            [](const std::string& rule) { return rule.find('=') == rule.npos; });
  options.around.assign(rules.begin(), severities);
  rules.erase(rules.begin(), severities);

  if (options.name.empty()) {
    if (options.around.empty()) {
      throw UsageError{"name a FILE to explain (- is standard input), or a rule: --rule ID"};
    }
    const std::vector<const RuleInfo*> pages = find_rules(options.around);
    write_all(STDOUT_FILENO, options.format == "json" ? rules_json(pages) : rules_pages(pages));
    return all_accepted;
  }
  if (!options.path.empty() && !(options.around.empty() && options.offset.empty())) {
    throw UsageError{"--path says where to look, and so do --offset and --rule ID: give one"};
  }
  if (options.unjudged && !options.around.empty()) {
    throw UsageError{"--no-check finds nothing: leave it out, or --rule " + options.around.front()};
  }
  const Policy policy = options.policy.policy();
  const Input input = open_input(options.name, policy.limits.file_bytes);
  if (!input.file.error().empty()) {
    complain(input.name + ": " + input.file.error());
    return cannot_work;
  }
  const int status = explain(options, input, policy);
  if (input.file.changed()) {
    complain(input.name + ": it was changed while it was read");
    return cannot_work;
  }
  return status;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  add_command(
      app, "explain", "Show the bytes of a file with what they mean and what is wrong with them",
      [&status](CLI::App& explain) {
        const auto options = std::make_shared<ExplainOptions>();
        explain.add_option("FILE", options->name, "- is standard input")->type_name("");
        explain
            .add_option("--path", options->path,
                        "Only the field of that path, as findings name it, with all within;\n"
                        "without an index, all of that name")
            ->type_name("PATH");
        explain
            .add_option("--offset", options->offset,
                        "Only the fields around that byte of the file: 500, 0x1f4")
            ->type_name("N");
        explain.add_flag("--full", options->full, "Every byte of every payload");
        explain
            .add_option("--values", options->limits.values,
                        "Show N values of each tensor, 8 by default")
            ->check(CLI::Range(0, 1000000).description(""))
            ->type_name("N");
        explain.add_flag(
            "--no-check", options->unjudged,
            "Judge nothing and show the bytes alone: payloads that are not shown are not\n"
            "read. Give a --kind, unless the name ends in .onnx");
        add_choice(explain, "--format", options->format, {"text", "json"}, "How to show it");
        add_choice(explain, "--color,--colour", options->colour, {"auto", "always", "never"},
                   "Colours in text");
        add_policy_options(explain, options->policy);
        explain.get_option("--rule")
            ->description(
                "ID alone: only what is around the findings of that rule, or area of\n"
                "rules; ID=SEVERITY: let a rule weigh error, warning, note or off")
            ->type_name("ID[=SEVERITY]");
        explain.footer(footer());
        explain.callback([options, &status] { status = run(*options); });
      });
}

}  // namespace assay::cli
