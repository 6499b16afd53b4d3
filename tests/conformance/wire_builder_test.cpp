// Each way to write an input gives the bytes that it should.
#include "wire_builder.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

namespace bdata = boost::unit_test::data;
using namespace assay::conformance;
using assay::schema::MessageId;

namespace {

Json parsed(const std::string& text) {
  JsonFault fault;
  const auto json = read_json(text, fault);
  BOOST_TEST_REQUIRE(json.has_value(), fault.message << " in " << text);
  return *json;
}

std::string hex(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += text.empty() ? "" : " ";
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

struct Built {
  MessageId message;
  const char* entries;
  const char* bytes;
};
std::ostream& operator<<(std::ostream& out, const Built& value) {
  return out << value.entries;
}

constexpr auto kTensor = MessageId::tensor;

const Built kBuilt[] = {
    {kTensor, R"([])", ""},
    {kTensor, R"([{"field": "dims", "value": 300}])", "08 ac 02"},
    {kTensor, R"([{"field": "dims", "value": [1, -1]}])", "08 01 08 ff ff ff ff ff ff ff ff ff 01"},
    {kTensor, R"([{"field": "dims", "packed": [1, 300]}])", "0a 03 01 ac 02"},
    {kTensor, R"([{"field": "dims", "value": []}])", ""},
    {kTensor, R"([{"field": "data_type", "value": "FLOAT"}])", "10 01"},
    {kTensor, R"([{"field": "data_type", "value": "FLOAT6E3M2"}])", "10 1c"},
    {kTensor, R"([{"field": "data_location", "value": "EXTERNAL"}])", "70 01"},
    {kTensor, R"([{"field": "name", "value": "ab"}])", "42 02 61 62"},
    {kTensor, R"([{"field": "name", "hex": "ff 00"}])", "42 02 ff 00"},
    {kTensor, R"([{"field": "raw_data", "fill": {"byte": 7, "count": 3}}])", "4a 03 07 07 07"},
    {kTensor, R"([{"field": "float_data", "value": [1, "0x7fc00000"]}])",
     "25 00 00 80 3f 25 00 00 c0 7f"},
    {kTensor, R"([{"field": "float_data", "packed": [-2]}])", "22 04 00 00 00 c0"},
    {kTensor, R"([{"field": "double_data", "packed": [1]}])", "52 08 00 00 00 00 00 00 f0 3f"},
    {kTensor, R"([{"field": "uint64_data", "value": 18446744073709551615}])",
     "58 ff ff ff ff ff ff ff ff ff 01"},
    {kTensor, R"([{"field": "segment", "message": [{"field": "end", "value": 2}]}])",
     "1a 02 10 02"},
    // The wire, wrong
    {kTensor, R"([{"field": "data_type", "value": 1, "width": 3}])", "10 81 80 00"},
    {kTensor, R"([{"field": "data_type", "value": 1, "tag_width": 2}])", "90 00 01"},
    {kTensor, R"([{"field": "raw_data", "hex": "01", "length": 100}])", "4a 64 01"},
    {kTensor, R"([{"field": "raw_data", "hex": "01", "length_width": 2}])", "4a 81 00 01"},
    {kTensor, R"([{"field": "name", "value": 5, "wire_type": "varint"}])", "40 05"},
    {kTensor, R"([{"field": "data_type", "value": 1, "wire_type": "fixed32"}])", "15 01 00 00 00"},
    {kTensor, R"([{"field": "data_type", "value": 1, "wire_type": "fixed64"}])",
     "11 01 00 00 00 00 00 00 00"},
    {kTensor, R"([{"field": "data_type", "value": "x", "wire_type": "length"}])", "12 01 78"},
    {kTensor, R"([{"field": 99, "value": 5, "wire_type": "varint"}])", "98 06 05"},
    {kTensor, R"([{"field": 99, "hex": "01 02"}])", "9a 06 02 01 02"},
    {kTensor, R"([{"field": 99, "message": [{"field": 1, "value": 1, "wire_type": "varint"}]}])",
     "9a 06 02 08 01"},
    {kTensor, R"([{"field": 99, "group": []}])", "9b 06 9c 06"},
    {kTensor, R"([{"field": 99, "group": [{"raw": "08 01"}], "end": 98}])", "9b 06 08 01 94 06"},
    {kTensor, R"([{"field": 12, "wire_type": "end-group"}])", "64"},
    {kTensor, R"([{"field": 1, "wire_type": "six"}])", "0e"},
    {kTensor, R"([{"raw": "0a0b 0c"}])", "0a 0b 0c"},
    {kTensor, R"([{"field": "dims", "value": 1, "times": 3}])", "08 01 08 01 08 01"},
    {kTensor, R"([{"raw": "01", "times": 0}])", ""},
    {kTensor, R"([{"use": "scalar"}, {"field": "dims", "value": 2}])", "10 01 08 02"},
    // Nesting: the innermost message first, then once around it each time
    {MessageId::sequence,
     R"([{"nest": 2, "around": [{"field": "sequence_values", "message": [{"hole": true}]}],
          "message": [{"field": "elem_type", "value": "SEQUENCE"}]}])",
     "2a 04 2a 02 10 03"},
    {MessageId::sequence,
     R"([{"nest": 0, "around": [{"hole": true}], "message": [{"field": "elem_type", "value": 1}]}])",
     "10 01"},
    {MessageId::attribute, R"([{"field": "type", "value": "TYPE_PROTOS"}])", "a0 01 0e"},
    {MessageId::optional, R"([{"field": "elem_type", "value": "OPTIONAL"}])", "10 05"},
    {MessageId::map, R"([{"field": "key_type", "value": "STRING"}])", "10 08"},
};

const Json kDefinitions = Json{{"scalar", {{{"field", "data_type"}, {"value", "FLOAT"}}}}};

}  // namespace

BOOST_AUTO_TEST_SUITE(wire_building)

BOOST_DATA_TEST_CASE(entries_give_these_bytes, bdata::make(kBuilt), c) {
  BOOST_TEST(hex(build_message(parsed(c.entries), c.message, &kDefinitions)) == c.bytes);
}

struct Impossible {
  const char* entries;
  const char* pointer;
  const char* message;
};
std::ostream& operator<<(std::ostream& out, const Impossible& value) {
  return out << value.entries;
}

const Impossible kImpossible[] = {
    {R"([{"raw": "00"}, {"field": "dim"}])", "/1", "'dim' is no field of TensorProto"},
    {R"([{"field": "data_type", "value": "FLOATS"}])", "/0", "'FLOATS' is no value of data_type"},
    {R"([{"field": "segment", "value": 1}])", "/0", "is a message"},
    {R"([{"field": "segment", "message": [{"field": "x", "value": 1}]}])", "/0/message/0",
     "no field of TensorProto.Segment"},
    {R"([{"field": "dims", "value": 1, "packed": [1]}])", "/0", "both value and packed"},
    {R"([{"field": "name", "packed": [1]}])", "/0", "only a field of numbers"},
    {R"([{"field": "name", "value": 1}])", "/0", "text is needed"},
    {R"([{"field": 99, "value": 1}])", "/0", "needs a wire_type"},
    {R"([{"field": 99, "message": [{"field": "dims", "value": 1}]}])", "/0/message/0",
     "no field of an unknown message"},
    {R"([{"hole": true}])", "/0", "a hole outside"},
    {R"([{"use": "nothing"}])", "/0", "no definition is called 'nothing'"},
    {R"([{"use": "circle"}])", "", "more than 16 deep"},
    {R"([{"field": "uint64_data", "value": "0x1g"}])", "/0", "is no hexadecimal number"},
    {R"([{"raw": "00 00 00 00 00 00 00 00", "times": 10000000}])", "/0", "more than"},
    {R"([{"nest": 100000, "message": [], "around": [{"nest": 100000, "message": [], "around": []}]}])",
     "", "too much nesting"},
};

BOOST_DATA_TEST_CASE(what_cannot_be_built_is_named, bdata::make(kImpossible), c) {
  const Json definitions = Json{{"circle", {{{"use", "circle"}}}}};
  try {
    build_message(parsed(c.entries), kTensor, &definitions);
    BOOST_ERROR("built");
  } catch (const BuildError& error) {
    BOOST_TEST(std::string(error.what()).find(c.message) != std::string::npos, error.what());
    if (*c.pointer != '\0') {
      BOOST_TEST(error.pointer == c.pointer);
    }
  }
}

BOOST_AUTO_TEST_CASE(base64_goes_both_ways) {
  for (const std::string& bytes :
       {std::string(), std::string("f"), std::string("fo"), std::string("foo"),
        std::string("\0\xff\x80", 3), std::string("foobar!")}) {
    BOOST_TEST(bytes_from_base64(base64_of(bytes)) == bytes);
  }
  BOOST_TEST(base64_of("foobar!") == "Zm9vYmFyIQ==");
  BOOST_CHECK_THROW(bytes_from_base64("abc"), BuildError);
  BOOST_CHECK_THROW(bytes_from_base64("ab*="), BuildError);
}

BOOST_AUTO_TEST_SUITE_END()
