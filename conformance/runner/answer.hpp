// What a subject said of a case.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite.hpp"

namespace assay::conformance {

enum class Outcome : std::uint8_t {
  accepted,
  rejected,
  unsupported,     // the subject says that such cases are not its business
  crash,           // it died
  timeout,         // it did not answer in time
  out_of_memory,   // it died of the memory limit, as far as can be told
  protocol_error,  // its answer was no answer
};
std::string_view outcome_name(Outcome outcome) noexcept;
std::optional<Outcome> find_outcome(std::string_view name) noexcept;

// A finding as far as a judge compares it.
struct AnswerFinding {
  std::string rule;
  std::string path;
  std::uint64_t offset = 0;
};

struct Answer {
  Outcome outcome = Outcome::protocol_error;
  std::string message;       // the subject's own words, or the runner's on a failure
  std::string kind;          // what it took the file for; may be empty
  bool knows_rules = false;  // `findings` are Assay's, and all of them
  std::vector<AnswerFinding> findings;
  std::string digest;  // of what was read; may be empty
  std::map<std::string, OperatorTensor> outputs;
  bool flaky = false;  // a second try gave something else
};

}  // namespace assay::conformance
