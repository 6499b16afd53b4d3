// assay conform: judges readers and operators by suites.
#include <CLI/CLI.hpp>
#include <array>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/terminal.hpp"
#include "conform.hpp"

namespace assay::cli {
namespace {

struct ConformArguments {
  conformance::ConformOptions options;
  std::vector<std::string> places;
  std::vector<std::string> subjects;
  std::string level;
  std::string expected;
  std::array<std::string, 4> reports;  // matrix, junit, markdown, html
  std::string export_to;
  bool quiet = false;
};

conformance::Level level_of(const std::string& name) {
  using conformance::Level;
  for (const Level level : {Level::protobuf, Level::recommended, Level::strict}) {
    if (name == conformance::level_name(level)) {
      return level;
    }
  }
  return Level::onnx;
}

int run(ConformArguments& arguments) {
  conformance::ConformOptions& options = arguments.options;
  options.places.assign(arguments.places.begin(), arguments.places.end());
  if (!arguments.subjects.empty()) {
    options.subjects = arguments.subjects;
  }
  options.level = level_of(arguments.level);
  options.expected = arguments.expected;
  options.matrix = arguments.reports[0];
  options.junit = arguments.reports[1];
  options.markdown = arguments.reports[2];
  options.html = arguments.reports[3];
  options.export_to = arguments.export_to;
  std::unique_ptr<Progress> progress;
  options.progress = [&](std::size_t done, std::size_t total) {
    if (!progress) {
      progress = std::make_unique<Progress>(total, arguments.quiet);
    }
    progress->show(done, "cases");
  };
  options.print = [&](const std::string& text) {
    progress.reset();
    write_all(STDOUT_FILENO, text);
  };
  const int status = conformance::conform(options);
  if (status == nothing_to_check) {
    complain("no case to run");
  }
  return status;
}

}  // namespace

void add_conform(CLI::App& app, int& status) {
  add_command(
      app, "conform", "Run conformance suites on the library or on other programs",
      [&status](CLI::App& conform) {
        const auto arguments = std::make_shared<ConformArguments>();
        conform
            .add_option("SUITE", arguments->places,
                        "Suites, folders of suites, or ONNX backend-test folders")
            ->required()
            ->type_name("");
        add_repeated(conform, "--subject", arguments->subjects,
                     "What to judge: assay (this library), or the configuration of a program");
        conform.add_option("--filter", arguments->options.filter,
                           "Only cases with this in suite/id");
        add_choice(conform, "--level", arguments->level,
                   {"onnx", "protobuf", "recommended", "strict"},
                   "The weakest advice that other readers are held to");
        conform.add_option("-j,--jobs", arguments->options.jobs, "Subjects asked at the same time")
            ->check(CLI::Range(1, 256));
        conform.add_option("--expected", arguments->expected,
                           "The folder of lists of known failures, NAME.json for each subject");
        conform.add_option("--matrix", arguments->reports[0], "Write the matrix as JSON");
        conform.add_option("--junit", arguments->reports[1], "Write a JUnit report");
        conform.add_option("--markdown", arguments->reports[2], "Write a report in Markdown");
        conform.add_option("--html", arguments->reports[3], "Write a report as one page of HTML");
        conform.add_option("--export", arguments->export_to,
                           "Ask nobody: write every input as a file below this folder");
        conform.add_flag("-q,--quiet", arguments->quiet, "Show no progress");
        conform.footer(
            "Examples:\n"
            "  assay conform conformance/suites --expected conformance/expected\n"
            "  assay conform conformance/suites --subject "
            "conformance/subjects/example/subject.json\n"
            "  assay conform conformance/suites --export inputs");
        conform.callback([arguments, &status] { status = run(*arguments); });
      });
}

}  // namespace assay::cli
