// assay rules: the catalogue, for reading and for programs. docs/rules.md is its Markdown form.
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "assay/rule.hpp"

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/rules_format.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

struct RulesOptions {
  std::vector<std::string> names;
  std::string format;
};

int run(const RulesOptions& options) {
  const std::vector<const RuleInfo*> chosen = find_rules(options.names);
  if (options.format == "json") {
    write_all(STDOUT_FILENO, rules_json(chosen));
  } else if (options.format == "markdown") {
    write_all(STDOUT_FILENO, rules_markdown(chosen));
  } else {
    write_all(STDOUT_FILENO, options.names.empty() ? rules_table(chosen) : rules_pages(chosen));
  }
  return all_accepted;
}

}  // namespace

void add_rules(CLI::App& app, int& status) {
  add_command(app, "rules", "List the rules, or say all about some of them",
              [&status](CLI::App& rules) {
                const auto options = std::make_shared<RulesOptions>();
                rules.add_option("ID", options->names, "Rules, or areas of rules")->type_name("");
                add_choice(rules, "--format", options->format, {"text", "json", "markdown"},
                           "markdown is what docs/rules.md holds");
                rules.footer(
                    "Examples:\n"
                    "  assay rules\n"
                    "  assay rules tensor/raw-data-size\n"
                    "  assay rules external --format json");
                rules.callback([options, &status] { status = run(*options); });
              });
}

}  // namespace assay::cli
