#include "assay/values.hpp"

#include "view/access.hpp"

namespace assay {
namespace {

using decode::MapRecord;
using decode::OptionalRecord;
using decode::SequenceRecord;

ValueKind kind_of(std::int32_t elem_type) noexcept {
  return elem_type >= 0 && elem_type <= static_cast<std::int32_t>(ValueKind::optional)
             ? static_cast<ValueKind>(elem_type)
             : ValueKind::undefined;
}

template <class Record>
std::uint64_t size_of(const decode::Slice<Record>& slice) noexcept {
  return slice.size;
}

}  // namespace

std::string_view value_kind_name(ValueKind kind) noexcept {
  constexpr std::string_view kNames[] = {"UNDEFINED", "TENSOR", "SPARSE_TENSOR",
                                         "SEQUENCE",  "MAP",    "OPTIONAL"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view Sequence::name() const noexcept {
  return record_->name;
}
ValueKind Sequence::kind() const noexcept {
  return kind_of(record_->elem_type);
}
std::uint64_t Sequence::size() const noexcept {
  switch (kind()) {
    case ValueKind::tensor:
      return size_of(record_->tensor_values);
    case ValueKind::sparse_tensor:
      return size_of(record_->sparse_tensor_values);
    case ValueKind::sequence:
      return size_of(record_->sequence_values);
    case ValueKind::map:
      return size_of(record_->map_values);
    case ValueKind::optional:
      return size_of(record_->optional_values);
    case ValueKind::undefined:
      break;
  }
  return 0;
}
Range<Tensor> Sequence::tensors() const noexcept {
  return view::range<Tensor>(record_->tensor_values);
}
Range<SparseTensor> Sequence::sparse_tensors() const noexcept {
  return view::range<SparseTensor>(record_->sparse_tensor_values);
}
Range<Sequence> Sequence::sequences() const noexcept {
  return view::range<Sequence>(record_->sequence_values);
}
Range<Map> Sequence::maps() const noexcept {
  return view::range<Map>(record_->map_values);
}
Range<Optional> Sequence::optionals() const noexcept {
  return view::range<Optional>(record_->optional_values);
}
Sequence Sequence::element(const void* first, std::size_t index) noexcept {
  return Sequence(view::at<SequenceRecord>(first, index));
}

std::string_view Map::name() const noexcept {
  return record_->name;
}
ElementType Map::key_type() const noexcept {
  const ElementTypeInfo* info = find_element_type(record_->key_type);
  return info == nullptr ? ElementType::undefined : info->type;
}
Numbers<std::int64_t> Map::keys() const noexcept {
  return Numbers<std::int64_t>(record_->keys);
}
std::span<const std::string_view> Map::string_keys() const noexcept {
  return view::texts(record_->string_keys);
}
Sequence Map::values() const noexcept {
  return view::make_or_empty<Sequence>(record_->values);
}
std::optional<std::uint64_t> Map::find(std::int64_t key) const noexcept {
  std::uint64_t position = 0;
  for (const std::int64_t other : keys()) {
    if (other == key) {
      return position;
    }
    ++position;
  }
  return std::nullopt;
}
std::optional<std::uint64_t> Map::find(std::string_view key) const noexcept {
  std::uint64_t position = 0;
  for (const std::string_view other : string_keys()) {
    if (other == key) {
      return position;
    }
    ++position;
  }
  return std::nullopt;
}
Map Map::element(const void* first, std::size_t index) noexcept {
  return Map(view::at<MapRecord>(first, index));
}

std::string_view Optional::name() const noexcept {
  return record_->name;
}
ValueKind Optional::kind() const noexcept {
  return kind_of(record_->elem_type);
}
bool Optional::has_value() const noexcept {
  return tensor() || sparse_tensor() || sequence() || map() || optional();
}
std::optional<Tensor> Optional::tensor() const noexcept {
  return view::make_if<Tensor>(record_->tensor_value);
}
std::optional<SparseTensor> Optional::sparse_tensor() const noexcept {
  return view::make_if<SparseTensor>(record_->sparse_tensor_value);
}
std::optional<Sequence> Optional::sequence() const noexcept {
  return view::make_if<Sequence>(record_->sequence_value);
}
std::optional<Map> Optional::map() const noexcept {
  return view::make_if<Map>(record_->map_value);
}
std::optional<Optional> Optional::optional() const noexcept {
  return view::make_if<Optional>(record_->optional_value);
}
Optional Optional::element(const void* first, std::size_t index) noexcept {
  return Optional(view::at<OptionalRecord>(first, index));
}

Sequence SequenceFile::sequence() const& noexcept {
  return view::make<Sequence>(view::root<SequenceRecord>(document()));
}
Optional OptionalFile::optional() const& noexcept {
  return view::make<Optional>(view::root<OptionalRecord>(document()));
}
Map MapFile::map() const& noexcept {
  return view::make<Map>(view::root<MapRecord>(document()));
}

Result<SequenceFile> read_sequence(Bytes bytes, const Policy& policy) noexcept {
  return view::read_file<SequenceFile>(bytes, Kind::sequence, policy);
}
Result<OptionalFile> read_optional(Bytes bytes, const Policy& policy) noexcept {
  return view::read_file<OptionalFile>(bytes, Kind::optional, policy);
}
Result<MapFile> read_map(Bytes bytes, const Policy& policy) noexcept {
  return view::read_file<MapFile>(bytes, Kind::map, policy);
}

}  // namespace assay
