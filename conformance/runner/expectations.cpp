#include "expectations.hpp"

#include <fstream>
#include <iterator>

#include "json_schema.hpp"
#include "loader.hpp"
#include "suite_schema.hpp"

namespace assay::conformance {

Expectations read_expectations(std::string_view text, const std::string& file) {
  static const JsonSchema schema = [] {
    JsonFault fault;
    auto json = read_json(kExpectedSchema, fault);
    if (!json) {
      throw std::logic_error("a built-in schema is not JSON: " + fault.message);
    }
    return JsonSchema(std::move(*json));
  }();
  JsonFault fault;
  const auto json = read_json(text, fault);
  if (!json) {
    throw LoadError(file, "", fault.pointer, fault.message);
  }
  if (const auto violation = schema.check(*json)) {
    throw LoadError(file, "", violation->pointer, violation->message);
  }
  Expectations result;
  const Json& entries = (*json)["entries"];
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (const Json& name : entries[i]["cases"]) {
      const auto outcome = find_outcome(entries[i]["outcome"].get<std::string>());
      const KnownFailure known{outcome.value_or(Outcome::rejected),
                               entries[i]["why"].get<std::string>(),
                               entries[i].value("sometimes", false)};
      if (!result.cases.emplace(name.get<std::string>(), known).second) {
        throw LoadError(file, "", "/entries/" + std::to_string(i),
                        "the case " + name.dump() + " is listed twice");
      }
    }
  }
  return result;
}

Expectations load_expectations(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return {};
  }
  return read_expectations(std::string(std::istreambuf_iterator<char>(stream), {}), file.string());
}

Standing standing_of(const std::string& name, const Judgement& judgement, const Answer& answer,
                     const Expectations& expectations) {
  const bool failed =
      judgement.mark == Mark::fail || judgement.mark == Mark::broken || answer.flaky;
  const auto known = expectations.cases.find(name);
  if (known == expectations.cases.end()) {
    return failed ? Standing::new_failure : Standing::fine;
  }
  if (!failed) {
    return known->second.sometimes ? Standing::fine : Standing::unexpected_pass;
  }
  return known->second.outcome == answer.outcome && !answer.flaky ? Standing::known_failure
                                                                  : Standing::new_failure;
}

std::string_view standing_name(Standing standing) noexcept {
  constexpr std::string_view kNames[] = {"fine", "new-failure", "known-failure", "unexpected-pass"};
  return kNames[static_cast<std::size_t>(standing)];
}

}  // namespace assay::conformance
