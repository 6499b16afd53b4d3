// The `assay` command.
#include <exception>
#include <string>
#include <unistd.h>

#include "assay/mapped_file.hpp"
#include "assay/version.hpp"

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/policy_options.hpp"
#include "cli/terminal.hpp"

int main(int argc, char** argv) {
  using namespace assay::cli;
  const std::string name_and_version = "assay " + std::string(assay::version());
  int status = all_accepted;
  CLI::App app("Judges whether bytes from a stranger are well-formed ONNX, and says what is wrong.",
               "assay");
  app.require_subcommand(1);
  app.set_version_flag("--version", name_and_version, "Print the version");
  add_check(app, status);
  add_inspect(app, status);
  add_explain(app, status);
  add_conform(app, status);
  add_rules(app, status);
  app.add_subcommand("version", "Print the version")->callback([&] {
    write_all(STDOUT_FILENO, name_and_version + "\n");
  });
  app.footer("Run assay COMMAND --help for the options of a command.");
  try {
    const assay::MappingGuard guard;
    app.parse(argc, argv);
    return status;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // help and version
      return app.exit(error);
    }
    complain(error.what());
    complain("run with --help for more");
    return cannot_work;
  } catch (const UsageError& error) {
    complain(error.message);
    return cannot_work;
  } catch (const std::exception& error) {
    complain(error.what());
    return cannot_work;
  }
}
