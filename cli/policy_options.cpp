#include "cli/policy_options.hpp"

#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "assay/mapped_file.hpp"

#include "cli/commands.hpp"
#include "cli/policy_file.hpp"
#include "cli/policy_settings.hpp"

namespace assay::cli {
namespace {

void demand(const Complaint& complaint) {
  if (complaint) {
    throw UsageError{*complaint};
  }
}

Policy read_policy_file(const std::string& name, std::optional<Profile> profile) {
  constexpr std::uint64_t kMostBytes = 1u << 20;
  const MappedFile file = MappedFile::open(name, kMostBytes);
  if (!file.error().empty()) {
    throw UsageError{name + ": " + file.error()};
  }
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  PolicyFault fault;
  std::optional<Policy> policy = read_policy(text, profile, fault);
  if (!policy) {
    throw UsageError{fmt::format("{}: {}{}{}", name, fault.pointer,
                                 fault.pointer.empty() ? "" : ": ", fault.message)};
  }
  return *std::move(policy);
}

}  // namespace

Policy PolicyOptions::policy() const {
  // Without --profile, the policy file may state one.
  const std::optional<Profile> stated = find_profile(profile);
  Policy policy = policy_file.empty() ? Policy(stated.value_or(Profile::strict))
                                      : read_policy_file(policy_file, stated);
  for (const std::string& limit : limits) {
    demand(apply_limit_option(policy, limit));
  }
  if (!max_findings.empty()) {
    demand(apply_limit_option(policy, "findings=" + max_findings));
  }
  for (const std::string& rule : rules) {
    demand(apply_rule_option(policy, rule));
  }
  policy.external.follow_model_symlinks |= follow_model_symlinks;
  return policy;
}

void add_policy_options(CLI::App& command, PolicyOptions& options) {
  std::vector<std::string> kinds = {"auto"};
  for (const Kind kind : kKinds) {
    kinds.emplace_back(kind_name(kind));
  }
  add_choice(command, "--kind", options.kind, kinds,
             "What the file holds. auto, the default: .onnx is a model, others show it");
  command
      .add_option("--profile", options.profile,
                  "strict, the default, refuses what two readers could understand\n"
                  "differently; compat takes what protobuf and onnx.checker take, and warns")
      ->check(CLI::IsMember({"strict", "compat"}).description(""))
      ->type_name("strict|compat");
  command
      .add_option("--policy", options.policy_file,
                  "A JSON file with limits, severities and domains: docs/policy.schema.json")
      ->type_name("FILE");
  add_repeated(command, "--rule", options.rules, "Let a rule weigh error, warning, note or off")
      ->type_name("ID=SEVERITY");
  add_repeated(command, "--limit", options.limits, "Change a limit; N may end in KiB, MiB or GiB")
      ->type_name("NAME=N");
  command
      .add_option("--max-findings", options.max_findings,
                  "List so many findings of a file, count the rest: --limit findings=N")
      ->type_name("N");
  command.add_flag("--follow-model-symlinks", options.follow_model_symlinks,
                   "Where the model is a link, accept data files that are links into the\n"
                   "folder it leads to (the Hugging Face cache)");
}

std::string limits_help() {
  std::string text = "Limits, with their defaults:\n";
  for (const std::string_view name : limit_names()) {
    text += fmt::format("  {}={}\n", name, limit_value(Limits(), name));
  }
  return text;
}

}  // namespace assay::cli
