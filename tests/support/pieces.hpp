// The fields of a message as they stand in its bytes, found without the reader that is under test.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "schema/onnx.hpp"

namespace assay::testing {

struct Piece {
  std::size_t begin;    // of the tag
  std::size_t payload;  // of the value; of what a length counts
  std::size_t end;
  std::uint32_t number;
  unsigned wire_type;  // of a group: 3, and the payload is what it holds, its end tag included
};

// The fields of a message, as far as it can be read. Cost: linear.
std::vector<Piece> pieces_of(std::string_view message);

// Whether every field has an end where it should: of the message, of the messages in it that the
// schema knows, and so on. What the values are does not matter. Cost: linear, times the depth.
bool well_framed(schema::MessageId id, std::string_view message);

}  // namespace assay::testing
