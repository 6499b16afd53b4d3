// Typed access to tensors: the same values come out, whatever the element type and wherever the
// file keeps them.
#include "assay/tensor.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "tensor/element_decode.hpp"
#include "view/tensor_bytes.hpp"

namespace assay {
namespace {

using testing::Form;
using testing::kFormNames;
using testing::kForms;

// Across a piece of StoredEntries, in the middle of a byte of 2-bit elements, and small.
constexpr std::uint64_t kCounts[] = {1, 2, 3, 4, 5, 7, 8, 511, 512, 513, 2051};

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  // Bit by bit: NaN is itself, -0 is not 0.
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// Reads [first, first + count) both through the view and from the raw bytes.
template <class T>
void check_read(const Tensor& tensor, std::string_view raw, std::uint64_t first,
                std::uint64_t count) {
  std::vector<T> expected(count);
  std::vector<T> actual(count);
  const DecodeResult reference =
      decode_elements(tensor.info(), bytes_of(raw), first, std::span(expected));
  const DecodeResult result = tensor.read(first, std::span(actual));
  BOOST_TEST(static_cast<int>(result.status) == static_cast<int>(reference.status));
  if (result.status == DecodeStatus::inexact) {
    BOOST_TEST(result.element == reference.element);
  } else {
    BOOST_TEST(same(actual, expected));
  }
}

void check_reads(const Tensor& tensor, std::string_view raw, std::uint64_t elements) {
  for (const std::uint64_t first :
       {std::uint64_t{0}, std::uint64_t{1}, elements / 2, elements - 1, elements}) {
    if (first > elements) {
      continue;
    }
    for (const std::uint64_t count : {elements - first, (elements - first) / 2}) {
      check_read<float>(tensor, raw, first, count);
      check_read<double>(tensor, raw, first, count);
      check_read<std::int64_t>(tensor, raw, first, count);
      check_read<std::uint64_t>(tensor, raw, first, count);
      check_read<std::complex<double>>(tensor, raw, first, count);
    }
  }
}

static_assert(std::ranges::random_access_range<Range<KeyValue>>);

BOOST_AUTO_TEST_SUITE(tensor_view)

BOOST_AUTO_TEST_CASE(every_type_reads_the_same_from_every_storage) {
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.type == ElementType::string) {
      continue;
    }
    for (const std::uint64_t elements : kCounts) {
      const std::string raw = testing::sample_values(info, elements);
      for (const Form form : kForms) {
        BOOST_TEST_CONTEXT(info.name << " " << elements << " "
                                     << kFormNames[static_cast<std::size_t>(form)]) {
          const std::string file =
              testing::tensor_bytes({static_cast<std::int64_t>(elements)}, info.type,
                                    testing::value_fields(info, elements, raw, form));
          const Result<TensorFile> read = read_tensor(bytes_of(file));
          BOOST_TEST_REQUIRE(read.has_value());
          const Tensor tensor = read->tensor();
          BOOST_TEST((tensor.element_type() == info.type));
          BOOST_TEST(tensor.elements() == elements);
          BOOST_TEST(tensor.value_bytes() == raw.size());
          BOOST_TEST((tensor.storage() == (form == Form::raw ? Tensor::Storage::raw_data
                                                             : Tensor::Storage::typed_field)));
          check_reads(tensor, raw, elements);

          std::string visited;
          BOOST_TEST(tensor
                         .visit_raw([&](Bytes piece) {
                           visited.append(reinterpret_cast<const char*>(piece.data()),
                                          piece.size());
                         })
                         .ok());
          BOOST_TEST((visited == raw));
          std::string copied(raw.size(), '?');
          BOOST_TEST(tensor.copy_raw(std::as_writable_bytes(std::span(copied))).ok());
          BOOST_TEST((copied == raw));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_read_beyond_the_end_changes_nothing) {
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.type == ElementType::string) {
      continue;
    }
    const std::string raw = testing::sample_values(info, 5);
    for (const Form form : kForms) {
      const std::string file =
          testing::tensor_bytes({5}, info.type, testing::value_fields(info, 5, raw, form));
      const Result<TensorFile> read = read_tensor(bytes_of(file));
      BOOST_TEST_REQUIRE(read.has_value());
      std::vector<double> out(6, 42.0);
      std::vector<std::complex<double>> complex(6, 42.0);
      constexpr std::uint64_t kHuge = ~std::uint64_t{0};
      for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{6}, kHuge, kHuge - 5}) {
        const DecodeResult result = read->tensor().read(first, std::span(out));
        BOOST_TEST((result.status == DecodeStatus::out_of_range));
        BOOST_TEST(
            (read->tensor().read(first, std::span(complex)).status == DecodeStatus::out_of_range));
      }
      BOOST_TEST(out == std::vector<double>(6, 42.0), boost::test_tools::per_element());
      BOOST_TEST((complex == std::vector<std::complex<double>>(6, 42.0)));
      std::vector<std::byte> wrong(raw.size() + 1, std::byte{42});
      BOOST_TEST((read->tensor().copy_raw(wrong).status == DecodeStatus::out_of_range));
      BOOST_TEST((wrong == std::vector<std::byte>(raw.size() + 1, std::byte{42})));
    }
  }
}

BOOST_AUTO_TEST_CASE(an_inexact_element_is_named_by_its_place_in_the_tensor) {
  const ElementTypeInfo& info = *find_element_type(ElementType::float32);
  std::string raw(4 * 700, '\0');
  raw.replace(4 * 650, 4, std::string("\0\0\0\x3f", 4));  // 0.5
  for (const Form form : kForms) {
    const std::string file =
        testing::tensor_bytes({700}, info.type, testing::value_fields(info, 700, raw, form));
    const Result<TensorFile> read = read_tensor(bytes_of(file));
    BOOST_TEST_REQUIRE(read.has_value());
    std::vector<std::int64_t> out(690, 7);
    const DecodeResult result = read->tensor().read(10, std::span(out));
    BOOST_TEST((result.status == DecodeStatus::inexact));
    BOOST_TEST(result.element == 650u);
    BOOST_TEST(out[639] == 0);
    BOOST_TEST(out[641] == 7);
  }
}

// T as the element type that it is the C++ type of.
template <class T>
void check_in_place() {
  const ElementTypeInfo& info = *find_element_type(kElementTypeOf<T>);
  const std::string raw = testing::sample_values(info, 3);
  const std::string file =
      testing::tensor_bytes({3}, info.type, testing::value_fields(info, 3, raw, Form::raw));
  const std::size_t at = file.find(raw);
  // The same bytes at every address modulo 16: in place exactly where they are aligned.
  std::vector<std::byte> room(file.size() + 64);
  for (std::size_t shift = 0; shift < 16; ++shift) {
    std::byte* begin = room.data() + shift;
    std::memcpy(begin, file.data(), file.size());
    const Result<TensorFile> read = read_tensor(Bytes(begin, file.size()));
    BOOST_TEST_REQUIRE(read.has_value());
    const Tensor tensor = read->tensor();
    const auto values = tensor.values<T>();
    const bool aligned = reinterpret_cast<std::uintptr_t>(begin + at) % alignof(T) == 0;
    BOOST_TEST(values.has_value() == aligned);
    if (values) {
      BOOST_TEST(values->size() == 3u);
      BOOST_TEST((static_cast<const void*>(values->data()) == begin + at));
    }
    check_reads(tensor, raw, 3);
  }
}

BOOST_AUTO_TEST_CASE(values_are_given_in_place_exactly_where_they_are_aligned) {
  check_in_place<float>();
  check_in_place<double>();
  check_in_place<std::uint8_t>();
  check_in_place<std::int8_t>();
  check_in_place<std::uint16_t>();
  check_in_place<std::int16_t>();
  check_in_place<std::uint32_t>();
  check_in_place<std::int32_t>();
  check_in_place<std::uint64_t>();
  check_in_place<std::int64_t>();
  check_in_place<std::complex<float>>();
  check_in_place<std::complex<double>>();
}

BOOST_AUTO_TEST_CASE(values_of_another_type_are_not_given) {
  const ElementTypeInfo& info = *find_element_type(ElementType::uint8);
  const std::string file =
      testing::tensor_bytes({4}, info.type, testing::value_fields(info, 4, "abcd", Form::raw));
  const Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->tensor().values<std::uint8_t>().has_value());
  BOOST_TEST(!read->tensor().values<std::int8_t>().has_value());
  BOOST_TEST(!read->tensor().values<std::uint32_t>().has_value());
}

BOOST_AUTO_TEST_CASE(one_packed_block_of_floats_is_in_place_and_varints_are_not) {
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.type == ElementType::string) {
      continue;
    }
    const bool floating =
        info.typed_field == TypedField::float_data || info.typed_field == TypedField::double_data;
    for (const Form form : kForms) {
      const std::string raw = testing::sample_values(info, 6);
      const std::string file =
          testing::tensor_bytes({6}, info.type, testing::value_fields(info, 6, raw, form));
      const Result<TensorFile> read = read_tensor(bytes_of(file));
      BOOST_TEST_REQUIRE(read.has_value());
      BOOST_TEST(read->tensor().raw_bytes().has_value() ==
                 (form == Form::raw || (form == Form::packed && floating)));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_scalar_has_no_dims_and_one_element) {
  const std::string file =
      testing::tensor_bytes({}, ElementType::int64, std::string("\x38\x07", 2));
  const Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->tensor().dims().empty());
  BOOST_TEST(read->tensor().elements() == 1u);
  std::int64_t value = 0;
  BOOST_TEST(read->tensor().read(0, std::span(&value, 1)).ok());
  BOOST_TEST(value == 7);
}

BOOST_AUTO_TEST_CASE(dims_come_out_as_they_went_in_packed_or_not) {
  std::string packed;
  std::string block;
  for (const std::uint64_t dim : {2u, 300u, 0u, 7u}) {
    wire::append_varint(block, dim);
  }
  wire::append_field(packed, 1, block);
  wire::append_field(packed, 2, std::uint64_t{1});
  const std::string unpacked = testing::tensor_bytes({2, 300, 0, 7}, ElementType::float32, "");
  for (const std::string& file : {packed, unpacked}) {
    const Result<TensorFile> read = read_tensor(bytes_of(file));
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST(read->tensor().dims() == std::vector<std::int64_t>({2, 300, 0, 7}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(an_empty_tensor_has_values_of_every_kind_and_none) {
  for (const ElementTypeInfo& info : kElementTypes) {
    for (const char* rest : {"", "\x4a\x00"}) {  // nothing, or an empty raw_data
      if (info.type == ElementType::string && *rest != 0) {
        continue;
      }
      const std::string fields = *rest == 0 ? std::string() : std::string("\x4a\x00", 2);
      const std::string file = testing::tensor_bytes({2, 0}, info.type, fields);
      const Result<TensorFile> read = read_tensor(bytes_of(file));
      BOOST_TEST_REQUIRE(read.has_value());
      const Tensor tensor = read->tensor();
      BOOST_TEST(tensor.elements() == 0u);
      BOOST_TEST(tensor.value_bytes() == 0u);
      const bool real = tensor.read(0, std::span<double>()).ok();
      const bool complex = tensor.read(0, std::span<std::complex<double>>()).ok();
      BOOST_TEST((info.type == ElementType::string ? !real && !complex : real != complex));
      bool called = false;
      (void)tensor.visit_raw([&](Bytes) { called = true; });
      BOOST_TEST(!called);
    }
  }
}

BOOST_AUTO_TEST_CASE(strings_are_views_of_the_input) {
  std::string fields;
  for (const std::string_view text : {"", "one", "zw\xc3\xb6lf"}) {
    wire::append_field(fields, 6, text);
  }
  const std::string file = testing::tensor_bytes({3}, ElementType::string, fields);
  const Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST_REQUIRE(read.has_value());
  const Tensor tensor = read->tensor();
  BOOST_TEST(tensor.strings() == std::vector<std::string_view>({"", "one", "zw\xc3\xb6lf"}),
             boost::test_tools::per_element());
  BOOST_TEST(tensor.value_bytes() == 9u);
  BOOST_TEST((tensor.strings()[1].data() == file.data() + file.find("one")));
  double number = 0;
  BOOST_TEST((tensor.read(0, std::span(&number, 1)).status == DecodeStatus::no_conversion));
  BOOST_TEST((tensor.visit_raw([](Bytes) {}).status == DecodeStatus::no_conversion));
  BOOST_TEST(!tensor.raw_bytes().has_value());
}

BOOST_AUTO_TEST_CASE(names_and_metadata_are_at_hand) {
  std::string entry;
  wire::append_field(entry, 1, "unit");
  wire::append_field(entry, 2, "metre");
  std::string fields("\x4a\x01\x05", 3);
  wire::append_field(fields, 8, "length");
  wire::append_field(fields, 12, "how long it is");
  wire::append_field(fields, 16, entry);
  const std::string file = testing::tensor_bytes({1}, ElementType::uint8, fields);
  const Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST_REQUIRE(read.has_value());
  const Tensor tensor = read->tensor();
  BOOST_TEST(tensor.name() == "length");
  BOOST_TEST(tensor.doc_string() == "how long it is");
  BOOST_TEST_REQUIRE(tensor.metadata().size() == 1u);
  BOOST_TEST(tensor.metadata()[0].key == "unit");
  BOOST_TEST((*tensor.metadata().begin()).value == "metre");
  BOOST_TEST(!tensor.is_external());
}

BOOST_AUTO_TEST_CASE(a_rejected_file_has_a_report_and_no_value) {
  const std::string file =
      testing::tensor_bytes({2}, ElementType::uint8, std::string("\x4a\x01\x05", 3));
  const Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST(!read.has_value());
  BOOST_TEST_REQUIRE(read.report().findings.size() == 1u);
  BOOST_TEST((read.report().findings[0].rule == Rule::tensor_raw_data_size));
  BOOST_CHECK_THROW((void)read.value(), std::bad_optional_access);
}

BOOST_AUTO_TEST_CASE(a_view_stays_good_when_its_file_moves) {
  const std::string file =
      testing::tensor_bytes({1}, ElementType::uint8, std::string("\x4a\x01\x05", 3));
  Result<TensorFile> read = read_tensor(bytes_of(file));
  BOOST_TEST_REQUIRE(read.has_value());
  const Tensor tensor = read->tensor();
  const TensorFile moved = std::move(read).value();
  BOOST_TEST((moved.bytes().data() == bytes_of(file).data()));
  BOOST_TEST(tensor.dims() == std::vector<std::int64_t>({1}), boost::test_tools::per_element());
  BOOST_TEST(tensor.values<std::uint8_t>().value()[0] == 5);
}

// What a policy lets pass in spite of everything is not there, and nothing worse.
BOOST_AUTO_TEST_CASE(an_unsound_tensor_that_a_policy_lets_pass_is_safe_to_read) {
  Policy policy;
  for (const RuleInfo& info : rule_catalogue()) {
    (void)policy.set_severity(info.rule, Severity::off);
  }
  std::string external("\x6a\x00\x70\x01", 4);
  const struct {
    const char* what;
    std::string file;
  } kCases[] = {
      {"raw_data too short",
       testing::tensor_bytes({9}, ElementType::float32, std::string("\x4a\x01\x05", 3))},
      {"too few entries",
       testing::tensor_bytes({9}, ElementType::int32, std::string("\x28\x05", 2))},
      {"values in another field",
       testing::tensor_bytes({1}, ElementType::float32, std::string("\x28\x05", 2))},
      {"no values", testing::tensor_bytes({9}, ElementType::int64, "")},
      {"an unknown type",
       testing::tensor_bytes({1}, static_cast<ElementType>(99), std::string("\x4a\x01\x05", 3))},
      {"a negative dim",
       testing::tensor_bytes({-1}, ElementType::uint8, std::string("\x4a\x01\x05", 3))},
      {"raw strings",
       testing::tensor_bytes({1}, ElementType::string, std::string("\x4a\x01\x05", 3))},
      {"too many elements", testing::tensor_bytes({1ll << 62, 8}, ElementType::uint8, "")},
      {"external", testing::tensor_bytes({9}, ElementType::uint8, external)},
  };
  for (const auto& [what, file] : kCases) {
    BOOST_TEST_CONTEXT(what) {
      const Result<TensorFile> read = read_tensor(bytes_of(file), policy);
      BOOST_TEST_REQUIRE(read.has_value());
      const Tensor tensor = read->tensor();
      std::vector<double> out(std::max<std::uint64_t>(tensor.elements(), 1), 42.0);
      BOOST_TEST(!tensor.read(0, std::span(out)).ok());
      BOOST_TEST(out[0] == 42);
      BOOST_TEST(!tensor.values<double>().has_value());
      std::uint64_t seen = 0;
      (void)tensor.visit_raw([&](Bytes piece) { seen += piece.size(); });
      BOOST_TEST(seen == 0u);
      BOOST_TEST(tensor.strings().size() == 0u);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
