#include "cli/policy_settings.hpp"

#include <charconv>
#include <fmt/format.h>
#include <limits>

#include "assay/report_writer.hpp"

#include "cli/near_match.hpp"

namespace assay::cli {
namespace {

// A limit is of one width or the other.
struct LimitField {
  std::string_view name;
  std::uint64_t Limits::*wide = nullptr;
  std::uint32_t Limits::*narrow = nullptr;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

constexpr std::uint64_t kMost32 = std::numeric_limits<std::uint32_t>::max();

constexpr LimitField kLimits[] = {
    {.name = "file_bytes", .wide = &Limits::file_bytes},
    {.name = "depth", .narrow = &Limits::depth, .most = Limits::kMaxDepth},
    {.name = "memory_base", .wide = &Limits::memory_base},
    {.name = "memory_per_byte", .wide = &Limits::memory_per_byte},
    {.name = "rank", .narrow = &Limits::rank, .most = kMost32},
    {.name = "dense_bytes", .wide = &Limits::dense_bytes},
    {.name = "function_expansion", .wide = &Limits::function_expansion},
    {.name = "call_depth", .narrow = &Limits::call_depth, .most = kMost32},
    {.name = "findings", .narrow = &Limits::findings, .most = kMost32},
};

const LimitField* find_limit(std::string_view name) {
  for (const LimitField& field : kLimits) {
    if (field.name == name) {
      return &field;
    }
  }
  return nullptr;
}

// Decimal digits and perhaps a unit. Nothing when it is anything else or does not fit.
std::optional<std::uint64_t> parse_amount(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) {
    return std::nullopt;
  }
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  int shift = 0;
  if (unit == "KiB") {
    shift = 10;
  } else if (unit == "MiB") {
    shift = 20;
  } else if (unit == "GiB") {
    shift = 30;
  } else if (!unit.empty()) {
    return std::nullopt;
  }
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) {
    return std::nullopt;
  }
  return value << shift;
}

}  // namespace

std::vector<std::string_view> limit_names() {
  std::vector<std::string_view> names;
  for (const LimitField& field : kLimits) {
    names.push_back(field.name);
  }
  return names;
}

std::uint64_t limit_value(const Limits& limits, std::string_view name) {
  const LimitField* field = find_limit(name);
  if (field == nullptr) {
    return 0;
  }
  return field->wide != nullptr ? limits.*field->wide : limits.*field->narrow;
}

std::vector<std::string_view> rule_ids() {
  std::vector<std::string_view> ids;
  for (const RuleInfo& info : rule_catalogue()) {
    ids.push_back(info.id);
  }
  return ids;
}

std::optional<Profile> find_profile(std::string_view name) {
  if (name == "strict") {
    return Profile::strict;
  }
  if (name == "compat") {
    return Profile::compat;
  }
  return std::nullopt;
}

Complaint set_limit(Policy& policy, std::string_view name, std::uint64_t value) {
  const LimitField* field = find_limit(name);
  if (field == nullptr) {
    return fmt::format("there is no limit \"{}\"{}", printable(name),
                       did_you_mean(name, limit_names()));
  }
  if (value > field->most) {
    return fmt::format("the limit {} is at most {}", name, field->most);
  }
  if (field->wide != nullptr) {
    policy.limits.*field->wide = value;
  } else {
    policy.limits.*field->narrow = static_cast<std::uint32_t>(value);
  }
  return std::nullopt;
}

Complaint set_rule(Policy& policy, std::string_view id, std::string_view severity) {
  const std::optional<Rule> rule = find_rule(id);
  if (!rule) {
    return fmt::format("there is no rule \"{}\"{}", printable(id), did_you_mean(id, rule_ids()));
  }
  const std::optional<Severity> weight = find_severity(severity);
  if (!weight) {
    return fmt::format("\"{}\" is no severity: error, warning, note or off", printable(severity));
  }
  if (!policy.set_severity(*rule, *weight)) {
    return fmt::format(
        "the rule {} cannot weigh less than an error: there is no way to read on past what it "
        "finds",
        id);
  }
  return std::nullopt;
}

Complaint apply_limit_option(Policy& policy, std::string_view option) {
  const std::size_t equals = option.find('=');
  const auto amount =
      equals == std::string_view::npos ? std::nullopt : parse_amount(option.substr(equals + 1));
  if (!amount) {
    return fmt::format(
        "a limit is given as NAME=N, N a whole number of 64 bits that may end in KiB, MiB or GiB, "
        "not as \"{}\"",
        printable(option));
  }
  return set_limit(policy, option.substr(0, equals), *amount);
}

Complaint apply_rule_option(Policy& policy, std::string_view option) {
  const std::size_t equals = option.find('=');
  if (equals == std::string_view::npos) {
    return fmt::format("a rule is given as ID=error|warning|note|off, not as \"{}\"",
                       printable(option));
  }
  return set_rule(policy, option.substr(0, equals), option.substr(equals + 1));
}

}  // namespace assay::cli
