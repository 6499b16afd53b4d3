// Access to sparse tensors: the same entries come out of both forms and of every storage of the
// indices.
#include "assay/sparse_tensor.hpp"

#include <boost/test/unit_test.hpp>
#include <utility>
#include <vector>

#include "support/message.hpp"

namespace assay {
namespace {

using testing::int64_tensor;
using testing::Message;
using testing::sparse_tensor;

using Entries = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// FLOAT values, as many as asked for: 0, 1, 2, ...
Message values(std::int64_t count) {
  Message out = testing::tensor().set("dims", count).set("data_type", ElementType::float32);
  for (std::int64_t i = 0; i < count; ++i) {
    out.set("float_data", static_cast<double>(i));
  }
  return out.set("name", "w");
}

// The same numbers as raw_data.
Message raw_indices(std::initializer_list<std::int64_t> dims,
                    std::initializer_list<std::int64_t> numbers) {
  std::string raw;
  for (const std::int64_t number : numbers) {
    wire::append_fixed64(raw, static_cast<std::uint64_t>(number));
  }
  return testing::tensor()
      .each("dims", dims)
      .set("data_type", ElementType::int64)
      .set("raw_data", std::string_view(raw));
}

Message sparse(std::int64_t count, const Message& indices,
               std::initializer_list<std::int64_t> dims) {
  return sparse_tensor().set("values", values(count)).set("indices", indices).each("dims", dims);
}

Entries entries_of(const SparseTensor& tensor) {
  Entries entries;
  BOOST_TEST(tensor
                 .visit([&](SparseTensor::Entry entry) {
                   entries.emplace_back(entry.position, entry.index);
                 })
                 .ok());
  return entries;
}

BOOST_AUTO_TEST_SUITE(sparse_tensor_view)

BOOST_AUTO_TEST_CASE(both_forms_and_every_storage_give_the_same_entries) {
  const struct {
    const char* what;
    Message indices;
    SparseTensor::Form form;
  } kCases[] = {
      {"linear, packed", int64_tensor({1, 5, 11}), SparseTensor::Form::linear},
      {"linear, raw", raw_indices({3}, {1, 5, 11}), SparseTensor::Form::linear},
      {"linear, unpacked", testing::tensor(ElementType::int64, {3}).each("int64_data", {1, 5, 11}),
       SparseTensor::Form::linear},
      {"coordinates", int64_tensor({3, 2}, {0, 1, 1, 1, 2, 3}), SparseTensor::Form::coordinate},
      {"coordinates, raw", raw_indices({3, 2}, {0, 1, 1, 1, 2, 3}), SparseTensor::Form::coordinate},
  };
  for (const auto& [what, indices, form] : kCases) {
    BOOST_TEST_CONTEXT(what) {
      const Message message = sparse(3, indices, {3, 4});
      const Result<SparseTensorFile> file = read_sparse_tensor(message.view());
      BOOST_TEST_REQUIRE(file.has_value());
      const SparseTensor tensor = file->tensor();
      BOOST_TEST(tensor.name() == "w");
      BOOST_TEST((tensor.element_type() == ElementType::float32));
      BOOST_TEST(tensor.dims() == std::vector<std::int64_t>({3, 4}),
                 boost::test_tools::per_element());
      BOOST_TEST(tensor.elements() == 12u);
      BOOST_TEST(tensor.count() == 3u);
      BOOST_TEST((tensor.form() == form));
      BOOST_TEST((entries_of(tensor) == Entries{{0, 1}, {1, 5}, {2, 11}}));
      std::vector<double> numbers(3);
      BOOST_TEST(tensor.values().read(0, std::span(numbers)).ok());
      BOOST_TEST(numbers == std::vector<double>({0, 1, 2}), boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(more_indices_than_one_piece_come_in_order) {
  // Coordinates whose tuples lie across the pieces that varints are read in.
  std::vector<std::int64_t> numbers;
  Entries expected;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    numbers.insert(numbers.end(),
                   {static_cast<std::int64_t>(i), 2, static_cast<std::int64_t>(i % 5)});
    expected.emplace_back(i, (i * 3 + 2) * 5 + i % 5);
  }
  const Message indices = testing::tensor(ElementType::int64, {1000, 3})
                              .packed("int64_data", std::span<const std::int64_t>(numbers));
  const Message message = sparse(1000, indices, {1000, 3, 5});
  const Result<SparseTensorFile> file = read_sparse_tensor(message.view());
  BOOST_TEST_REQUIRE(file.has_value());
  BOOST_TEST((entries_of(file->tensor()) == expected));
}

BOOST_AUTO_TEST_CASE(coordinates_follow_from_the_index) {
  const Message message = sparse(1, int64_tensor({0}), {2, 3, 5});
  const Result<SparseTensorFile> file = read_sparse_tensor(message.view());
  BOOST_TEST_REQUIRE(file.has_value());
  for (std::int64_t a = 0; a < 2; ++a) {
    for (std::int64_t b = 0; b < 3; ++b) {
      for (std::int64_t c = 0; c < 5; ++c) {
        std::vector<std::int64_t> out(3);
        file->tensor().coordinates(static_cast<std::uint64_t>((a * 3 + b) * 5 + c), out);
        BOOST_TEST(out == std::vector<std::int64_t>({a, b, c}), boost::test_tools::per_element());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(without_values_the_indices_may_be_missing) {
  const Message message = sparse_tensor().set("values", values(0)).set("dims", 7);
  const Result<SparseTensorFile> file = read_sparse_tensor(message.view());
  BOOST_TEST_REQUIRE(file.has_value());
  BOOST_TEST(!file->tensor().indices().has_value());
  BOOST_TEST(file->tensor().count() == 0u);
  BOOST_TEST(file->tensor().elements() == 7u);
  BOOST_TEST(entries_of(file->tensor()).empty());
}

BOOST_AUTO_TEST_CASE(a_rejected_one_has_no_value) {
  const Message message = sparse(2, int64_tensor({5, 1}), {3, 4});
  BOOST_TEST(!read_sparse_tensor(message.view()).has_value());
}

// What a policy lets pass in spite of everything is safe to look at.
BOOST_AUTO_TEST_CASE(unsound_indices_that_a_policy_lets_pass_are_not_given) {
  Policy policy;
  for (const RuleInfo& info : rule_catalogue()) {
    (void)policy.set_severity(info.rule, Severity::off);
  }
  const struct {
    const char* what;
    Message message;
    DecodeStatus status;
  } kCases[] = {
      {"beyond the dense shape", sparse(1, int64_tensor({12}), {3, 4}), DecodeStatus::out_of_range},
      {"negative", sparse(1, int64_tensor({-1}), {3, 4}), DecodeStatus::out_of_range},
      {"a coordinate too large", sparse(1, int64_tensor({1, 2}, {0, 4}), {3, 4}),
       DecodeStatus::out_of_range},
      {"fewer than values", sparse(2, int64_tensor({1}), {3, 4}), DecodeStatus::out_of_range},
      {"of another type", sparse(1, testing::zero_tensor(ElementType::int32, {1}), {3, 4}),
       DecodeStatus::no_conversion},
      {"no values", sparse_tensor().set("indices", int64_tensor({1})).set("dims", 7),
       DecodeStatus::out_of_range},
      {"no shape", sparse_tensor().set("values", values(1)).set("indices", int64_tensor({1})),
       DecodeStatus::out_of_range},
  };
  for (const auto& [what, message, status] : kCases) {
    BOOST_TEST_CONTEXT(what) {
      const Result<SparseTensorFile> file = read_sparse_tensor(message.view(), policy);
      BOOST_TEST_REQUIRE(file.has_value());
      std::uint64_t seen = 0;
      const DecodeResult result = file->tensor().visit([&](SparseTensor::Entry) { ++seen; });
      BOOST_TEST((result.status == status));
      BOOST_TEST(seen == 0u);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
