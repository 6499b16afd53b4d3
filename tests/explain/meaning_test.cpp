// What fields and messages are said to mean.
#include <bit>
#include <boost/test/unit_test.hpp>

#include "assay/explain.hpp"

#include "base/text.hpp"
#include "support/everything.hpp"
#include "support/findings.hpp"
#include "support/models.hpp"
#include "support/rich_files.hpp"

using namespace assay;
using namespace assay::testing;
using enum ElementType;

namespace {

// The meaning of the last field.
std::string meaning_of(const Message& message, const MeaningLimits& limits = MeaningLimits()) {
  FieldWalker walker(message.view(), kind_of(message));
  WireField field;
  while (walker.next(field)) {
  }
  return walker.meaning(field, limits);
}

std::string summary_of(const Message& message) {
  const WireField root = FieldWalker::root_field(message.view());
  const MessageType type(schema::message(message.id()));
  return FieldWalker(message.view(), root, type).summary();
}

Message raw(ElementType type, std::initializer_list<std::int64_t> dims, std::string_view bytes) {
  return tensor(type, dims).set("raw_data", bytes);
}

std::string packed(ElementType type, std::initializer_list<std::int64_t> values) {
  const std::int64_t elements = 2 * static_cast<std::int64_t>(values.size());
  return meaning_of(tensor(type, {elements}).packed("int32_data", values));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(meaning)

BOOST_AUTO_TEST_CASE(numbers_are_shown_as_their_field_has_them) {
  BOOST_TEST(meaning_of(tensor().each("dims", {-1})) == "-1");
  BOOST_TEST(meaning_of(tensor().tag("uint64_data", WireType::varint).varint(~std::uint64_t{0})) ==
             "18446744073709551615");
  BOOST_TEST(meaning_of(tensor().tag("data_type", WireType::varint).varint(0x100000001)) ==
             "4294967297 (in 32 bits: 1)");
  BOOST_TEST(meaning_of(model().set("ir_version", 10)) == "10");
}

BOOST_AUTO_TEST_CASE(numbers_that_stand_for_names_are_named) {
  BOOST_TEST(meaning_of(tensor().set("data_type", 1)) == "FLOAT (1)");
  BOOST_TEST(meaning_of(tensor().set("data_type", 28)) == "FLOAT6E3M2 (28)");
  BOOST_TEST(meaning_of(tensor().set("data_type", 29)) == "29 (has no name)");
  BOOST_TEST(meaning_of(tensor().set("data_type", -1)) == "-1 (has no name)");
  BOOST_TEST(meaning_of(tensor().set("data_type", 0)) == "UNDEFINED (0)");
  BOOST_TEST(meaning_of(tensor().set("data_location", 1)) == "EXTERNAL (1)");
  BOOST_TEST(meaning_of(tensor().set("data_location", 2)) == "2 (has no name)");
  BOOST_TEST(meaning_of(sequence().set("elem_type", 2)) == "SPARSE_TENSOR (2)");
  BOOST_TEST(meaning_of(testing::optional().set("elem_type", 5)) == "OPTIONAL (5)");
  BOOST_TEST(meaning_of(sequence().set("elem_type", 6)) == "6 (has no name)");
  BOOST_TEST(meaning_of(testing::map().set("key_type", 8)) == "STRING (8)");
}

BOOST_AUTO_TEST_CASE(strings_are_escaped_and_cut) {
  BOOST_TEST(meaning_of(tensor().set("name", "weights")) == "\"weights\"");
  BOOST_TEST(meaning_of(tensor().set("name", "\x1b[2J\xff")) == "\"\\x1b[2J\\xff\"");
  BOOST_TEST(meaning_of(tensor().set("string_data", "abc")) == "\"abc\"");
  BOOST_TEST(meaning_of(tensor().set("doc_string", "abcdef"), {.text = 4}) ==
             "\"abcd...\" (6 bytes)");
}

BOOST_AUTO_TEST_CASE(packed_numbers_are_lists) {
  BOOST_TEST(meaning_of(tensor().packed("dims", {2, 3})) == "[2, 3]");
  BOOST_TEST(meaning_of(tensor().packed("dims", {})) == "[]");
  BOOST_TEST(meaning_of(tensor().packed("dims", {1, 2, 3}), {.values = 2}) == "[1, 2, ...]");
  BOOST_TEST(meaning_of(tensor().packed("dims", {1, 2}), {.values = 2}) == "[1, 2]");
  BOOST_TEST(meaning_of(tensor().packed_floats("float_data", {0.1, -2})) == "[0.1, -2]");
  BOOST_TEST(meaning_of(tensor(int64, {2}).packed("int64_data", {-1, 1})) == "[-1, 1]");
  BOOST_TEST(meaning_of(tensor(uint32, {1}).packed("uint64_data", {7})) == "[7]");
}

BOOST_AUTO_TEST_CASE(a_packed_block_shows_what_makes_no_value) {
  BOOST_TEST(
      meaning_of(
          tensor().tag("float_data", WireType::length_delimited).varint(6).bytes(zeros(6))) ==
      "[0; 2 bytes left over]");
  BOOST_TEST(
      meaning_of(
          tensor().tag("int64_data", WireType::length_delimited).varint(3).bytes("\x05\x80\x80")) ==
      "[5; 2 bytes left over]");
  BOOST_TEST(
      meaning_of(tensor().tag("int64_data", WireType::length_delimited).varint(1).bytes("\x80")) ==
      "[1 byte left over]");
}

BOOST_AUTO_TEST_CASE(entries_of_int32_data_are_what_the_data_type_makes_of_them) {
  BOOST_TEST(packed(float16, {14336}) == "[0.5 (0x3800)]");
  BOOST_TEST(packed(bfloat16, {0x3f80}) == "[1 (0x3f80)]");
  BOOST_TEST(packed(float8e4m3fn, {0x38}) == "[1 (0x38)]");
  BOOST_TEST(packed(float6e2m3, {8}) == "[1 (0x08)]");
  BOOST_TEST(packed(boolean, {1, 0}) == "[true, false]");
  BOOST_TEST(packed(boolean, {2}) == "[2 (beyond BOOL)]");
  BOOST_TEST(packed(int8, {-5}) == "[-5]");
  BOOST_TEST(packed(int16, {-300}) == "[-300]");
  BOOST_TEST(packed(uint16, {65535}) == "[65535]");
  BOOST_TEST(packed(uint8, {256}) == "[256 (beyond UINT8)]");
  BOOST_TEST(packed(int32, {-5}) == "[-5]");
  BOOST_TEST(packed(int4, {0x88, 0xa9}) == "[-8 -8 (0x88), -7 -6 (0xa9)]");
  BOOST_TEST(packed(float4e2m1, {0x21}) == "[0.5 1 (0x21)]");
  // The last entry holds as many elements as are left.
  BOOST_TEST(meaning_of(tensor(int4, {3}).packed("int32_data", {0x21, 0x03})) ==
             "[1 2 (0x21), 3 (0x03)]");
  BOOST_TEST(meaning_of(tensor(int2, {5}).packed("int32_data", {0xe4, 0x01})) ==
             "[0 1 -2 -1 (0xe4), 1 (0x01)]");
  // One entry a field.
  BOOST_TEST(meaning_of(tensor(int4, {3}).each("int32_data", {0x21, 0x03})) == "3 (0x03)");
  BOOST_TEST(meaning_of(tensor(float16, {1}).each("int32_data", {14336})) == "0.5 (0x3800)");
  // A type of other fields, or none, makes nothing of them.
  BOOST_TEST(packed(int64, {14336}) == "[14336]");
  BOOST_TEST(meaning_of(tensor().packed("int32_data", {14336})) == "[14336]");
}

BOOST_AUTO_TEST_CASE(raw_data_is_decoded_by_the_data_type) {
  const auto half = [](std::string_view bytes) { return meaning_of(raw(float16, {2}, bytes)); };
  BOOST_TEST(half("\x64\x38") == "1 FLOAT16: 0.548828125 (0x3864)");
  BOOST_TEST(meaning_of(raw(float32, {2}, hex({0, 0, 0x80, 0x3f, 0xcd, 0xcc, 0xcc, 0x3d}))) ==
             "2 FLOAT: 1, 0.1");
  BOOST_TEST(meaning_of(raw(float32, {1}, hex({0, 0, 0xc0, 0xff}))) == "1 FLOAT: nan");
  BOOST_TEST(meaning_of(raw(float64, {1}, hex({0, 0, 0, 0, 0, 0, 0xf0, 0xff}))) ==
             "1 DOUBLE: -inf");
  BOOST_TEST(meaning_of(raw(complex64, {1}, hex({0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}))) ==
             "1 COMPLEX64: (1, 2)");
  BOOST_TEST(meaning_of(raw(boolean, {3}, hex({0, 1, 2}))) == "3 BOOL: false, true, 2");
  BOOST_TEST(meaning_of(raw(int4, {3}, hex({0x21, 0xf3}))) == "3 INT4: 1, 2, 3");
  BOOST_TEST(meaning_of(raw(float6e2m3, {1}, hex({8}))) == "1 FLOAT6E2M3: 1 (0x08)");
  BOOST_TEST(meaning_of(raw(float6e2m3, {3}, hex({8, 2, 0}))) ==
             "3 FLOAT6E2M3: 1 (0x08), 1 (0x08), 0 (0x00)");
  BOOST_TEST(meaning_of(raw(uint2, {1}, hex({3}))) == "1 UINT2: 3");
  BOOST_TEST(meaning_of(raw(uint64, {1}, std::string(8, '\xff'))) ==
             "1 UINT64: 18446744073709551615");
  BOOST_TEST(meaning_of(raw(int8, {1}, "\xff")) == "1 INT8: -1");
}

BOOST_AUTO_TEST_CASE(raw_data_of_the_wrong_size_is_shown_as_far_as_it_goes) {
  BOOST_TEST(meaning_of(raw(float32, {2}, zeros(7))) == "1 FLOAT: 0; 3 bytes left over");
  BOOST_TEST(meaning_of(raw(float32, {2}, zeros(3))) == "0 FLOAT: 3 bytes left over");
  BOOST_TEST(meaning_of(raw(float32, {2}, "")) == "0 FLOAT");
  BOOST_TEST(meaning_of(raw(int4, {3}, zeros(4))) == "8 INT4: 0, 0, 0, 0, 0, 0, 0, 0");
  BOOST_TEST(meaning_of(raw(string, {1}, "abc")) == "3 bytes");
  BOOST_TEST(meaning_of(tensor().set("raw_data", "abc")) == "3 bytes");
}

BOOST_AUTO_TEST_CASE(the_data_type_may_stand_behind_the_values) {
  const Message file = tensor().set("raw_data", "\x64\x38").set("data_type", float16);
  FieldWalker walker(file.view(), Kind::tensor);
  WireField field;
  BOOST_TEST_REQUIRE(walker.next(field));
  BOOST_TEST(walker.meaning(field) == "1 FLOAT16: 0.548828125 (0x3864)");
}

BOOST_AUTO_TEST_CASE(keys_of_a_map_are_signed_or_not_by_their_type) {
  BOOST_TEST(meaning_of(testing::map().set("key_type", uint64).each("keys", {-1})) ==
             "18446744073709551615");
  BOOST_TEST(meaning_of(testing::map().set("key_type", int64).each("keys", {-1})) == "-1");
}

BOOST_AUTO_TEST_CASE(what_the_schema_does_not_have_is_shown_by_its_wire_type) {
  BOOST_TEST(meaning_of(tensor().tag(99, 0).varint(5)) == "5");
  BOOST_TEST(meaning_of(tensor().tag(99, 2).varint(2).bytes("ab")) == "\"ab\"");
  BOOST_TEST(meaning_of(tensor().tag(99, 2).varint(2).bytes(zeros(2))) == "2 bytes");
  BOOST_TEST(meaning_of(tensor().tag(99, 3).tag(99, 4)) == "a group of 0 bytes");
  // data_type with the wire type of a string
  BOOST_TEST(meaning_of(tensor().tag(2, 2).varint(1).bytes("a")) == "\"a\"");
}

BOOST_AUTO_TEST_CASE(a_message_is_summed_up) {
  BOOST_TEST(summary_of(tensor(float32, {2, 3}).set("name", "w")) == "FLOAT [2, 3] \"w\"");
  BOOST_TEST(summary_of(tensor(float32, {})) == "FLOAT []");
  BOOST_TEST(summary_of(tensor().packed("dims", {1, 2, 3, 4, 5, 6, 7, 8, 9})) ==
             "[1, 2, 3, 4, 5, 6, 7, 8, ...]");
  BOOST_TEST(summary_of(sparse_floats({3, 3}, {1})) == "[3, 3]");
  BOOST_TEST(summary_of(node_of("Add", {"x", ""}, {"y"})) == "Add(x, ) -> y");
  BOOST_TEST(summary_of(node_of("Gelu", {"x"}, {"y"}, "com.microsoft")) ==
             "com.microsoft.Gelu(x) -> y");
  BOOST_TEST(summary_of(value("x")) == "x: FLOAT [2]");
  BOOST_TEST(summary_of(attribute_of("axis", "i", 1)) == "\"axis\" INT");
  BOOST_TEST(summary_of(opset("", 18)) == "ai.onnx 18");
  BOOST_TEST(summary_of(opset("com.x", 1)) == "com.x 1");
  BOOST_TEST(summary_of(entry("location", "a.bin")) == "\"location\" = \"a.bin\"");
  BOOST_TEST(
      summary_of(empty_graph().set("node", identity())).ends_with(", 1 node, 0 initializers"));
  BOOST_TEST(summary_of(sound_model()) == "IR version 10");
  BOOST_TEST(summary_of(sequence().set("name", "s").set("elem_type", 1)) == "\"s\" TENSOR");
}

BOOST_AUTO_TEST_CASE(types_are_summed_up_to_a_depth) {
  Message inner = tensor_type(float32, {2});
  const auto in_sequence = [](const Message& element) {
    return type().set("sequence_type", Message(MessageId::type_sequence).set("elem_type", element));
  };
  BOOST_TEST(summary_of(in_sequence(inner)) == "sequence of FLOAT [2]");
  for (int i = 0; i < 50; ++i) {
    inner = in_sequence(inner);
  }
  BOOST_TEST(summary_of(inner) == "sequence of sequence of sequence of sequence of ...");
}

BOOST_AUTO_TEST_CASE(values_are_given_in_slices) {
  const Message file = raw(uint8, {5}, hex({1, 2, 3, 4, 5}));
  FieldWalker walker(file.view(), Kind::tensor);
  WireField field;
  while (walker.next(field)) {
  }
  using Texts = std::vector<std::string>;
  BOOST_TEST(walker.value_count(field) == 5u);
  BOOST_TEST((walker.values(field, 1, 2) == Texts{"2", "3"}));
  BOOST_TEST((walker.values(field, 4, 9) == Texts{"5"}));
  BOOST_TEST(walker.values(field, 5, 9).empty());
  BOOST_TEST(walker.values(field, ~std::uint64_t{0}, ~std::uint64_t{0}).empty());

  const Message dims = tensor().packed("dims", {7, 300, -1});
  FieldWalker dims_walker(dims.view(), Kind::tensor);
  BOOST_TEST_REQUIRE(dims_walker.next(field));
  BOOST_TEST(dims_walker.value_count(field) == 3u);
  BOOST_TEST((dims_walker.values(field, 1, 2) == Texts{"300", "-1"}));

  const Message name = tensor().set("name", "a");
  FieldWalker name_walker(name.view(), Kind::tensor);
  BOOST_TEST_REQUIRE(name_walker.next(field));
  BOOST_TEST(name_walker.value_count(field) == 0u);
  BOOST_TEST(name_walker.values(field, 0, 1).empty());
}

BOOST_AUTO_TEST_CASE(everything_that_is_said_is_printable) {
  for (const Message& file : rich_files()) {
    Explanation explanation(file.view(), kind_of(file), {});
    ExplainedField line;
    while (explanation.next(line)) {
      BOOST_TEST(find_control(line.meaning) == std::string::npos);
      BOOST_TEST(find_invalid_utf8(line.meaning) == std::string::npos);
    }
  }
}

// Each meaning of an int32_data field asks for the data type: it is looked up once.
BOOST_AUTO_TEST_CASE(a_quarter_of_a_million_entries_cost_what_they_are) {
  const std::vector<std::int64_t> entries(250'000, 14336);
  const Message file = tensor(float16, {250'000}).each("int32_data", entries);
  FieldWalker walker(file.view(), Kind::tensor);
  WireField field;
  std::uint64_t halves = 0;
  while (walker.next(field)) {
    halves += walker.meaning(field) == "0.5 (0x3800)" ? 1u : 0u;
  }
  BOOST_TEST(halves == entries.size());
}

BOOST_AUTO_TEST_SUITE_END()
