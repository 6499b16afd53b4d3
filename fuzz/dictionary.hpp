// Words that are worth trying in the inputs of a target, for engines that take a dictionary.
#pragma once

#include <string>
#include <string_view>

namespace assay::fuzz {

// In the format that libFuzzer and AFL++ read. For targets whose inputs are messages, from the
// schema tables: every tag in its wire types, and varints at the edges of their types.
std::string dictionary_of(std::string_view target);

}  // namespace assay::fuzz
