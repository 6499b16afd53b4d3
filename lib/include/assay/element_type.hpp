// The element types of tensors: TensorProto.DataType of onnx.proto 1.23 with everything that the
// message's comments say about how a value is stored. Pure tables and exact arithmetic.
//
// Numbers are TensorProto's. The C API of ONNX Runtime numbers 24 to 26 differently.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace assay {

enum class ElementType : std::int32_t {
  undefined = 0,
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  uint16 = 4,
  int16 = 5,
  int32 = 6,
  int64 = 7,
  string = 8,
  boolean = 9,
  float16 = 10,
  float64 = 11,
  uint32 = 12,
  uint64 = 13,
  complex64 = 14,
  complex128 = 15,
  bfloat16 = 16,
  float8e4m3fn = 17,
  float8e4m3fnuz = 18,
  float8e5m2 = 19,
  float8e5m2fnuz = 20,
  uint4 = 21,
  int4 = 22,
  float4e2m1 = 23,
  float8e8m0 = 24,
  uint2 = 25,
  int2 = 26,
  float6e2m3 = 27,
  float6e3m2 = 28
};

// The payload fields of TensorProto other than raw_data, under their field numbers.
enum class TypedField : std::uint8_t {
  float_data = 4,
  int32_data = 5,
  string_data = 6,
  int64_data = 7,
  double_data = 10,
  uint64_data = 11
};

// "float_data", "int32_data", ...
constexpr std::string_view typed_field_name(TypedField field) noexcept {
  switch (field) {
    case TypedField::float_data:
      return "float_data";
    case TypedField::int32_data:
      return "int32_data";
    case TypedField::string_data:
      return "string_data";
    case TypedField::int64_data:
      return "int64_data";
    case TypedField::double_data:
      return "double_data";
    case TypedField::uint64_data:
      return "uint64_data";
  }
  return "";
}

// How one element type is stored.
struct ElementTypeInfo {
  ElementType type;
  std::string_view name;  // as onnx.proto spells it: "FLOAT", "UINT8", ...
  std::uint32_t bits;     // of one element in raw_data; 0 for STRING, which is never raw
  int since_ir;           // the first ir_version that has the type
  TypedField typed_field;
  std::uint32_t elements_per_entry;   // of the typed field: 2 for 4-bit, 4 for 2-bit types, else 1
  std::uint32_t entries_per_element;  // of the typed field: 2 for complex types (re, im), else 1
  // What an entry of int32_data, int64_data or uint64_data may be. Meaningless for other fields.
  std::int64_t entry_min;
  std::uint64_t entry_max;
};

// Every type but `undefined`, in the order of its number.
inline constexpr std::array<ElementTypeInfo, 28> kElementTypes = [] {
  using enum ElementType;
  using enum TypedField;
  constexpr std::int64_t kMin32 = std::numeric_limits<std::int32_t>::min();
  constexpr std::uint64_t kMax32 = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t kMin64 = std::numeric_limits<std::int64_t>::min();
  constexpr std::uint64_t kMax64 = std::numeric_limits<std::int64_t>::max();
  constexpr std::uint64_t kMaxU32 = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t kMaxU64 = std::numeric_limits<std::uint64_t>::max();
  // Packed 4- and 2-bit types: one byte per entry, as the comment on int32_data says. The checker's
  // own reading (all 32 bits of an entry in use) contradicts it and every writer.
  return std::array<ElementTypeInfo, 28>{{
      {float32, "FLOAT", 32, 1, float_data, 1, 1, 0, 0},
      {uint8, "UINT8", 8, 1, int32_data, 1, 1, 0, 255},
      {int8, "INT8", 8, 1, int32_data, 1, 1, -128, 127},
      {uint16, "UINT16", 16, 1, int32_data, 1, 1, 0, 65535},
      {int16, "INT16", 16, 1, int32_data, 1, 1, -32768, 32767},
      {int32, "INT32", 32, 1, int32_data, 1, 1, kMin32, kMax32},
      {int64, "INT64", 64, 1, int64_data, 1, 1, kMin64, kMax64},
      {string, "STRING", 0, 1, string_data, 1, 1, 0, 0},
      {boolean, "BOOL", 8, 1, int32_data, 1, 1, 0, 1},
      {float16, "FLOAT16", 16, 1, int32_data, 1, 1, 0, 65535},
      {float64, "DOUBLE", 64, 1, double_data, 1, 1, 0, 0},
      {uint32, "UINT32", 32, 1, uint64_data, 1, 1, 0, kMaxU32},
      {uint64, "UINT64", 64, 1, uint64_data, 1, 1, 0, kMaxU64},
      {complex64, "COMPLEX64", 64, 1, float_data, 1, 2, 0, 0},
      {complex128, "COMPLEX128", 128, 1, double_data, 1, 2, 0, 0},
      {bfloat16, "BFLOAT16", 16, 4, int32_data, 1, 1, 0, 65535},
      {float8e4m3fn, "FLOAT8E4M3FN", 8, 9, int32_data, 1, 1, 0, 255},
      {float8e4m3fnuz, "FLOAT8E4M3FNUZ", 8, 9, int32_data, 1, 1, 0, 255},
      {float8e5m2, "FLOAT8E5M2", 8, 9, int32_data, 1, 1, 0, 255},
      {float8e5m2fnuz, "FLOAT8E5M2FNUZ", 8, 9, int32_data, 1, 1, 0, 255},
      {uint4, "UINT4", 4, 10, int32_data, 2, 1, 0, 255},
      {int4, "INT4", 4, 10, int32_data, 2, 1, 0, 255},
      {float4e2m1, "FLOAT4E2M1", 4, 11, int32_data, 2, 1, 0, 255},
      {float8e8m0, "FLOAT8E8M0", 8, 12, int32_data, 1, 1, 0, 255},
      {uint2, "UINT2", 2, 13, int32_data, 4, 1, 0, 255},
      {int2, "INT2", 2, 13, int32_data, 4, 1, 0, 255},
      {float6e2m3, "FLOAT6E2M3", 6, 14, int32_data, 1, 1, 0, 63},
      {float6e3m2, "FLOAT6E3M2", 6, 14, int32_data, 1, 1, 0, 63},
  }};
}();

// The type of that number, as it stands in data_type and elem_type; nullptr for UNDEFINED (0) and
// for numbers that onnx.proto does not define.
constexpr const ElementTypeInfo* find_element_type(std::int64_t number) noexcept {
  if (number < 1 || number > static_cast<std::int64_t>(kElementTypes.size())) {
    return nullptr;
  }
  return &kElementTypes[static_cast<std::size_t>(number) - 1];
}
constexpr const ElementTypeInfo* find_element_type(ElementType type) noexcept {
  return find_element_type(static_cast<std::int64_t>(type));
}

// The exact length of raw_data for `elements` values: elements * bits / 8, rounded up, whatever the
// shape: rows are not padded. False when elements * bits does not fit in 64 bits. 0 for STRING.
[[nodiscard]] constexpr bool raw_data_bytes(const ElementTypeInfo& info, std::uint64_t elements,
                                            std::uint64_t& bytes) noexcept {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint64_t kMostBits = 128;  // a division less for all but the hugest
  if (elements > kMost / kMostBits && info.bits != 0 && elements > kMost / info.bits) {
    return false;
  }
  const std::uint64_t bits = elements * info.bits;
  bytes = bits / 8 + (bits % 8 != 0 ? 1 : 0);
  return true;
}

// The exact number of entries of the typed field for `elements` values. False when it does not fit
// in 64 bits.
[[nodiscard]] constexpr bool typed_entries(const ElementTypeInfo& info, std::uint64_t elements,
                                           std::uint64_t& entries) noexcept {
  if (elements > std::numeric_limits<std::uint64_t>::max() / info.entries_per_element) {
    return false;
  }
  const std::uint64_t k = info.elements_per_entry;
  entries = (elements / k + (elements % k != 0 ? 1 : 0)) * info.entries_per_element;
  return true;
}

// Whether an entry of int32_data or int64_data, or one of uint64_data, is one that the type allows.
constexpr bool entry_in_range(const ElementTypeInfo& info, std::int64_t entry) noexcept {
  return entry >= info.entry_min &&
         (entry < 0 || static_cast<std::uint64_t>(entry) <= info.entry_max);
}
constexpr bool entry_in_range(const ElementTypeInfo& info, std::uint64_t entry) noexcept {
  return entry <= info.entry_max;
}

}  // namespace assay
