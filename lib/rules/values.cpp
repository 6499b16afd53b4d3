#include "rules/values.hpp"

#include "base/name_map.hpp"
#include "rules/batches.hpp"
#include "rules/sparse.hpp"
#include "rules/tensor.hpp"

namespace assay::rules {
namespace {

using decode::MapRecord;
using decode::OptionalRecord;
using decode::SequenceRecord;
using schema::MessageId;
using schema::number_of;

// SequenceProto.DataType, which is OptionalProto.DataType too.
enum Element : std::int32_t { undefined, tensor, sparse_tensor, sequence, map, optional };
constexpr std::string_view kElementNames[] = {"UNDEFINED", "TENSOR", "SPARSE_TENSOR",
                                              "SEQUENCE",  "MAP",    "OPTIONAL"};

// One of the five fields of a sequence or an optional: what it holds, and how much.
struct Part {
  Element element;
  std::string_view field;
  std::uint64_t count;
  Bytes first;
};

template <class R>
Part part(const Context& context, Element element, std::string_view field,
          const decode::Slice<R>& slice) {
  return {element, field, context.size_of(slice),
          slice.empty() ? Bytes{} : decode::bytes_of(slice[0].source)};
}
template <class R>
Part part(Element element, std::string_view field, const R* record) {
  return {element, field, record == nullptr ? 0u : 1u,
          record == nullptr ? Bytes{} : decode::bytes_of(record->source)};
}

// The types of a sequence's tensors must agree; sparse ones are known by their values.
void check_same_type(Context& context, const ElementTypeInfo& first,
                     const decode::TensorRecord& other, const Path& path) {
  if (type_of(other).type != first.type) {
    context.report(Rule::sequence_heterogeneous, path, "data_type",
                   decode::locate(other.source, number_of(MessageId::tensor, "data_type")),
                   "this element is ", type_of(other).name, ", the first one is ", first.name);
  }
}

}  // namespace

void check_sequence(Context& context, SequenceRecord& record, const Path& path) {
  if (!record.source.damaged) {
    if (record.elem_type < tensor || record.elem_type > optional) {
      context.report(Rule::sequence_elem_type, path, "elem_type",
                     decode::locate(record.source, number_of(MessageId::sequence, "elem_type")),
                     "elem_type is ", record.elem_type,
                     "; a sequence needs 1 (TENSOR) to 5 (OPTIONAL)");
    } else {
      for (const Part& list :
           {part(context, tensor, "tensor_values", record.tensor_values),
            part(context, sparse_tensor, "sparse_tensor_values", record.sparse_tensor_values),
            part(context, sequence, "sequence_values", record.sequence_values),
            part(context, map, "map_values", record.map_values),
            part(context, optional, "optional_values", record.optional_values)}) {
        if (list.count != 0 && list.element != record.elem_type) {
          context.report(Rule::sequence_wrong_field, path, list.field, list.first, "elem_type is ",
                         kElementNames[record.elem_type], " and ", list.field, " has ", list.count,
                         list.count == 1 ? " element" : " elements");
        }
      }
    }
  }
  const ElementTypeInfo* first = nullptr;
  for (Batches tensors(context, record.tensor_values); tensors.next();) {
    std::uint32_t index = tensors.first();
    for (decode::TensorRecord& element : tensors.batch()) {
      const Path place{&path, "tensor_values", index++};
      if (check_tensor(context, element, place)) {
        first = first == nullptr ? &type_of(element) : first;
        check_same_type(context, *first, element, place);
      }
    }
  }
  first = nullptr;
  for (std::uint32_t i = 0; i < record.sparse_tensor_values.size; ++i) {
    const Path element{&path, "sparse_tensor_values", i};
    if (check_sparse_tensor(context, record.sparse_tensor_values.data[i], element)) {
      const decode::TensorRecord& values = *record.sparse_tensor_values[i].values;
      first = first == nullptr ? &type_of(values) : first;
      check_same_type(context, *first, values, {&element, "values"});
    }
  }
  for (std::uint32_t i = 0; i < record.sequence_values.size; ++i) {
    check_sequence(context, record.sequence_values.data[i], {&path, "sequence_values", i});
  }
  for (std::uint32_t i = 0; i < record.map_values.size; ++i) {
    check_map(context, record.map_values.data[i], {&path, "map_values", i});
  }
  for (std::uint32_t i = 0; i < record.optional_values.size; ++i) {
    check_optional(context, record.optional_values.data[i], {&path, "optional_values", i});
  }
}

void check_optional(Context& context, OptionalRecord& record, const Path& path) {
  if (!record.source.damaged) {
    const Part* value = nullptr;
    std::uint64_t count = 0;
    const Part fields[] = {part(tensor, "tensor_value", record.tensor_value),
                           part(sparse_tensor, "sparse_tensor_value", record.sparse_tensor_value),
                           part(sequence, "sequence_value", record.sequence_value),
                           part(map, "map_value", record.map_value),
                           part(optional, "optional_value", record.optional_value)};
    for (const Part& field : fields) {
      if (field.count != 0) {
        value = &field;
        ++count;
      }
    }
    const bool known = record.elem_type >= undefined && record.elem_type <= optional;
    if (!known || (record.elem_type == undefined && value != nullptr)) {
      context.report(Rule::optional_elem_type, path, "elem_type",
                     decode::locate(record.source, number_of(MessageId::optional, "elem_type")),
                     "elem_type is ", record.elem_type,
                     known ? cat(" and ", value->field, " is there")
                           : cat("; an optional may have 0 (UNDEFINED) to 5 (OPTIONAL)"));
    }
    if (count > 1) {
      context.report(Rule::optional_multiple_values, path, value->field, value->first,
                     "the optional has ", count, " values");
    } else if (known && value != nullptr && record.elem_type != undefined &&
               value->element != record.elem_type) {
      context.report(Rule::optional_wrong_field, path, value->field, value->first, "elem_type is ",
                     kElementNames[record.elem_type], " and the value is in ", value->field);
    }
  }
  if (record.tensor_value != nullptr) {
    check_tensor(context, *record.tensor_value, {&path, "tensor_value"});
  }
  if (record.sparse_tensor_value != nullptr) {
    check_sparse_tensor(context, *record.sparse_tensor_value, {&path, "sparse_tensor_value"});
  }
  if (record.sequence_value != nullptr) {
    check_sequence(context, *record.sequence_value, {&path, "sequence_value"});
  }
  if (record.map_value != nullptr) {
    check_map(context, *record.map_value, {&path, "map_value"});
  }
  if (record.optional_value != nullptr) {
    check_optional(context, *record.optional_value, {&path, "optional_value"});
  }
}

namespace {

bool is_key_type(const ElementTypeInfo* info) {
  if (info == nullptr) {
    return false;
  }
  switch (info->type) {
    case ElementType::uint8:
    case ElementType::int8:
    case ElementType::uint16:
    case ElementType::int16:
    case ElementType::int32:
    case ElementType::int64:
    case ElementType::uint32:
    case ElementType::uint64:
    case ElementType::string:
      return true;
    default:
      return false;
  }
}

void report_repeated_key(Context& context, const Path& path, std::string_view field, Bytes bytes,
                         std::uint64_t index, std::uint64_t earlier) {
  context.report(Rule::map_duplicate_key, path, field, bytes, "key ", index, " is the same as key ",
                 earlier);
}

void check_integer_keys(Context& context, const MapRecord& record, const ElementTypeInfo& info,
                        const Path& path, std::uint64_t count) {
  auto* keys = context.arena.make<std::uint64_t>(count);
  NameMap seen(context.arena, count);
  if (keys == nullptr) {
    return;
  }
  std::uint32_t index = 0;
  decode::for_each_varint(
      record.keys, false, [&](std::uint64_t value, const std::byte* at, std::uint64_t size) {
        const auto key = static_cast<std::int64_t>(value);
        // UINT64 keys above 2^63-1 are stored as negative numbers.
        if (info.type != ElementType::uint64 && !entry_in_range(info, key)) {
          context.report(Rule::map_key_range, path, "keys", {at, size}, "key ", index, " is ", key,
                         "; ", info.name, " holds ", info.entry_min, " to ", info.entry_max);
        }
        keys[index] = value;
        const NameMap::Inserted inserted = seen.insert(
            {reinterpret_cast<const char*>(&keys[index]), sizeof(std::uint64_t)}, index);
        if (inserted.value != nullptr && !inserted.fresh) {
          report_repeated_key(context, path, "keys", {at, size}, index, *inserted.value);
        }
        ++index;
        return true;
      });
}

void check_string_keys(Context& context, const MapRecord& record, const Path& path) {
  NameMap seen(context.arena, record.string_keys.size);
  for (std::uint32_t i = 0; i < record.string_keys.size; ++i) {
    const decode::Text key = record.string_keys[i];
    const std::size_t bad = is_plain_ascii(key) ? key.npos : find_invalid_utf8(key);
    if (bad != key.npos) {
      context.report(Rule::tensor_string_utf8, path, cat("string_keys[", i, "]"),
                     decode::bytes_of(key).subspan(bad), "key ", i, " is not UTF-8 from byte ", bad,
                     " on: ", Quoted{key});
    }
    const NameMap::Inserted inserted = seen.insert(key, i);
    if (inserted.value != nullptr && !inserted.fresh) {
      report_repeated_key(context, path, cat("string_keys[", i, "]"), decode::bytes_of(key), i,
                          *inserted.value);
    }
  }
}

// How many elements the list of a map's values has, whatever they are.
std::uint64_t length_of(const Context& context, const SequenceRecord& values) {
  switch (values.elem_type) {
    case tensor:
      return context.size_of(values.tensor_values);
    case sparse_tensor:
      return values.sparse_tensor_values.size;
    case sequence:
      return values.sequence_values.size;
    case map:
      return values.map_values.size;
    case optional:
      return values.optional_values.size;
    default:
      return 0;
  }
}

}  // namespace

void check_map(Context& context, MapRecord& record, const Path& path) {
  const ElementTypeInfo* info = find_element_type(record.key_type);
  if (!record.source.damaged) {
    const std::uint64_t numbers = record.keys.count();
    const std::uint64_t strings = record.string_keys.size;
    if (!is_key_type(info)) {
      context.report(Rule::map_key_type, path, "key_type",
                     decode::locate(record.source, number_of(MessageId::map, "key_type")),
                     "key_type is ", info == nullptr ? cat(record.key_type) : cat(info->name),
                     "; a key is an integer of 8 to 64 bits or a STRING");
    } else if ((numbers != 0 && strings != 0) ||
               (info->type == ElementType::string ? numbers : strings) != 0) {
      const bool wrong_numbers = info->type == ElementType::string;
      context.report(
          Rule::map_keys, path, wrong_numbers ? "keys" : "string_keys",
          wrong_numbers ? decode::bytes_of(record.keys) : decode::bytes_of(record.string_keys[0]),
          info->name, " keys belong in ", wrong_numbers ? "string_keys" : "keys", " alone");
    } else if (info->type == ElementType::string) {
      check_string_keys(context, record, path);
    } else if (numbers != 0) {
      check_integer_keys(context, record, *info, path, numbers);
    }
    if (record.values == nullptr) {
      context.report(Rule::map_values_missing, path, "values", decode::bytes_of(record.source),
                     "the map has no values");
    } else if (!record.values->source.damaged &&
               numbers + strings != length_of(context, *record.values)) {
      context.report(Rule::map_length, path, "values", decode::bytes_of(record.values->source),
                     "the map has ", numbers + strings, " keys and ",
                     length_of(context, *record.values), " values");
    }
  }
  if (record.values != nullptr) {
    check_sequence(context, *record.values, {&path, "values"});
  }
}

}  // namespace assay::rules
