// Random changes to a file: blind ones to its bytes, and ones that know its fields and keep the
// lengths around them right, so that they reach what lies behind the first length.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>

#include "schema/onnx.hpp"

namespace assay::testing {

// The same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t next() { return engine_(); }
  // 0 to n - 1; 0 for n = 0.
  std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : engine_() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

// A change to bytes that are no message, by somebody else: a fuzzing engine that has seen the
// comparisons that the program made.
using RawMutation = std::function<std::string(std::string bytes)>;

// A message of that id with one change. `other` is a file to take pieces of bytes from.
std::string mutate(schema::MessageId id, std::string_view message, std::string_view other,
                   Random& random, const RawMutation& raw = {});

// The message with its lengths written anew, and without what cannot be read as fields.
std::string reframed(schema::MessageId id, std::string_view message);

// A message with one field of another message of the same id, taken from where such a field fits.
std::string cross(schema::MessageId id, std::string_view message, std::string_view donor,
                  Random& random);

}  // namespace assay::testing
