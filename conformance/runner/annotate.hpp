// The bytes of an input, field by field, for a person to read in a report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/message.hpp"

namespace assay::conformance {

struct AnnotatedBytes {
  std::uint64_t offset = 0;
  unsigned depth = 0;
  std::string hex;   // of the tag and, for a value, what belongs to it; shortened
  std::string text;  // the field and its value, or what is wrong
};

// At most `most` lines; a last one says how much is left out. Goes on where the framing allows and
// stops at what cannot be read. Cost: linear in what is shown.
std::vector<AnnotatedBytes> annotate(std::string_view bytes, schema::MessageId message,
                                     std::size_t most = 120);

}  // namespace assay::conformance
