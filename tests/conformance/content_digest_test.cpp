// What the library says that a file holds, in the words of the other subjects.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "sha256.hpp"
#include "subject.hpp"

using namespace assay::conformance;
using namespace std::string_literals;

namespace {

struct Row {
  const char* name;
  assay::Kind kind;
  std::string bytes;
  std::string digest;
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.name;
}

std::string field(int number, const std::string& payload) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(payload.size())} +
         payload;
}

std::string tensor_text(const std::string& dims, int type, const std::string& payload) {
  return R"({"dims":[)" + dims + R"(],"name":"t","payload":{)" + payload + R"(},"type":)" +
         std::to_string(type) + "}";
}

const std::string kName = field(8, "t");

// IR version 8, operator set 13, a graph of one Clip of x to y, without a lower bound.
std::string model(const std::string& domain) {
  const std::string type = field(2, field(1, "\x08\x01\x12\x00"s));
  const std::string node =
      field(1, field(1, "x") + field(1, "") + field(1, "x") + field(2, "y") + field(4, "Clip") +
                   (domain.empty() ? "" : field(7, domain)));
  const std::string graph = node + field(2, "g") +
                            field(5, "\x08\x02\x10\x03"s + field(8, "w") + field(9, "\x01\xff"s)) +
                            field(11, field(1, "x") + type) + field(12, field(1, "y") + type);
  return "\x08\x08"s + field(7, graph) +
         field(8, (domain.empty() ? "" : field(1, domain)) + "\x10\x0d"s);
}
const std::string kModelText =
    R"({"initializers":[{"dims":["2"],"name":"w","payload":{"raw_data":")" +
    sha256_hex("\x01\xff"s) +
    R"x("},"type":3}],"inputs":["x"],"ir_version":"8","nodes":[":Clip(x,,x)->(y)"],)x" +
    R"("opsets":[" 13"],"outputs":["y"]})";

const Row kRows[] = {
    {"raw_data is hashed", assay::Kind::tensor, "\x08\x02\x10\x02"s + kName + field(9, "ab"),
     tensor_text("\"2\"", 2, R"("raw_data":")" + sha256_hex("ab") + '"')},
    {"entries are counted", assay::Kind::tensor,
     "\x08\x02\x10\x02"s + field(5, "\x01\x02"s) + kName,
     tensor_text("\"2\"", 2, R"("int32_data":2)")},
    {"a complex number is two entries", assay::Kind::tensor,
     "\x10\x0e"s + field(4, std::string(8, '\0')) + kName,
     tensor_text("", 14, R"("float_data":2)")},
    {"an entry holds two elements of four bits", assay::Kind::tensor,
     "\x08\x03\x10\x15"s + field(5, "\x21\x03"s) + kName,
     tensor_text("\"3\"", 21, R"("int32_data":2)")},
    {"an empty tensor holds nothing", assay::Kind::tensor, "\x08\x00\x10\x01"s + kName,
     tensor_text("\"0\"", 1, "")},
    {"a model is its graph", assay::Kind::model, model(""), kModelText},
    {"both spellings of the default domain are one", assay::Kind::model, model("ai.onnx"),
     kModelText},
};

Answer answer_to(assay::Kind kind, const std::string& bytes) {
  ReaderCase body;
  body.kind = kind;
  body.input = bytes;
  Case test;
  test.body = body;
  return library_subject()->ask(test);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(content_digest)

BOOST_DATA_TEST_CASE(the_library_says_what_a_file_holds, boost::unit_test::data::make(kRows), row) {
  const Answer answer = answer_to(row.kind, row.bytes);
  BOOST_TEST_INFO(answer.message);
  BOOST_TEST((answer.outcome == Outcome::accepted));
  BOOST_TEST(answer.digest == row.digest);
}

BOOST_AUTO_TEST_CASE(a_rejected_file_has_no_contents) {
  const Answer answer = answer_to(assay::Kind::tensor, "\x08\x02\x10\x02"s + field(9, "a"));
  BOOST_TEST((answer.outcome == Outcome::rejected));
  BOOST_TEST(answer.digest.empty());
}

BOOST_AUTO_TEST_SUITE_END()
