#include "support/rich_files.hpp"

#include "support/everything.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

constexpr int kTensor = 1;
constexpr int kSparse = 2;
constexpr int kSequence = 3;
constexpr int kMap = 4;
constexpr int kOptional = 5;

Message strings() {
  return tensor(string, {2, 2})
      .set("string_data", "one")
      .set("string_data", "")
      .set("string_data", "z\xc3\xa9ro\n")
      .set("string_data", "a much longer string, of more than one block of bytes")
      .set("name", "strings");
}

Message described() {
  return tensor(float32, {2, 1, 3})
      .set("name", "t\xc3\xa9nseur")
      .set("raw_data", "abcdefghijklmnopqrstuvwx")
      .set("doc_string", "Two lines,\n\tone of them indented.")
      .set("metadata_props", entry("author", "nobody"))
      .set("metadata_props", entry("", ""))
      .set("data_location", 0);
}

Message mixed_forms() {
  return tensor()
      .packed("dims", {2, 3})
      .set("dims", 2)
      .set("data_type", int16)
      .packed("int32_data", {1, -32768, 32767})
      .each("int32_data", {0, 300, -1, 7})
      .set("name", "between")
      .packed("int32_data", {5, 6, 128, 127, 16384});
}

Message long_runs() {
  Message out = tensor().set("dims", 300).set("data_type", int64);
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 300; ++i) {
    values.push_back(i % 7 == 0 ? -i : i << i % 50);
  }
  return out.packed("int64_data", values);
}

Message long_unpacked() {
  Message out = tensor().set("dims", 200).set("data_type", uint8);
  for (std::int64_t i = 0; i < 200; ++i) {
    out.set("int32_data", i);
  }
  return out;
}

Message external() {
  return tensor(float32, {4})
      .set("name", "w")
      .set("data_location", 1)
      .set("external_data", entry("location", "weights.bin"))
      .set("external_data", entry("offset", "4096"))
      .set("external_data", entry("length", "16"));
}

Message coordinates() {
  return sparse_tensor()
      .set("values", tensor(int8, {3}).packed("int32_data", {1, -2, 3}).set("name", "s"))
      .set("indices", int64_tensor({3, 2}, {0, 1, 2, 0, 2, 2}))
      .packed("dims", {3, 3});
}

Message raw_indices() {
  Message indices = tensor(int64, {2, 5});
  std::string raw;
  for (const std::uint64_t index : {0u, 0u, 1u, 0u, 1u, 0u, 1u, 0u, 0u, 0u}) {
    wire::append_fixed64(raw, index);
  }
  return sparse_tensor()
      .set("values", zero_tensor(bfloat16, {2}))
      .set("indices", indices.set("raw_data", std::string_view(raw)))
      .each("dims", {2, 2, 2, 2, 2});
}

Message tensors() {
  return sequence()
      .set("name", "seq")
      .set("elem_type", kTensor)
      .set("tensor_values", zero_tensor(float64, {3}))
      .set("tensor_values", tensor(float64, {2}).packed_floats("double_data", {0.5, -1e300}))
      .set("tensor_values", tensor(float64, {0}))
      .set("tensor_values", tensor(float64, {}).set("double_data", 3.0));
}

Message sparse_sequence() {
  return sequence()
      .set("elem_type", kSparse)
      .set("sparse_tensor_values", sparse_floats({9}, {1, 8}))
      .set("sparse_tensor_values", sparse_floats({4, 4}, {}));
}

Message int_map() {
  return map()
      .set("name", "scores")
      .set("key_type", int32)
      .packed("keys", {1, -5})
      .set("keys", 70000)
      .set("values", sequence()
                         .set("elem_type", kTensor)
                         .set("tensor_values", zero_tensor(float32, {}))
                         .set("tensor_values", zero_tensor(float32, {2}))
                         .set("tensor_values", zero_tensor(float32, {0})));
}

Message string_map() {
  return map()
      .set("key_type", string)
      .set("string_keys", "a")
      .set("string_keys", "")
      .set("values", sequence()
                         .set("elem_type", kOptional)
                         .set("optional_values",
                              optional().set("elem_type", kTensor).set("tensor_value", strings()))
                         .set("optional_values", optional()));
}

Message maps() {
  return sequence()
      .set("elem_type", kMap)
      .set("map_values", int_map())
      .set("map_values", string_map());
}

Message sequences() {
  return sequence()
      .set("elem_type", kSequence)
      .set("sequence_values", tensors())
      .set("sequence_values", sparse_sequence())
      .set("sequence_values", maps());
}

Message nested_optionals() {
  return optional()
      .set("name", "maybe")
      .set("elem_type", kOptional)
      .set("optional_value",
           optional().set("elem_type", kSequence).set("sequence_value", sequences()));
}

Message training() {
  const Message algorithm = graph()
                                .set("name", "step")
                                .set("node", node_of("Neg", {"w"}, {"next"}))
                                .set("output", value("next"));
  return model_of(
             graph_of(identity()).set("initializer", zero_tensor(float32, {2}).set("name", "w")))
      .set("training_info", Message(MessageId::training_info)
                                .set("algorithm", algorithm)
                                .set("update_binding", entry("w", "next")));
}

Message calling() {
  return model_of_node(call("f"))
      .set("opset_import", opset("local", 1))
      .set("functions", function("f", call("g")))
      .set("functions", function("g", identity()))
      .set("producer_name", "assay")
      .set("producer_version", "1.0")
      .set("domain", "com.example")
      .set("model_version", -1)
      .set("metadata_props", entry("license", "none"));
}

Message small_types() {
  Message out = graph_of(identity());
  for (const ElementTypeInfo& info : kElementTypes) {
    out.set("initializer", zero_tensor(info.type, {3, 3}).set("name", info.name));
  }
  return model_of(out, 14);
}

}  // namespace

const std::vector<Message>& rich_files() {
  static const std::vector<Message> files = {
      described(),
      mixed_forms(),
      long_runs(),
      long_unpacked(),
      strings(),
      external(),
      tensor(int4, {5}).packed("int32_data", {0x21, 0x43, 0x05}).set("name", "packed"),
      tensor(complex128, {2}).packed_floats("double_data", {1, 2, 3}).set("double_data", 4.0),
      coordinates(),
      raw_indices(),
      tensors(),
      sequences(),
      nested_optionals(),
      optional().set("elem_type", kMap).set("map_value", string_map()),
      int_map(),
      string_map(),
      small_types(),
      training(),
      calling(),
      everything(),
  };
  return files;
}

}  // namespace assay::testing
