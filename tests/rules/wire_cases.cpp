// Faults of the wire format, of the schema and of strings.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

Message floats() {
  return zero_tensor(float32, {2});
}

Message float_attribute() {
  return attribute().set("name", "a").set("f", 1.0).set("type", 1);
}

Message empty_nested(std::uint32_t depth) {
  Message out = sequence().set("elem_type", 1);
  for (std::uint32_t i = 0; i < depth; ++i) {
    out = sequence().set("elem_type", 3).set("sequence_values", out);
  }
  return out;
}

// As deep, but what stands deepest is marked, tag and all.
Message marked_nested(std::uint32_t depth) {
  Message out = sequence()
                    .set("elem_type", 3)
                    .set("sequence_values", sequence().set("elem_type", 1))
                    .here_field();
  for (std::uint32_t i = 1; i < depth; ++i) {
    out = sequence().set("elem_type", 3).set("sequence_values", out);
  }
  return out;
}

std::string nested_path(std::uint32_t depth) {
  std::string out = "sequence_values[0]";
  for (std::uint32_t i = 1; i < depth; ++i) {
    out += ".sequence_values[0]";
  }
  return out;
}
const std::string kPath101 = nested_path(101);

Cases truncations() {
  using enum Rule;
  return {
      {"the file ends inside raw_data",
       tensor(float32, {25})
           .tag("raw_data", WireType::length_delimited)
           .from()
           .varint(100)
           .bytes("xx")
           .to(),
       wire_truncated, "raw_data", zero_tensor(float32, {25})},
      {"the file ends inside the last raw_data, one byte short",
       tensor(float32, {2})
           .tag("raw_data", WireType::length_delimited)
           .from()
           .varint(8)
           .bytes(zeros(7))
           .to(),
       wire_truncated, "raw_data", floats()},
      {"the file ends before the length",
       tensor(float32, {2}).tag("raw_data", WireType::length_delimited).from().to(), wire_truncated,
       "raw_data", floats()},
      {"the file ends inside a length",
       tensor(float32, {2}).tag("raw_data", WireType::length_delimited).bytes("\x88").here(),
       wire_truncated, "raw_data", floats()},
      {"the file ends inside a tag", floats().bytes("\x82").here(), wire_truncated, "",
       floats().set("metadata_props", entry("a", ""))},
      {"the file ends inside a varint",
       tensor(float32, {2}).tag("data_type", WireType::varint).bytes("\x81").here(), wire_truncated,
       "data_type", floats()},
      {"the file ends before a varint",
       tensor(float32, {2}).tag("data_type", WireType::varint).from().to(), wire_truncated,
       "data_type", floats()},
      {"the file ends inside an unpacked number",
       tensor(float32, {2}).tag("dims", WireType::varint).bytes("\xff\xff").here(), wire_truncated,
       "dims", floats()},
      {"the file ends inside an unpacked float",
       tensor(float32, {1}).tag("float_data", WireType::fixed32).bytes("abc").here(),
       wire_truncated, "float_data", tensor(float32, {1}).set("float_data", 1.0)},
      {"the file ends inside an unpacked double",
       tensor(float64, {1}).tag("double_data", WireType::fixed64).bytes("abcdefg").here(),
       wire_truncated, "double_data", tensor(float64, {1}).set("double_data", 1.0)},
      {"a message inside another ends inside a float",
       model_of_node(identity(attribute().tag("f", WireType::fixed32).bytes("ab").here())),
       wire_truncated, "graph.node[0].attribute[0].f", model_of_node(identity(float_attribute()))},
      {"the second string of a list is cut",
       model_of_node(identity().tag("input", WireType::length_delimited).bytes("\x80").here()),
       wire_truncated, "graph.node[0].input[1]", model_of_node(identity().set("input", ""))},
  };
}

Cases lengths() {
  using enum Rule;
  const auto claims = [](std::uint64_t length, unsigned width = 0) {
    return tensor(float32, {2})
        .tag("raw_data", WireType::length_delimited)
        .varint(length, width)
        .here();
  };
  return {
      {"a length of 2^31-1", claims(0x7fffffff), wire_length_out_of_bounds, "raw_data", floats()},
      {"a length of 2^31", claims(0x80000000), wire_length_out_of_bounds, "raw_data", floats()},
      {"a length of 2^32-1", claims(0xffffffff), wire_length_out_of_bounds, "raw_data", floats()},
      {"a length of 2^63", claims(std::uint64_t{1} << 63), wire_length_out_of_bounds, "raw_data",
       floats()},
      {"a length of 2^64-1", claims(~std::uint64_t{0}), wire_length_out_of_bounds, "raw_data",
       floats()},
      {"a child reaches past its parent, not past the file",
       model_of(graph_of(identity())
                    .tag("doc_string", WireType::length_delimited)
                    .varint(10)
                    .here()
                    .bytes("ab"))
           .set("producer_name", "0123456789"),
       wire_length_out_of_bounds, "graph.doc_string",
       model_of(graph_of(identity()).set("doc_string", "ab")).set("producer_name", "0123456789")},
      {"a child is one byte longer than its parent",
       sequence()
           .set("elem_type", 1)
           .set("tensor_values", tensor(float32, {2})
                                     .tag("raw_data", WireType::length_delimited)
                                     .varint(9)
                                     .here()
                                     .bytes(zeros(8)))
           .set("name", "s"),
       wire_length_out_of_bounds, "tensor_values[0].raw_data",
       sequence().set("elem_type", 1).set("tensor_values", floats()).set("name", "s")},
      {"the second element of a list reaches past the list's message",
       sequence()
           .set("elem_type", 3)
           .set("sequence_values", sequence()
                                       .set("elem_type", 1)
                                       .set("tensor_values", floats())
                                       .tag("tensor_values", WireType::length_delimited)
                                       .varint(5)
                                       .here()
                                       .bytes("\x10"))
           .set("name", "s"),
       wire_length_out_of_bounds, "sequence_values[0].tensor_values[1]",
       sequence().set("elem_type", 3).set("name", "s")},
      {"a length in six bytes", claims(0, 6).bytes(""), wire_varint_too_long, "raw_data",
       tensor(float32, {0}).set("raw_data", "")},
      {"a length of ten bytes with bits beyond the 64th",
       tensor(float32, {0})
           .tag("raw_data", WireType::length_delimited)
           .bytes(hex({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02}))
           .here(),
       wire_varint_too_long, "raw_data", tensor(float32, {0}).set("raw_data", "")},
      {"a length of eleven bytes",
       tensor(float32, {0})
           .tag("raw_data", WireType::length_delimited)
           .from()
           .bytes(zeros(0))
           .varint(std::uint64_t{0}, 10)
           .to(),
       wire_varint_too_long, "raw_data", tensor(float32, {0}).set("raw_data", "")},
      {"a length in two bytes that needs one",
       tensor(float32, {2})
           .tag("raw_data", WireType::length_delimited)
           .varint(8, 2)
           .here()
           .bytes(zeros(8)),
       wire_varint_overlong, "raw_data", floats()},
  };
}

Cases varints() {
  using enum Rule;
  const auto data_type = [](const std::string& bytes) {
    return tensor()
        .each("dims", {2})
        .tag("data_type", WireType::varint)
        .bytes(bytes)
        .here()
        .set("raw_data", std::string_view(zeros(8)));
  };
  const auto dim = [](const std::string& bytes) {
    return tensor()
        .tag("dims", WireType::varint)
        .bytes(bytes)
        .here()
        .set("data_type", float32)
        .set("raw_data", std::string_view(zeros(8)));
  };
  const std::string nine = std::string(8, '\x80');  // the bytes between the first and the last
  return {
      {"a varint in three bytes that needs one", data_type(hex({0x81, 0x80, 0x00})),
       wire_varint_overlong, "data_type", floats()},
      {"a varint in ten bytes that needs one", data_type("\x81" + nine + hex({0x00})),
       wire_varint_overlong, "data_type", floats()},
      {"an unpacked dim in ten bytes", dim("\x82" + nine + hex({0x00})), wire_varint_overlong,
       "dims", floats()},
      {"an overlong varint in a packed block",
       tensor()
           .tag("dims", WireType::length_delimited)
           .varint(3)
           .varint(1)
           .varint(2, 2)
           .here()
           .set("data_type", float32)
           .set("raw_data", std::string_view(zeros(8))),
       wire_varint_overlong, "dims",
       tensor().packed("dims", {1, 2}).set("data_type", float32).set("raw_data", zeros(8))},
      {"an overlong varint in an unknown field",
       floats().tag(99, 0).varint(0, 2).here(),
       wire_varint_overlong,
       "",
       floats(),
       {},
       nullptr,
       true},
      {"a tenth byte with a second bit, which some readers drop",
       data_type("\x81" + nine + hex({0x02})), wire_varint_overflow, "data_type", floats()},
      {"a tenth byte of 0x7f in a dim",
       tensor()
           .tag("dims", WireType::varint)
           .bytes("\x82" + nine + hex({0x7e}))
           .here()
           .set("data_type", float32)
           .set("raw_data", std::string_view(zeros(8))),
       wire_varint_overflow, "dims", floats()},
      {"a tenth byte too large in a packed block",
       tensor()
           .tag("dims", WireType::length_delimited)
           .varint(11)
           .bytes("\x82" + nine + hex({0x02}))
           .here()
           .varint(1)
           .set("data_type", float32)
           .set("raw_data", std::string_view(zeros(8))),
       wire_varint_overflow, "dims", floats()},
      {"a varint of eleven bytes",
       tensor()
           .each("dims", {2})
           .tag("data_type", WireType::varint)
           .from()
           .bytes("\x81" + nine + "\x80")
           .to()
           .bytes(hex({0x00})),
       wire_varint_too_long, "data_type", floats()},
      {"an unpacked number of eleven bytes",
       tensor()
           .tag("dims", WireType::varint)
           .from()
           .bytes("\x81" + nine + "\x80")
           .to()
           .bytes(hex({0x00})),
       wire_varint_too_long, "dims", floats()},
      {"a varint of eleven bytes in a packed block",
       tensor(int64, {1})
           .tag("int64_data", WireType::length_delimited)
           .varint(11)
           .from()
           .bytes("\x81" + nine + "\x80")
           .to()
           .bytes(hex({0x00})),
       wire_varint_too_long, "int64_data", int64_tensor({1})},
      {"an unknown field whose varint has eleven bytes",
       floats().tag(99, 0).from().bytes("\x81" + nine + "\x80").to().bytes(hex({0x00})),
       wire_varint_too_long,
       "",
       floats(),
       {},
       nullptr,
       true},
  };
}

Cases tags() {
  using enum Rule;
  const auto with_dim_tag = [](unsigned width) {
    return tensor()
        .tag(1, 0, width)
        .here()
        .varint(2)
        .set("data_type", float32)
        .set("raw_data", std::string_view(zeros(8)));
  };
  return {
      {"a tag in two bytes that needs one", with_dim_tag(2), wire_tag_overlong, "dims", floats()},
      {"a tag in five bytes that needs one", with_dim_tag(5), wire_tag_overlong, "dims", floats()},
      {"an overlong tag on a string of a list",
       tensor(string, {2}).set("string_data", "a").tag(6, 2, 2).here().varint(1).bytes("b"),
       wire_tag_overlong, "string_data[1]",
       tensor(string, {2}).set("string_data", "a").set("string_data", "b")},
      {"a tag in six bytes", tensor().tag(1, 0, 6).here().varint(2), wire_varint_too_long, "",
       floats()},
      {"a tag that does not end in ten bytes",
       floats().from().bytes(std::string(10, '\xff')).to().bytes("\xff"), wire_varint_too_long, "",
       floats()},
      {"field number 0", floats().from().tag(std::uint64_t{0}, 0).varint(1).to(),
       wire_field_number_zero, "", floats()},
      {"a zero byte behind the message", floats().bytes(zeros(1)).here(), wire_field_number_zero,
       "", floats()},
      {"field number 0 inside a message",
       sequence()
           .set("elem_type", 1)
           .set("tensor_values", floats().from().tag(std::uint64_t{0}, 2).varint(0).to()),
       wire_field_number_zero, "tensor_values[0]",
       sequence().set("elem_type", 1).set("tensor_values", floats())},
      {"field number 2^29", floats().from().tag(std::uint64_t{1} << 29, 0).varint(1).to(),
       wire_field_number_range, "", floats()},
      {"field number 2^32 + 1, which 32 bits cut to 1",
       floats().from().tag((std::uint64_t{1} << 29) + 1, 0).varint(1).to(), wire_field_number_range,
       "", floats()},
      {"wire type 6 on a known field", floats().tag(1, 6).here(), wire_invalid_wire_type, "dims",
       floats()},
      {"wire type 7 on a known field", floats().tag(8, 7).here(), wire_invalid_wire_type, "name",
       floats()},
      {"wire type 7 on an unknown field", floats().tag(99, 7).here(), wire_invalid_wire_type, "",
       floats()},
      {"field number 2^29 - 1, the largest",
       floats().tag((std::uint64_t{1} << 29) - 1, 0).here().varint(1), schema_unknown_field, "",
       floats()},
  };
}

Cases groups() {
  using enum Rule;
  return {
      {"an END_GROUP, and bytes behind it", floats().from().tag(12, 4).bytes("hidden").to(),
       wire_end_group, "", floats()},
      {"an END_GROUP as the last byte", floats().tag(12, 4).here(), wire_end_group, "", floats()},
      {"an END_GROUP inside a message",
       sequence()
           .set("elem_type", 1)
           .set("tensor_values", floats().from().tag(12, 4).bytes("x").to()),
       wire_end_group, "tensor_values[0]",
       sequence().set("elem_type", 1).set("tensor_values", floats())},
      {"a group in an unknown field", floats().tag(99, 3).here().tag(99, 4), wire_group, "",
       floats()},
      {"a group with fields inside",
       floats().tag(99, 3).here().tag(1, 0).varint(1).tag(2, 2).varint(1).bytes("x").tag(99, 4),
       wire_group, "", floats()},
      {"a group in a known field", floats().tag(8, 3).here().tag(8, 4), wire_group, "name",
       floats()},
      {"a group in a reserved field", model_of(graph_of(identity()).tag(3, 3).here().tag(3, 4)),
       wire_group, "graph", sound_model(), std::nullopt, nullptr, true},
  };
}

Cases fields() {
  using enum Rule;
  return {
      {"a name written as a varint", floats().tag("name", WireType::varint).here().varint(5),
       wire_wrong_wire_type, "name", floats()},
      {"a data_type written as fixed32",
       floats().tag("data_type", WireType::fixed32).here().bytes(hex({1, 0, 0, 0})),
       wire_wrong_wire_type, "data_type", floats()},
      {"a data_type written as a string",
       floats().tag("data_type", WireType::length_delimited).here().varint(1).bytes("\x01"),
       wire_wrong_wire_type, "data_type", floats()},
      {"a dim written as fixed64", floats().tag("dims", WireType::fixed64).here().bytes(zeros(8)),
       wire_wrong_wire_type, "dims", floats()},
      {"a float written as fixed64",
       tensor(float32, {0}).tag("float_data", WireType::fixed64).here().bytes(zeros(8)),
       wire_wrong_wire_type, "float_data", tensor(float32, {0})},
      {"a message written as a varint",
       sequence().set("elem_type", 1).tag("tensor_values", WireType::varint).here().varint(1),
       wire_wrong_wire_type, "tensor_values[0]", sequence().set("elem_type", 1)},
      {"the second message of a list written as a varint",
       sequence()
           .set("elem_type", 1)
           .set("tensor_values", floats())
           .tag("tensor_values", WireType::varint)
           .here()
           .varint(1),
       wire_wrong_wire_type, "tensor_values[1]",
       sequence().set("elem_type", 1).set("tensor_values", floats())},
      {"a packed block of floats that is no multiple of four",
       tensor(float32, {1}).set("float_data", "12345").here(), wire_packed_length, "float_data",
       tensor(float32, {1}).packed_floats("float_data", {1})},
      {"a packed block of doubles that is no multiple of eight",
       tensor(float64, {1}).set("double_data", "1234567").here(), wire_packed_length, "double_data",
       tensor(float64, {1}).packed_floats("double_data", {1})},
      {"a packed block that ends inside its only varint",
       tensor(int32, {1}).set("int32_data", "\x80").here(), wire_packed_length, "int32_data",
       tensor(int32, {1}).packed("int32_data", {1})},
      {"a packed block that ends inside its last varint",
       tensor(int32, {2}).set("int32_data", "\x01\x80\x80").here(1, 2), wire_packed_length,
       "int32_data", tensor(int32, {2}).packed("int32_data", {1, 1})},
      {"packed dims that end inside a varint",
       tensor().set("dims", "\xff").here().set("data_type", float32), wire_packed_length, "dims",
       tensor().packed("dims", {0}).set("data_type", float32)},
      {"a scalar given twice",
       tensor()
           .each("dims", {2})
           .set("data_type", int64)
           .set("data_type", float32)
           .here_field()
           .set("raw_data", zeros(8)),
       wire_duplicate_field, "data_type", floats()},
      {"raw_data given twice",
       tensor(float32, {2}).set("raw_data", "AAAAB").set("raw_data", "BBBBBBBB").here_field(),
       wire_duplicate_field, "raw_data", floats()},
      {"raw_data given again, and empty",
       tensor(float32, {0}).set("raw_data", "AAAA").set("raw_data", "").here_field(),
       wire_duplicate_field, "raw_data", tensor(float32, {0}).set("raw_data", "")},
      {"a float given twice", model_of_node(identity(float_attribute().set("f", 2.0).here_field())),
       wire_duplicate_field, "graph.node[0].attribute[0].f",
       model_of_node(identity(float_attribute()))},
      {"a message given twice, which some readers merge",
       sparse_tensor()
           .set("values", zero_tensor(float32, {0}))
           .set("indices", tensor().each("dims", {0}))
           .set("indices", tensor().set("data_type", int64))
           .here_field()
           .each("dims", {3}),
       wire_duplicate_field, "indices", sparse_floats({3}, {})},
      {"two models one behind the other",
       sound_model().set("ir_version", 10).here_field().set("graph", graph_of(identity())),
       wire_duplicate_field, "ir_version", sound_model(), std::nullopt, nullptr, true},
      {"a dimension with a value and a parameter",
       model_of(
           graph_of(identity(), tensor_type(float32, Message(MessageId::tensor_shape)
                                                         .set("dim", Message(MessageId::dimension)
                                                                         .set("dim_value", 2)
                                                                         .set("dim_param", "N")
                                                                         .here_field())))),
       wire_oneof_conflict, "graph.input[0].type.tensor_type.shape.dim[0].dim_param",
       sound_model()},
      {"a type of two kinds",
       model_of(graph_of(
           identity(),
           tensor_type(float32, {2})
               .set("sequence_type",
                    Message(MessageId::type_sequence).set("elem_type", tensor_type(float32, {2})))
               .here_field())),
       wire_oneof_conflict, "graph.input[0].type.sequence_type", sound_model()},
      {"a data_type of 2^32 + 1, which 32 bits cut to FLOAT",
       tensor()
           .each("dims", {2})
           .set("data_type", (std::int64_t{1} << 32) + 1)
           .here()
           .set("raw_data", zeros(8)),
       wire_int32_range, "data_type", floats()},
      {"a data_type of 2^31",
       tensor()
           .each("dims", {2})
           .set("data_type", std::int64_t{1} << 31)
           .here()
           .set("raw_data", zeros(8)),
       wire_int32_range,
       "data_type",
       floats(),
       {},
       nullptr,
       true},
      {"an entry of int32_data of 2^32 + 5",
       tensor(int32, {2})
           .tag("int32_data", WireType::length_delimited)
           .varint(6)
           .varint(1)
           .varint((std::uint64_t{1} << 32) + 5)
           .here(),
       wire_int32_range, "int32_data", tensor(int32, {2}).packed("int32_data", {1, 5})},
      {"an unpacked entry of int32_data of -2^31 - 1",
       tensor(int32, {1}).set("int32_data", -(std::int64_t{1} << 31) - 1).here(), wire_int32_range,
       "int32_data", tensor(int32, {1}).set("int32_data", -(std::int64_t{1} << 31))},
      {"an elem_type beyond 32 bits",
       sequence().set("elem_type", (std::int64_t{1} << 33) + 1).here(), wire_int32_range,
       "elem_type", sequence().set("elem_type", 1)},
      {"an enum beyond 32 bits", floats().set("data_location", std::int64_t{1} << 32).here(),
       wire_int32_range, "data_location", floats().set("data_location", 0)},
      {"a field that onnx.proto does not have",
       floats().tag(99, 2).here().varint(6).bytes("hidden"), schema_unknown_field, "", floats()},
      {"an unused number that is not reserved", floats().tag(15, 0).here().varint(1),
       schema_unknown_field, "", floats()},
      {"a field that onnx.proto does not have, in a message inside",
       sequence().set("elem_type", 1).set("tensor_values", floats().tag(31, 0).here().varint(1)),
       schema_unknown_field, "tensor_values[0]",
       sequence().set("elem_type", 1).set("tensor_values", floats())},
      {"an unknown field of fixed width", floats().tag(50, 1).here().bytes(zeros(8)),
       schema_unknown_field, "", floats()},
      {"a reserved field of a graph", model_of(graph_of(identity()).tag(3, 0).here().varint(3)),
       schema_reserved_field, "graph", sound_model()},
      {"a reserved field of a function, once since_version",
       sound_model().set("functions", function("f", identity()).tag(2, 0).here().varint(1)),
       schema_reserved_field, "functions[0]",
       sound_model().set("functions", function("f", identity()))},
      {"a data_location that the schema does not name", floats().set("data_location", 2).here(),
       schema_enum_value, "data_location", floats().set("data_location", 0)},
      {"a negative data_location", floats().set("data_location", -1).here(), schema_enum_value,
       "data_location", floats()},
      {"an attribute type that the schema does not name",
       model_of_node(identity(attribute().set("name", "a").set("f", 1.0).set("type", 15).here())),
       schema_enum_value, "graph.node[0].attribute[0].type",
       model_of_node(identity(float_attribute())), std::nullopt, nullptr, true},
  };
}

Cases strings() {
  using enum Rule;
  const auto named = [](std::string_view name) { return floats().set("name", name); };
  using namespace std::string_view_literals;
  return {
      {"a name that is not UTF-8", named("\xff\xfe"sv).here(), string_utf8, "name", named("x")},
      {"a name with a lone surrogate", named("ab\xed\xa0\x80"sv).here(2, 3), string_utf8, "name",
       named("ab\xed\x9f\xbf"sv)},
      {"a name with an overlong NUL", named("a\xc0\x80"sv).here(1, 2), string_utf8, "name",
       named("a\xc2\xa0"sv)},
      {"a name above U+10FFFF", named("\xf4\x90\x80\x80"sv).here(), string_utf8, "name",
       named("\xf4\x8f\xbf\xbf"sv)},
      {"a name that ends inside a character", named("caf\xc3"sv).here(3, 1), string_utf8, "name",
       named("caf\xc3\xa9"sv)},
      {"the second string of a list is not UTF-8",
       model_of_node(identity().set("output", "\x80").here()), string_utf8,
       "graph.node[0].output[1]", model_of_node(identity().set("output", "z"))},
      {"a doc_string that is not UTF-8", floats().set("doc_string", "ok\x80").here(2, 1),
       string_utf8, "doc_string", floats().set("doc_string", "ok")},
      {"a name with a NUL", named("a\0b"sv).here(1, 1), string_control_character, "name",
       named("a b")},
      {"a name with a newline", named("a\nb").here(1, 1), string_control_character, "name",
       named("ab")},
      {"a name with an escape", named("\x1b[2J").here(0, 1), string_control_character, "name",
       named("[2J")},
      {"a name with DEL", named("a\x7f").here(1, 1), string_control_character, "name", named("a~")},
      {"a name with a C1 control character", named("a\xc2\x9b").here(1, 1),
       string_control_character, "name", named("a\xc2\xa0")},
      {"an operator type with a tab",
       model_of_node(
           node().set("input", "x").set("output", "y").set("op_type", "Re\tlu").here(2, 1)),
       string_control_character, "graph.node[0].op_type", sound_model()},
      {"a doc_string with a NUL", floats().set("doc_string", "a\0b"sv).here(1, 1),
       string_control_character_in_text, "doc_string", floats().set("doc_string", "a\tb\r\nc")},
      {"a metadata value with an escape",
       floats().set("metadata_props", Message(MessageId::string_string_entry)
                                          .set("key", "k")
                                          .set("value", "\x1b[0m")
                                          .here(0, 1)),
       string_control_character_in_text, "metadata_props[0].value",
       floats().set("metadata_props", entry("k", "line\nline"))},
  };
}

}  // namespace

Cases wire_cases() {
  Cases all;
  for (Cases group : {truncations(), lengths(), varints(), tags(), groups(), fields(), strings()}) {
    all.insert(all.end(), group.begin(), group.end());
  }
  all.push_back({"messages 101 below the root", marked_nested(101), Rule::limit_depth, kPath101,
                 empty_nested(100)});
  return all;
}

}  // namespace assay::testing
