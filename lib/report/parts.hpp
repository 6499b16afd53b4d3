// Pieces of text that several formats are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/report_writer.hpp"

#include "base/text.hpp"

namespace assay::report {

// "0x1f", without leading zeros.
std::string hex(std::uint64_t value);

// "0f".
std::string hex_pair(std::byte byte);

// "1 error", "2 errors".
std::string counted(std::uint64_t count, std::string_view noun);

// `text` as a JSON string, made printable first: a reader of the JSON gets what a terminal would
// show.
std::string json_string(std::string_view text);

}  // namespace assay::report
