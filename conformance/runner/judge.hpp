// Compares what a subject said with what a case expects. Pure: no I/O, no clock, no state.
#pragma once

#include <string>
#include <string_view>

#include "answer.hpp"
#include "suite.hpp"

namespace assay::conformance {

enum class Mark : std::uint8_t {
  pass,
  fail,
  differs,  // not what the case prefers, at a level that the subject is not held to
  skipped,  // unsupported
  broken,   // a crash, a timeout, no answer
};
std::string_view mark_name(Mark mark) noexcept;

// What a subject claims to be able to do.
struct Capabilities {
  bool parses = false;     // reads messages, knows protobuf's rules only
  bool checks = false;     // knows ONNX's rules, too
  bool runs = false;       // executes ConvInteger
  bool has_rules = false;  // answers with Assay's findings: held to rule, path and offset
};

struct Judgement {
  Mark mark = Mark::fail;
  std::string expected;  // in words
  std::string got;
};

// `held_to` is the weakest level that the subject has to meet: with `recommended`, cases of
// protobuf, onnx and recommended count; stricter ones only differ. A subject that only parses is
// held to protobuf's rules at most. One that answers with Assay's findings is held to all of a
// case.
Judgement judge(const Case& test, const Answer& answer, const Capabilities& subject,
                Level held_to = Level::onnx);

}  // namespace assay::conformance
