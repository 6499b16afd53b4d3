// How much of what a tensor must have: every type, every small number of elements, exactly that
// many bytes or entries and neither one less nor one more. And what must pass though it looks odd.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "support/findings.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

using enum ElementType;

// How each type is stored, written down once more from the comments of onnx.proto.
struct Stored {
  std::int32_t type;
  unsigned bits;           // in raw_data; 0: never there
  std::string_view field;  // of typed data
  unsigned per_entry;      // elements in an entry
  unsigned entries;        // entries of an element
};
const std::vector<Stored> kStored = {
    {1, 32, "float_data", 1, 1},   {2, 8, "int32_data", 1, 1},    {3, 8, "int32_data", 1, 1},
    {4, 16, "int32_data", 1, 1},   {5, 16, "int32_data", 1, 1},   {6, 32, "int32_data", 1, 1},
    {7, 64, "int64_data", 1, 1},   {8, 0, "string_data", 1, 1},   {9, 8, "int32_data", 1, 1},
    {10, 16, "int32_data", 1, 1},  {11, 64, "double_data", 1, 1}, {12, 32, "uint64_data", 1, 1},
    {13, 64, "uint64_data", 1, 1}, {14, 64, "float_data", 1, 2},  {15, 128, "double_data", 1, 2},
    {16, 16, "int32_data", 1, 1},  {17, 8, "int32_data", 1, 1},   {18, 8, "int32_data", 1, 1},
    {19, 8, "int32_data", 1, 1},   {20, 8, "int32_data", 1, 1},   {21, 4, "int32_data", 2, 1},
    {22, 4, "int32_data", 2, 1},   {23, 4, "int32_data", 2, 1},   {24, 8, "int32_data", 1, 1},
    {25, 2, "int32_data", 4, 1},   {26, 2, "int32_data", 4, 1},   {27, 6, "int32_data", 1, 1},
    {28, 6, "int32_data", 1, 1},
};

Message tensor_of(const Stored& stored, std::uint64_t elements) {
  return tensor().set("dims", elements).set("data_type", stored.type);
}

// So many zero entries of typed data, packed, one by one, or both.
enum class Form { packed, unpacked, mixed };
void add_entries(Message& message, const Stored& stored, std::uint64_t count, Form form) {
  const bool text = stored.field == "string_data";
  const bool real = stored.field == "float_data" || stored.field == "double_data";
  const std::size_t width = stored.field == "float_data" ? 4 : real ? 8 : 1;
  const std::uint64_t in_block = text || form == Form::unpacked ? 0
                                 : form == Form::packed         ? count
                                                                : count / 2;
  if (in_block != 0) {
    message.set(stored.field, std::string_view(zeros(in_block * width)));
  }
  for (std::uint64_t i = in_block; i < count; ++i) {
    if (text) {
      message.set(stored.field, "");
    } else if (real) {
      message.set(stored.field, 0.0);
    } else {
      message.set(stored.field, 0);
    }
  }
}

// The rule of the only finding, "" where there is none.
std::string rule_of(const Message& message) {
  const Report report = check(message.view(), Kind::tensor);
  BOOST_TEST(report.findings.size() <= 1u, brief(report));
  return report.findings.empty() ? "" : std::string(rule_info(report.findings[0].rule).id);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tensor_sizes)

BOOST_AUTO_TEST_CASE(raw_data_of_every_type_has_exactly_its_size) {
  for (const Stored& stored : kStored) {
    for (std::uint64_t elements = 0; elements < 10; ++elements) {
      BOOST_TEST_CONTEXT("type " << stored.type << ", " << elements << " elements") {
        const std::uint64_t bits = elements * stored.bits;
        const std::uint64_t size = bits / 8 + (bits % 8 == 0 ? 0 : 1);
        for (std::uint64_t bytes = size == 0 ? 0 : size - 1; bytes <= size + 1; ++bytes) {
          const Message message =
              tensor_of(stored, elements).set("raw_data", std::string_view(zeros(bytes)));
          const bool nothing = elements == 0 && bytes == 0;
          const std::string expected = nothing            ? ""
                                       : stored.bits == 0 ? "tensor/string-raw-data"
                                       : bytes == size    ? ""
                                                          : "tensor/raw-data-size";
          BOOST_TEST(rule_of(message) == expected);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(typed_data_of_every_type_has_exactly_its_entries) {
  for (const Stored& stored : kStored) {
    for (std::uint64_t elements = 0; elements < 10; ++elements) {
      BOOST_TEST_CONTEXT("type " << stored.type << ", " << elements << " elements") {
        const std::uint64_t needed =
            (elements + stored.per_entry - 1) / stored.per_entry * stored.entries;
        for (const Form form : {Form::packed, Form::unpacked, Form::mixed}) {
          for (std::uint64_t count = needed == 0 ? 0 : needed - 1; count <= needed + 1; ++count) {
            Message message = tensor_of(stored, elements);
            add_entries(message, stored, count, form);
            BOOST_TEST(rule_of(message) == (count == needed ? ""
                                            : count == 0    ? "tensor/no-data"
                                                            : "tensor/typed-data-size"));
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(every_field_but_its_own_is_the_wrong_one) {
  for (const Stored& stored : kStored) {
    for (const std::string_view field :
         {"float_data", "int32_data", "string_data", "int64_data", "double_data", "uint64_data"}) {
      Message message = tensor_of(stored, 4);
      Stored other = stored;
      other.field = field;
      add_entries(message, other, 4 / stored.per_entry * stored.entries, Form::packed);
      BOOST_TEST(rule_of(message) == (field == stored.field ? "" : "tensor/wrong-field"),
                 "type " << stored.type << " in " << field);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_type_may_be_empty_with_or_without_a_place_for_values) {
  for (const Stored& stored : kStored) {
    BOOST_TEST(rule_of(tensor_of(stored, 0)) == "");
    BOOST_TEST(rule_of(tensor_of(stored, 0).set("raw_data", "")) == "");
    if (stored.type != 8) {
      BOOST_TEST(rule_of(tensor_of(stored, 0).set(stored.field, "")) == "");
      BOOST_TEST(rule_of(tensor_of(stored, 0).set(stored.field, "").set("raw_data", "")) == "");
    }
    BOOST_TEST(rule_of(tensor_of(stored, 0).set("dims", 5)) == "");
  }
}

BOOST_AUTO_TEST_CASE(a_scalar_has_one_element) {
  for (const Stored& stored : kStored) {
    const Message scalar = tensor().set("data_type", stored.type);
    BOOST_TEST(rule_of(scalar) == "tensor/no-data");
    Message typed = scalar;
    add_entries(typed, stored, stored.entries, Form::packed);
    BOOST_TEST(rule_of(typed) == "");
    if (stored.bits != 0) {
      Message raw = scalar;
      raw.set("raw_data", std::string_view(zeros((stored.bits + 7) / 8)));
      BOOST_TEST(rule_of(raw) == "");
    }
  }
}

// For each number of elements, each bit of the last byte on its own: an element's or padding.
BOOST_AUTO_TEST_CASE(every_bit_behind_the_last_element_is_padding_and_no_other) {
  for (const Stored& stored : kStored) {
    if (stored.bits == 0 || stored.bits >= 8) {
      continue;
    }
    for (std::uint64_t elements = 1; elements < 10; ++elements) {
      const std::uint64_t bits = elements * stored.bits;
      const std::uint64_t bytes = (bits + 7) / 8;
      for (unsigned bit = 0; bit < 8; ++bit) {
        std::string raw = zeros(bytes);
        raw.back() = static_cast<char>(static_cast<unsigned char>(1u << bit));
        const bool padding = (bytes - 1) * 8 + bit >= bits;
        const Message message = tensor_of(stored, elements).set("raw_data", std::string_view(raw));
        BOOST_TEST(rule_of(message) == (padding ? "tensor/padding-bits" : ""),
                   "type " << stored.type << ", " << elements << " elements, bit " << bit);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_rank_may_be_up_to_the_limit_of_the_policy) {
  const auto ones = [](int rank) {
    Message out = tensor();
    for (int i = 0; i < rank; ++i) {
      out.set("dims", 1);
    }
    return out.set("data_type", uint8).set("raw_data", "x");
  };
  for (const std::uint32_t limit : {0u, 1u, 4u, 64u, 1000u}) {
    const Policy policy = with_limit(&Limits::rank, limit);
    const int rank = static_cast<int>(limit);
    BOOST_TEST(findings_of(ones(rank), policy) == "");
    BOOST_TEST(findings_of(ones(rank + 1), policy) ==
               cat("error limit/rank dims @0+", 2 * rank + 2));
  }
}

BOOST_AUTO_TEST_CASE(the_product_of_dims_may_reach_two_to_the_63_minus_one) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  // 2^63-1 is 7 * 7 * 73 * 127 * 337 * 92737 * 649657.
  const auto strings = [](std::initializer_list<std::int64_t> dims) {
    return tensor().each("dims", dims).set("data_type", string).set("string_data", "");
  };
  BOOST_TEST(rule_of(strings({kMax})) == "tensor/typed-data-size");
  BOOST_TEST(rule_of(strings({kMax, 1})) == "tensor/typed-data-size");
  BOOST_TEST(rule_of(strings({7, 7, 73, 127, 337, 92737, 649657})) == "tensor/typed-data-size");
  BOOST_TEST(rule_of(strings({kMax, 2})) == "tensor/dims-overflow");
  BOOST_TEST(rule_of(strings({std::int64_t{1} << 62, 2})) == "tensor/dims-overflow");
  BOOST_TEST(rule_of(strings({std::int64_t{1} << 31, std::int64_t{1} << 31, 2, 1})) ==
             "tensor/dims-overflow");
}

// 2- and 4-bit types at the very top: a ceiling written as an addition would wrap to 0.
BOOST_AUTO_TEST_CASE(rounding_up_never_overflows) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  for (const ElementType type : {int2, uint2}) {
    for (std::int64_t less = 0; less < 5; ++less) {
      const Message sized = tensor(type, {kMax - less});
      Message raw = sized;
      BOOST_TEST(rule_of(raw.set("raw_data", "x")) == "tensor/raw-data-size");
      Message typed = sized;
      BOOST_TEST(rule_of(typed.set("int32_data", 0)) == "tensor/typed-data-size");
    }
  }
}

// What looks odd and is sound.
BOOST_AUTO_TEST_CASE(sound_tensors_pass_in_every_form_that_writers_use) {
  const std::vector<Message> sound = {
      tensor().packed("dims", {2, 3}).set("data_type", uint8).set("raw_data", "abcdef"),
      tensor()
          .set("dims", 2)
          .packed("dims", {3, 1})
          .set("data_type", uint8)
          .set("dims", 1)
          .set("raw_data", "abcdef"),
      tensor().set("raw_data", "ab").set("name", "").set("data_type", uint8).set("dims", 2),
      tensor(float32, {2}).set("float_data", 1.0).set("float_data", 2.0),
      tensor(float32, {3}).set("float_data", 1.0).packed_floats("float_data", {2, 3}),
      tensor(int8, {3}).each("int32_data", {-128, 0, 127}),
      tensor(float16, {3}).packed("int32_data", {15360, 65535, 0}),
      tensor(uint64, {1}).packed("uint64_data", {-1}),
      tensor(int4, {3, 3}).set("raw_data", "\x11\x22\x33\x44\x05"),
      tensor(float6e2m3, {4}).set("raw_data", "\xff\xff\xff"),
      tensor(float6e2m3, {5}).set("raw_data", "\xff\xff\xff\x3f"),
      tensor(string, {2}).set("string_data", "a\nb\tc").set("string_data", "\xe2\x82\xac"),
      zero_tensor(float32, {2}).set("data_location", 0).set("doc_string", "line\nline\t\xc3\xa9"),
      zero_tensor(float32, {2}).set("name", std::string_view(std::string(100000, 'n'))),
      zero_tensor(float32, {2}).set("name", "\xe5\xb1\x82/1"),
      zero_tensor(float32, {2}).set("metadata_props", entry("", "x")),
      zero_tensor(float32, {2, 1, 1, 1, 1, 1, 1}),
      tensor(float32, {5, 0, 3}),
  };
  for (std::size_t i = 0; i < sound.size(); ++i) {
    BOOST_TEST(findings_of(sound[i]) == "", "tensor " << i);
  }
}

BOOST_AUTO_TEST_SUITE_END()
