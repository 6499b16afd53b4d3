// Values as text: single numbers, elements of raw_data, entries of a typed field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/bytes.hpp"
#include "assay/element_type.hpp"
#include "assay/explain.hpp"

#include "schema/onnx.hpp"

namespace assay::explain {

// The bytes of a field's payload.
inline Bytes payload_of(Bytes file, const WireField& field) noexcept {
  return file.subspan(field.payload_offset, field.payload_length);
}
inline std::string_view text_of(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The bits of a number that is no part of a packed run: a varint's, or those of 4 or 8 bytes.
std::uint64_t bits_of(Bytes file, const WireField& field) noexcept;

// How a number stands for a name, as in a data_type: "FLOAT"; empty for numbers without a name.
std::string_view name_of_value(schema::MessageId message, std::uint32_t number,
                               std::int64_t value) noexcept;
// Whether the numbers of that field have names.
bool has_named_values(schema::MessageId message, std::uint32_t number) noexcept;

// The values of one field.
class Values {
 public:
  // `element` and `elements` are what the message says about its values; null and nothing where it
  // does not say.
  Values(schema::MessageId message, const schema::Field& field, bool raw, Bytes payload,
         const ElementTypeInfo* element, std::optional<std::uint64_t> elements) noexcept;

  // Cost: as FieldWalker::value_count() has it.
  std::uint64_t count() const noexcept;
  std::vector<std::string> texts(std::uint64_t first, std::uint64_t count) const;
  // The same, joined by commas, with a sign for what is left out, and the bytes that make no
  // value: "1, 2, ...", "1, 2; 3 bytes left over". Cost: linear in what is shown.
  std::string list(std::uint64_t most) const;

  // One number by its bits, as it stands outside of a packed run: the `index`-th of its field.
  std::string text(std::uint64_t bits, std::uint64_t index) const;

  bool raw() const noexcept { return raw_; }

 private:
  std::uint64_t width() const noexcept;  // bytes of an entry; 0: a varint
  std::string element_text(std::uint64_t index) const;
  std::string entry_text(std::uint64_t bits, std::uint64_t index) const;
  std::uint64_t trailing_bytes() const noexcept;

  schema::MessageId message_;
  const schema::Field* field_;
  bool raw_;
  Bytes payload_;
  const ElementTypeInfo* element_;
  std::optional<std::uint64_t> elements_;
};

}  // namespace assay::explain
