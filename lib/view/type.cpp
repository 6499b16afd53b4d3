#include "assay/type.hpp"

#include "view/access.hpp"

namespace assay {
namespace {

using decode::DimensionRecord;
using decode::TypeRecord;
using decode::ValueInfoRecord;
using schema::MessageId;
using schema::number_of;

ElementType element_type_of(std::int32_t number) noexcept {
  const ElementTypeInfo* info = find_element_type(number);
  return info == nullptr ? ElementType::undefined : info->type;
}

const decode::TensorShapeRecord* shape_of(const TypeRecord& record) noexcept {
  return record.tensor_type != nullptr          ? record.tensor_type->shape
         : record.sparse_tensor_type != nullptr ? record.sparse_tensor_type->shape
                                                : nullptr;
}

}  // namespace

std::optional<std::int64_t> Dimension::value() const noexcept {
  return decode::has(*record_, number_of(MessageId::dimension, "dim_value"))
             ? std::optional(record_->dim_value)
             : std::nullopt;
}
std::string_view Dimension::param() const noexcept {
  return record_->dim_param;
}
std::string_view Dimension::denotation() const noexcept {
  return record_->denotation;
}
Dimension Dimension::element(const void* first, std::size_t index) noexcept {
  return Dimension(view::at<DimensionRecord>(first, index));
}

TypeKind Type::kind() const noexcept {
  return record_->tensor_type != nullptr          ? TypeKind::tensor
         : record_->sparse_tensor_type != nullptr ? TypeKind::sparse_tensor
         : record_->sequence_type != nullptr      ? TypeKind::sequence
         : record_->optional_type != nullptr      ? TypeKind::optional
         : record_->map_type != nullptr           ? TypeKind::map
         : record_->opaque_type != nullptr        ? TypeKind::opaque
                                                  : TypeKind::none;
}
ElementType Type::element_type() const noexcept {
  return record_->tensor_type != nullptr ? element_type_of(record_->tensor_type->elem_type)
         : record_->sparse_tensor_type != nullptr
             ? element_type_of(record_->sparse_tensor_type->elem_type)
             : ElementType::undefined;
}
bool Type::has_shape() const noexcept {
  return shape_of(*record_) != nullptr;
}
Range<Dimension> Type::shape() const noexcept {
  const decode::TensorShapeRecord* shape = shape_of(*record_);
  return shape == nullptr ? Range<Dimension>() : view::range<Dimension>(shape->dim);
}
std::optional<Type> Type::contained() const noexcept {
  return record_->sequence_type != nullptr ? view::make_if<Type>(record_->sequence_type->elem_type)
         : record_->optional_type != nullptr
             ? view::make_if<Type>(record_->optional_type->elem_type)
         : record_->map_type != nullptr ? view::make_if<Type>(record_->map_type->value_type)
                                        : std::nullopt;
}
ElementType Type::key_type() const noexcept {
  return record_->map_type == nullptr ? ElementType::undefined
                                      : element_type_of(record_->map_type->key_type);
}
std::string_view Type::opaque_domain() const noexcept {
  return record_->opaque_type == nullptr ? std::string_view() : record_->opaque_type->domain;
}
std::string_view Type::opaque_name() const noexcept {
  return record_->opaque_type == nullptr ? std::string_view() : record_->opaque_type->name;
}
std::string_view Type::denotation() const noexcept {
  return record_->denotation;
}
Type Type::element(const void* first, std::size_t index) noexcept {
  return Type(view::at<TypeRecord>(first, index));
}

std::string_view ValueInfo::name() const noexcept {
  return record_->name;
}
std::optional<Type> ValueInfo::type() const noexcept {
  return view::make_if<Type>(record_->type);
}
std::string_view ValueInfo::doc_string() const noexcept {
  return record_->doc_string;
}
Range<KeyValue> ValueInfo::metadata() const noexcept {
  return view::range<KeyValue>(record_->metadata_props);
}
ValueInfo ValueInfo::element(const void* first, std::size_t index) noexcept {
  return ValueInfo(view::at<ValueInfoRecord>(first, index));
}

}  // namespace assay
