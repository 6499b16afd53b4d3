// The table of element types against the numbers, sizes and ranges of onnx.proto, and the
// arithmetic at its edges.
#include "assay/element_type.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <set>
#include <string_view>

namespace assay {
namespace {

constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();

const ElementTypeInfo& info_of(ElementType type) {
  return *find_element_type(type);
}

std::uint64_t raw_bytes(ElementType type, std::uint64_t n) {
  std::uint64_t bytes = kMax64;
  BOOST_TEST_REQUIRE(raw_data_bytes(info_of(type), n, bytes));
  return bytes;
}

std::uint64_t entries(ElementType type, std::uint64_t n) {
  std::uint64_t result = kMax64;
  BOOST_TEST_REQUIRE(typed_entries(info_of(type), n, result));
  return result;
}

BOOST_AUTO_TEST_SUITE(element_type)

BOOST_AUTO_TEST_CASE(each_type_stands_at_its_number_under_its_own_name) {
  std::set<std::string_view> names;
  for (std::int64_t number = 1; number <= 28; ++number) {
    const ElementTypeInfo* info = find_element_type(number);
    BOOST_TEST_REQUIRE(info != nullptr);
    BOOST_TEST(static_cast<std::int64_t>(info->type) == number);
    BOOST_TEST(names.insert(info->name).second);
  }
}

BOOST_AUTO_TEST_CASE(undefined_and_unknown_numbers_have_no_type) {
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{29}, std::int64_t{99},
        std::int64_t{1} << 32, (std::int64_t{1} << 32) + 1,
        std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    BOOST_TEST(find_element_type(number) == nullptr);
  }
}

BOOST_AUTO_TEST_CASE(names_are_those_of_the_schema) {
  constexpr std::string_view kNames[] = {
      "FLOAT",      "UINT8",          "INT8",       "UINT16",    "INT16",        "INT32",
      "INT64",      "STRING",         "BOOL",       "FLOAT16",   "DOUBLE",       "UINT32",
      "UINT64",     "COMPLEX64",      "COMPLEX128", "BFLOAT16",  "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ",
      "FLOAT8E5M2", "FLOAT8E5M2FNUZ", "UINT4",      "INT4",      "FLOAT4E2M1",   "FLOAT8E8M0",
      "UINT2",      "INT2",           "FLOAT6E2M3", "FLOAT6E3M2"};
  std::int64_t number = 0;
  for (const std::string_view name : kNames) {
    BOOST_TEST(find_element_type(++number)->name == name);
  }
}

BOOST_AUTO_TEST_CASE(raw_data_is_rounded_up_to_whole_bytes) {
  struct Case {
    ElementType type;
    std::uint64_t elements;
    std::uint64_t bytes;
  };
  using enum ElementType;
  constexpr Case kCases[] = {
      {float32, 0, 0},    {float32, 3, 12},       {uint8, 7, 7},      {boolean, 5, 5},
      {float16, 3, 6},    {float64, 2, 16},       {complex64, 3, 24}, {complex128, 3, 48},
      {int4, 0, 0},       {int4, 1, 1},           {int4, 2, 1},       {int4, 9, 5},
      {uint4, 10, 5},     {float4e2m1, 11, 6},    {int2, 1, 1},       {int2, 4, 1},
      {int2, 5, 2},       {uint2, 10, 3},         {float6e2m3, 0, 0}, {float6e2m3, 1, 1},
      {float6e2m3, 2, 2}, {float6e2m3, 3, 3},     {float6e2m3, 4, 3}, {float6e3m2, 5, 4},
      {float8e8m0, 9, 9}, {float8e5m2fnuz, 2, 2}, {string, 5, 0}};
  for (const Case& c : kCases) {
    BOOST_TEST(raw_bytes(c.type, c.elements) == c.bytes,
               info_of(c.type).name << " of " << c.elements << " elements");
  }
}

BOOST_AUTO_TEST_CASE(raw_data_beyond_64_bits_of_bits_is_refused) {
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.bits == 0) {
      continue;
    }
    const std::uint64_t most = kMax64 / info.bits;
    std::uint64_t bytes = 0;
    BOOST_TEST(raw_data_bytes(info, most, bytes));
    BOOST_TEST(bytes == most * info.bits / 8 + (most * info.bits % 8 != 0 ? 1 : 0));
    BOOST_TEST(!raw_data_bytes(info, most + 1, bytes));
    BOOST_TEST(!raw_data_bytes(info, kMax64, bytes));
  }
}

BOOST_AUTO_TEST_CASE(typed_fields_hold_as_many_entries_as_the_schema_says) {
  struct Case {
    ElementType type;
    TypedField field;
    std::uint64_t elements;
    std::uint64_t entries;
  };
  using enum ElementType;
  using enum TypedField;
  constexpr Case kCases[] = {{float32, float_data, 4, 4},
                             {complex64, float_data, 3, 6},
                             {complex128, double_data, 3, 6},
                             {float64, double_data, 3, 3},
                             {float16, int32_data, 3, 3},
                             {bfloat16, int32_data, 3, 3},
                             {int4, int32_data, 10, 5},
                             {uint4, int32_data, 9, 5},
                             {float4e2m1, int32_data, 1, 1},
                             {int2, int32_data, 10, 3},
                             {uint2, int32_data, 8, 2},
                             {float6e2m3, int32_data, 2, 2},
                             {float6e3m2, int32_data, 5, 5},
                             {string, string_data, 4, 4},
                             {uint32, uint64_data, 3, 3},
                             {uint64, uint64_data, 3, 3},
                             {int64, int64_data, 3, 3},
                             {float8e8m0, int32_data, 3, 3},
                             {int4, int32_data, kMax64, (kMax64 / 2) + 1},
                             {int2, int32_data, kMax64 - 2, (kMax64 / 4) + 1}};
  for (const Case& c : kCases) {
    BOOST_TEST((info_of(c.type).typed_field == c.field), info_of(c.type).name);
    BOOST_TEST(entries(c.type, c.elements) == c.entries, info_of(c.type).name);
  }
}

BOOST_AUTO_TEST_CASE(entries_of_complex_types_beyond_64_bits_are_refused) {
  std::uint64_t count = 0;
  BOOST_TEST(typed_entries(info_of(ElementType::complex64), kMax64 / 2, count));
  BOOST_TEST(count == kMax64 - 1);
  BOOST_TEST(!typed_entries(info_of(ElementType::complex64), kMax64 / 2 + 1, count));
}

BOOST_AUTO_TEST_CASE(entries_are_judged_on_both_sides_of_their_range) {
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.typed_field == TypedField::uint64_data) {
      BOOST_TEST(entry_in_range(info, std::uint64_t{0}));
      BOOST_TEST(entry_in_range(info, info.entry_max));
      BOOST_TEST((info.entry_max == kMax64 || !entry_in_range(info, info.entry_max + 1)));
    } else if (info.typed_field == TypedField::int32_data) {
      const std::int64_t max = static_cast<std::int64_t>(info.entry_max);
      BOOST_TEST(entry_in_range(info, info.entry_min));
      BOOST_TEST(!entry_in_range(info, info.entry_min - 1));
      BOOST_TEST(entry_in_range(info, max));
      BOOST_TEST(!entry_in_range(info, max + 1));
    }
  }
  BOOST_TEST(entry_in_range(info_of(ElementType::int64), std::numeric_limits<std::int64_t>::min()));
  BOOST_TEST(entry_in_range(info_of(ElementType::int64), std::numeric_limits<std::int64_t>::max()));
}

BOOST_AUTO_TEST_CASE(ranges_of_entries_are_those_of_the_schema) {
  struct Case {
    ElementType type;
    std::int64_t min;
    std::uint64_t max;
  };
  using enum ElementType;
  constexpr Case kCases[] = {
      {uint8, 0, 255},         {int8, -128, 127},      {uint16, 0, 65535},
      {int16, -32768, 32767},  {boolean, 0, 1},        {float16, 0, 65535},
      {bfloat16, 0, 65535},    {float8e4m3fn, 0, 255}, {float8e5m2, 0, 255},
      {int4, 0, 255},          {uint4, 0, 255},        {float4e2m1, 0, 255},
      {int2, 0, 255},          {uint2, 0, 255},        {float8e8m0, 0, 255},
      {float6e2m3, 0, 63},     {float6e3m2, 0, 63},    {int32, -2147483648LL, 2147483647},
      {uint32, 0, 4294967295}, {uint64, 0, kMax64}};
  for (const Case& c : kCases) {
    BOOST_TEST(info_of(c.type).entry_min == c.min, info_of(c.type).name);
    BOOST_TEST(info_of(c.type).entry_max == c.max, info_of(c.type).name);
  }
}

BOOST_AUTO_TEST_CASE(types_appear_with_the_ir_version_that_brought_them) {
  struct Case {
    ElementType type;
    int since;
  };
  using enum ElementType;
  constexpr Case kCases[] = {
      {float32, 1},     {complex128, 1},     {bfloat16, 4}, {float8e4m3fn, 9}, {float8e4m3fnuz, 9},
      {float8e5m2, 9},  {float8e5m2fnuz, 9}, {uint4, 10},   {int4, 10},        {float4e2m1, 11},
      {float8e8m0, 12}, {uint2, 13},         {int2, 13},    {float6e2m3, 14},  {float6e3m2, 14}};
  for (const Case& c : kCases) {
    BOOST_TEST(info_of(c.type).since_ir == c.since, info_of(c.type).name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
