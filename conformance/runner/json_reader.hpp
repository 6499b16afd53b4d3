// Reads JSON strictly: what nlohmann's own parser would let pass quietly (the last of two equal
// keys, deep nesting, integers turned into doubles) is an error here.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace assay::conformance {

using Json = nlohmann::json;

struct JsonLimits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 64;
  // True: numbers must be integers that fit 64 bits. A suite has no others.
  bool integers_only = true;
};

struct JsonFault {
  std::string message;
  std::string pointer;  // JSON pointer to the value, as far as it was reached
};

// The value, or nothing and a fault. Cost: linear in the text.
std::optional<Json> read_json(std::string_view text, JsonFault& fault,
                              const JsonLimits& limits = JsonLimits());

// `key` as one step of a JSON pointer (RFC 6901), slash included.
std::string pointer_step(std::string_view key);

}  // namespace assay::conformance
