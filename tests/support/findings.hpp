// What a check finds, in a form that a test can state in one line.
#pragma once

#include <string>
#include <string_view>

#include "assay/check.hpp"

#include "support/message.hpp"

namespace assay::testing {

// One line a finding, in the order of the report: "error tensor/no-data graph.initializer[0]
// @5+12", with offset and length behind the "@". Empty when there is nothing to find.
std::string brief(const Report& report);
std::string brief(Severity severity, Rule rule, std::string_view path, Mark mark);

// The findings of these bytes, briefly.
std::string findings_of(Bytes input, Kind kind, const Policy& policy = Policy());
std::string findings_of(const Message& message, Kind kind, const Policy& policy = Policy());
// The same of a message that is a file of its own, whose kind follows from its id.
std::string findings_of(const Message& message, const Policy& policy = Policy());
Kind kind_of(const Message& message);

// A policy in which one thing is otherwise.
Policy with_limit(std::uint64_t Limits::*limit, std::uint64_t value,
                  Profile profile = Profile::strict);
Policy with_limit(std::uint32_t Limits::*limit, std::uint32_t value,
                  Profile profile = Profile::strict);
// One that lets pass whatever a policy can.
const Policy& lenient();

}  // namespace assay::testing
