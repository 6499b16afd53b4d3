// assay inspect: what an accepted file holds.
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <variant>

#include "assay/check.hpp"
#include "assay/digest.hpp"
#include "assay/external.hpp"
#include "assay/mapped_file.hpp"
#include "assay/report_writer.hpp"

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/exit_status.hpp"
#include "cli/find_files.hpp"
#include "cli/hashing.hpp"
#include "cli/judge.hpp"
#include "cli/policy_options.hpp"
#include "cli/terminal.hpp"

namespace assay::cli {
namespace {

struct InspectOptions {
  std::string name;
  PolicyOptions policy;
  std::string format;
  std::string colour;
  std::size_t values = 8;
  bool digest = false;
};

void write_digest_of(const File& file) {
  std::string out;
  write_digest(file, *make_sha256(), [&out](std::string_view piece) {
    out += piece;
    if (out.size() >= (64u << 10)) {
      write_all(STDOUT_FILENO, out);
      out.clear();
    }
  });
  write_all(STDOUT_FILENO, out + "\n");
}

class Inspection {
 public:
  Inspection(const InspectOptions& options, const Input& input)
      : options_(options), input_(input), policy_(options.policy.policy()) {}

  int run() {
    const Bytes bytes = input_.file.bytes();
    switch (kind_of(input_, options_.policy.fixed_kind(), policy_)) {
      case Kind::model:
        return show(Model::read(bytes, policy_, input_.folder ? &*input_.folder : nullptr),
                    [](const Model& file) -> const Model& { return file; });
      case Kind::tensor:
        return show(read_tensor(bytes, policy_),
                    [](const TensorFile& file) { return file.tensor(); });
      case Kind::sparse_tensor:
        return show(read_sparse_tensor(bytes, policy_),
                    [](const SparseTensorFile& file) { return file.tensor(); });
      case Kind::sequence:
        return show(read_sequence(bytes, policy_),
                    [](const SequenceFile& file) { return file.sequence(); });
      case Kind::optional:
        return show(read_optional(bytes, policy_),
                    [](const OptionalFile& file) { return file.optional(); });
      case Kind::map:
        return show(read_map(bytes, policy_), [](const MapFile& file) { return file.map(); });
    }
    return cannot_work;
  }

 private:
  template <class T, class Content>
  int show(const Result<T>& result, const Content& content) {
    if (!result) {
      reject(result.report());
      return rejected;
    }
    if (options_.digest) {
      write_digest_of(*result);
      return all_accepted;
    }
    const Description file = {{"file", printable(input_.name)},
                              {"kind", kind_name(result.report().kind)},
                              {"bytes", result.report().bytes},
                              {"content", Describer(options_.values).of(content(*result))}};
    write_all(STDOUT_FILENO,
              options_.format == "json" ? file.dump(2) + "\n" : inspection_text(file));
    return all_accepted;
  }

  void reject(const Report& report) const {
    const bool json = options_.format == "json" || options_.digest;
    ReportWriter writer(json ? ReportFormat::ndjson : ReportFormat::text, policy_,
                        {.colour = wants_colour(options_.colour, STDOUT_FILENO)});
    write_all(STDOUT_FILENO, writer.fragment(input_.name, report, input_.file.bytes()));
  }

  const InspectOptions& options_;
  const Input& input_;
  Policy policy_;
};

int run(const InspectOptions& options) {
  const Input input = open_input(options.name, options.policy.policy().limits.file_bytes);
  if (!input.file.error().empty()) {
    complain(input.name + ": " + input.file.error());
    return cannot_work;
  }
  const int status = Inspection(options, input).run();
  if (input.file.changed()) {
    complain(input.name + ": it was changed while it was read");
    return cannot_work;
  }
  return status;
}

}  // namespace

void add_inspect(CLI::App& app, int& status) {
  add_command(app, "inspect", "Show what an accepted file holds", [&status](CLI::App& inspect) {
    const auto options = std::make_shared<InspectOptions>();
    inspect.add_option("FILE", options->name, "- is standard input")->required()->type_name("");
    inspect.add_option("--values", options->values, "Show N values of each tensor, 8 by default")
        ->check(CLI::Range(0, 1000000).description(""))
        ->type_name("N");
    inspect.add_flag("--digest", options->digest,
                     "Print the canonical digest of what was read: docs/digest.md");
    add_choice(inspect, "--format", options->format, {"text", "json"}, "How to show it");
    add_choice(inspect, "--color,--colour", options->colour, {"auto", "always", "never"},
               "Colours in the report on a file that is rejected");
    add_policy_options(inspect, options->policy);
    inspect.footer(
        limits_help() +
        "\n"
        "Exit status: 0 accepted, 1 rejected (and the report is printed), 2 could not be\n"
        "read.\n"
        "\n"
        "Examples:\n"
        "  assay inspect model.onnx\n"
        "  assay inspect --values 100 --kind tensor input_0.pb\n"
        "  assay inspect --digest model.onnx");
    inspect.callback([options, &status] { status = run(*options); });
  });
}

}  // namespace assay::cli
