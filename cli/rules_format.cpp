#include "cli/rules_format.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/near_match.hpp"
#include "cli/policy_options.hpp"
#include "cli/policy_settings.hpp"

namespace assay::cli {
namespace {

// Text that Markdown would take for markup.
std::string markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_<>[]|").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

}  // namespace

std::vector<const RuleInfo*> find_rules(const std::vector<std::string>& names) {
  std::vector<const RuleInfo*> chosen;
  std::vector<bool> found(names.size());
  for (const RuleInfo& info : rule_catalogue()) {
    bool named = names.empty();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (info.id == names[i] || area_of(info) == names[i]) {
        named = found[i] = true;
      }
    }
    if (named) {
      chosen.push_back(&info);
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!found[i]) {
      throw UsageError{fmt::format("there is no rule and no area \"{}\"{}", names[i],
                                   did_you_mean(names[i], rule_ids()))};
    }
  }
  return chosen;
}

std::string_view area_of(const RuleInfo& info) {
  return info.id.substr(0, info.id.find('/'));
}

std::string rules_table(RuleList rules) {
  constexpr std::string_view kRow = "{:<{}}  {:<7}  {:<7}  {}\n";
  constexpr std::string_view kRule = "rule";
  std::size_t width = kRule.size();
  for (const RuleInfo* info : rules) {
    width = std::max(width, info->id.size());
  }
  std::string out = fmt::format(kRow, kRule, width, "strict", "compat", "meaning");
  for (const RuleInfo* info : rules) {
    fmt::format_to(std::back_inserter(out), kRow, info->id, width, severity_name(info->strict),
                   severity_name(info->compat), info->meaning);
  }
  return out;
}

std::string rules_pages(RuleList rules) {
  std::string out;
  for (const RuleInfo* info : rules) {
    fmt::format_to(std::back_inserter(out),
                   "{}{}\n"
                   "  found:    {}\n"
                   "  why:      {}\n"
                   "  fix:      {}\n"
                   "  severity: {} under strict, {} under compat{}\n"
                   "  source:   {}\n",
                   out.empty() ? "" : "\n", info->id, info->meaning, info->why, info->remedy,
                   severity_name(info->strict), severity_name(info->compat),
                   info->fixed ? "; no policy can lower it" : "", info->source);
  }
  return out;
}

std::string rules_json(RuleList rules) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RuleInfo* info : rules) {
    list.push_back({{"id", info->id},
                    {"strict", severity_name(info->strict)},
                    {"compat", severity_name(info->compat)},
                    {"fixed", info->fixed},
                    {"meaning", info->meaning},
                    {"why", info->why},
                    {"remedy", info->remedy},
                    {"source", info->source}});
  }
  return list.dump(2) + "\n";
}

std::string rules_markdown(RuleList rules) {
  std::string out =
      "# Rules\n"
      "\n"
      "Written by `assay rules --format markdown` (`./dev docs`); a test fails when it is stale.\n"
      "\n"
      "An id, once published, never changes its meaning. The severities are those of the profiles\n"
      "`strict` and `compat`; `--rule ID=SEVERITY` or a policy file changes them, except where a\n"
      "rule is *fixed*: there is no way to read on past what it finds. One finding that is an "
      "error\n"
      "makes the verdict `reject`.\n";
  std::string_view area;
  for (const RuleInfo* info : rules) {
    if (area_of(*info) != area) {
      area = area_of(*info);
      fmt::format_to(std::back_inserter(out), "\n## {}\n", area);
    }
    fmt::format_to(std::back_inserter(out),
                   "\n### {}\n\n"
                   "{} {}\n\n"
                   "- **Fix:** {}\n"
                   "- **Severity:** {} (strict), {} (compat){}\n"
                   "- **Source:** {}\n",
                   info->id, markdown(info->meaning), markdown(info->why), markdown(info->remedy),
                   severity_name(info->strict), severity_name(info->compat),
                   info->fixed ? ", fixed" : "", markdown(info->source));
  }
  return out;
}

}  // namespace assay::cli
