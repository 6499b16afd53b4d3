// What a subject that answers by lines has written, as far as it can be believed: strict JSON, of
// the answers' schema, with the number of the request. No I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer.hpp"
#include "json_reader.hpp"
#include "judge.hpp"

namespace assay::conformance {

// A line as an answer to the request of that number. Nothing, and a fault, when it is none.
std::optional<Json> read_answer_line(std::string_view line, std::uint64_t sequence,
                                     std::uint64_t max_bytes, JsonFault& fault);

// What the answer to `start` says.
struct Greeting {
  std::string version;
  std::string homepage;
  Capabilities can;
  std::vector<std::string> kinds;  // empty: all
};
// Nothing when it has no name or does not say what it can do.
std::optional<Greeting> read_greeting(const Json& answer);

// What the answer to a case says; `knows_rules` when its findings are Assay's.
Answer read_answer(const Json& answer, bool knows_rules);

// Words of a subject, for a table: one line, what is not printable escaped, and not too many.
std::string shortened(std::string text);

}  // namespace assay::conformance
