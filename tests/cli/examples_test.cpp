// The files of corpus/examples: built here from their fields, compared with what stands there, and
// judged as `./dev check` judges them. To change one, change it here, and take the bytes from the
// failing test.
#include <bit>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <initializer_list>
#include <set>
#include <string>

#include "assay/check.hpp"

#include "cli/run_command.hpp"
#include "wire/writer.hpp"

using namespace assay;
using assay::testing::read_file;
using assay::wire::append_field;

namespace {

const std::string kFolder = ASSAY_SOURCE_DIR "/corpus/examples/";
constexpr std::uint64_t kFloat = 1;
constexpr std::uint64_t kInt64 = 7;
constexpr std::uint64_t kBool = 9;

// A message, written field by field.
class Message {
 public:
  Message& field(std::uint64_t number, std::string_view payload) {
    append_field(bytes_, number, payload);
    return *this;
  }
  Message& field(std::uint64_t number, std::uint64_t value) {
    append_field(bytes_, number, value);
    return *this;
  }
  Message& fields(std::uint64_t number, std::initializer_list<std::uint64_t> values) {
    for (const std::uint64_t value : values) {
      field(number, value);
    }
    return *this;
  }
  operator std::string_view() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string floats(std::initializer_list<float> values) {
  std::string raw;
  for (const float value : values) {
    wire::append_fixed32(raw, std::bit_cast<std::uint32_t>(value));
  }
  return raw;
}

std::string int64s(std::initializer_list<std::uint64_t> values) {
  std::string raw;
  for (const std::uint64_t value : values) {
    wire::append_fixed64(raw, value);
  }
  return raw;
}

// dims 1, data_type 2, name 8, raw_data 9
Message tensor(std::initializer_list<std::uint64_t> dims, std::uint64_t type, std::string_view name,
               std::string_view raw) {
  return Message().fields(1, dims).field(2, type).field(8, name).field(9, raw);
}

// A ValueInfoProto of FLOAT [3].
Message value(std::string_view name) {
  const Message shape = Message().field(1, Message().field(1, std::uint64_t{3}));
  const Message tensor_type = Message().field(1, kFloat).field(2, shape);
  return Message().field(1, name).field(2, Message().field(1, tensor_type));
}

Message node(std::string_view op, std::initializer_list<std::string_view> inputs,
             std::string_view output) {
  Message node;
  for (const std::string_view input : inputs) {
    node.field(1, input);
  }
  return node.field(2, output).field(3, output).field(4, op);
}

// y = Relu(x + bias); the second node reads `sum_name`.
Message model(std::string_view sum_name) {
  const Message graph = Message()
                            .field(1, node("Add", {"x", "bias"}, "sum"))
                            .field(1, node("Relu", {sum_name}, "y"))
                            .field(2, "relu_of_sum")
                            .field(5, tensor({3}, kFloat, "bias", floats({0.5f, -1.0f, 2.0f})))
                            .field(11, value("x"))
                            .field(12, value("y"));
  const Message opset = Message().field(1, "").field(2, std::uint64_t{21});
  return Message().field(1, std::uint64_t{10}).field(2, "assay").field(7, graph).field(8, opset);
}

// A 3 x 3 matrix with three values, at these places of it counted row by row.
Message sparse(std::initializer_list<std::uint64_t> places) {
  return Message()
      .field(1, tensor({3}, kFloat, "matrix", floats({1.5f, 2.5f, 3.5f})))
      .field(2, tensor({3}, kInt64, "matrix_indices", int64s(places)))
      .fields(3, {3, 3});
}

Message map(std::initializer_list<std::uint64_t> keys) {
  const Message values = Message()
                             .field(1, "scores_values")
                             .field(2, std::uint64_t{1})
                             .field(3, tensor({1}, kFloat, "low", floats({0.25f})))
                             .field(3, tensor({1}, kFloat, "high", floats({0.75f})));
  return Message().field(1, "scores").field(2, kInt64).fields(3, keys).field(5, values);
}

struct Example {
  std::string name;
  Kind kind;
  std::string bytes;
  std::string rule;  // of the only finding; empty for a sound file
};

std::vector<Example> examples() {
  const std::string six = floats({1, 2, 3, 4, 5, 6});
  const std::string two = floats({1, 2});
  const Message sound_tensor = tensor({2, 3}, kFloat, "weights", six);
  const Message small = tensor({2}, kFloat, "a", two);
  const auto text = [](std::string_view bytes) { return std::string(bytes); };
  return {
      {"sound-model.onnx", Kind::model, text(model("sum")), ""},
      // The name of the sum has a typing error where it is read.
      {"faulty-model.onnx", Kind::model, text(model("smu")), "graph/undefined-value"},
      {"sound-tensor.pb", Kind::tensor, text(sound_tensor), ""},
      // The last byte is missing.
      {"faulty-tensor.pb", Kind::tensor,
       text(tensor({2, 3}, kFloat, "weights", six.substr(0, six.size() - 1))),
       "tensor/raw-data-size"},
      {"sound-sparse-tensor.pb", Kind::sparse_tensor, text(sparse({1, 4, 8})), ""},
      // Nine places are 0 to 8.
      {"faulty-sparse-tensor.pb", Kind::sparse_tensor, text(sparse({1, 4, 9})),
       "sparse/index-range"},
      {"sound-sequence.pb", Kind::sequence,
       text(Message().field(1, "pair").field(2, std::uint64_t{1}).field(3, small).field(3, small)),
       ""},
      // elem_type says SPARSE_TENSOR, and there are tensors.
      {"faulty-sequence.pb", Kind::sequence,
       text(Message().field(1, "pair").field(2, std::uint64_t{2}).field(3, small).field(3, small)),
       "sequence/wrong-field"},
      {"sound-optional.pb", Kind::optional,
       text(Message().field(1, "maybe").field(2, std::uint64_t{1}).field(3, small)), ""},
      // A BOOL is 0 or 1.
      {"faulty-optional.pb", Kind::optional,
       text(Message()
                .field(1, "maybe")
                .field(2, std::uint64_t{1})
                .field(3, tensor({2}, kBool, "a", std::string_view("\1\2", 2)))),
       "tensor/bool-value"},
      {"sound-map.pb", Kind::map, text(map({7, 11})), ""},
      {"faulty-map.pb", Kind::map, text(map({7, 7})), "map/duplicate-key"},
  };
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(examples_)

BOOST_AUTO_TEST_CASE(each_file_holds_the_fields_that_it_is_said_to_hold) {
  std::set<std::string> known = {"README.md"};
  for (const Example& example : examples()) {
    known.insert(example.name);
    BOOST_TEST_CONTEXT(example.name) {
      BOOST_TEST(hex(read_file(kFolder + example.name)) == hex(example.bytes));
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    BOOST_TEST(known.contains(entry.path().filename().string()), entry.path());
  }
}

BOOST_AUTO_TEST_CASE(a_sound_file_is_accepted_and_a_faulty_one_has_one_fault) {
  for (const Example& example : examples()) {
    BOOST_TEST_CONTEXT(example.name) {
      const Report by_kind = check(bytes_of(example.bytes), example.kind);
      const Report by_content = check_any(bytes_of(example.bytes));
      // The bytes of an optional tensor are those of a sequence of one.
      const Kind seen = example.kind == Kind::optional ? Kind::sequence : example.kind;
      BOOST_TEST(kind_name(by_content.kind) == kind_name(seen));
      for (const Report& report : {by_kind, by_content}) {
        BOOST_TEST(report.findings.size() == (example.rule.empty() ? 0u : 1u));
        for (const Finding& finding : report.findings) {
          BOOST_TEST(rule_info(finding.rule).id == example.rule, finding.message);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_page_names_each_file_and_its_rule) {
  const std::string page = read_file(kFolder + "README.md");
  for (const Example& example : examples()) {
    BOOST_TEST_CONTEXT(example.name) {
      const std::size_t at = page.find("| `" + example.name + "` |");
      BOOST_TEST_REQUIRE(at != std::string::npos);
      const std::string line = page.substr(at, page.find('\n', at) - at);
      BOOST_TEST(
          line.ends_with(example.rule.empty() ? "| accepted |" : "| `" + example.rule + "` |"));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
