#include "assay/graph.hpp"

#include "view/access.hpp"

namespace assay {
namespace {

using decode::AttributeRecord;
using schema::MessageId;
using schema::number_of;

constexpr std::uint32_t kF = number_of(MessageId::attribute, "f");
constexpr std::uint32_t kI = number_of(MessageId::attribute, "i");

// What the value says, where the type does not.
AttributeType type_of_value(const AttributeRecord& record) noexcept {
  return decode::has(record, kF)                 ? AttributeType::float32
         : decode::has(record, kI)               ? AttributeType::int64
         : record.rest->s.data() != nullptr      ? AttributeType::string
         : record.rest->t != nullptr             ? AttributeType::tensor
         : record.rest->g != nullptr             ? AttributeType::graph
         : record.rest->floats.present()         ? AttributeType::floats
         : record.rest->ints.present()           ? AttributeType::ints
         : !record.rest->strings.empty()         ? AttributeType::strings
         : !record.rest->tensors.empty()         ? AttributeType::tensors
         : !record.rest->graphs.empty()          ? AttributeType::graphs
         : record.rest->sparse_tensor != nullptr ? AttributeType::sparse_tensor
         : !record.rest->sparse_tensors.empty()  ? AttributeType::sparse_tensors
         : record.rest->tp != nullptr            ? AttributeType::type_proto
         : !record.rest->type_protos.empty()     ? AttributeType::type_protos
                                                 : AttributeType::undefined;
}

}  // namespace

std::string_view attribute_type_name(AttributeType type) noexcept {
  constexpr std::string_view kNames[] = {
      "UNDEFINED",      "FLOAT",      "INT",        "STRING",  "TENSOR", "GRAPH",
      "FLOATS",         "INTS",       "STRINGS",    "TENSORS", "GRAPHS", "SPARSE_TENSOR",
      "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};
  return kNames[static_cast<std::size_t>(type)];
}

std::string_view Attribute::name() const noexcept {
  return record_->name;
}
AttributeType Attribute::type() const noexcept {
  return record_->type > 0 && record_->type <= static_cast<int>(AttributeType::type_protos)
             ? static_cast<AttributeType>(record_->type)
             : type_of_value(*record_);
}
std::string_view Attribute::ref_attr_name() const noexcept {
  return record_->rest->ref_attr_name;
}
std::string_view Attribute::doc_string() const noexcept {
  return record_->rest->doc_string;
}
float Attribute::f() const noexcept {
  return record_->f;
}
std::int64_t Attribute::i() const noexcept {
  return record_->i;
}
std::string_view Attribute::s() const noexcept {
  return record_->rest->s;
}
std::optional<Tensor> Attribute::t() const noexcept {
  return view::make_if<Tensor>(record_->rest->t);
}
std::optional<Graph> Attribute::g() const noexcept {
  return view::make_if<Graph>(record_->rest->g);
}
std::optional<SparseTensor> Attribute::sparse_tensor() const noexcept {
  return view::make_if<SparseTensor>(record_->rest->sparse_tensor);
}
std::optional<Type> Attribute::tp() const noexcept {
  return view::make_if<Type>(record_->rest->tp);
}
Numbers<float> Attribute::floats() const noexcept {
  return Numbers<float>(record_->rest->floats);
}
Numbers<std::int64_t> Attribute::ints() const noexcept {
  return Numbers<std::int64_t>(record_->rest->ints);
}
std::span<const std::string_view> Attribute::strings() const noexcept {
  return view::texts(record_->rest->strings);
}
Range<Tensor> Attribute::tensors() const noexcept {
  return view::range<Tensor>(record_->rest->tensors);
}
Range<Graph> Attribute::graphs() const noexcept {
  return view::range<Graph>(record_->rest->graphs);
}
Range<SparseTensor> Attribute::sparse_tensors() const noexcept {
  return view::range<SparseTensor>(record_->rest->sparse_tensors);
}
Range<Type> Attribute::type_protos() const noexcept {
  return view::range<Type>(record_->rest->type_protos);
}
Attribute Attribute::element(const void* first, std::size_t index) noexcept {
  return Attribute(view::at<AttributeRecord>(first, index));
}

}  // namespace assay
