// assay check: judges files and reports.
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "assay/check.hpp"
#include "assay/mapped_file.hpp"
#include "assay/report_writer.hpp"

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/find_files.hpp"
#include "cli/judge.hpp"
#include "cli/policy_file.hpp"
#include "cli/policy_settings.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> names;
  std::string kind;
  std::string profile;
  std::string policy_file;
  std::vector<std::string> rules;
  std::vector<std::string> limits;
  std::string max_findings;
  std::string format;
  std::string colour;
  std::size_t jobs = 1;
  bool profile_given = false;
  bool follow_model_symlinks = false;
  bool quiet = false;
};

std::string footer() {
  std::string text =
      "Directories are searched for *.onnx and *.pb; - is standard input.\n"
      "\n"
      "Limits, with their defaults:\n";
  const Limits defaults;
  for (const std::string_view name : limit_names()) {
    text += fmt::format("  {}={}\n", name, limit_value(defaults, name));
  }
  return text +
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

// A mistake of whoever called: said on standard error, exit status 2.
struct UsageError {
  std::string message;
};

void demand(const Complaint& complaint) {
  if (complaint) {
    throw UsageError{*complaint};
  }
}

Policy policy_of(const CheckOptions& options) {
  const std::optional<Profile> profile =
      options.profile_given ? find_profile(options.profile) : std::nullopt;
  Policy policy(profile.value_or(Profile::strict));
  if (!options.policy_file.empty()) {
    constexpr std::uint64_t kMostBytes = 1u << 20;
    const MappedFile file = MappedFile::open(options.policy_file, kMostBytes);
    if (!file.error().empty()) {
      throw UsageError{options.policy_file + ": " + file.error()};
    }
    PolicyFault fault;
    const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                                file.bytes().size());
    std::optional<Policy> stated = read_policy(text, profile, fault);
    if (!stated) {
      throw UsageError{fmt::format("{}: {}{}{}", options.policy_file, fault.pointer,
                                   fault.pointer.empty() ? "" : ": ", fault.message)};
    }
    policy = std::move(*stated);
  }
  for (const std::string& limit : options.limits) {
    demand(apply_limit_option(policy, limit));
  }
  if (!options.max_findings.empty()) {
    demand(apply_limit_option(policy, "findings=" + options.max_findings));
  }
  for (const std::string& rule : options.rules) {
    demand(apply_rule_option(policy, rule));
  }
  if (options.follow_model_symlinks) {
    policy.external.follow_model_symlinks = true;
  }
  return policy;
}

int run(const CheckOptions& options) {
  if (std::count(options.names.begin(), options.names.end(), kStandardInput) > 1) {
    throw UsageError{"standard input can be read only once"};
  }
  const Policy policy = policy_of(options);
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
      return kCannotWork;
    }
    complain("nothing to check: there is no *.onnx and no *.pb in the folders given");
    return kNothingToCheck;
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
      {found.files, find_kind(options.kind), policy, writer}, threads,
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
  return totals.unread != 0 ? kCannotWork : totals.rejected != 0 ? kRejected : kAllAccepted;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App& check = *app.add_subcommand("check", "Judge files and say what is wrong with them");
  check.add_option("FILE", options->names, "Files, or directories to search; - is standard input")
      ->required()
      ->type_name("");
  std::vector<std::string> kinds = {"auto"};
  for (const Kind kind : kKinds) {
    kinds.emplace_back(kind_name(kind));
  }
  add_choice(check, "--kind", options->kind, kinds,
             "What the files hold. auto, the default: .onnx is a model, others show it");
  CLI::Option* profile =
      add_choice(check, "--profile", options->profile, {"strict", "compat"},
                 "strict, the default, refuses what two readers could understand\n"
                 "differently; compat takes what protobuf and onnx.checker take, and warns");
  check
      .add_option("--policy", options->policy_file,
                  "A JSON file with limits, severities and domains: docs/policy.schema.json")
      ->type_name("FILE");
  add_repeated(check, "--rule", options->rules, "Let a rule weigh error, warning, note or off")
      ->type_name("ID=SEVERITY");
  add_repeated(check, "--limit", options->limits, "Change a limit; N may end in KiB, MiB or GiB")
      ->type_name("NAME=N");
  check
      .add_option("--max-findings", options->max_findings,
                  "List so many findings of a file, count the rest: --limit findings=N")
      ->type_name("N");
  check.add_flag("--follow-model-symlinks", options->follow_model_symlinks,
                 "Where the model is a link, accept data files that are links into the\n"
                 "folder it leads to (the Hugging Face cache)");
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
  check.callback([options, profile, &status] {
    options->profile_given = profile->count() != 0;
    try {
      status = run(*options);
    } catch (const UsageError& error) {
      complain(error.message);
      status = kCannotWork;
    }
  });
}

}  // namespace assay::cli
