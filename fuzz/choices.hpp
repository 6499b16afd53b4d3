// Decisions taken from the bytes of an input, for targets whose inputs are programs of a generator.
// Each decision takes the next byte or bytes; after the last byte every answer is the smallest one,
// so that a generator comes to an end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/bytes.hpp"

namespace assay::fuzz {

class Choices {
 public:
  explicit Choices(Bytes bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }

  std::uint8_t byte() {
    if (rest_.empty()) {
      return 0;
    }
    const auto taken = static_cast<std::uint8_t>(rest_.front());
    rest_ = rest_.subspan(1);
    return taken;
  }

  // 0 to n - 1; n > 0.
  std::uint64_t below(std::uint64_t n) {
    std::uint64_t value = byte();
    for (std::uint64_t reach = 256; reach < n && !done(); reach <<= 8) {
      value = value << 8 | byte();
    }
    return value % n;
  }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  // Rarely true once nothing is left: never.
  bool one_in(std::uint64_t n) { return below(n) == n - 1; }

  // Eight bytes, little-endian.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 8) {
      value |= std::uint64_t{byte()} << shift;
    }
    return value;
  }

  // The next bytes, `most` at the most, up to the first of value 0, which is passed over.
  std::string_view text(std::size_t most) {
    const std::string_view rest = as_text(rest_);
    const std::size_t size = std::min({rest.find('\0'), rest.size(), most});
    rest_ = rest_.subspan(std::min(size + 1, rest_.size()));
    return rest.substr(0, size);
  }

  Bytes rest() const { return rest_; }
  static std::string_view as_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

 private:
  Bytes rest_;
};

}  // namespace assay::fuzz
