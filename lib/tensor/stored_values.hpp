// The values of a tensor's record as raw_data lays them out, whatever field they are in.
//
// Assumes a record whose runs the decoder has read. Of the rules it assumes nothing: where there
// are fewer values than the shape asks for, it says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "assay/element_type.hpp"

#include "decode/runs.hpp"

namespace assay {

// Whether the values are in another file.
inline bool is_external(const decode::TensorRecord& tensor) noexcept {
  return tensor.data_location == 1;
}

// The field of `tensor` where values of that type are when they are not raw; null for STRING.
const decode::Scalars* typed_field(const decode::TensorRecord& tensor,
                                   const ElementTypeInfo& info) noexcept;

// The values where they already lie as in raw_data: in raw_data itself, in an opened data file, in
// one packed block of floating-point numbers.
std::optional<Bytes> raw_layout(const decode::TensorRecord& tensor,
                                const ElementTypeInfo& info) noexcept;

// Reads the entries of a typed field, in order, and lays them out as raw_data.
class StoredEntries {
 public:
  StoredEntries(const decode::Scalars& scalars, const ElementTypeInfo& info) noexcept;

  // Passes over that many entries. Cost: linear in them; in runs of fixed width, constant.
  void skip(std::uint64_t entries) noexcept { entries_.skip(fixed_, entries); }

  // Lays out the next entries behind each other and returns the bytes that they take; at most
  // kBytes, as long as `entries` is at most kEntries. Of FLOAT6, whose entries do not fill bytes,
  // all calls but the last take a multiple of four.
  std::size_t take(std::uint64_t entries, std::byte* out) noexcept;
  static constexpr std::uint64_t kEntries = 512;
  static constexpr std::size_t kBytes = kEntries * 8;

 private:
  decode::Entries entries_;
  unsigned fixed_ = 0;  // bytes of an entry on the wire; 0: a varint
  bool boolean_ = false;
  unsigned width_ = 0;  // bytes of an entry laid out; 0: FLOAT6
};

}  // namespace assay
