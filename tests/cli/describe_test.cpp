#include "cli/describe.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "wire/writer.hpp"

using namespace assay;
using namespace assay::cli;
using assay::wire::append_field;
using assay::wire::append_fixed32;
using assay::wire::append_fixed64;

namespace {

// dims 1, data_type 2, raw_data 9
std::string tensor(std::uint64_t elements, std::uint64_t type, std::string_view raw) {
  std::string bytes;
  append_field(bytes, 1, elements);
  append_field(bytes, 2, type);
  append_field(bytes, 9, raw);
  return bytes;
}

std::string floats(std::initializer_list<float> values) {
  std::string raw;
  for (const float value : values) {
    append_fixed32(raw, std::bit_cast<std::uint32_t>(value));
  }
  return raw;
}

Description described(const std::string& bytes, std::size_t values = 8) {
  const Result<TensorFile> file = read_tensor(bytes_of(bytes));
  BOOST_TEST_REQUIRE(file.has_value());
  return Describer(values).of(file->tensor());
}

std::string values_of(const std::string& bytes, std::size_t values = 8) {
  return described(bytes, values)["values"].dump();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(describe)

BOOST_AUTO_TEST_CASE(a_tensor_says_what_and_where_it_is) {
  BOOST_TEST(described(tensor(3, 1, floats({1, 2, 3})), 2).dump() ==
             R"({"name":"","type":"FLOAT","shape":[3],"elements":3,"bytes":12,)"
             R"("storage":"raw_data","values":[1.0,2.0]})");
}

BOOST_AUTO_TEST_CASE(numbers_are_written_as_short_as_their_type_allows) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  BOOST_TEST(values_of(tensor(5, 1, floats({0.1f, -kInfinity, kInfinity, std::nanf(""), -0.0f}))) ==
             R"([0.1,"-inf","inf","nan",-0.0])");
  std::string raw;
  append_fixed64(raw, std::bit_cast<std::uint64_t>(0.1));
  BOOST_TEST(values_of(tensor(1, 11, raw)) == "[0.1]");
}

BOOST_AUTO_TEST_CASE(integers_are_exact) {
  std::string raw;
  append_fixed64(raw, std::numeric_limits<std::uint64_t>::max());
  BOOST_TEST(values_of(tensor(1, 13, raw)) == "[18446744073709551615]");
  BOOST_TEST(values_of(tensor(1, 7, raw)) == "[-1]");
  BOOST_TEST(values_of(tensor(2, 9, std::string("\0\1", 2))) == "[0,1]");
  BOOST_TEST(values_of(tensor(3, 22, "\x87\x01")) == "[7,-8,1]");
}

BOOST_AUTO_TEST_CASE(complex_numbers_are_pairs) {
  BOOST_TEST(values_of(tensor(1, 14, floats({1, std::nanf("")}))) == R"([[1.0,"nan"]])");
}

BOOST_AUTO_TEST_CASE(strings_are_printable_and_cut) {
  std::string bytes;
  append_field(bytes, 1, std::uint64_t{2});
  append_field(bytes, 2, std::uint64_t{8});
  append_field(bytes, 6, "a\x1b[31m\"");
  append_field(bytes, 6, std::string(61, 'x'));
  const Description values = described(bytes)["values"];
  BOOST_TEST(values[0] == "a\\x1b[31m\"");
  BOOST_TEST(values[1] == std::string(60, 'x') + "...");
}

BOOST_AUTO_TEST_CASE(text_is_cut_between_characters) {
  BOOST_TEST(shortened("abc", 3) == "abc");
  BOOST_TEST(shortened("abc", 2) == "ab...");
  BOOST_TEST(shortened("a\xc3\xa4"
                       "b",
                       3) == "a\xc3\xa4...");
  BOOST_TEST(shortened("a\xc3\xa4"
                       "b",
                       2) == "a...");
  BOOST_TEST(shortened("\x80\x80\x80", 2) == "...");
}

BOOST_AUTO_TEST_CASE(what_nests_is_described_to_a_fixed_number_of_things) {
  // SequenceProto: elem_type 2, tensor_values 3, sequence_values 5.
  std::string inner;
  append_field(inner, 2, std::uint64_t{1});
  for (int i = 0; i < 70; ++i) {
    append_field(inner, 3, tensor(1, 1, floats({1})));
  }
  std::string outer;
  append_field(outer, 2, std::uint64_t{3});
  for (int i = 0; i < 70; ++i) {
    append_field(outer, 5, inner);
  }
  const Result<SequenceFile> file = read_sequence(bytes_of(outer));
  BOOST_TEST_REQUIRE(file.has_value());
  const Description sequence = Describer(8).of(file->sequence());
  BOOST_TEST(sequence["size"] == 70);
  std::size_t described = sequence["elements"].size();
  for (const Description& element : sequence["elements"]) {
    BOOST_TEST(element["size"] == 70);
    described += element["elements"].size();
  }
  BOOST_TEST(described == 100u);
  const std::string text = inspection_text(
      {{"file", "f"}, {"kind", "sequence"}, {"bytes", outer.size()}, {"content", sequence}});
  BOOST_TEST(text.find("  sequence of SEQUENCE, 70 elements\n") != std::string::npos);
  BOOST_TEST(text.find("\n    and 68 more\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
