// Faults of tensors: shape, type, place and size of the values, the values themselves; strings and
// metadata.
#include "support/cases.hpp"

namespace assay::testing {
namespace {

using enum ElementType;
using namespace std::string_view_literals;

constexpr std::int64_t k2to32 = std::int64_t{1} << 32;
constexpr std::int64_t k2to62 = std::int64_t{1} << 62;
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

using Dims = std::initializer_list<std::int64_t>;

Message raw(ElementType type, Dims dims, std::string_view bytes) {
  return tensor(type, dims).set("raw_data", bytes);
}
Message raw_zeros(ElementType type, Dims dims, std::size_t bytes) {
  return raw(type, dims, zeros(bytes));
}
Message ints(ElementType type, Dims dims, Dims values) {
  return tensor(type, dims).packed("int32_data", values);
}
Message uints(ElementType type, Dims dims, Dims values) {
  return tensor(type, dims).packed("uint64_data", values);
}
// One entry, in int32_data, marked.
Message entry_of(ElementType type, std::int64_t value) {
  return tensor(type, {1}).set("int32_data", value).here();
}
// The dims marked, raw_data of so many zeros behind them.
Message shaped(ElementType type, Dims dims, std::size_t bytes) {
  return tensor()
      .from()
      .each("dims", dims)
      .to()
      .set("data_type", type)
      .set("raw_data", std::string_view(zeros(bytes)));
}
Message strings(std::initializer_list<std::string_view> texts) {
  Message out = tensor(string, {static_cast<std::int64_t>(texts.size())});
  for (const std::string_view text : texts) {
    out.set("string_data", text);
  }
  return out;
}

Cases sizes() {
  using enum Rule;
  return {
      {"raw_data far shorter than the shape", raw_zeros(float32, {1000000}, 4).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(float32, {1}, 4)},
      {"raw_data one byte short", raw_zeros(float32, {2, 3}, 23).here(), tensor_raw_data_size,
       "raw_data", raw_zeros(float32, {2, 3}, 24)},
      {"raw_data one byte long", raw_zeros(float32, {2, 3}, 25).here(), tensor_raw_data_size,
       "raw_data", raw_zeros(float32, {2, 3}, 24)},
      {"raw_data far longer than the shape", raw_zeros(int64, {1}, 4096).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(int64, {1}, 8)},
      {"a scalar with five bytes", raw_zeros(float32, {}, 5).here(), tensor_raw_data_size,
       "raw_data", raw_zeros(float32, {}, 4)},
      {"raw_data that is no whole number of elements", raw_zeros(int64, {2}, 17).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(int64, {2}, 16)},
      {"raw_data on an empty tensor", raw_zeros(float32, {0}, 4).here(), tensor_raw_data_size,
       "raw_data", raw_zeros(float32, {0}, 0)},
      {"raw_data on a tensor that a zero among its dims empties",
       raw_zeros(float32, {5, 0, 3}, 4).here(), tensor_raw_data_size, "raw_data",
       tensor(float32, {5, 0, 3})},
      {"an INT8 tensor with each value widened to 32 bits", raw_zeros(int8, {4}, 16).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(int8, {4}, 4)},
      {"an empty raw_data where there are elements", raw_zeros(float32, {2}, 0).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(float32, {2}, 8)},
      {"seven hundred million elements in one byte", raw_zeros(int4, {700000000}, 1).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(int4, {2}, 1)},
      {"three floats for four", tensor(float32, {4}).packed_floats("float_data", {1, 2, 3}).here(),
       tensor_typed_data_size, "float_data",
       tensor(float32, {4}).packed_floats("float_data", {1, 2, 3, 4})},
      {"five floats for four",
       tensor(float32, {4}).packed_floats("float_data", {1, 2, 3, 4, 5}).here(),
       tensor_typed_data_size, "float_data",
       tensor(float32, {4}).packed_floats("float_data", {1, 2, 3, 4})},
      {"two floats for a scalar", tensor(float32, {}).packed_floats("float_data", {1, 2}).here(),
       tensor_typed_data_size, "float_data", tensor(float32, {}).packed_floats("float_data", {1})},
      {"three strings for four",
       tensor(string, {4})
           .set("string_data", "abc")
           .here()
           .set("string_data", "")
           .set("string_data", ""),
       tensor_typed_data_size, "string_data", strings({"abc", "", "", ""})},
      {"three entries of uint64_data for four UINT32", uints(uint32, {4}, {1, 2, 3}).here(),
       tensor_typed_data_size, "uint64_data", uints(uint32, {4}, {1, 2, 3, 4})},
      {"three doubles, one of them too many, for two",
       tensor(float64, {2}).packed_floats("double_data", {1, 2, 3}).here(), tensor_typed_data_size,
       "double_data", tensor(float64, {2}).packed_floats("double_data", {1, 2})},
      {"five floats for three COMPLEX64",
       tensor(complex64, {3}).packed_floats("float_data", {1, 2, 3, 4, 5}).here(),
       tensor_typed_data_size, "float_data",
       tensor(complex64, {3}).packed_floats("float_data", {1, 2, 3, 4, 5, 6})},
      {"three floats for three COMPLEX64",
       tensor(complex64, {3}).packed_floats("float_data", {1, 2, 3}).here(), tensor_typed_data_size,
       "float_data", tensor(complex64, {3}).packed_floats("float_data", {1, 2, 3, 4, 5, 6})},
      {"one double for one COMPLEX128",
       tensor(complex128, {1}).packed_floats("double_data", {1}).here(), tensor_typed_data_size,
       "double_data", tensor(complex128, {1}).packed_floats("double_data", {1, 2})},
      {"two entries for ten INT4, as if an entry held eight", ints(int4, {10}, {1, 2}).here(),
       tensor_typed_data_size, "int32_data", ints(int4, {10}, {1, 2, 3, 4, 5})},
      {"an entry a value for ten UINT4", ints(uint4, {10}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}).here(),
       tensor_typed_data_size, "int32_data", ints(uint4, {10}, {1, 2, 3, 4, 5})},
      {"one entry for ten INT2, as if an entry held sixteen", ints(int2, {10}, {1}).here(),
       tensor_typed_data_size, "int32_data", ints(int2, {10}, {1, 2, 3})},
      {"one entry for two FLOAT6", ints(float6e2m3, {2}, {63}).here(), tensor_typed_data_size,
       "int32_data", ints(float6e2m3, {2}, {63, 0})},
      {"ten INT4 in ten bytes", raw_zeros(int4, {10}, 10).here(), tensor_raw_data_size, "raw_data",
       raw_zeros(int4, {10}, 5)},
      {"nine INT4 with each row of three padded", raw_zeros(int4, {3, 3}, 6).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(int4, {3, 3}, 5)},
      {"ten UINT2 in ten bytes", raw_zeros(uint2, {10}, 10).here(), tensor_raw_data_size,
       "raw_data", raw_zeros(uint2, {10}, 3)},
      {"five FLOAT6 in whole groups of three bytes", raw_zeros(float6e3m2, {5}, 6).here(),
       tensor_raw_data_size, "raw_data", raw_zeros(float6e3m2, {5}, 4)},
  };
}

Cases places() {
  using enum Rule;
  return {
      {"an INT8 tensor without values", tensor(int8, {128}).whole(), tensor_no_data, "",
       raw_zeros(int8, {128}, 128)},
      {"a scalar without values", tensor(float32, {}).whole(), tensor_no_data, "",
       raw_zeros(float32, {}, 4)},
      {"a tensor without values inside a sequence",
       sequence().set("elem_type", 1).set("tensor_values", tensor(string, {1})).here(),
       tensor_no_data, "tensor_values[0]",
       sequence().set("elem_type", 1).set("tensor_values", strings({""}))},
      {"raw_data and float_data",
       tensor(float32, {1}).packed_floats("float_data", {1}).here().set("raw_data", zeros(4)),
       tensor_multiple_data, "float_data", raw_zeros(float32, {1}, 4)},
      {"an empty raw_data beside int64_data", int64_tensor({5}).here().set("raw_data", ""),
       tensor_multiple_data, "int64_data", int64_tensor({5})},
      {"an empty raw_data, where an empty block is as if it were not there",
       int64_tensor({5}).here().set("raw_data", ""), tensor_multiple_data, "int64_data",
       int64_tensor({5}).set("int64_data", "").set("int32_data", "")},
      {"an empty block where values should be", tensor(int64, {1}).set("int64_data", "").whole(),
       tensor_no_data, "", raw_zeros(int64, {1}, 8).set("int64_data", "")},
      {"two typed fields",
       tensor(int64, {1}).packed("int64_data", {5}).here().packed("int32_data", {5}),
       tensor_multiple_data, "int64_data", int64_tensor({5})},
      {"FLOAT16 in float_data", tensor(float16, {1}).packed_floats("float_data", {1}).here(),
       tensor_wrong_field, "float_data", ints(float16, {1}, {15360})},
      {"UINT32 in int32_data", ints(uint32, {1}, {1}).here(), tensor_wrong_field, "int32_data",
       uints(uint32, {1}, {1})},
      {"INT64 in int32_data", ints(int64, {1}, {1}).here(), tensor_wrong_field, "int32_data",
       int64_tensor({1})},
      {"FLOAT in double_data", tensor(float32, {1}).packed_floats("double_data", {1}).here(),
       tensor_wrong_field, "double_data", tensor(float32, {1}).packed_floats("float_data", {1})},
      {"UINT64 in int64_data", tensor(uint64, {1}).packed("int64_data", {1}).here(),
       tensor_wrong_field, "int64_data", uints(uint64, {1}, {1})},
      {"INT32 in string_data", tensor(int32, {1}).set("string_data", "1").here(),
       tensor_wrong_field, "string_data", ints(int32, {1}, {1})},
      {"STRING in int32_data", ints(string, {1}, {1}).here(), tensor_wrong_field, "int32_data",
       strings({"1"})},
      {"STRING in raw_data", raw(string, {1}, "abc").here(), tensor_string_raw_data, "raw_data",
       strings({"abc"})},
      {"STRING in an empty raw_data", raw(string, {1}, "").here(), tensor_string_raw_data,
       "raw_data", raw(string, {0}, "")},
      {"STRING in external data",
       tensor(string, {1})
           .set("data_location", 1)
           .here()
           .set("external_data", entry("location", "w.bin")),
       tensor_string_raw_data, "data_location", strings({""}), std::nullopt, nullptr, true},
      {"raw_data on an external tensor",
       raw_zeros(float32, {1}, 4)
           .here()
           .set("data_location", 1)
           .set("external_data", entry("location", "w.bin")),
       tensor_multiple_data, "raw_data", raw_zeros(float32, {1}, 4), std::nullopt, nullptr, true},
      {"one segment of a tensor",
       tensor(float32, {1})
           .set("segment", Message(MessageId::segment).set("begin", 0).set("end", 1))
           .here()
           .set("raw_data", zeros(4)),
       tensor_segment, "segment", raw_zeros(float32, {1}, 4)},
      {"a segment that begins behind its end",
       tensor(float32, {1})
           .set("segment", Message(MessageId::segment).set("begin", 9).set("end", 1))
           .here()
           .set("raw_data", zeros(4)),
       tensor_segment, "segment", raw_zeros(float32, {1}, 4)},
      {"a negative segment",
       tensor(float32, {1})
           .set("segment", Message(MessageId::segment).set("begin", -1).set("end", 5))
           .here(),
       tensor_segment, "segment", raw_zeros(float32, {1}, 4)},
      {"an empty segment",
       tensor(float32, {1})
           .set("segment", Message(MessageId::segment))
           .here()
           .set("raw_data", zeros(4)),
       tensor_segment, "segment", raw_zeros(float32, {1}, 4)},
  };
}

Cases types_and_shapes() {
  using enum Rule;
  const auto typed = [](std::int64_t number, bool as_raw) {
    Message out = tensor().each("dims", {1}).set("data_type", number).here();
    return as_raw ? out.set("raw_data", zeros(4)) : out.packed("int32_data", {1});
  };
  return {
      {"no data_type, raw_data", tensor().each("dims", {1}).set("raw_data", zeros(4)).whole(),
       tensor_data_type_missing, "data_type", raw_zeros(float32, {1}, 4)},
      {"no data_type, int32_data", tensor().each("dims", {1}).packed("int32_data", {1}).whole(),
       tensor_data_type_missing, "data_type", ints(int32, {1}, {1})},
      {"data_type UNDEFINED, raw_data", typed(0, true), tensor_data_type_missing, "data_type",
       raw_zeros(float32, {1}, 4)},
      {"data_type UNDEFINED, int32_data", typed(0, false), tensor_data_type_missing, "data_type",
       ints(int32, {1}, {1})},
      {"data_type 29, raw_data", typed(29, true), tensor_data_type_unknown, "data_type",
       raw(float6e3m2, {1}, "\x3f")},
      {"data_type 29, int32_data", typed(29, false), tensor_data_type_unknown, "data_type",
       ints(float6e3m2, {1}, {1})},
      {"data_type 99, raw_data", typed(99, true), tensor_data_type_unknown, "data_type",
       raw_zeros(float32, {1}, 4)},
      {"data_type 99, int32_data", typed(99, false), tensor_data_type_unknown, "data_type",
       ints(int32, {1}, {1})},
      {"data_type -1, raw_data", typed(-1, true), tensor_data_type_unknown, "data_type",
       raw_zeros(float32, {1}, 4)},
      {"data_type -1, int32_data", typed(-1, false), tensor_data_type_unknown, "data_type",
       ints(int32, {1}, {1})},
      {"a negative dim", tensor().set("dims", -1).here().set("dims", 4).set("data_type", float32),
       tensor_negative_dim, "dims", raw_zeros(float32, {1, 4}, 16)},
      {"a dim of -2^63", tensor().set("dims", kMin).here().set("data_type", float32),
       tensor_negative_dim, "dims", tensor(float32, {0})},
      {"a negative dim behind a zero",
       tensor().set("dims", 0).set("dims", -1).here().set("data_type", float32),
       tensor_negative_dim, "dims", tensor(float32, {0, 1})},
      {"a negative dim in a packed block",
       tensor().packed("dims", {4, -1}).here(1, 10).set("data_type", float32), tensor_negative_dim,
       "dims", tensor().packed("dims", {4, 0}).set("data_type", float32)},
      {"a negative dim on an external tensor",
       tensor()
           .set("dims", -5)
           .here()
           .set("data_type", float32)
           .set("data_location", 1)
           .set("external_data", entry("location", "w.bin")),
       tensor_negative_dim, "dims", tensor(float32, {0}), std::nullopt, nullptr, true},
      {"2^62 times 2^62 elements", shaped(float32, {k2to62, k2to62}, 8), tensor_dims_overflow,
       "dims", raw_zeros(float32, {2}, 8)},
      {"2^32 times 2^32 elements", shaped(uint8, {k2to32, k2to32}, 0), tensor_dims_overflow, "dims",
       tensor(uint8, {k2to32, 0})},
      {"a square just above 2^63", shaped(uint8, {3037000500, 3037000500}, 0), tensor_dims_overflow,
       "dims", tensor(uint8, {0, 3037000499, 3037000499})},
      {"an overflow behind a zero", shaped(float32, {0, k2to62, k2to62}, 0), tensor_dims_overflow,
       "dims", tensor(float32, {0, k2to62, 1})},
      {"an overflow before a zero", shaped(float32, {k2to62, k2to62, 0}, 0), tensor_dims_overflow,
       "dims", tensor(float32, {k2to62, 1, 0})},
      {"2^63-1 elements of 4 bits in one byte", shaped(int4, {kMax}, 1), tensor_dims_overflow,
       "dims", raw_zeros(int4, {1}, 1)},
      {"2^63-1 FLOAT4 elements in one entry",
       tensor().from().each("dims", {kMax}).to().set("data_type", float4e2m1).set("int32_data", 0),
       tensor_dims_overflow, "dims", ints(float4e2m1, {1}, {0})},
      {"2^63-1 elements of 32 bits", shaped(float32, {kMax}, 4), tensor_dims_overflow, "dims",
       raw_zeros(float32, {1}, 4)},
      {"a metadata key given twice",
       raw_zeros(float32, {1}, 4)
           .set("metadata_props", entry("a", "1"))
           .set("metadata_props", entry("a", "2"))
           .here(2, 1),
       metadata_duplicate_key, "metadata_props[1].key",
       raw_zeros(float32, {1}, 4)
           .set("metadata_props", entry("a", "1"))
           .set("metadata_props", entry("b", "1"))},
      {"an empty metadata key given twice",
       raw_zeros(float32, {1}, 4)
           .set("metadata_props", Message(MessageId::string_string_entry))
           .set("metadata_props", entry("b", ""))
           .set("metadata_props", entry("", "2"))
           .here(2, 0),
       metadata_duplicate_key, "metadata_props[2].key",
       raw_zeros(float32, {1}, 4).set("metadata_props", Message(MessageId::string_string_entry))},
  };
}

Cases values() {
  using enum Rule;
  return {
      {"UINT8 300", entry_of(uint8, 300), tensor_value_range, "int32_data", entry_of(uint8, 255)},
      {"UINT8 256", entry_of(uint8, 256), tensor_value_range, "int32_data", entry_of(uint8, 255)},
      {"UINT8 -1", entry_of(uint8, -1), tensor_value_range, "int32_data", entry_of(uint8, 0)},
      {"INT8 200", entry_of(int8, 200), tensor_value_range, "int32_data", entry_of(int8, 127)},
      {"INT8 -129", entry_of(int8, -129), tensor_value_range, "int32_data", entry_of(int8, -128)},
      {"INT16 40000", entry_of(int16, 40000), tensor_value_range, "int32_data",
       entry_of(int16, 32767)},
      {"INT16 -32769", entry_of(int16, -32769), tensor_value_range, "int32_data",
       entry_of(int16, -32768)},
      {"UINT16 65536", entry_of(uint16, 65536), tensor_value_range, "int32_data",
       entry_of(uint16, 65535)},
      {"UINT16 -1", entry_of(uint16, -1), tensor_value_range, "int32_data", entry_of(uint16, 0)},
      {"FLOAT16 65536", entry_of(float16, 65536), tensor_value_range, "int32_data",
       entry_of(float16, 65535)},
      {"FLOAT16 -1", entry_of(float16, -1), tensor_value_range, "int32_data",
       entry_of(float16, 15360)},
      {"BFLOAT16 65536", entry_of(bfloat16, 65536), tensor_value_range, "int32_data",
       entry_of(bfloat16, 65535)},
      {"FLOAT8E4M3FN 256", entry_of(float8e4m3fn, 256), tensor_value_range, "int32_data",
       entry_of(float8e4m3fn, 255)},
      {"FLOAT8E4M3FNUZ -1", entry_of(float8e4m3fnuz, -1), tensor_value_range, "int32_data",
       entry_of(float8e4m3fnuz, 0)},
      {"FLOAT8E5M2 256", entry_of(float8e5m2, 256), tensor_value_range, "int32_data",
       entry_of(float8e5m2, 255)},
      {"FLOAT8E5M2FNUZ 256", entry_of(float8e5m2fnuz, 256), tensor_value_range, "int32_data",
       entry_of(float8e5m2fnuz, 255)},
      {"FLOAT8E8M0 256", entry_of(float8e8m0, 256), tensor_value_range, "int32_data",
       entry_of(float8e8m0, 255)},
      {"FLOAT6E2M3 64", entry_of(float6e2m3, 64), tensor_value_range, "int32_data",
       entry_of(float6e2m3, 63)},
      {"FLOAT6E3M2 -1", entry_of(float6e3m2, -1), tensor_value_range, "int32_data",
       entry_of(float6e3m2, 0)},
      {"a byte of two INT4 written as a negative number",
       tensor(int4, {2}).set("int32_data", -52).here(), tensor_value_range, "int32_data",
       tensor(int4, {2}).set("int32_data", 0xcc)},
      {"a byte of two UINT4 above 255", tensor(uint4, {2}).set("int32_data", 256).here(),
       tensor_value_range, "int32_data", tensor(uint4, {2}).set("int32_data", 255)},
      {"a byte of four UINT2 above 255", tensor(uint2, {4}).set("int32_data", 256).here(),
       tensor_value_range, "int32_data", tensor(uint2, {4}).set("int32_data", 255)},
      {"the second of three entries is out of range",
       tensor(uint8, {3}).set("int32_data", hex({1, 0xac, 2, 2})).here(1, 2), tensor_value_range,
       "int32_data", ints(uint8, {3}, {1, 200, 2})},
      {"the last entry, unpacked, is out of range",
       tensor(uint8, {2}).each("int32_data", {1, 300}).here(), tensor_value_range, "int32_data",
       tensor(uint8, {2}).each("int32_data", {1, 255})},
      {"UINT32 2^32", tensor(uint32, {1}).set("uint64_data", k2to32).here(), tensor_value_range,
       "uint64_data", tensor(uint32, {1}).set("uint64_data", k2to32 - 1)},
      {"UINT32 2^40", tensor(uint32, {1}).set("uint64_data", 1LL << 40).here(), tensor_value_range,
       "uint64_data", tensor(uint32, {1}).set("uint64_data", 0)},
      {"UINT32 2^64-1", tensor(uint32, {1}).set("uint64_data", -1).here(), tensor_value_range,
       "uint64_data", tensor(uint64, {1}).set("uint64_data", -1)},
      {"a BOOL byte of 0xff", raw(boolean, {1}, "\xff").here(), tensor_bool_value, "raw_data",
       raw(boolean, {1}, "\x01")},
      {"the last of many BOOL bytes is 2", raw(boolean, {100}, zeros(99) + "\x02").here(99, 1),
       tensor_bool_value, "raw_data", raw(boolean, {100}, zeros(99) + "\x01")},
      {"a BOOL of 2", entry_of(boolean, 2), tensor_bool_value, "int32_data", entry_of(boolean, 1)},
      {"a BOOL of -7", entry_of(boolean, -7), tensor_bool_value, "int32_data",
       entry_of(boolean, 0)},
      {"padding behind three INT4", raw(int4, {3}, "\x21\xf3").here(1, 1), tensor_padding_bits,
       "raw_data", raw(int4, {3}, "\x21\x03")},
      {"padding behind one UINT2", raw(uint2, {1}, "\x04").here(), tensor_padding_bits, "raw_data",
       raw(uint2, {1}, "\x03")},
      {"padding behind one INT2", raw(int2, {1}, "\xfe").here(), tensor_padding_bits, "raw_data",
       raw(int2, {1}, "\x02")},
      {"padding behind one FLOAT4", raw(float4e2m1, {1}, "\x10").here(), tensor_padding_bits,
       "raw_data", raw(float4e2m1, {1}, "\x0f")},
      {"the low padding bit behind one FLOAT6", raw(float6e2m3, {1}, "\x40").here(),
       tensor_padding_bits, "raw_data", raw(float6e2m3, {1}, "\x3f")},
      {"the high padding bit behind one FLOAT6", raw(float6e3m2, {1}, "\xc1").here(),
       tensor_padding_bits, "raw_data", raw(float6e3m2, {1}, "\x01")},
      {"padding behind two FLOAT6", raw(float6e2m3, {2}, "\xff\x1f").here(1, 1),
       tensor_padding_bits, "raw_data", raw(float6e2m3, {2}, "\xff\x0f")},
      {"padding behind three FLOAT6", raw(float6e2m3, {3}, "\xff\xff\x07").here(2, 1),
       tensor_padding_bits, "raw_data", raw(float6e2m3, {3}, "\xff\xff\x03")},
      {"padding in the last entry of five UINT4",
       tensor(uint4, {5}).each("int32_data", {0xff, 0xff, 0x1f}).here(), tensor_padding_bits,
       "int32_data", tensor(uint4, {5}).each("int32_data", {0xff, 0xff, 0x0f})},
      {"padding in the last entry of two INT2", tensor(int2, {2}).set("int32_data", 0x10).here(),
       tensor_padding_bits, "int32_data", tensor(int2, {2}).set("int32_data", 0x0f)},
      {"a string that is not UTF-8", tensor(string, {1}).set("string_data", "\xff").here(),
       tensor_string_utf8, "string_data", strings({"\xc3\xbf"})},
      {"the second string is not UTF-8 from its third byte on",
       strings({"ok", "ok\x80\x80"}).here(2, 2), tensor_string_utf8, "string_data",
       strings({"ok", "ok\xc2\x80"})},
      {"a string with a byte-order mark", strings({"\xef\xbb\xbfx"}).here(0, 3), tensor_string_bom,
       "string_data", strings({"x\xef\xbb\xbf"})},
      {"a string with a trailing NUL", strings({"x\0"sv}).here(1, 1), tensor_string_trailing_nul,
       "string_data", strings({"x\0y"sv})},
  };
}

}  // namespace

Cases tensor_cases() {
  Cases all;
  for (const Cases& group : {sizes(), places(), types_and_shapes(), values()}) {
    all.insert(all.end(), group.begin(), group.end());
  }
  return all;
}

}  // namespace assay::testing
