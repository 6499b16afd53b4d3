// A tensor that passed: type, shape and values, wherever the file keeps them.
//
//   const assay::Result<assay::TensorFile> file = assay::read_tensor(bytes);
//   if (!file) { ... file.report() ... }
//   const assay::Tensor tensor = file->tensor();
//   std::vector<float> values(tensor.elements());
//   tensor.read(0, std::span(values));
#pragma once

#include <bit>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "assay/bytes.hpp"
#include "assay/decode_result.hpp"
#include "assay/element_type.hpp"
#include "assay/file.hpp"
#include "assay/metadata.hpp"
#include "assay/policy.hpp"
#include "assay/range.hpp"
#include "assay/result.hpp"

namespace assay {

namespace decode {
struct TensorRecord;
}

// The element type whose values are T's; undefined when there is none. BOOL, FLOAT16 and what has
// no C++ type is reached with Tensor::read() and Tensor::raw_bytes().
template <class T>
inline constexpr ElementType kElementTypeOf = ElementType::undefined;
template <>
inline constexpr ElementType kElementTypeOf<float> = ElementType::float32;
template <>
inline constexpr ElementType kElementTypeOf<double> = ElementType::float64;
template <>
inline constexpr ElementType kElementTypeOf<std::uint8_t> = ElementType::uint8;
template <>
inline constexpr ElementType kElementTypeOf<std::int8_t> = ElementType::int8;
template <>
inline constexpr ElementType kElementTypeOf<std::uint16_t> = ElementType::uint16;
template <>
inline constexpr ElementType kElementTypeOf<std::int16_t> = ElementType::int16;
template <>
inline constexpr ElementType kElementTypeOf<std::uint32_t> = ElementType::uint32;
template <>
inline constexpr ElementType kElementTypeOf<std::int32_t> = ElementType::int32;
template <>
inline constexpr ElementType kElementTypeOf<std::uint64_t> = ElementType::uint64;
template <>
inline constexpr ElementType kElementTypeOf<std::int64_t> = ElementType::int64;
template <>
inline constexpr ElementType kElementTypeOf<std::complex<float>> = ElementType::complex64;
template <>
inline constexpr ElementType kElementTypeOf<std::complex<double>> = ElementType::complex128;

// A view: one pointer wide, cheap to copy, valid as long as the file that it came from.
//
// Under a policy that lets an unsound tensor pass (tensor/raw-data-size as a warning, say), its
// members stay safe to call: what is not there reads as undefined, empty or out_of_range.
class Tensor {
 public:
  std::string_view name() const noexcept;
  std::string_view doc_string() const noexcept;
  Range<KeyValue> metadata() const noexcept;

  ElementType element_type() const noexcept { return info().type; }
  const ElementTypeInfo& info() const noexcept;
  // Row-major; empty for a scalar.
  std::span<const std::int64_t> dims() const noexcept;
  // The product of dims: 1 for a scalar.
  std::uint64_t elements() const noexcept;
  // What the values take as raw_data; of STRING, the sum of their lengths. Cost: constant, but
  // linear in the strings.
  std::uint64_t value_bytes() const noexcept;

  // Where the file keeps the values.
  enum class Storage : std::uint8_t { none, raw_data, typed_field, external };
  Storage storage() const noexcept;

  bool is_external() const noexcept { return storage() == Storage::external; }
  // False for an external tensor whose data file was not opened.
  bool has_values() const noexcept;
  // Of an external tensor: the file, as the model names it, and where in it the values start.
  // Relative, and judged as text; not a path to open as it stands.
  std::string_view external_location() const noexcept;
  std::uint64_t external_offset() const noexcept;

  // The values as raw_data lays them out (little-endian, row-major, elements of less than a byte
  // packed from the low bits up), where the file itself has them so: in raw_data, in an external
  // file that was opened, or in a packed block of floating-point numbers. Not aligned to anything.
  std::optional<Bytes> raw_bytes() const noexcept;

  // The values in place. Nothing when T is not the element type, when the file does not have the
  // values as this host's memory would, or when they are not aligned for T: use read() then.
  template <class T>
  requires(kElementTypeOf<T> != ElementType::undefined) std::optional<std::span<const T>> values()
  const noexcept {
    const std::optional<Bytes> raw = raw_bytes();
    if (!raw || element_type() != kElementTypeOf<T> ||
        (std::endian::native != std::endian::little && sizeof(T) != 1) ||
        std::bit_cast<std::uintptr_t>(raw->data()) % alignof(T) != 0 ||
        raw->size() / sizeof(T) < elements()) {
      return std::nullopt;
    }
    return std::span(reinterpret_cast<const T*>(raw->data()), static_cast<std::size_t>(elements()));
  }

  // Decodes the elements first, first + 1, ..., as many as `out` holds, whatever their type and
  // storage. Unless the result is ok or inexact, `out` is untouched (but by a data file that is
  // changed at that moment). Cost: linear in `out`; where the values are varints, linear in `first`
  // too, so read them in few pieces.
  //
  // To float, double and complex: exact where possible, else rounded to nearest, ties to even;
  // beyond the range becomes infinity. To integers: the same number, or `inexact`.
  [[nodiscard]] DecodeResult read(std::uint64_t first, std::span<float> out) const noexcept;
  [[nodiscard]] DecodeResult read(std::uint64_t first, std::span<double> out) const noexcept;
  [[nodiscard]] DecodeResult read(std::uint64_t first, std::span<std::int64_t> out) const noexcept;
  [[nodiscard]] DecodeResult read(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;
  [[nodiscard]] DecodeResult read(std::uint64_t first,
                                  std::span<std::complex<double>> out) const noexcept;
  // All values as in raw_bytes(), in order, in pieces that the call owns. Statuses: ok,
  // out_of_range, no_conversion (STRING), no_values. Throws what `piece` throws. Cost: linear in
  // the values.
  [[nodiscard]] DecodeResult visit_raw(const std::function<void(Bytes)>& piece) const;
  // The same, copied. `out` has value_bytes() bytes; else out_of_range, and it is untouched.
  [[nodiscard]] DecodeResult copy_raw(std::span<std::byte> out) const noexcept;

  // The values of a STRING tensor; empty for every other.
  std::span<const std::string_view> strings() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Tensor>;
  explicit Tensor(const decode::TensorRecord& record) noexcept : record_(&record) {}
  static Tensor element(const void* first, std::size_t index) noexcept;
  const decode::TensorRecord* record_;
};

// A TensorProto as a file of its own.
class TensorFile : public File {
 public:
  Tensor tensor() const& noexcept;
  Tensor tensor() const&& = delete;

 private:
  friend struct view::Access;
  using File::File;
};

// Judges the bytes as check() does and, when they pass, gives access to what they hold. Never
// throws. The bytes are not copied: see File. External data stays unread: see Model.
Result<TensorFile> read_tensor(Bytes bytes, const Policy& policy = Policy()) noexcept;
template <TemporaryBytes C>
Result<TensorFile> read_tensor(C&& bytes, const Policy& policy = Policy()) = delete;

}  // namespace assay
