// Suggestions for a name that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

// Those of `known` that resemble `word` most, at most three, the nearest first.
std::vector<std::string_view> near_matches(std::string_view word,
                                           const std::vector<std::string_view>& known);

// " (did you mean a, b or c?)", or nothing when nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace assay::cli
