// Turns the `message` form of an input into bytes: fields by name, with control over everything
// that a wire format lets one get wrong. Names and types come from the library's schema tables; the
// encoding is written here, since the library only reads.
#pragma once

#include <stdexcept>
#include <string>

#include "json_reader.hpp"
#include "schema/message.hpp"

namespace assay::conformance {

// What cannot be built, and where it stands below the entries given.
class BuildError : public std::runtime_error {
 public:
  BuildError(std::string where, const std::string& text)
      : std::runtime_error(text), pointer(std::move(where)) {}
  std::string pointer;
};

// The bytes of a list of entries, as fields of `message`. `definitions` is what {"use": …} refers
// to (may be null). The entries have passed the suite schema. Throws BuildError. Cost: linear in
// the result, times the depth of nests; bounded, and at most kMaxInput bytes are built.
std::string build_message(const Json& entries, schema::MessageId message, const Json* definitions);

inline constexpr std::size_t kMaxInput = std::size_t{64} << 20;

// Bytes written as hex digits, spaces allowed between bytes.
std::string bytes_from_hex(std::string_view hex);
// Bytes from base64. Throws BuildError for a wrong length.
std::string bytes_from_base64(std::string_view text);
std::string base64_of(std::string_view bytes);

}  // namespace assay::conformance
