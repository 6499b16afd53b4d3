// Bytes that somebody else owns. Everything that Assay reads, it reads through such a view.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace assay {

using Bytes = std::span<const std::byte>;

// Text as bytes, without a copy.
inline Bytes bytes_of(std::string_view text) noexcept {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace assay
