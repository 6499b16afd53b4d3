// The fields of a message as they stand, sound and broken.
#include <boost/test/unit_test.hpp>

#include "assay/explain.hpp"

#include "base/text.hpp"
#include "support/everything.hpp"
#include "support/findings.hpp"
#include "support/models.hpp"
#include "support/mutator.hpp"
#include "support/rich_files.hpp"

using namespace assay;
using namespace assay::testing;
using enum ElementType;

namespace {

// "offset+length number WIRE payload+length fault" for each field.
std::string brief_of(FieldWalker walker) {
  std::string out;
  WireField field;
  while (walker.next(field)) {
    out +=
        cat(field.offset, "+", field.length, " ", field.number, " ",
            wire_type_name(field.wire_type), " ", field.payload_offset, "+", field.payload_length,
            field.fault == FieldFault::none ? "" : ": ", field_fault_text(field.fault), "\n");
  }
  return out;
}
std::string brief_of(const Message& message) {
  return brief_of(FieldWalker(message.view(), kind_of(message)));
}

// Fails unless the fields of the message, and of those within, lie side by side and within it.
void check_tiling(Bytes file, FieldWalker walker, unsigned depth) {
  std::uint64_t at = walker.begin();
  WireField field;
  while (walker.next(field)) {
    BOOST_REQUIRE(field.offset == at);
    BOOST_REQUIRE(field.length > 0);
    BOOST_REQUIRE(field.payload_offset >= field.offset);
    BOOST_REQUIRE(field.payload_end() <= field.end());
    at = field.end();
    BOOST_REQUIRE(at <= walker.end());
    if (field.fault != FieldFault::none) {
      BOOST_REQUIRE(at == walker.end());
    }
    if (field.message() && depth < 200) {
      check_tiling(file, FieldWalker(file, field), depth + 1);
    }
  }
  BOOST_REQUIRE(at == walker.end());
}

// A sequence of one tensor with one field, written by hand, and a second tensor behind it.
struct Fault {
  std::string_view sentence;
  Message tensor;
  std::string_view fields;  // of the first tensor, which begins at byte 2
};

}  // namespace

BOOST_AUTO_TEST_SUITE(walker)

BOOST_AUTO_TEST_CASE(each_wire_type_shows_its_tag_and_its_payload) {
  Message file =
      tensor().set("data_type", 1).set("name", "ab").tag("float_data", WireType::fixed32);
  file.bytes(zeros(4)).tag("double_data", WireType::fixed64).bytes(zeros(8));
  file.tag(20, 3).varint(0x08).varint(1).tag(20, 4);
  BOOST_TEST(brief_of(file) ==
             "0+2 2 VARINT 1+1\n"
             "2+4 8 LEN 4+2\n"
             "6+5 4 I32 7+4\n"
             "11+9 10 I64 12+8\n"
             "20+6 20 SGROUP 22+2\n");
}

BOOST_AUTO_TEST_CASE(a_fault_ends_its_message_and_reading_goes_on_in_the_message_around_it) {
  const std::vector<Fault> faults = {
      {"a tag that is cut", tensor().bytes("\x88"),
       "2+1 0 VARINT 2+0: the bytes end inside the tag\n"},
      {"a tag of six bytes", tensor().tag(2, 0, 6).varint(1),
       "2+7 0 VARINT 2+0: the tag takes more than five bytes\n"},
      {"field number 0", tensor().tag(0, 0).varint(1),
       "2+2 0 VARINT 2+0: field number 0 does not exist\n"},
      {"field number 2^29", tensor().tag(1u << 29, 0).varint(1),
       "2+6 0 VARINT 2+0: the field number is above 536870911\n"},
      {"wire type 6", tensor().tag(2, 6).varint(1),
       "2+2 2  3+0: wire types 6 and 7 do not exist\n"},
      {"wire type 7", tensor().tag(2, 7).varint(1),
       "2+2 2  3+0: wire types 6 and 7 do not exist\n"},
      {"END_GROUP alone", tensor().tag(2, 4).varint(1),
       "2+2 2 EGROUP 3+0: END_GROUP without a START_GROUP\n"},
      {"a group without an end", tensor().tag(2, 3).varint(8).varint(1),
       "2+3 2 SGROUP 3+2: the group has no END_GROUP that can be found\n"},
      {"a group that another number ends", tensor().tag(2, 3).tag(3, 4),
       "2+2 2 SGROUP 3+1: the group has no END_GROUP that can be found\n"},
      {"a varint that is cut", tensor().tag(2, 0).bytes("\xff"),
       "2+2 2 VARINT 3+1: the bytes end inside the value\n"},
      {"a varint without an end", tensor().tag(2, 0).bytes(std::string(11, '\xff')),
       "2+12 2 VARINT 3+11: a varint does not end within ten bytes\n"},
      {"four bytes that are three", tensor().tag(4, 5).bytes(zeros(3)),
       "2+4 4 I32 3+3: the bytes end inside the value\n"},
      {"eight bytes that are seven", tensor().tag(10, 1).bytes(zeros(7)),
       "2+8 10 I64 3+7: the bytes end inside the value\n"},
      {"a length that is cut", tensor().tag(8, 2).bytes("\x80"),
       "2+2 8 LEN 3+0: the bytes end inside the value\n"},
      {"a length without an end", tensor().tag(8, 2).bytes(std::string(11, '\xff')),
       "2+12 8 LEN 3+0: a varint does not end within ten bytes\n"},
      {"a length beyond the message", tensor().tag(8, 2).varint(100).bytes("ab"),
       "2+4 8 LEN 4+2: the length goes beyond the end of the message\n"},
      {"a length of 2^64 - 1", tensor().tag(8, 2).varint(~std::uint64_t{0}),
       "2+11 8 LEN 13+0: the length goes beyond the end of the message\n"},
      // What readers refuse and can still be read.
      {"a tag that is overlong", tensor().tag(2, 0, 3).varint(1), "2+4 2 VARINT 5+1\n"},
      {"a varint that is overlong", tensor().tag(2, 0).varint(1, 4), "2+5 2 VARINT 3+4\n"},
      {"a length that is overlong", tensor().tag(8, 2).varint(1, 6).bytes("a"), "2+8 8 LEN 9+1\n"},
  };
  for (const Fault& fault : faults) {
    BOOST_TEST_CONTEXT(fault.sentence) {
      const Message second = tensor().set("name", "b");
      const Message file =
          sequence().set("tensor_values", fault.tensor).set("tensor_values", second);
      FieldWalker walker(file.view(), Kind::sequence);
      WireField first;
      BOOST_TEST_REQUIRE(walker.next(first));
      BOOST_TEST(brief_of(FieldWalker(file.view(), first)) == fault.fields);
      WireField next;
      BOOST_TEST_REQUIRE(walker.next(next));
      BOOST_TEST(next.offset == first.end());
      BOOST_TEST(next.index == 1u);
      BOOST_TEST(next.step() == "tensor_values[1]");
      BOOST_TEST(!walker.next(next));
    }
  }
}

BOOST_AUTO_TEST_CASE(fields_carry_what_the_schema_says_of_them) {
  const Message file = tensor().each("dims", {2}).packed("dims", {3}).tag(15, 0).varint(1);
  FieldWalker walker(file.view(), Kind::tensor);
  WireField field;
  BOOST_TEST_REQUIRE(walker.next(field));
  BOOST_TEST(field.name() == "dims");
  BOOST_TEST(field.type() == "repeated int64");
  BOOST_TEST(field.as_declared());
  BOOST_TEST(!field.packed());
  BOOST_TEST(field.index == 0u);
  BOOST_TEST_REQUIRE(walker.next(field));
  BOOST_TEST(field.packed());
  BOOST_TEST(field.index == 1u);
  BOOST_TEST(!field.message().has_value());
  BOOST_TEST_REQUIRE(walker.next(field));
  BOOST_TEST(field.name() == "");
  BOOST_TEST(field.type() == "");
  BOOST_TEST(!field.as_declared());
  BOOST_TEST(!field.reserved);

  const Message graph_file = model().set("graph", graph().tag(3, 0).varint(1));
  FieldWalker model_walker(graph_file.view(), Kind::model);
  BOOST_TEST_REQUIRE(model_walker.next(field));
  BOOST_TEST(field.type() == "GraphProto");
  BOOST_TEST_REQUIRE(field.message().has_value());
  BOOST_TEST(field.message()->name() == "GraphProto");
  FieldWalker graph_walker(graph_file.view(), field);
  BOOST_TEST_REQUIRE(graph_walker.next(field));
  BOOST_TEST(field.reserved);
}

BOOST_AUTO_TEST_CASE(a_field_of_another_wire_type_is_no_message_and_does_not_count) {
  Message file = sequence().tag("tensor_values", WireType::varint).varint(1);
  file.set("tensor_values", tensor());
  FieldWalker walker(file.view(), Kind::sequence);
  WireField field;
  BOOST_TEST_REQUIRE(walker.next(field));
  BOOST_TEST(field.name() == "tensor_values");
  BOOST_TEST(!field.as_declared());
  BOOST_TEST(!field.message().has_value());
  WireField within;
  BOOST_TEST(!FieldWalker(file.view(), field).next(within));
  BOOST_TEST_REQUIRE(walker.next(field));
  BOOST_TEST(field.index == 0u);
}

BOOST_AUTO_TEST_CASE(a_copy_is_a_place_to_come_back_to) {
  Message file = tensor();
  for (int i = 0; i < 1000; ++i) {
    file.set("string_data", "x");
  }
  FieldWalker walker(file.view(), Kind::tensor);
  BOOST_TEST(walker.skip(600) == 600u);
  FieldWalker kept = walker;
  BOOST_TEST(walker.skip(1000) == 400u);
  WireField field;
  BOOST_TEST(!walker.next(field));
  BOOST_TEST_REQUIRE(kept.next(field));
  BOOST_TEST(field.step() == "string_data[600]");
}

BOOST_AUTO_TEST_CASE(the_fields_of_every_kind_lie_side_by_side) {
  for (const Message& file : rich_files()) {
    check_tiling(file.view(), FieldWalker(file.view(), kind_of(file)), 0);
  }
  const Message file = everything();
  check_tiling(file.view(), FieldWalker(file.view(), Kind::model), 0);
}

BOOST_AUTO_TEST_CASE(so_do_those_of_a_file_cut_anywhere) {
  const Message file = everything();
  for (std::size_t size = 0; size < file.view().size(); size += 7) {
    const Bytes part = file.view().first(size);
    check_tiling(part, FieldWalker(part, Kind::model), 0);
  }
}

BOOST_AUTO_TEST_CASE(so_do_those_of_mutated_files_read_as_any_kind) {
  Random random(8);
  const std::string other = everything().text();
  for (const Message& file : rich_files()) {
    std::string text = file.text();
    for (int i = 0; i < 40; ++i) {
      text = mutate(file.id(), text, other, random);
      for (const Kind kind : kKinds) {
        check_tiling(bytes_of(text), FieldWalker(bytes_of(text), kind), 0);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(groups_nest_to_a_hundred_and_not_beyond) {
  const auto nested = [](unsigned depth) {
    Message file = tensor();
    for (unsigned i = 0; i < depth; ++i) {
      file.tag(20, 3);
    }
    for (unsigned i = 0; i < depth; ++i) {
      file.tag(20, 4);
    }
    return file.set("name", "a");
  };
  WireField field;
  const Message sound = nested(100);
  BOOST_TEST_REQUIRE(FieldWalker(sound.view(), Kind::tensor).next(field));
  BOOST_TEST(field.length == 400u);
  const Message deeper = nested(101);
  BOOST_TEST_REQUIRE(FieldWalker(deeper.view(), Kind::tensor).next(field));
  BOOST_TEST((field.fault == FieldFault::group_open));
  BOOST_TEST(field.end() == deeper.view().size());
}

BOOST_AUTO_TEST_CASE(an_empty_file_has_no_fields) {
  WireField field;
  BOOST_TEST(!FieldWalker({}, Kind::model).next(field));
}

BOOST_AUTO_TEST_SUITE_END()
