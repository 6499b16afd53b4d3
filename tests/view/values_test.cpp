// Access to sequences, optionals and maps, in each other.
#include "assay/values.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "support/message.hpp"

namespace assay {
namespace {

using testing::int64_tensor;
using testing::map;
using testing::Message;
using testing::optional;
using testing::sequence;

// Elem types, as numbers.
constexpr int undefined = 0;
constexpr int tensor = 1;
constexpr int sparse_tensor = 2;
constexpr int in_sequence = 3;
constexpr int in_map = 4;
constexpr int in_optional = 5;

std::int64_t first_value(const Tensor& from) {
  std::int64_t value = -1;
  BOOST_TEST(from.read(0, std::span(&value, 1)).ok());
  return value;
}

Message numbers(std::initializer_list<std::int64_t> values) {
  Message out = sequence().set("name", "numbers").set("elem_type", tensor);
  for (const std::int64_t value : values) {
    out.set("tensor_values", int64_tensor({value}));
  }
  return out;
}

BOOST_AUTO_TEST_SUITE(values_view)

BOOST_AUTO_TEST_CASE(a_sequence_gives_its_tensors_in_order) {
  const Message message = numbers({7, 8, 9});
  const Result<SequenceFile> file = read_sequence(message.view());
  BOOST_TEST_REQUIRE(file.has_value());
  const Sequence values = file->sequence();
  BOOST_TEST(values.name() == "numbers");
  BOOST_TEST((values.kind() == ValueKind::tensor));
  BOOST_TEST_REQUIRE(values.size() == 3u);
  std::int64_t expected = 7;
  for (const Tensor& value : values.tensors()) {
    BOOST_TEST(first_value(value) == expected++);
  }
  BOOST_TEST(values.sparse_tensors().empty());
  BOOST_TEST(values.sequences().empty());
  BOOST_TEST(values.maps().empty());
  BOOST_TEST(values.optionals().empty());
}

BOOST_AUTO_TEST_CASE(a_sequence_may_be_empty_of_every_kind) {
  for (const ValueKind kind : {ValueKind::tensor, ValueKind::sparse_tensor, ValueKind::sequence,
                               ValueKind::map, ValueKind::optional}) {
    const Message message = sequence().set("elem_type", static_cast<std::int32_t>(kind));
    const Result<SequenceFile> file = read_sequence(message.view());
    BOOST_TEST_REQUIRE(file.has_value());
    BOOST_TEST((file->sequence().kind() == kind));
    BOOST_TEST(file->sequence().size() == 0u);
  }
}

BOOST_AUTO_TEST_CASE(values_nest_in_each_other) {
  const Message ages = map()
                           .set("key_type", ElementType::int64)
                           .each("keys", {30, -4})
                           .set("values", numbers({1, 2}));
  const Message maybe =
      optional().set("name", "maybe").set("elem_type", in_map).set("map_value", ages);
  const Message inner = sequence().set("elem_type", in_optional).set("optional_values", maybe);
  const Message message = sequence()
                              .set("elem_type", in_sequence)
                              .set("sequence_values", inner)
                              .set("sequence_values", inner);
  const Result<SequenceFile> file = read_sequence(message.view());
  BOOST_TEST_REQUIRE(file.has_value());
  BOOST_TEST(file->sequence().size() == 2u);
  for (const Sequence& each : file->sequence().sequences()) {
    BOOST_TEST_REQUIRE(each.optionals().size() == 1u);
    const Optional one = each.optionals()[0];
    BOOST_TEST(one.name() == "maybe");
    BOOST_TEST((one.kind() == ValueKind::map));
    BOOST_TEST(one.has_value());
    BOOST_TEST(!one.tensor().has_value());
    BOOST_TEST_REQUIRE(one.map().has_value());
    const Map found = *one.map();
    BOOST_TEST((found.key_type() == ElementType::int64));
    BOOST_TEST(found.size() == 2u);
    BOOST_TEST(std::vector<std::int64_t>(found.keys().begin(), found.keys().end()) ==
                   std::vector<std::int64_t>({30, -4}),
               boost::test_tools::per_element());
    BOOST_TEST(found.find(-4).value() == 1u);
    BOOST_TEST(!found.find(31).has_value());
    BOOST_TEST(first_value(found.values().tensors()[1]) == 2);
  }
}

BOOST_AUTO_TEST_CASE(maps_may_have_strings_for_keys) {
  const Message message = map()
                              .set("name", "ages")
                              .set("key_type", ElementType::string)
                              .set("string_keys", "ada")
                              .set("string_keys", "")
                              .set("values", numbers({36, 0}));
  const Result<MapFile> file = read_map(message.view());
  BOOST_TEST_REQUIRE(file.has_value());
  const Map ages = file->map();
  BOOST_TEST(ages.name() == "ages");
  BOOST_TEST((ages.key_type() == ElementType::string));
  BOOST_TEST(ages.keys().empty());
  BOOST_TEST(ages.string_keys() == std::vector<std::string_view>({"ada", ""}),
             boost::test_tools::per_element());
  BOOST_TEST(ages.find("ada").value() == 0u);
  BOOST_TEST(ages.find("").value() == 1u);
  BOOST_TEST(!ages.find("bob").has_value());
}

BOOST_AUTO_TEST_CASE(integer_keys_come_the_same_packed_or_not) {
  for (const bool packed : {false, true}) {
    Message message = map().set("key_type", ElementType::int64);
    packed ? message.packed("keys", {1, -1, 300}) : message.each("keys", {1, -1, 300});
    message.set("values", numbers({4, 5, 6}));
    const Result<MapFile> file = read_map(message.view());
    BOOST_TEST_REQUIRE(file.has_value());
    const Numbers<std::int64_t> keys = file->map().keys();
    BOOST_TEST(keys.size() == 3u);
    BOOST_TEST(std::vector<std::int64_t>(keys.begin(), keys.end()) ==
                   std::vector<std::int64_t>({1, -1, 300}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(an_optional_may_hold_nothing_or_one_value_of_any_kind) {
  const Message sparse = testing::sparse_floats({4}, {1, 3});
  const Message a_map =
      map().set("key_type", ElementType::int64).set("keys", 1).set("values", numbers({4}));
  const struct {
    ValueKind kind;
    Message message;
  } kCases[] = {
      {ValueKind::undefined, optional().set("elem_type", undefined)},
      {ValueKind::tensor, optional().set("elem_type", tensor)},
      {ValueKind::tensor,
       optional().set("elem_type", tensor).set("tensor_value", int64_tensor({5}))},
      {ValueKind::sparse_tensor,
       optional().set("elem_type", sparse_tensor).set("sparse_tensor_value", sparse)},
      {ValueKind::sequence,
       optional().set("elem_type", in_sequence).set("sequence_value", numbers({1}))},
      {ValueKind::map, optional().set("elem_type", in_map).set("map_value", a_map)},
      {ValueKind::optional, optional()
                                .set("elem_type", in_optional)
                                .set("optional_value", optional().set("elem_type", undefined))},
  };
  bool first_tensor = true;
  for (const auto& [kind, message] : kCases) {
    BOOST_TEST_CONTEXT(value_kind_name(kind)) {
      const Result<OptionalFile> file = read_optional(message.view());
      BOOST_TEST_REQUIRE(file.has_value());
      const Optional value = file->optional();
      BOOST_TEST((value.kind() == kind));
      const bool empty = kind == ValueKind::undefined ||
                         (kind == ValueKind::tensor && std::exchange(first_tensor, false));
      BOOST_TEST(value.has_value() == !empty);
      BOOST_TEST(value.tensor().has_value() == (kind == ValueKind::tensor && !empty));
      BOOST_TEST(value.sparse_tensor().has_value() == (kind == ValueKind::sparse_tensor));
      BOOST_TEST(value.sequence().has_value() == (kind == ValueKind::sequence));
      BOOST_TEST(value.map().has_value() == (kind == ValueKind::map));
      BOOST_TEST(value.optional().has_value() == (kind == ValueKind::optional));
    }
  }
}

BOOST_AUTO_TEST_CASE(rejected_values_have_a_report_and_nothing_else) {
  BOOST_TEST(!read_sequence(sequence().view()).has_value());
  BOOST_TEST(!read_optional(optional().set("elem_type", 9).view()).has_value());
  BOOST_TEST(!read_map(map().set("key_type", ElementType::int64).view()).has_value());
  // A map without values, under a policy that does not mind.
  Policy policy;
  for (const RuleInfo& info : rule_catalogue()) {
    (void)policy.set_severity(info.rule, Severity::off);
  }
  const Message message = map().set("key_type", ElementType::float32).set("keys", 1);
  const Result<MapFile> file = read_map(message.view(), policy);
  BOOST_TEST_REQUIRE(file.has_value());
  BOOST_TEST(file->map().values().size() == 0u);
  BOOST_TEST((file->map().values().kind() == ValueKind::undefined));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
