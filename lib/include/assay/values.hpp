// Sequences, optionals and maps that passed, as test data files have them. They hold tensors and
// one another.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "assay/numbers.hpp"
#include "assay/sparse_tensor.hpp"
#include "assay/tensor.hpp"

namespace assay {

namespace decode {
struct MapRecord;
struct OptionalRecord;
struct SequenceRecord;
}  // namespace decode

// SequenceProto.DataType, which is OptionalProto.DataType too.
enum class ValueKind : std::uint8_t { undefined, tensor, sparse_tensor, sequence, map, optional };

// "UNDEFINED", "TENSOR", "SPARSE_TENSOR", "SEQUENCE", "MAP", "OPTIONAL".
std::string_view value_kind_name(ValueKind kind) noexcept;

class Map;
class Optional;

// A view, as Tensor is.
class Sequence {
 public:
  std::string_view name() const noexcept;
  // What all its elements are.
  ValueKind kind() const noexcept;
  // How many there are, of whatever kind.
  std::uint64_t size() const noexcept;

  // The elements: those of kind(); all others are empty.
  Range<Tensor> tensors() const noexcept;
  Range<SparseTensor> sparse_tensors() const noexcept;
  Range<Sequence> sequences() const noexcept;
  Range<Map> maps() const noexcept;
  Range<Optional> optionals() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Sequence>;
  explicit Sequence(const decode::SequenceRecord& record) noexcept : record_(&record) {}
  static Sequence element(const void* first, std::size_t index) noexcept;
  const decode::SequenceRecord* record_;
};

// A view, as Tensor is.
class Map {
 public:
  std::string_view name() const noexcept;
  // An integer type or STRING.
  ElementType key_type() const noexcept;
  std::uint64_t size() const noexcept { return keys().size() + string_keys().size(); }

  // The keys, in the order of values(): integers, or strings. UINT64 keys above 2^63-1 stand as
  // negative numbers, as they do in the file.
  Numbers<std::int64_t> keys() const noexcept;
  std::span<const std::string_view> string_keys() const noexcept;

  // The values: element i belongs to key i.
  Sequence values() const noexcept;

  // The position of a key. Cost: linear in the keys.
  std::optional<std::uint64_t> find(std::int64_t key) const noexcept;
  std::optional<std::uint64_t> find(std::string_view key) const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Map>;
  explicit Map(const decode::MapRecord& record) noexcept : record_(&record) {}
  static Map element(const void* first, std::size_t index) noexcept;
  const decode::MapRecord* record_;
};

// A view, as Tensor is.
class Optional {
 public:
  std::string_view name() const noexcept;
  // What it can hold; undefined for one that holds nothing, of no type.
  ValueKind kind() const noexcept;
  bool has_value() const noexcept;

  // The value: the one of kind(), when there is one.
  std::optional<Tensor> tensor() const noexcept;
  std::optional<SparseTensor> sparse_tensor() const noexcept;
  std::optional<Sequence> sequence() const noexcept;
  std::optional<Map> map() const noexcept;
  std::optional<Optional> optional() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Optional>;
  explicit Optional(const decode::OptionalRecord& record) noexcept : record_(&record) {}
  static Optional element(const void* first, std::size_t index) noexcept;
  const decode::OptionalRecord* record_;
};

class SequenceFile : public File {
 public:
  Sequence sequence() const& noexcept;
  Sequence sequence() const&& = delete;

 private:
  friend struct view::Access;
  using File::File;
};

class OptionalFile : public File {
 public:
  Optional optional() const& noexcept;
  Optional optional() const&& = delete;

 private:
  friend struct view::Access;
  using File::File;
};

class MapFile : public File {
 public:
  Map map() const& noexcept;
  Map map() const&& = delete;

 private:
  friend struct view::Access;
  using File::File;
};

// As read_tensor().
Result<SequenceFile> read_sequence(Bytes bytes, const Policy& policy = Policy()) noexcept;
Result<OptionalFile> read_optional(Bytes bytes, const Policy& policy = Policy()) noexcept;
Result<MapFile> read_map(Bytes bytes, const Policy& policy = Policy()) noexcept;
template <TemporaryBytes C>
Result<SequenceFile> read_sequence(C&& bytes, const Policy& policy = Policy()) = delete;
template <TemporaryBytes C>
Result<OptionalFile> read_optional(C&& bytes, const Policy& policy = Policy()) = delete;
template <TemporaryBytes C>
Result<MapFile> read_map(C&& bytes, const Policy& policy = Policy()) = delete;

}  // namespace assay
