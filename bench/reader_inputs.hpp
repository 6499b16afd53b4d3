// The twelve inputs that a reader's speed is measured on: made, never stored, and the same on every
// machine. At scale 1 they have the sizes that docs/measurements.md names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "assay/kind.hpp"

namespace assay::bench {

struct Input {
  std::string_view name;
  Kind kind;
  std::string_view stresses;
  std::string (*make)(double scale);
};

std::span<const Input> reader_inputs();

}  // namespace assay::bench
