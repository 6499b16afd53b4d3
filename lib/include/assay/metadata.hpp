// An entry of metadata_props, and whatever else is a list of keys with values.
#pragma once

#include <cstddef>
#include <string_view>

#include "assay/range.hpp"

namespace assay {

struct KeyValue {
  std::string_view key;
  std::string_view value;

 private:
  friend class Range<KeyValue>;
  static KeyValue element(const void* first, std::size_t index) noexcept;
};

}  // namespace assay
