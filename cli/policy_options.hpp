// The options with which a command takes a policy and a kind, the same for each command.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/kind.hpp"
#include "assay/policy.hpp"

namespace assay::cli {

// A mistake of whoever called: to be said on standard error, exit status 2.
struct UsageError {
  std::string message;
};

struct PolicyOptions {
  std::string kind;
  std::string profile;
  std::string policy_file;
  std::vector<std::string> rules;
  std::vector<std::string> limits;
  std::string max_findings;
  bool follow_model_symlinks = false;

  // Throw UsageError.
  Policy policy() const;
  std::optional<Kind> fixed_kind() const { return find_kind(kind); }
};

// Adds the options; `options` must live as long as the application.
void add_policy_options(CLI::App& command, PolicyOptions& options);

// What --limit can change, for the end of a command's help.
std::string limits_help();

}  // namespace assay::cli
