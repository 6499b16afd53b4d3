// A list that the decoder passes over and that is read a few elements at a time afterwards.
#include "decode/long_list.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "decode/decoder.hpp"
#include "support/findings.hpp"
#include "support/models.hpp"

using namespace assay;
using namespace assay::testing;
using decode::LongList;
using decode::SequenceRecord;

namespace {

// A sequence of that many tensors, called 0, 1, 2 and so on.
Message tensors(std::uint32_t count) {
  Message out(MessageId::sequence);
  for (std::uint32_t i = 0; i < count; ++i) {
    out.set("tensor_values", Message(MessageId::tensor).set("name", std::to_string(i)));
  }
  return out;
}

// The tensors of a sequence at the root, from that many on.
LongList from(std::uint32_t least) {
  LongList list;
  list.holder = MessageId::sequence;
  list.number = schema::number_of(MessageId::sequence, "tensor_values");
  list.depth = 0;
  list.least = least;
  return list;
}

struct Passed {
  Passed(const Message& message, std::uint32_t least, std::uint64_t budget = 1u << 20)
      : file(message), arena(budget), findings(file.view(), policy, report), list(from(least)) {
    root = static_cast<SequenceRecord*>(
        decode::decode_message(MessageId::sequence, file.view(), arena, findings, &list));
  }
  // The names of the next tensors, joined.
  std::string next(std::uint32_t most) {
    std::string names;
    if (decode::read_on(list, most, file.view(), arena, findings)) {
      for (const decode::TensorRecord& tensor : root->tensor_values) {
        names.append(names.empty() ? "" : " ").append(tensor.name);
      }
    }
    return names;
  }

  Message file;
  Arena arena;
  Policy policy;
  Report report;
  Findings findings;
  LongList list;
  SequenceRecord* root = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(long_list)

BOOST_AUTO_TEST_CASE(a_list_is_passed_over_and_read_in_parts) {
  Message file = tensors(5);
  file.set("elem_type", 1);
  Passed passed(file, 5);
  BOOST_REQUIRE(passed.list.found());
  BOOST_TEST(passed.list.whole);
  BOOST_TEST(passed.list.size == 5u);
  BOOST_TEST(passed.list.is(&passed.root->tensor_values));
  BOOST_TEST(!passed.list.is(&passed.root->map_values));
  BOOST_TEST(passed.root->tensor_values.empty());
  BOOST_TEST(passed.root->elem_type == 1);
  BOOST_TEST(passed.next(2) == "0 1");
  BOOST_TEST(passed.next(2) == "2 3");
  BOOST_TEST(passed.next(2) == "4");
  BOOST_TEST(passed.next(2) == "");
  BOOST_TEST(brief(passed.report) == "");
}

BOOST_AUTO_TEST_CASE(a_list_that_is_shorter_is_read_as_any_other) {
  const Passed passed(tensors(4), 5);
  BOOST_TEST(!passed.list.found());
  BOOST_TEST(passed.root->tensor_values.size == 4u);
}

BOOST_AUTO_TEST_CASE(a_list_in_two_places_is_not_whole) {
  Message file = tensors(3);
  file.set("elem_type", 1).set("tensor_values", Message(MessageId::tensor));
  const Passed passed(file, 3);
  BOOST_TEST(passed.list.found());
  BOOST_TEST(!passed.list.whole);
}

BOOST_AUTO_TEST_CASE(the_same_list_deeper_down_is_not_passed_over) {
  const Message file = Message(MessageId::sequence).set("sequence_values", tensors(3));
  const Passed passed(file, 1);
  BOOST_TEST(!passed.list.found());
  BOOST_TEST(passed.root->sequence_values[0].tensor_values.size == 3u);
}

BOOST_AUTO_TEST_CASE(a_list_ends_before_an_element_that_goes_beyond_its_message) {
  Message file = tensors(3);
  file.tag("tensor_values", WireType::length_delimited).varint(9).bytes("abc");
  Passed passed(file, 1);
  BOOST_TEST(passed.list.size == 3u);
  BOOST_TEST(passed.root->source.damaged);
  BOOST_TEST(passed.next(16) == "0 1 2");
}

BOOST_AUTO_TEST_CASE(a_fault_in_an_element_is_found_when_it_is_read) {
  Message file = tensors(2);
  file.set("tensor_values", Message(MessageId::tensor).bytes("\x08"));
  Passed passed(file, 1);
  BOOST_TEST(brief(passed.report) == "");
  BOOST_TEST(passed.next(2) == "0 1");
  BOOST_TEST(brief(passed.report) == "");
  (void)passed.next(2);
  BOOST_TEST(passed.findings.saw(Rule::wire_truncated));
  BOOST_TEST(passed.root->source.damaged);
}

BOOST_AUTO_TEST_CASE(a_tag_that_is_longer_than_need_be_belongs_to_its_list) {
  Message file(MessageId::sequence);
  for (int i = 0; i < 3; ++i) {
    file.tag("tensor_values", WireType::length_delimited, 2).varint(0);
  }
  Passed passed(file, 2);
  BOOST_TEST(passed.list.size == 3u);
  BOOST_TEST(decode::read_on(passed.list, 16, file.view(), passed.arena, passed.findings));
  BOOST_TEST(passed.root->tensor_values.size == 3u);
}

BOOST_AUTO_TEST_CASE(without_memory_for_a_part_nothing_is_read) {
  Passed passed(tensors(100), 1, 8000);
  BOOST_REQUIRE(passed.list.found());
  BOOST_TEST(passed.next(100) == "");
  BOOST_TEST(passed.arena.refused());
}

BOOST_AUTO_TEST_SUITE_END()
