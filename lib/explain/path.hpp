// Paths as findings write them and people type them: "graph.node[3].name".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/explain.hpp"

namespace assay::explain {

// One step. Without an index it is every field of that name.
struct Step {
  std::string name;
  std::optional<std::uint64_t> index;

  bool matches(const WireField& field) const noexcept {
    return field.as_declared() && field.name() == name && (!index || *index == field.index);
  }
};

// Nothing where the text is no path.
std::optional<std::vector<Step>> parse_path(std::string_view text);

}  // namespace assay::explain
