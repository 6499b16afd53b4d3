// Faults of a file as a whole, and limits.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;
using namespace std::string_view_literals;

// A sequence of that many sequences, marked from behind the first on.
Message many_messages(int count) {
  Message out = sequence().set("elem_type", 3);
  for (int i = 0; i < count; ++i) {
    out.set("sequence_values", sequence().set("elem_type", 1));
    if (i == 0) {
      out.from();
    }
  }
  return out.to();
}

// As many dims of 1, marked.
Message ones(int count) {
  Message out = tensor().from();
  for (int i = 0; i < count; ++i) {
    out.set("dims", 1);
  }
  return out.to().set("data_type", float32).set("raw_data", std::string_view(zeros(4)));
}

Message sparse_of_dims(std::initializer_list<std::int64_t> dims) {
  return sparse_tensor()
      .set("values", zero_tensor(float32, {1}))
      .set("indices", int64_tensor({0}))
      .from()
      .each("dims", dims)
      .to();
}

// A model with a chain of that many local functions, each calling the next; the first is marked.
Message chain(int count) {
  Message out = sound_model().set("opset_import", opset("local", 1));
  for (int i = 0; i < count; ++i) {
    const std::string name = "f" + std::to_string(i);
    const std::string next = "f" + std::to_string(i + 1);
    const Message link = function(name, i + 1 == count ? identity() : call(next));
    out.set("functions", link);
    if (i == 0) {
      out.here();
    }
  }
  return out;
}

// A model with a ConvInteger of that x and those pads, and a w of which nothing is known; the pads
// are marked.
Message conv_integer(const Message& x, std::initializer_list<std::int64_t> pads) {
  return model_of(
      graph_of(node_of("Abs", {"x"}, {"w"}), x)
          .set(
              "node",
              node_of("ConvInteger", {"x", "w"}, {"y"})
                  .set("attribute",
                       attribute().set("name", "pads").each("ints", pads).set("type", 7).whole())));
}

// The same without pads; the name of x is marked.
Message conv_integer(const Message& x) {
  return model_of(graph_of(node_of("Abs", {"x"}, {"w"}), x)
                      .set("node", node()
                                       .set("input", "x")
                                       .here()
                                       .set("input", "w")
                                       .set("output", "y")
                                       .set("op_type", "ConvInteger")));
}

// A model of one node, which calls a function of that many nodes.
Message expanding(int nodes) {
  Message body = function("f", identity());
  for (int i = 1; i < nodes; ++i) {
    body.set(
        "node",
        node().set("input", "x").set("output", "y" + std::to_string(i)).set("op_type", "Identity"));
  }
  return model_of_node(call("f"))
      .set("opset_import", opset("local", 1))
      .set("functions", body)
      .whole();
}

}  // namespace

Cases file_cases() {
  using enum Rule;
  const Message sound = zero_tensor(float32, {2});
  const Message in_sequence = sequence().set("elem_type", 1).set("tensor_values", sound);
  return {
      {"an empty file", tensor().whole(), file_empty, "", sound},
      {"a sequence where a tensor was asked for", Message(in_sequence).whole(), file_wrong_kind, "",
       sound, Kind::tensor},
      {"a tensor where a sequence was asked for", Message(sound).whole(), file_wrong_kind, "",
       in_sequence, Kind::sequence},
      {"a tensor where an optional was asked for", Message(sound).whole(), file_wrong_kind, "",
       sound, Kind::optional},
      {"a tensor where a model was asked for", Message(sound).whole(), file_wrong_kind, "", sound,
       Kind::model},
      {"a sparse tensor where a map was asked for", sparse_of_dims({3}).whole(), file_wrong_kind,
       "", sparse_of_dims({3}), Kind::map},
      {"a zip archive", tensor().bytes("PK\x03\x04\x14\x00\x00\x00"sv).whole(), file_not_onnx, "",
       sound},
      {"a text file, whose first byte is an END_GROUP", tensor().bytes("dummy\n").whole(),
       file_not_onnx, "", sound},
      {"a Git LFS pointer",
       model().bytes("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n").whole(),
       file_not_onnx, "", sound},
      {"a page of HTML", model().bytes("<!DOCTYPE html><html></html>").whole(), file_not_onnx, "",
       sound},
      {"a file one byte longer than the limit", Message(sound).set("name", "a").whole(),
       limit_file_bytes, "", Message(sound).set("name", ""), std::nullopt,
       [](Policy& policy) { policy.limits.file_bytes = 16; }},
      {"more records than the budget holds", many_messages(1000), limit_memory, "",
       many_messages(100), std::nullopt,
       [](Policy& policy) {
         policy.limits.memory_base = 1u << 16;
         policy.limits.memory_per_byte = 0;
       }},
      {"sixty-five dims", ones(65), limit_rank, "dims", ones(64)},
      {"a ConvInteger of pads for more axes than the limit",
       conv_integer(tensor_type(uint8, {1, 1, 4, 4}), {0, 0, 0, 0, 0, 0, 0, 0, 0}), limit_rank,
       "graph.node[1].attribute[0]", conv_integer(tensor_type(uint8, {1, 1, 4, 4}), {0, 0, 0, 0}),
       std::nullopt, [](Policy& policy) { policy.limits.rank = 4; }},
      {"a ConvInteger of a value of more axes than the limit",
       conv_integer(tensor_type(uint8, {1, 1, 4, 4, 4})), limit_rank, "graph.node[1].input[0]",
       conv_integer(tensor_type(uint8, {1, 1, 4, 4})), std::nullopt,
       [](Policy& policy) { policy.limits.rank = 4; }},
      {"a dense form of one element more than the limit", sparse_of_dims({1, (1 << 29) + 1}),
       limit_dense_bytes, "dims", sparse_of_dims({1 << 29})},
      {"a dense form of 2^62 elements", sparse_of_dims({1LL << 31, 1LL << 31}), limit_dense_bytes,
       "dims", sparse_of_dims({1LL << 29})},
      {"a chain of 101 local functions", chain(101), limit_call_depth, "functions[0]", chain(100)},
      {"a call that inlines to eleven nodes", expanding(11), limit_function_expansion, "graph",
       expanding(10), std::nullopt, [](Policy& policy) { policy.limits.function_expansion = 10; }},
  };
}

}  // namespace assay::testing
