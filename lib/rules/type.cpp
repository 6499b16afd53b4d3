#include "rules/type.hpp"

#include "assay/element_type.hpp"

#include "rules/tensor.hpp"

namespace assay::rules {
namespace {

using decode::DimensionRecord;
using decode::TensorShapeRecord;
using decode::TypeRecord;
using schema::MessageId;
using schema::number_of;

constexpr std::uint32_t kDimValue = number_of(MessageId::dimension, "dim_value");

bool is_map_key(std::int32_t key_type) {
  const ElementTypeInfo* info = find_element_type(key_type);
  if (info == nullptr) {
    return false;
  }
  return (info->type >= ElementType::uint8 && info->type <= ElementType::string) ||
         info->type == ElementType::uint32 || info->type == ElementType::uint64;
}

void check_shape(Context& context, const TensorShapeRecord& shape, const Path& path) {
  for (std::uint32_t i = 0; i < shape.dim.size; ++i) {
    const DimensionRecord& dim = shape.dim[i];
    if (!decode::has(dim, kDimValue) || dim.dim_value >= 0) {
      continue;
    }
    const Path here{&path, "dim", i};
    const Bytes bytes = decode::locate(dim.source, kDimValue);
    if (dim.dim_value == -1) {
      context.report(Rule::type_dim_unknown, here, "dim_value", bytes,
                     "dim_value is -1; an unknown dimension is left empty");
    } else {
      context.report(Rule::type_dim_negative, here, "dim_value", bytes, "dim_value is ",
                     dim.dim_value);
    }
  }
}

void check_tensor_type(Context& context, const decode::Source& source, std::int32_t elem_type,
                       const TensorShapeRecord* shape, const Path& path, Audience audience) {
  constexpr std::uint32_t kElemType = number_of(MessageId::type_tensor, "elem_type");
  const ElementTypeInfo* info = find_element_type(elem_type);
  if (info != nullptr) {
    context.check_age(*info, path, "elem_type", source, kElemType);
  } else if (elem_type != 0 || audience == Audience::callers) {
    context.report(Rule::type_elem_type, path, "elem_type", decode::locate(source, kElemType),
                   "elem_type is ", elem_type, "; onnx.proto has 1 to ", kElementTypes.size());
  }
  if (shape != nullptr) {
    check_shape(context, *shape, {&path, "shape"});
  } else if (audience == Audience::callers) {
    context.report(Rule::type_shape_missing, path, "shape", decode::bytes_of(source),
                   "the tensor type has no shape; an empty one is a scalar, unknown dimensions are "
                   "left empty");
  }
}

// The type inside a sequence, an optional or a map.
void check_element(Context& context, const decode::Source& around, const TypeRecord* element,
                   std::string_view field, const Path& path, Audience audience) {
  if (element == nullptr) {
    context.report(audience == Audience::callers ? Rule::type_empty : Rule::type_empty_inner, path,
                   field, decode::bytes_of(around), field, " is missing");
    return;
  }
  // Only the outermost type must have a shape: onnx.checker asks no more, and published models of
  // sequences leave it out.
  check_type(context, *element, {&path, field}, Audience::nobody);
}

bool same_dimension(const DimensionRecord& a, const DimensionRecord& b) {
  return decode::has(a, kDimValue) == decode::has(b, kDimValue) && a.dim_value == b.dim_value &&
         a.dim_param == b.dim_param;
}

bool same_shape(const TensorShapeRecord* a, const TensorShapeRecord* b) {
  if (a == nullptr || b == nullptr) {
    return a == b;
  }
  if (a->dim.size != b->dim.size) {
    return false;
  }
  for (std::uint32_t i = 0; i < a->dim.size; ++i) {
    if (!same_dimension(a->dim[i], b->dim[i])) {
      return false;
    }
  }
  return true;
}

// No kind is set, as in value infos that exporters leave to inference.
bool says_nothing(const TypeRecord& type) {
  return type.tensor_type == nullptr && type.sparse_tensor_type == nullptr &&
         type.sequence_type == nullptr && type.optional_type == nullptr &&
         type.map_type == nullptr && type.opaque_type == nullptr;
}

template <class R>
bool both(const R* a, const R* b) {
  return a != nullptr && b != nullptr;
}

}  // namespace

void check_type(Context& context, const TypeRecord& type, const Path& path, Audience audience) {
  if (type.source.damaged) {
    return;
  }
  context.check_age(type, path);
  if (type.tensor_type != nullptr) {
    check_tensor_type(context, type.tensor_type->source, type.tensor_type->elem_type,
                      type.tensor_type->shape, {&path, "tensor_type"}, audience);
  } else if (type.sparse_tensor_type != nullptr) {
    check_tensor_type(context, type.sparse_tensor_type->source, type.sparse_tensor_type->elem_type,
                      type.sparse_tensor_type->shape, {&path, "sparse_tensor_type"}, audience);
  } else if (type.sequence_type != nullptr) {
    check_element(context, type.sequence_type->source, type.sequence_type->elem_type, "elem_type",
                  {&path, "sequence_type"}, audience);
  } else if (type.optional_type != nullptr) {
    check_element(context, type.optional_type->source, type.optional_type->elem_type, "elem_type",
                  {&path, "optional_type"}, audience);
  } else if (type.map_type != nullptr) {
    const Path map{&path, "map_type"};
    if (!is_map_key(type.map_type->key_type)) {
      context.report(
          Rule::type_map_key, map, "key_type",
          decode::locate(type.map_type->source, number_of(MessageId::type_map, "key_type")),
          "key_type is ", type.map_type->key_type,
          "; a key is an integer of 8 to 64 bits or a STRING");
    }
    check_element(context, type.map_type->source, type.map_type->value_type, "value_type", map,
                  audience);
  } else if (type.opaque_type != nullptr) {
    if (type.opaque_type->name.empty()) {
      context.report(Rule::type_opaque_name, {&path, "opaque_type"}, "name",
                     decode::bytes_of(type.opaque_type->source), "the opaque type has no name");
    }
  } else {
    context.report(audience == Audience::callers ? Rule::type_empty : Rule::type_empty_inner, path,
                   "", decode::bytes_of(type.source), "the type names no kind of value");
  }
}

namespace {

void check_info(Context& context, const decode::ValueInfoRecord& info, const Path& path,
                Audience audience, Rule nameless) {
  if (info.source.damaged) {
    return;
  }
  context.check_age(info, path);
  check_metadata(context, info.metadata_props, path);
  if (info.name.empty()) {
    context.report(nameless, path, "name", decode::bytes_of(info.source),
                   "the value info has no name");
  }
  if (info.type != nullptr) {
    check_type(context, *info.type, {&path, "type"}, audience);
  } else if (audience == Audience::callers) {
    context.report(Rule::type_missing, path, "type", decode::bytes_of(info.source), "the value ",
                   Quoted{info.name}, " has no type");
  }
}

}  // namespace

void check_value_info(Context& context, const decode::ValueInfoRecord& info, const Path& path,
                      Audience audience) {
  check_info(context, info, path, audience, Rule::type_name_missing);
}

void check_inner_info(Context& context, const decode::ValueInfoRecord& info, const Path& path) {
  check_info(context, info, path, Audience::nobody, Rule::type_value_info_name);
}

bool same_type(const TypeRecord* a, const TypeRecord* b) {
  if (a == nullptr || b == nullptr) {
    return a == b;
  }
  if (both(a->tensor_type, b->tensor_type)) {
    return a->tensor_type->elem_type == b->tensor_type->elem_type &&
           same_shape(a->tensor_type->shape, b->tensor_type->shape);
  }
  if (both(a->sparse_tensor_type, b->sparse_tensor_type)) {
    return a->sparse_tensor_type->elem_type == b->sparse_tensor_type->elem_type &&
           same_shape(a->sparse_tensor_type->shape, b->sparse_tensor_type->shape);
  }
  if (both(a->sequence_type, b->sequence_type)) {
    return same_type(a->sequence_type->elem_type, b->sequence_type->elem_type);
  }
  if (both(a->optional_type, b->optional_type)) {
    return same_type(a->optional_type->elem_type, b->optional_type->elem_type);
  }
  if (both(a->map_type, b->map_type)) {
    return a->map_type->key_type == b->map_type->key_type &&
           same_type(a->map_type->value_type, b->map_type->value_type);
  }
  if (both(a->opaque_type, b->opaque_type)) {
    return a->opaque_type->domain == b->opaque_type->domain &&
           a->opaque_type->name == b->opaque_type->name;
  }
  return says_nothing(*a) && says_nothing(*b);
}

bool agrees(const TypeRecord& type, const decode::TensorRecord& tensor) {
  if (type.tensor_type == nullptr) {
    return says_nothing(type);
  }
  if (type.tensor_type->elem_type != 0 && type.tensor_type->elem_type != tensor.data_type) {
    return false;
  }
  const TensorShapeRecord* shape = type.tensor_type->shape;
  if (shape == nullptr) {
    return true;
  }
  if (shape->dim.size != tensor.dims.count()) {
    return false;
  }
  bool same = true;
  std::uint32_t axis = 0;
  decode::for_each_varint(tensor.dims, false,
                          [&](std::uint64_t size, const std::byte*, std::uint64_t) {
                            const DimensionRecord& dim = shape->dim[axis++];
                            same = !decode::has(dim, kDimValue) || dim.dim_value < 0 ||
                                   static_cast<std::uint64_t>(dim.dim_value) == size;
                            return same;
                          });
  return same;
}

}  // namespace assay::rules
