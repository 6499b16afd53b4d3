// assay check: judges files and reports.
#include <algorithm>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "assay/report_writer.hpp"

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/find_files.hpp"
#include "cli/judge.hpp"
#include "cli/policy_options.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> names;
  PolicyOptions policy;
  std::string format;
  std::string colour;
  std::size_t jobs = 1;
  bool checksums = false;
  bool quiet = false;
};

std::string footer() {
  return "Directories are searched for *.onnx and *.pb; - is standard input.\n"
         "\n" +
         limits_help() +
         "\n"
         "Exit status: 0 all accepted, 1 something rejected, 2 something could not be checked,\n"
         "3 nothing to check.\n"
         "\n"
         "Examples:\n"
         "  assay check model.onnx\n"
         "  assay check --format sarif -j 0 models/ > assay.sarif\n"
         "  assay check --profile compat --rule graph/shadowing=error model.onnx\n"
         "  assay check --limit file_bytes=8GiB --limit depth=200 large.onnx\n"
         "  curl -s https://host/tensor.pb | assay check --kind tensor -";
}

int run(const CheckOptions& options) {
  if (std::count(options.names.begin(), options.names.end(), kStandardInput) > 1) {
    throw UsageError{"standard input can be read only once"};
  }
  const Policy policy = options.policy.policy();
  const ReportFormat format = find_report_format(options.format).value_or(ReportFormat::text);
  ReportWriter writer(
      format, policy,
      {.colour = wants_colour(options.colour, STDOUT_FILENO), .quiet = options.quiet});

  const FoundFiles found = find_files(options.names);
  Totals totals;
  for (const std::string& trouble : found.troubles) {
    complain(trouble);
    ++totals.unread;
  }
  if (found.files.empty()) {
    if (totals.unread != 0) {
      return cannot_work;
    }
    complain("nothing to check: there is no *.onnx and no *.pb in the folders given");
    return nothing_to_check;
  }

  Progress progress(found.files.size(), found.files.size() == 1);
  std::string out;
  const auto flush = [&] {
    if (!out.empty()) {
      progress.clear();
      write_all(STDOUT_FILENO, out);
      out.clear();
    }
  };
  writer.begin(out);
  const std::size_t threads =
      options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  judge_all(
      {found.files, options.policy.fixed_kind(), policy, writer, options.checksums}, threads,
      format == ReportFormat::ndjson,
      [&](std::size_t, const Judgement& judgement) {
        if (!judgement.trouble.empty()) {
          flush();
          progress.clear();
          complain(judgement.trouble);
          ++totals.unread;
        }
        writer.append(out, judgement.fragment);
        totals.add(judgement.totals);
        if (out.size() >= (64u << 10)) {
          flush();
        }
      },
      [&](std::size_t taken) {
        flush();
        progress.show(taken, found.files[taken]);
      });
  writer.end(out, totals);
  flush();
  return totals.unread != 0 ? cannot_work : totals.rejected != 0 ? rejected : all_accepted;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  add_command(
      app, "check", "Judge files and say what is wrong with them", [&status](CLI::App& check) {
        const auto options = std::make_shared<CheckOptions>();
        check
            .add_option("FILE", options->names,
                        "Files, or directories to search; - is standard input")
            ->required()
            ->type_name("");
        add_policy_options(check, options->policy);
        check.add_flag("--checksums", options->checksums,
                       "Compare external data with the SHA-1 checksums that the model gives");
        add_choice(check, "--format", options->format, {"text", "json", "ndjson", "sarif"},
                   "How to report, by default as text: docs/reports.md");
        add_choice(check, "--color,--colour", options->colour, {"auto", "always", "never"},
                   "Colours in text");
        check.add_flag("-q,--quiet", options->quiet, "In text, leave out files without findings");
        check
            .add_option("-j,--jobs", options->jobs,
                        "Judge N files at a time, 1 by default; 0: one on each core")
            ->check(CLI::Range(0, 1024).description(""))
            ->type_name("N");
        check.footer(footer());
        check.callback([options, &status] { status = run(*options); });
      });
}

}  // namespace assay::cli
