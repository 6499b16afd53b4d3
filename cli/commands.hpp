// The commands. Each adds its options to the application; the one that the user names then leaves
// its exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace assay::cli {

void add_check(CLI::App& app, int& status);
void add_conform(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_inspect(CLI::App& app, int& status);
void add_rules(CLI::App& app, int& status);

// A command whose options are made once it is named: those of all commands are most of what it
// takes to start.
inline void add_command(CLI::App& app, const std::string& name, const std::string& description,
                        const std::function<void(CLI::App&)>& add_options) {
  CLI::App* command = app.add_subcommand(name, description);
  command->preparse_callback([command, add_options](std::size_t) { add_options(*command); });
}

// An option that takes one value each time it is given.
inline CLI::Option* add_repeated(CLI::App& app, const std::string& name,
                                 std::vector<std::string>& values, const std::string& description) {
  return app.add_option(name, values, description)->allow_extra_args(false)->take_all();
}

// An option that is one of a few words, the first of which is the default.
inline CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value,
                               const std::vector<std::string>& choices,
                               const std::string& description) {
  value = choices.front();
  std::string type;
  for (const std::string& choice : choices) {
    type += (type.empty() ? "" : "|") + choice;
  }
  return app.add_option(name, value, description)
      ->check(CLI::IsMember(choices).description(""))
      ->type_name(type);
}

}  // namespace assay::cli
