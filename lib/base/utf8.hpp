// Is this text UTF-8, does it hold what a terminal would obey, and how to show it if so.
//
// UTF-8 is judged strictly (RFC 3629): no surrogates, no overlong forms, nothing above U+10FFFF.
// Nothing here assumes that the text is UTF-8. Every function is one pass over it, eight bytes a
// step where they are printable ASCII.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.hpp"

namespace assay {

// Where the first sequence begins that is no well-formed character; npos when there is none.
std::size_t find_invalid_utf8(std::string_view text) noexcept;

// Where the first control character stands: C0, DEL, or C1 (U+0080 to U+009F); npos when there is
// none.
std::size_t find_control(std::string_view text) noexcept;

// The same, tab, newline and carriage return allowed.
std::size_t find_control_in_prose(std::string_view text) noexcept;

// The text as it may be shown: control characters, bidirectional controls, line separators, quotes,
// backslashes and bytes that are not UTF-8 become \n, \xNN or \u{...}. Of text longer than
// `max_bytes`, the characters that lie within that many bytes are shown, and "..." after them.
// Cost: linear in min(max_bytes, size).
std::string escape(std::string_view text, std::size_t max_bytes = std::string_view::npos);

}  // namespace assay
