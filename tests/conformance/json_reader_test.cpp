// The strict JSON reader and the schema checker: what they refuse, and where they say it is.
#include "json_reader.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "json_schema.hpp"

namespace bdata = boost::unit_test::data;
using namespace assay::conformance;

BOOST_AUTO_TEST_SUITE(json_reading)

struct Refused {
  std::string text;
  std::string message;  // a part of it
  std::string pointer;
};
std::ostream& operator<<(std::ostream& out, const Refused& value) {
  return out << value.text.substr(0, 60);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) {
    result += text;
  }
  return result;
}

const Refused kRefused[] = {
    {"", "unexpected end", ""},
    {"{", "unexpected end", ""},
    {"{\"a\": {1}}", "expected string literal", "/a"},
    {"{\"a\": {\"b\": 1, }}", "expected string literal", "/a"},
    {"{\"a\": {\"b\": }}", "unexpected '}'", "/a/b"},
    {"[1, 2] 3", "expected end of input", ""},
    {"{\"a\": 1, \"a\": 2}", "the key 'a' stands here twice", "/a"},
    {"{\"a\": {\"b\": 1, \"c\": 2, \"b\": 3}}", "the key 'b' stands here twice", "/a/b"},
    {"[[1, {\"a/b\": 1.5}]]", "'1.5' is not an integer", "/0/1/a~1b"},
    {"[1e3]", "'1e3' is not an integer", "/0"},
    {"[18446744073709551616]", "is not an integer of 64 bits", "/0"},
    {"[-9223372036854775809]", "is not an integer of 64 bits", "/0"},
    {"[NaN]", "invalid literal", "/0"},
    {"[1,]", "unexpected ']'", "/1"},
    {"[\"\xff\"]", "invalid string", "/0"},
    {"// a comment\n1", "invalid literal", ""},
    {std::string(65, '[') + std::string(65, ']'), "nested deeper than 64", repeated("/0", 64)},
};

BOOST_DATA_TEST_CASE(what_is_not_strict_json_is_refused_with_its_place, bdata::make(kRefused), c) {
  JsonFault fault;
  BOOST_TEST(!read_json(c.text, fault).has_value());
  BOOST_TEST(fault.message.find(c.message) != std::string::npos, "message: " << fault.message);
  BOOST_TEST(fault.pointer == c.pointer);
}

BOOST_AUTO_TEST_CASE(values_come_back_as_they_stand) {
  JsonFault fault;
  const auto json = read_json(
      R"({"a": [0, -1, 18446744073709551615, -9223372036854775808], "b": "\u00e9", "c": [true, null]})",
      fault);
  BOOST_TEST_REQUIRE(json.has_value());
  BOOST_TEST((*json)["a"][2].get<std::uint64_t>() == UINT64_MAX);
  BOOST_TEST((*json)["a"][3].get<std::int64_t>() == INT64_MIN);
  BOOST_TEST((*json)["b"].get<std::string>() == "\xc3\xa9");
  BOOST_TEST((*json)["c"][1].is_null());
}

BOOST_AUTO_TEST_CASE(sixty_four_levels_are_read_and_reals_where_they_are_asked_for) {
  JsonFault fault;
  BOOST_TEST(read_json(std::string(64, '[') + std::string(64, ']'), fault).has_value());
  JsonLimits limits;
  limits.integers_only = false;
  BOOST_TEST(read_json("[1.5]", fault, limits).value()[0].get<double>() == 1.5);
}

BOOST_AUTO_TEST_CASE(a_text_above_the_size_limit_is_refused) {
  JsonFault fault;
  JsonLimits limits;
  limits.bytes = 4;
  BOOST_TEST(read_json("1234", fault, limits).has_value());
  BOOST_TEST(!read_json("12345", fault, limits).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(schema_checking)

const char* const kSchema = R"({
  "type": "object", "required": ["id"], "additionalProperties": false,
  "properties": {
    "id": {"type": "string", "pattern": "^[a-z]+$", "minLength": 2, "maxLength": 4},
    "n": {"type": "integer", "minimum": -1, "maximum": 3},
    "e": {"enum": ["x", "y", 3]},
    "one": {"const": 1},
    "list": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/choice"}},
    "map": {"type": "object", "additionalProperties": {"type": "boolean"}}
  },
  "$defs": {"choice": {"oneOf": [
    {"type": "object", "required": ["a"], "additionalProperties": false,
     "properties": {"a": {"type": "integer"}, "c": {"type": "integer"}}},
    {"type": "object", "required": ["b"], "additionalProperties": false,
     "properties": {"b": {"type": "string"}, "d": {"type": "array"}}}]}}
})";

std::optional<JsonFault> check(const std::string& text) {
  JsonFault fault;
  const JsonSchema schema(read_json(kSchema, fault).value());
  return schema.check(read_json(text, fault).value());
}

struct Violation {
  const char* text;
  const char* pointer;
  const char* message;
};
std::ostream& operator<<(std::ostream& out, const Violation& value) {
  return out << value.text;
}

const Violation kViolations[] = {
    {"[]", "", "should be of type object"},
    {"{}", "", "the key \"id\" is missing"},
    {R"({"id": 1})", "/id", "should be of type string"},
    {R"({"id": "ab", "z": 1})", "/z", "the key 'z' is not known here"},
    {R"({"id": "a"})", "/id", "at least 2"},
    {R"({"id": "abcde"})", "/id", "at most 4"},
    {R"({"id": "aB"})", "/id", "does not match"},
    {R"({"id": "ab", "n": -2})", "/n", "is below -1"},
    {R"({"id": "ab", "n": 4})", "/n", "is above 3"},
    {R"({"id": "ab", "n": "1"})", "/n", "should be of type integer"},
    {R"({"id": "ab", "e": "z"})", "/e", "is none of"},
    {R"({"id": "ab", "one": 2})", "/one", "should be 1"},
    {R"({"id": "ab", "list": []})", "/list", "at least 1"},
    {R"({"id": "ab", "list": [{"a": 1}, {"a": "x"}]})", "/list/1/a", "should be of type integer"},
    {R"({"id": "ab", "list": [{"b": "x", "d": 1}]})", "/list/0/d", "should be of type array"},
    {R"({"id": "ab", "list": [{"d": []}]})", "/list/0", "the key \"b\" is missing"},
    {R"({"id": "ab", "map": {"k": 1}})", "/map/k", "should be of type boolean"},
};

BOOST_DATA_TEST_CASE(a_violation_is_named_with_its_place, bdata::make(kViolations), c) {
  const auto fault = check(c.text);
  BOOST_TEST_REQUIRE(fault.has_value());
  BOOST_TEST(fault->pointer == c.pointer);
  BOOST_TEST(fault->message.find(c.message) != std::string::npos, "message: " << fault->message);
}

BOOST_AUTO_TEST_CASE(what_fits_passes) {
  BOOST_TEST(
      !check(R"({"id": "ab", "n": 3, "e": 3, "one": 1, "list": [{"a": 1, "c": 2}, {"b": "x"}],
                        "map": {"k": true}})")
           .has_value());
}

BOOST_AUTO_TEST_CASE(a_schema_with_an_unknown_keyword_is_refused) {
  BOOST_CHECK_THROW(JsonSchema(Json{{"patternProperties", Json::object()}}), std::invalid_argument);
  BOOST_CHECK_THROW(JsonSchema(Json{{"properties", {{"a", {{"format", "hex"}}}}}}),
                    std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
