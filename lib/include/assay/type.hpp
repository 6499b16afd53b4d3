// Types and shapes, and the values that have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/element_type.hpp"
#include "assay/metadata.hpp"
#include "assay/range.hpp"

namespace assay {

namespace decode {
struct DimensionRecord;
struct TypeRecord;
struct ValueInfoRecord;
}  // namespace decode
namespace view {
struct Access;
}

// One axis: a number, a name, or neither when it is not known. A view.
class Dimension {
 public:
  // Published files write -1 for "not known", which is a note.
  std::optional<std::int64_t> value() const noexcept;
  std::string_view param() const noexcept;
  std::string_view denotation() const noexcept;

 private:
  friend class Range<Dimension>;
  explicit Dimension(const decode::DimensionRecord& record) noexcept : record_(&record) {}
  static Dimension element(const void* first, std::size_t index) noexcept;
  const decode::DimensionRecord* record_;
};

enum class TypeKind : std::uint8_t {
  none,  // a TypeProto that says nothing
  tensor,
  sparse_tensor,
  sequence,
  optional,
  map,
  opaque
};

// A view.
class Type {
 public:
  TypeKind kind() const noexcept;
  // Of tensors, dense and sparse; undefined for all others.
  ElementType element_type() const noexcept;
  // Whether the shape is given. A tensor without one has any rank; an empty one is a scalar.
  bool has_shape() const noexcept;
  Range<Dimension> shape() const noexcept;

  // What a sequence or an optional holds, what a map maps to.
  std::optional<Type> contained() const noexcept;
  // Of maps; undefined for all others.
  ElementType key_type() const noexcept;

  // Of opaque types.
  std::string_view opaque_domain() const noexcept;
  std::string_view opaque_name() const noexcept;

  std::string_view denotation() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Type>;
  explicit Type(const decode::TypeRecord& record) noexcept : record_(&record) {}
  static Type element(const void* first, std::size_t index) noexcept;
  const decode::TypeRecord* record_;
};

// A value that has a name: an input, an output, or one in between. A view.
class ValueInfo {
 public:
  std::string_view name() const noexcept;
  std::optional<Type> type() const noexcept;
  std::string_view doc_string() const noexcept;
  Range<KeyValue> metadata() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<ValueInfo>;
  explicit ValueInfo(const decode::ValueInfoRecord& record) noexcept : record_(&record) {}
  static ValueInfo element(const void* first, std::size_t index) noexcept;
  const decode::ValueInfoRecord* record_;
};

}  // namespace assay
