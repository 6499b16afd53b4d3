// Faults of sparse tensors.
#include "support/cases.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

constexpr std::int64_t k2to31 = std::int64_t{1} << 31;
constexpr std::int64_t k2to32 = std::int64_t{1} << 32;

using Dims = std::initializer_list<std::int64_t>;

Message sparse(const Message& values, const Message& indices, Dims dims) {
  return sparse_tensor().set("values", values).set("indices", indices).each("dims", dims);
}
Message floats(std::int64_t count) {
  return zero_tensor(float32, {count});
}
// INT64 indices, unpacked, so that one can be marked; the number of that place is.
Message marked_indices(Dims dims, Dims values, std::size_t marked) {
  Message out = tensor(int64, dims);
  std::size_t place = 0;
  for (const std::int64_t value : values) {
    out.set("int64_data", value);
    if (place++ == marked) {
      out.here();
    }
  }
  return out;
}
// As above, with the tuple of two that begins at that place marked: tag and value of the second
// included, the tag of the first not.
Message marked_pair(Dims dims, Dims values, std::size_t marked) {
  Message out = tensor(int64, dims);
  std::string block;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::size_t place = 0;
  for (const std::int64_t value : values) {
    begin = place == marked ? block.size() : begin;
    wire::append_varint(block, static_cast<std::uint64_t>(value));
    end = place == marked + 1 ? block.size() : end;
    ++place;
  }
  return out.set("int64_data", std::string_view(block)).here(begin, end - begin);
}
std::string little_endian(Dims values) {
  std::string out;
  for (const std::int64_t value : values) {
    wire::append_fixed64(out, static_cast<std::uint64_t>(value));
  }
  return out;
}
// A dense shape too large for a limit on its own account.
void any_dense_size(Policy& policy) {
  policy.limits.dense_bytes = ~std::uint64_t{0};
}

Cases indices() {
  using enum Rule;
  const auto linear = [](Dims dims, Dims values, std::size_t marked) {
    return sparse(floats(static_cast<std::int64_t>(values.size())),
                  marked_indices({static_cast<std::int64_t>(values.size())}, values, marked), dims);
  };
  const auto pairs = [](Dims dims, Dims values, std::size_t marked) {
    const auto count = static_cast<std::int64_t>(values.size() / 2);
    return sparse(floats(count), marked_pair({count, 2}, values, marked), dims);
  };
  const Message sound = sparse_floats({3, 3}, {0, 8});
  const Message sound_pairs = sparse(floats(2), int64_tensor({2, 2}, {0, 1, 2, 2}), {3, 3});
  return {
      {"a linear index equal to the dense size", linear({3, 3}, {0, 9}, 1), sparse_index_range,
       "indices.int64_data", sound},
      {"a negative linear index", linear({3, 3}, {-1, 0}, 0), sparse_index_range,
       "indices.int64_data", sound},
      {"a coordinate equal to its dim",
       sparse(floats(1), marked_indices({1, 2}, {0, 3}, 1), {3, 3}), sparse_index_range,
       "indices.int64_data", sound_pairs},
      {"a coordinate on the other axis equal to its dim",
       sparse(floats(1), marked_indices({1, 2}, {2, 0}, 0), {2, 3}), sparse_index_range,
       "indices.int64_data", sparse(floats(1), int64_tensor({1, 2}, {1, 2}), {2, 3})},
      {"a negative coordinate", sparse(floats(1), marked_indices({1, 2}, {-1, 0}, 0), {3, 3}),
       sparse_index_range, "indices.int64_data", sound_pairs},
      {"an index out of range in raw_data",
       sparse(floats(2), tensor(int64, {2}).set("raw_data", little_endian({0, 9})).here(8, 8),
              {3, 3}),
       sparse_index_range, "indices.raw_data",
       sparse(floats(2), tensor(int64, {2}).set("raw_data", little_endian({0, 8})), {3, 3})},
      {"linear indices that descend", linear({9}, {5, 2}, 1), sparse_order, "indices.int64_data",
       sparse_floats({9}, {2, 5})},
      {"coordinates that descend", pairs({3, 3}, {1, 0, 0, 1}, 2), sparse_order,
       "indices.int64_data", sound_pairs},
      {"coordinates that descend on the last axis", pairs({3, 3}, {1, 2, 1, 1}, 2), sparse_order,
       "indices.int64_data", sparse(floats(2), int64_tensor({2, 2}, {1, 1, 1, 2}), {3, 3})},
      {"an order that multiplication would get wrong",
       pairs({std::int64_t{1} << 59, 8}, {std::int64_t{1} << 58, 1, 0, 2}, 2), sparse_order,
       "indices.int64_data",
       sparse(floats(2), int64_tensor({2, 2}, {0, 2, std::int64_t{1} << 58, 1}),
              {std::int64_t{1} << 59, 8}),
       std::nullopt, any_dense_size},
      {"the same linear index twice", linear({9}, {4, 4}, 1), sparse_duplicate_index,
       "indices.int64_data", sparse_floats({9}, {4, 5})},
      {"the same coordinates twice", pairs({3, 3}, {1, 0, 1, 0}, 2), sparse_duplicate_index,
       "indices.int64_data", sparse(floats(2), int64_tensor({2, 2}, {1, 0, 1, 1}), {3, 3})},
  };
}

Cases shapes() {
  using enum Rule;
  const Message sound = sparse_floats({9}, {0, 1, 2, 3});
  const auto of_dims = [](Dims dims) {
    return sparse_tensor()
        .set("values", floats(1))
        .set("indices", int64_tensor({0}))
        .from()
        .each("dims", dims)
        .to();
  };
  const auto with_index_dims = [](std::int64_t values, Dims index_dims, std::int64_t entries,
                                  Dims dims) {
    Message index =
        tensor()
            .from()
            .each("dims", index_dims)
            .to()
            .set("data_type", int64)
            .set("raw_data", std::string_view(zeros(static_cast<std::size_t>(entries) * 8)));
    return sparse(floats(values), index, dims);
  };
  return {
      {"fewer indices than values", with_index_dims(4, {2}, 2, {9}), sparse_nnz_mismatch,
       "indices.dims", sound},
      {"more indices than values", with_index_dims(1, {2}, 2, {9}), sparse_nnz_mismatch,
       "indices.dims", sound},
      {"coordinates of one number for a shape of rank 2", with_index_dims(4, {4, 1}, 4, {3, 3}),
       sparse_nnz_mismatch, "indices.dims", sound},
      {"coordinates of three numbers for a shape of rank 2", with_index_dims(1, {1, 3}, 3, {3, 3}),
       sparse_nnz_mismatch, "indices.dims", sound},
      {"coordinates stored axis by axis", with_index_dims(3, {2, 3}, 6, {3, 3}),
       sparse_nnz_mismatch, "indices.dims", sound},
      {"a scalar as indices",
       sparse(floats(1), tensor(int64, {}).packed("int64_data", {0}).whole(), {9}),
       sparse_nnz_mismatch, "indices.dims", sparse_floats({9}, {0})},
      {"indices of rank 3", with_index_dims(1, {1, 1, 1}, 1, {9}), sparse_nnz_mismatch,
       "indices.dims", sparse(floats(1), int64_tensor({1, 1}, {0}), {9})},
      {"no indices", sparse_tensor().set("values", floats(1)).each("dims", {9}).whole(),
       sparse_indices_missing, "indices",
       sparse_tensor().set("values", floats(0)).each("dims", {9})},
      {"INT32 indices",
       sparse(floats(1),
              tensor().each("dims", {1}).set("data_type", int32).here().packed("int32_data", {0}),
              {9}),
       sparse_index_type, "indices.data_type", sparse_floats({9}, {0})},
      {"UINT64 indices",
       sparse(floats(1),
              tensor().each("dims", {1}).set("data_type", uint64).here().packed("uint64_data", {0}),
              {9}),
       sparse_index_type, "indices.data_type", sparse_floats({9}, {0})},
      {"a square just above 2^63", of_dims({3037000499, 3037000501}), sparse_dense_overflow, "dims",
       of_dims({3037000499, 3037000499}), std::nullopt, any_dense_size},
      {"2^33 times 2^31 + 1 elements", of_dims({k2to32 * 2, k2to31 + 1}), sparse_dense_overflow,
       "dims", of_dims({k2to31, k2to31}), std::nullopt, any_dense_size},
      {"a product that wraps to 2^62", of_dims({k2to32, k2to32 + (1 << 30)}), sparse_dense_overflow,
       "dims", of_dims({k2to31, k2to31}), std::nullopt, any_dense_size},
      {"sorted coordinates in a shape that overflows",
       sparse_tensor()
           .set("values", floats(2))
           .set("indices", int64_tensor({2, 3}, {0, 0, 1, 0, 1, 0}))
           .from()
           .each("dims", {k2to32, k2to32, 4})
           .to(),
       sparse_dense_overflow, "dims",
       sparse(floats(2), int64_tensor({2, 3}, {0, 0, 1, 0, 1, 0}), {4, 4, 4})},
      {"a dim of 0", sparse_tensor().set("values", floats(0)).from().each("dims", {0, 3}).to(),
       sparse_dims, "dims", sparse_tensor().set("values", floats(0)).each("dims", {1, 3})},
      {"a negative dim", sparse_tensor().set("values", floats(0)).from().each("dims", {3, -1}).to(),
       sparse_dims, "dims", sparse_tensor().set("values", floats(0)).each("dims", {3, 1})},
      {"no dims", sparse_tensor().set("values", floats(0)).whole(), sparse_dims, "dims",
       sparse_tensor().set("values", floats(0)).each("dims", {1})},
      {"no values", sparse_tensor().each("dims", {1}).whole(), sparse_values_missing, "values",
       sparse_tensor().set("values", floats(0)).each("dims", {1})},
      {"no values, in a sequence of sparse tensors",
       sequence()
           .set("elem_type", 2)
           .set("sparse_tensor_values", sparse_tensor().set("dims", 9))
           .here()
           .set("sparse_tensor_values", sparse_floats({9}, {1})),
       sparse_values_missing, "sparse_tensor_values[0].values",
       sequence().set("elem_type", 2).set("sparse_tensor_values", sparse_floats({9}, {1}))},
      {"a scalar as values", sparse(zero_tensor(float32, {}).whole(), int64_tensor({0}), {9}),
       sparse_values_rank, "values.dims", sparse_floats({9}, {0})},
      {"values of rank 2",
       sparse(zero_tensor(float32, {2, 2}).whole(), int64_tensor({0, 1, 2, 3}), {9}),
       sparse_values_rank, "values.dims", sound},
      {"indices with bytes left over",
       sparse(floats(1), tensor(int64, {1}).set("raw_data", std::string_view(zeros(12))).here(),
              {9}),
       tensor_raw_data_size, "indices.raw_data", sparse(floats(1), zero_tensor(int64, {1}), {9})},
      {"indices with an entry left over",
       sparse(floats(1), tensor(int64, {1}).packed("int64_data", {0, 1}).here(), {9}),
       tensor_typed_data_size, "indices.int64_data", sparse_floats({9}, {0})},
  };
}

}  // namespace

Cases sparse_cases() {
  Cases all = indices();
  const Cases more = shapes();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace assay::testing
