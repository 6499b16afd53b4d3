// Faults of sequences, optionals and maps.
#include "support/cases.hpp"

namespace assay::testing {
namespace {

using enum ElementType;
using namespace std::string_view_literals;

constexpr int kTensor = 1;
constexpr int kSparse = 2;
constexpr int kSequence = 3;
constexpr int kMap = 4;
constexpr int kOptional = 5;

Message a_tensor() {
  return zero_tensor(float32, {2});
}
// A sequence of that many FLOAT tensors.
Message tensors(int count) {
  Message out = sequence().set("elem_type", kTensor);
  for (int i = 0; i < count; ++i) {
    out.set("tensor_values", a_tensor());
  }
  return out;
}
Message int_map(std::initializer_list<std::int64_t> keys) {
  return map()
      .set("key_type", int64)
      .packed("keys", keys)
      .set("values", tensors(static_cast<int>(keys.size())));
}
Message string_map(std::initializer_list<std::string_view> keys) {
  Message out = map().set("key_type", string);
  for (const std::string_view key : keys) {
    out.set("string_keys", key);
  }
  return out.set("values", tensors(static_cast<int>(keys.size())));
}

Cases sequences() {
  using enum Rule;
  return {
      {"a sequence without elem_type", sequence().set("tensor_values", a_tensor()).whole(),
       sequence_elem_type, "elem_type", tensors(1)},
      {"a sequence of UNDEFINED", sequence().set("elem_type", 0).here(), sequence_elem_type,
       "elem_type", sequence().set("elem_type", kTensor)},
      {"a sequence of type 6", sequence().set("elem_type", 6).here(), sequence_elem_type,
       "elem_type", sequence().set("elem_type", kOptional)},
      {"a sequence of type -1", sequence().set("elem_type", -1).here(), sequence_elem_type,
       "elem_type", sequence().set("elem_type", kOptional)},
      {"a map in a sequence of tensors", tensors(1).set("map_values", int_map({1})).here(),
       sequence_wrong_field, "map_values",
       sequence().set("elem_type", kMap).set("map_values", int_map({1}))},
      {"tensors in a sequence of sequences",
       sequence().set("elem_type", kSequence).set("tensor_values", a_tensor()).here(),
       sequence_wrong_field, "tensor_values", tensors(1)},
      {"a sparse tensor in a sequence of tensors",
       sequence()
           .set("elem_type", kTensor)
           .set("sparse_tensor_values", sparse_floats({9}, {1}))
           .here(),
       sequence_wrong_field, "sparse_tensor_values",
       sequence().set("elem_type", kSparse).set("sparse_tensor_values", sparse_floats({9}, {1}))},
      {"tensors of two types",
       tensors(1).set(
           "tensor_values",
           tensor().each("dims", {1}).set("data_type", int64).here().packed("int64_data", {1})),
       sequence_heterogeneous, "tensor_values[1].data_type", tensors(2)},
      {"sparse tensors of two types",
       sequence()
           .set("elem_type", kSparse)
           .set("sparse_tensor_values", sparse_floats({9}, {1}))
           .set("sparse_tensor_values",
                sparse_tensor()
                    .set("values", tensor().each("dims", {0}).set("data_type", int32).here())
                    .each("dims", {9})),
       sequence_heterogeneous, "sparse_tensor_values[1].values.data_type",
       sequence()
           .set("elem_type", kSparse)
           .set("sparse_tensor_values", sparse_floats({9}, {1}))
           .set("sparse_tensor_values", sparse_floats({8}, {}))},
      {"a faulty tensor deep inside",
       sequence()
           .set("elem_type", kSequence)
           .set("sequence_values", tensors(1))
           .set("sequence_values",
                tensors(1).set("tensor_values",
                               tensor(float32, {2}).set("raw_data", zeros(7)).here())),
       tensor_raw_data_size, "sequence_values[1].tensor_values[1].raw_data",
       sequence()
           .set("elem_type", kSequence)
           .set("sequence_values", tensors(1))
           .set("sequence_values", tensors(2))},
  };
}

Cases optionals() {
  using enum Rule;
  const Message sound = optional().set("elem_type", kTensor).set("tensor_value", a_tensor());
  return {
      {"an optional of UNDEFINED with a value",
       optional().set("elem_type", 0).here().set("tensor_value", a_tensor()), optional_elem_type,
       "elem_type", optional().set("elem_type", 0)},
      {"an optional without elem_type, with a value",
       optional().set("tensor_value", a_tensor()).whole(), optional_elem_type, "elem_type", sound},
      {"an optional of type 6", optional().set("elem_type", 6).here(), optional_elem_type,
       "elem_type", optional().set("elem_type", kOptional)},
      {"an optional of type -1", optional().set("elem_type", -1).here(), optional_elem_type,
       "elem_type", optional().set("elem_type", kOptional)},
      {"a sequence in an optional of a tensor",
       optional().set("elem_type", kTensor).set("sequence_value", tensors(1)).here(),
       optional_wrong_field, "sequence_value",
       optional().set("elem_type", kSequence).set("sequence_value", tensors(1))},
      {"an optional with two values",
       optional()
           .set("elem_type", kTensor)
           .set("tensor_value", a_tensor())
           .set("map_value", int_map({1}))
           .here(),
       optional_multiple_values, "map_value", sound},
      {"a faulty tensor inside an optional inside an optional",
       optional()
           .set("elem_type", kOptional)
           .set("optional_value", optional()
                                      .set("elem_type", kTensor)
                                      .set("tensor_value", tensor(float32, {1}))
                                      .here()),
       tensor_no_data, "optional_value.tensor_value",
       optional().set("elem_type", kOptional).set("optional_value", sound)},
  };
}

Cases maps() {
  using enum Rule;
  const Message sound = int_map({1, 2});
  const auto key_type = [](std::int64_t type) {
    return map().set("key_type", type).here().packed("keys", {1}).set("values", tensors(1));
  };
  const auto one_key = [](ElementType type, std::int64_t key) {
    return map().set("key_type", type).set("keys", key).here().set("values", tensors(1));
  };
  return {
      {"a map without key_type", map().packed("keys", {1}).set("values", tensors(1)).whole(),
       map_key_type, "key_type", sound},
      {"FLOAT keys", key_type(1), map_key_type, "key_type", key_type(2)},
      {"DOUBLE keys", key_type(11), map_key_type, "key_type", key_type(12)},
      {"BOOL keys", key_type(9), map_key_type, "key_type", key_type(7)},
      {"BFLOAT16 keys", key_type(16), map_key_type, "key_type", key_type(13)},
      {"FLOAT8 keys", key_type(17), map_key_type, "key_type", key_type(3)},
      {"INT4 keys", key_type(22), map_key_type, "key_type", key_type(4)},
      {"keys of type 99", key_type(99), map_key_type, "key_type", key_type(5)},
      {"keys of type -3", key_type(-3), map_key_type, "key_type", key_type(6)},
      {"integer keys under key_type STRING",
       map().set("key_type", string).packed("keys", {1}).here().set("values", tensors(1)), map_keys,
       "keys", string_map({"1"})},
      {"string keys under key_type INT64",
       map().set("key_type", int64).set("string_keys", "1").here().set("values", tensors(1)),
       map_keys, "string_keys", int_map({1})},
      {"both kinds of keys",
       map()
           .set("key_type", int64)
           .packed("keys", {1})
           .set("string_keys", "1")
           .here()
           .set("values", tensors(2)),
       map_keys, "string_keys", sound},
      {"an INT8 key of 300", one_key(int8, 300), map_key_range, "keys", one_key(int8, 127)},
      {"an INT8 key of -129", one_key(int8, -129), map_key_range, "keys", one_key(int8, -128)},
      {"a UINT8 key of -1", one_key(uint8, -1), map_key_range, "keys", one_key(uint8, 255)},
      {"a UINT32 key of 2^32", one_key(uint32, 1LL << 32), map_key_range, "keys",
       one_key(uint32, (1LL << 32) - 1)},
      {"an INT32 key of 2^31", one_key(int32, 1LL << 31), map_key_range, "keys",
       one_key(int32, (1LL << 31) - 1)},
      {"an integer key twice",
       map().set("key_type", int64).each("keys", {1, 2, 1}).here().set("values", tensors(3)),
       map_duplicate_key, "keys", int_map({1, 2, 3})},
      {"a UINT64 key twice, beyond 2^63",
       map().set("key_type", uint64).each("keys", {-1, -1}).here().set("values", tensors(2)),
       map_duplicate_key, "keys",
       map().set("key_type", uint64).each("keys", {-1, -2}).set("values", tensors(2))},
      {"a string key twice",
       map()
           .set("key_type", string)
           .set("string_keys", "a")
           .set("string_keys", "b")
           .set("string_keys", "a")
           .here()
           .set("values", tensors(3)),
       map_duplicate_key, "string_keys[2]", string_map({"a", "b", "A"})},
      {"an empty string key twice",
       map()
           .set("key_type", string)
           .set("string_keys", "")
           .set("string_keys", "")
           .here()
           .set("values", tensors(2)),
       map_duplicate_key, "string_keys[1]", string_map({"", "\0"sv})},
      {"a string key that is not UTF-8",
       map()
           .set("key_type", string)
           .set("string_keys", "a\xff")
           .here(1, 1)
           .set("values", tensors(1)),
       tensor_string_utf8, "string_keys[0]", string_map({"a"})},
      {"more keys than values",
       map().set("key_type", int64).packed("keys", {1, 2}).set("values", tensors(1)).here(),
       map_length, "values", sound},
      {"more values than keys",
       map().set("key_type", int64).packed("keys", {1}).set("values", tensors(2)).here(),
       map_length, "values", sound},
      {"values without keys", map().set("key_type", string).set("values", tensors(1)).here(),
       map_length, "values", map().set("key_type", string).set("values", tensors(0))},
      {"a map without values", map().set("key_type", int64).packed("keys", {1}).whole(),
       map_values_missing, "values", int_map({1})},
      {"an empty map without values", map().set("key_type", int64).whole(), map_values_missing,
       "values", int_map({})},
  };
}

}  // namespace

Cases value_cases() {
  Cases all = sequences();
  for (const Cases& group : {optionals(), maps()}) {
    all.insert(all.end(), group.begin(), group.end());
  }
  return all;
}

}  // namespace assay::testing
