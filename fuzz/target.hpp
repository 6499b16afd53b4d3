// What a fuzz target is, whatever engine drives it.
//
// A target is a file targets/NAME.cpp that defines target_NAME(). It gets any bytes, returns for
// all of them, keeps no state between calls, and dies when a property is broken. The build makes
// the table of all targets and, for an engine, a program of each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "assay/bytes.hpp"
#include "assay/kind.hpp"

#include "schema/onnx.hpp"

namespace assay::fuzz {

struct Target {
  std::string_view name;
  void (*run)(Bytes input);
};

// All of them, by name. Only where all are linked: the replay program and the tool.
std::span<const Target> targets();

// The one that the program of an engine runs. Only there.
extern const Target kEngineTarget;

// The message that the inputs of a target are, for mutators that know the wire format; nothing for
// targets whose inputs are something else.
std::optional<schema::MessageId> message_of_target(std::string_view name);

// Replay tries every choice that a fuzzing run, which is in a hurry, makes by a hash of the input.
inline bool thorough = false;

// The largest part of what they may take that the steps of an input came to, in thousandths; where
// steps are counted.
inline std::uint64_t most_steps = 0;

}  // namespace assay::fuzz
