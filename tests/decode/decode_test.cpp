// From bytes to records: every field has its place, faults do not spread, and what libprotobuf
// tolerates is read as libprotobuf reads it.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "decode/layout.hpp"
#include "decode/runs.hpp"
#include "support/decoded.hpp"
#include "support/models.hpp"
#include "support/protobuf.hpp"

using namespace assay;
using namespace assay::testing;
using decode::FieldPlan;
using decode::Slice;
using decode::Storage;
using decode::Text;
using enum ElementType;

namespace {

// A message with that field alone: once, or twice when it is repeated.
Message with_field(const schema::Message& message, const schema::Field& field) {
  Message out(message.id);
  for (int i = 0; i < (field.repeated() ? 2 : 1); ++i) {
    switch (field.type) {
      case schema::FieldType::float32:
      case schema::FieldType::float64:
        out.set(field.name, 0.5);
        break;
      case schema::FieldType::string:
      case schema::FieldType::bytes:
        out.set(field.name, "ab");
        break;
      case schema::FieldType::message:
        out.set(field.name, Message(field.message));
        break;
      default:
        out.set(field.name, 1);
        break;
    }
  }
  return out;
}

// Whether the member of the field holds what with_field() wrote.
bool holds(const void* record, const FieldPlan& plan) {
  switch (plan.storage) {
    case Storage::int64:
      return decode::member_of<std::int64_t>(record, plan) == 1;
    case Storage::int32:
    case Storage::enumeration:
      return decode::member_of<std::int32_t>(record, plan) == 1;
    case Storage::float32:
      return decode::member_of<float>(record, plan) == 0.5F;
    case Storage::float64:
      return decode::member_of<double>(record, plan) == 0.5;
    case Storage::text:
      return decode::member_of<Text>(record, plan) == "ab";
    case Storage::message:
      return decode::member_of<const void*>(record, plan) != nullptr;
    case Storage::texts:
      return decode::member_of<Slice<Text>>(record, plan).size == 2 &&
             decode::member_of<Slice<Text>>(record, plan)[1] == "ab";
    case Storage::messages:
      return decode::member_of<Slice<std::byte>>(record, plan).size == 2;
    default:
      return decode::member_of<decode::Scalars>(record, plan).count() == 2;
  }
}

std::vector<std::int64_t> numbers(const decode::Scalars& scalars, bool int32 = false) {
  std::vector<std::int64_t> out;
  decode::for_each_varint(scalars, int32,
                          [&](std::uint64_t value, const std::byte*, std::uint64_t) {
                            out.push_back(static_cast<std::int64_t>(value));
                            return true;
                          });
  return out;
}

void check_same_as_libprotobuf(const Message& message) {
  const Decoded ours(message, Policy::compat());
  const auto theirs = parse(message.id(), message.view());
  BOOST_TEST(ours.report.accepted() == (theirs != nullptr), brief(ours.report));
  if (theirs != nullptr && ours.report.accepted()) {
    BOOST_TEST(difference(message.id(), ours.root, *theirs) == "");
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(decode_message)

BOOST_AUTO_TEST_CASE(every_field_of_every_message_has_its_place) {
  for (const schema::Message& message : schema::messages()) {
    for (const schema::Field& field : message.fields) {
      BOOST_TEST_CONTEXT(message.name << "." << field.name) {
        const Message bytes = with_field(message, field);
        const Decoded decoded(bytes);
        BOOST_TEST(brief(decoded.report) == "");
        BOOST_REQUIRE(decoded.root != nullptr);
        BOOST_TEST(decoded.source().present == 1u << field.number);
        BOOST_TEST(decoded.source().size == bytes.text().size());
        // Its own member has it, and no other.
        for (const schema::Field& other : message.fields) {
          BOOST_TEST(holds(decoded.root, decode::plan_of(message.id).fields[other.number]) ==
                     (other.number == field.number));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(strings_and_bytes_alias_the_input) {
  const Decoded decoded(zero_tensor(float32, {2}).set("name", "x"));
  const std::string& file = decoded.file.text();
  const auto& record = decoded.as<decode::TensorRecord>();
  BOOST_TEST((record.name.data() == file.data() + file.size() - 1));
  BOOST_TEST((record.raw_data.data() == file.data() + 6));
  BOOST_TEST((record.rest->doc_string.data() == nullptr));
}

BOOST_AUTO_TEST_CASE(an_empty_string_is_there_and_an_absent_one_is_not) {
  const Decoded decoded(tensor().set("name", "").set("raw_data", ""));
  const auto& record = decoded.as<decode::TensorRecord>();
  BOOST_TEST((record.name.data() != nullptr && record.name.empty()));
  BOOST_TEST((record.raw_data.data() != nullptr && record.raw_data.empty()));
  BOOST_TEST((record.rest->doc_string.data() == nullptr));
}

BOOST_AUTO_TEST_CASE(packed_and_unpacked_values_of_one_field_are_one_list_in_order) {
  const Decoded decoded(tensor()
                            .set("dims", 2)
                            .packed("dims", {3, 4})
                            .set("name", "x")
                            .set("dims", 5)
                            .packed("dims", {}));
  const auto& record = decoded.as<decode::TensorRecord>();
  BOOST_TEST(brief(decoded.report) == "");
  BOOST_TEST((numbers(record.dims) == std::vector<std::int64_t>{2, 3, 4, 5}));
  BOOST_TEST(record.dims.count() == 4u);
  BOOST_TEST(record.dims.present());
}

BOOST_AUTO_TEST_CASE(an_empty_packed_block_is_there_and_holds_nothing) {
  const Decoded decoded(tensor().packed("int64_data", {}));
  const auto& record = decoded.as<decode::TensorRecord>();
  BOOST_TEST(record.rest->int64_data.present());
  BOOST_TEST(record.rest->int64_data.count() == 0u);
  BOOST_TEST(!record.rest->int32_data.present());
}

BOOST_AUTO_TEST_CASE(lists_keep_their_order_when_other_fields_stand_between) {
  Message message = node();
  for (int i = 0; i < 100; ++i) {
    message.set("input", "i" + std::to_string(i)).set("output", "o" + std::to_string(i));
  }
  const Decoded decoded(message);
  const auto& record = decoded.as<decode::NodeRecord>();
  BOOST_REQUIRE(record.input.size == 100u);
  BOOST_REQUIRE(record.output.size == 100u);
  for (std::uint32_t i = 0; i < 100; ++i) {
    BOOST_TEST(record.input[i] == "i" + std::to_string(i));
    BOOST_TEST(record.output[i] == "o" + std::to_string(i));
  }
}

// What a fault costs: the message it is in, and what is around it is known to be incomplete; what
// stands beside it is read, and its faults are found too.
BOOST_AUTO_TEST_CASE(faults_in_two_siblings_are_both_found) {
  Message good = zero_tensor(float32, {1}).set("name", "good");
  Message cut = tensor().tag("name", WireType::length_delimited).varint(9).here().bytes("x");
  const Message message = sequence()
                              .set("elem_type", 1)
                              .set("tensor_values", cut)
                              .set("tensor_values", good)
                              .set("tensor_values", tensor().bytes(zeros(1)))
                              .set("name", "after");
  const Decoded decoded(message);
  BOOST_TEST(brief(decoded.report) ==
             "error wire/length-out-of-bounds tensor_values[0].name @5+1\n"
             "error wire/field-number-zero tensor_values[2] @27+1");
  const auto& record = decoded.as<decode::SequenceRecord>();
  BOOST_REQUIRE(record.tensor_values.size == 3u);
  BOOST_TEST(record.source.damaged);
  BOOST_TEST(record.tensor_values[0].source.damaged);
  BOOST_TEST(!record.tensor_values[1].source.damaged);
  BOOST_TEST(record.tensor_values[1].name == "good");
  BOOST_TEST(record.tensor_values[2].source.damaged);
  BOOST_TEST(record.name == "after");
}

BOOST_AUTO_TEST_CASE(faults_of_the_decoder_and_of_the_rules_are_found_together) {
  const Message message = sequence()
                              .set("elem_type", 1)
                              .set("tensor_values", tensor().tag("dims", WireType::varint))
                              .set("tensor_values", tensor(float32, {1}))
                              .set("tensor_values", zero_tensor(float32, {1}));
  BOOST_TEST(findings_of(message) ==
             "error wire/truncated tensor_values[0].dims @5+0\n"
             "error tensor/no-data tensor_values[1] @7+4");
}

BOOST_AUTO_TEST_CASE(the_same_bytes_give_the_same_report_wherever_they_are) {
  const Message message = model_of_node(identity().set("attribute", attribute().set("f", 1.0)))
                              .tag(99, 0)
                              .varint(1)
                              .bytes("\x82");
  const std::string once = findings_of(message);
  BOOST_TEST(once != "");
  for (std::size_t shift = 0; shift < 9; ++shift) {
    const std::string moved = std::string(shift, '\xff') + message.text();
    const Bytes bytes = bytes_of(moved).subspan(shift);
    for (int round = 0; round < 3; ++round) {
      BOOST_TEST(findings_of(bytes, Kind::model) == once);
    }
  }
}

BOOST_AUTO_TEST_CASE(compat_takes_the_last_of_a_number_and_merges_messages) {
  const Message message = sparse_tensor()
                              .set("values", tensor().each("dims", {2}).set("name", "a"))
                              .set("dims", 9)
                              .set("values", tensor().each("dims", {3}).set("name", "b"));
  const Decoded decoded(message, Policy::compat());
  const auto& record = decoded.as<decode::SparseTensorRecord>();
  BOOST_TEST(decoded.report.accepted());
  BOOST_TEST(decoded.report.warnings == 2u);
  BOOST_REQUIRE(record.values != nullptr);
  BOOST_TEST(record.values->source.merged);
  BOOST_TEST((numbers(record.values->dims) == std::vector<std::int64_t>{2, 3}));
  BOOST_TEST(record.values->name == "b");
}

BOOST_AUTO_TEST_CASE(compat_cuts_numbers_as_libprotobuf_does) {
  const Decoded decoded(tensor()
                            .set("data_type", (std::int64_t{1} << 32) + 1)
                            .set("data_location", (std::int64_t{1} << 40) + 1)
                            .packed("int32_data", {(std::int64_t{1} << 32) + 5, 7})
                            .set("int32_data", std::int64_t{1} << 31),
                        Policy::compat());
  const auto& record = decoded.as<decode::TensorRecord>();
  BOOST_TEST(decoded.report.accepted());
  BOOST_TEST(record.data_type == 1);
  BOOST_TEST(record.data_location == 1);
  BOOST_TEST(
      (numbers(record.rest->int32_data, true) == std::vector<std::int64_t>{5, 7, -2147483648LL}));
}

BOOST_AUTO_TEST_CASE(compat_keeps_the_last_member_of_a_oneof) {
  const Decoded decoded(Message(MessageId::dimension).set("dim_value", 5).set("dim_param", "N"),
                        Policy::compat());
  const auto& record = decoded.as<decode::DimensionRecord>();
  BOOST_TEST(decoded.report.accepted());
  BOOST_TEST(record.dim_param == "N");
  BOOST_TEST(record.source.present == 1u << 2);
  BOOST_TEST(record.dim_value == 0);
}

BOOST_AUTO_TEST_CASE(compat_drops_an_unknown_enum_and_keeps_the_known_one_before_it) {
  const Decoded decoded(
      tensor().set("data_location", 1).set("data_location", 7).set("data_location", -1),
      Policy::compat());
  BOOST_TEST(decoded.report.accepted());
  BOOST_TEST(decoded.report.warnings == 2u);
  BOOST_TEST(decoded.as<decode::TensorRecord>().data_location == 1);
}

// Oddities in every combination that has its own code, against libprotobuf itself.
BOOST_AUTO_TEST_CASE(compat_reads_oddities_as_libprotobuf_does) {
  const Message element = tensor_type(float32, {2, 3});
  const std::string nine(8, '\x80');
  const std::vector<Message> oddities = {
      tensor().set("name", "a").set("name", "").set("raw_data", "x").set("raw_data", "yz"),
      tensor().tag(1, 0, 5).varint(300, 7).tag(2, 0, 3).varint(1, 10),
      tensor().tag("dims", WireType::varint).bytes("\x81" + nine + "\x7f"),
      tensor()
          .tag("int64_data", WireType::length_delimited)
          .varint(10, 5)
          .bytes("\x81" + nine + "\x03"),
      tensor().tag("raw_data", WireType::length_delimited).varint(1, 5).bytes("x"),
      tensor().tag("raw_data", WireType::length_delimited).varint(1, 6).bytes("x"),
      tensor().tag(9, 2, 6).varint(1).bytes("x"),
      tensor().tag("name", WireType::fixed64).bytes("12345678").set("name", "ok"),
      tensor().tag("float_data", WireType::varint).varint(1).set("float_data", 2.0),
      tensor().tag("float_data", WireType::fixed64).bytes("12345678"),
      tensor().tag("double_data", WireType::fixed32).bytes("1234"),
      tensor().packed_floats("double_data", {1, 2}).set("double_data", 3.0),
      tensor().tag(99, 3).tag(7, 2).varint(2).bytes("ab").tag(50, 3).tag(50, 4).tag(99, 4).set(
          "name", "after"),
      tensor().tag(8, 3).tag(1, 0).varint(1).tag(8, 4).set("name", "after"),
      tensor().tag(99, 3).tag(98, 4),
      tensor().tag(99, 3),
      tensor().tag(99, 3).tag(1, 0, 2).varint(1, 2).tag(99, 4, 3),
      tensor().tag(99, 3).tag(std::uint64_t{0}, 0).varint(1).tag(99, 4),
      tensor().tag(99, 3).tag(1, 6).tag(99, 4),
      tensor().tag(99, 1).bytes("1234567"),
      tensor().tag(99, 5).bytes("123"),
      tensor()
          .set("segment", Message(MessageId::segment).set("begin", 1))
          .set("segment", Message(MessageId::segment).set("end", 2)),
      type()
          .set("tensor_type", Message(MessageId::type_tensor).set("elem_type", 1))
          .set("sequence_type", Message(MessageId::type_sequence))
          .set("tensor_type", Message(MessageId::type_tensor).set("shape", shape({1}))),
      type()
          .set("sequence_type", Message(MessageId::type_sequence).set("elem_type", element))
          .set("sequence_type",
               Message(MessageId::type_sequence)
                   .set("elem_type", type().set("map_type", Message(MessageId::type_map)))),
      Message(MessageId::dimension)
          .set("dim_value", 1)
          .set("dim_value", 2)
          .set("dim_param", "a")
          .set("dim_value", 3),
      attribute().set("type", 99).set("type", 2).set("type", 15).set("i", 1),
      optional()
          .set("optional_value", optional().set("elem_type", 1))
          .set("optional_value", optional().set("name", "b").set("optional_value", optional())),
      sequence()
          .set("sequence_values", sequence().set("name", "a"))
          .set("sequence_values", sequence().set("name", "b")),
      map()
          .packed("keys", {1, -1})
          .set("keys", 2)
          .set("string_keys", "")
          .set("string_keys", "\xff"),
      tensor().tag((std::uint64_t{1} << 29) - 1, 2).varint(3).bytes("abc"),
      tensor().bytes(hex({0x00, 0x00})),
      tensor().bytes(hex({0x04})),
      tensor().bytes(hex({0x0c})),
  };
  for (std::size_t i = 0; i < oddities.size(); ++i) {
    BOOST_TEST_CONTEXT("oddity " << i) {
      check_same_as_libprotobuf(oddities[i]);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
