#include "reader_inputs.hpp"

#include <array>

#include "assay/element_type.hpp"

#include "base/wrap.hpp"
#include "schema/onnx.hpp"
#include "wire/writer.hpp"

namespace assay::bench {
namespace {

using schema::MessageId;
using schema::number_of;
using wire::append_field;

// A small generator of pseudo-random numbers (splitmix64).
class Random {
 public:
  ASSAY_WRAPS std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_ = 1;
};

std::uint64_t scaled(double count, double scale) {
  const double wanted = count * scale;
  return wanted < 1 ? 1 : static_cast<std::uint64_t>(wanted);
}

consteval std::uint64_t tensor_field(std::string_view name) {
  return number_of(MessageId::tensor, name);
}

void append_head(std::string& out, ElementType type, std::initializer_list<std::uint64_t> dims) {
  for (const std::uint64_t dim : dims) {
    append_field(out, tensor_field("dims"), dim);
  }
  append_field(out, tensor_field("data_type"),
               static_cast<std::uint64_t>(static_cast<std::int32_t>(type)));
}

// A value whose size in bits is itself random, so that varints of every length appear.
std::uint64_t mixed(Random& random) {
  const std::uint64_t bits = random.next();
  return bits >> (random.next() % 64);
}

// A ValueInfoProto: a tensor of floats, of that rank and of unknown dims.
std::string float_value(std::string_view name, std::uint64_t rank) {
  std::string shape;
  for (std::uint64_t i = 0; i < rank; ++i) {
    append_field(shape, number_of(MessageId::tensor_shape, "dim"), std::string_view());
  }
  std::string tensor_type;
  append_field(tensor_type, number_of(MessageId::type_tensor, "elem_type"), 1u);
  append_field(tensor_type, number_of(MessageId::type_tensor, "shape"), shape);
  std::string type;
  append_field(type, number_of(MessageId::type, "tensor_type"), tensor_type);
  std::string value;
  append_field(value, number_of(MessageId::value_info, "name"), name);
  append_field(value, number_of(MessageId::value_info, "type"), type);
  return value;
}

std::string weights(double scale) {
  std::string graph;
  const std::uint64_t elements = scaled(2684354.56, scale);
  for (int i = 0; i < 100; ++i) {
    std::string tensor;
    append_head(tensor, ElementType::float32, {elements});
    append_field(tensor, tensor_field("name"), "w" + std::to_string(i));
    wire::append_tag(tensor, tensor_field("raw_data"), wire::WireType::length_delimited);
    wire::append_varint(tensor, elements * 4);
    wire::append_tag(graph, number_of(MessageId::graph, "initializer"),
                     wire::WireType::length_delimited);
    wire::append_varint(graph, tensor.size() + elements * 4);
    graph += tensor;
    graph.append(elements * 4, '\x3c');
  }
  append_field(graph, number_of(MessageId::graph, "name"), "weights");
  append_field(graph, number_of(MessageId::graph, "output"), float_value("w0", 1));
  std::string model;
  append_field(model, number_of(MessageId::model, "ir_version"), 8u);
  append_field(model, number_of(MessageId::model, "graph"), graph);
  std::string opset;
  append_field(opset, number_of(MessageId::operator_set_id, "version"), 13u);
  append_field(model, number_of(MessageId::model, "opset_import"), opset);
  return model;
}

std::string metadata(double scale) {
  std::string graph;
  const std::uint64_t nodes = scaled(200'000, scale);
  const auto value = [](std::uint64_t i) {
    return "/model/layers." + std::to_string(i / 40) + "/block/output_" + std::to_string(i);
  };
  append_field(graph, number_of(MessageId::graph, "input"), float_value(value(0), 2));
  for (std::uint64_t i = 1; i <= nodes; ++i) {
    std::string node;
    append_field(node, number_of(MessageId::node, "input"), value(i - 1));
    append_field(node, number_of(MessageId::node, "input"), value(i / 2));
    append_field(node, number_of(MessageId::node, "output"), value(i));
    append_field(node, number_of(MessageId::node, "name"), "/model/node_" + std::to_string(i));
    append_field(node, number_of(MessageId::node, "op_type"), "Gemm");
    for (const char* name : {"transA", "transB"}) {
      std::string attribute;
      append_field(attribute, number_of(MessageId::attribute, "name"), name);
      append_field(attribute, number_of(MessageId::attribute, "i"), i % 2);
      append_field(attribute, number_of(MessageId::attribute, "type"), 2u);
      append_field(node, number_of(MessageId::node, "attribute"), attribute);
    }
    std::string alpha;
    append_field(alpha, number_of(MessageId::attribute, "name"), "alpha");
    wire::append_tag(alpha, number_of(MessageId::attribute, "f"), wire::WireType::fixed32);
    wire::append_fixed32(alpha, 0x3f800000);
    append_field(alpha, number_of(MessageId::attribute, "type"), 1u);
    append_field(node, number_of(MessageId::node, "attribute"), alpha);
    append_field(graph, number_of(MessageId::graph, "node"), node);
  }
  append_field(graph, number_of(MessageId::graph, "name"), "metadata");
  append_field(graph, number_of(MessageId::graph, "output"), float_value(value(nodes), 2));
  std::string model;
  append_field(model, number_of(MessageId::model, "ir_version"), 8u);
  append_field(model, number_of(MessageId::model, "graph"), graph);
  std::string opset;
  append_field(opset, number_of(MessageId::operator_set_id, "version"), 13u);
  append_field(model, number_of(MessageId::model, "opset_import"), opset);
  return model;
}

template <class Value>
std::string packed(ElementType type, std::uint64_t field, std::uint64_t count, Value value) {
  std::string block;
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    wire::append_varint(block, value(random));
  }
  std::string out;
  append_head(out, type, {count});
  append_field(out, field, block);
  return out;
}

template <class Value>
std::string unpacked(ElementType type, std::uint64_t field, std::uint64_t count, Value value) {
  std::string out;
  append_head(out, type, {count});
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    append_field(out, field, value(random));
  }
  return out;
}

std::uint64_t one_byte(Random& random) {
  return random.next() % 128;
}
std::uint64_t uint8(Random& random) {
  return random.next() % 256;
}

std::string packed_int64_mixed(double scale) {
  return packed(ElementType::int64, tensor_field("int64_data"), scaled(16'777'216, scale), mixed);
}
std::string packed_int64_small(double scale) {
  return packed(ElementType::int64, tensor_field("int64_data"), scaled(16'777'216, scale),
                one_byte);
}
std::string packed_uint8(double scale) {
  return packed(ElementType::uint8, tensor_field("int32_data"), scaled(16'777'216, scale), uint8);
}
std::string unpacked_int64(double scale) {
  return unpacked(ElementType::int64, tensor_field("int64_data"), scaled(4'194'304, scale), mixed);
}
std::string unpacked_uint8(double scale) {
  return unpacked(ElementType::uint8, tensor_field("int32_data"), scaled(4'194'304, scale), uint8);
}

std::string strings(double scale) {
  std::string out;
  const std::uint64_t count = scaled(2'000'000, scale);
  append_head(out, ElementType::string, {count});
  Random random;
  for (std::uint64_t i = 0; i < count; ++i) {
    // One in eight is not ASCII.
    const char* words = i % 8 == 0 ? "caf\xc3\xa9 \xe2\x82\xac" : "token_";
    append_field(out, tensor_field("string_data"),
                 words + std::to_string(random.next() % 1'000'000'000));
  }
  return out;
}

std::string sparse(double scale, std::uint64_t rank) {
  const std::uint64_t count = scaled(8'000'000, scale);
  std::string raw;
  std::string block;
  std::string dims;
  constexpr std::uint64_t kSide = 2048;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t linear = i * 3 + i % 3;
    if (rank == 1) {
      wire::append_fixed64(raw, linear);
    } else {
      wire::append_fixed64(raw, linear / (kSide * kSide));
      wire::append_fixed64(raw, linear / kSide % kSide);
      wire::append_fixed64(raw, linear % kSide);
    }
  }
  std::string values;
  append_head(values, ElementType::float32, {count});
  append_field(values, tensor_field("raw_data"), std::string(count * 4, '\x3c'));
  std::string indices;
  if (rank == 1) {
    append_head(indices, ElementType::int64, {count});
  } else {
    append_head(indices, ElementType::int64, {count, rank});
  }
  append_field(indices, tensor_field("raw_data"), raw);
  std::string out;
  append_field(out, number_of(MessageId::sparse_tensor, "values"), values);
  append_field(out, number_of(MessageId::sparse_tensor, "indices"), indices);
  const std::uint64_t d = number_of(MessageId::sparse_tensor, "dims");
  if (rank == 1) {
    append_field(out, d, count * 3 + 3);
  } else {
    append_field(out, d, (count * 3 + 3) / (kSide * kSide) + 1);
    append_field(out, d, kSide);
    append_field(out, d, kSide);
  }
  return out;
}

std::string sparse_linear(double scale) {
  return sparse(scale, 1);
}
std::string sparse_coordinates(double scale) {
  return sparse(scale, 3);
}

std::string sequence(double scale) {
  std::string out;
  append_field(out, number_of(MessageId::sequence, "elem_type"), 1u);
  const std::uint64_t count = scaled(500'000, scale);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string tensor;
    append_head(tensor, ElementType::float32, {1, 4});
    append_field(tensor, tensor_field("name"), "elem" + std::to_string(i % 1000));
    append_field(tensor, tensor_field("raw_data"), std::string(16, '\x3c'));
    append_field(out, number_of(MessageId::sequence, "tensor_values"), tensor);
  }
  return out;
}

std::string booleans(double scale) {
  const std::uint64_t count = scaled(268'435'456, scale);
  std::string out;
  append_head(out, ElementType::boolean, {count});
  wire::append_tag(out, tensor_field("raw_data"), wire::WireType::length_delimited);
  wire::append_varint(out, count);
  const std::size_t begin = out.size();
  out.resize(begin + count);
  for (std::uint64_t i = 0; i < count; ++i) {
    out[begin + i] = static_cast<char>(i % 3 == 0);
  }
  return out;
}

constexpr std::array<Input, 12> kInputs = {{
    {"weights", Kind::model, "payload that needs no look", weights},
    {"metadata", Kind::model, "small fields, names", metadata},
    {"packed_int64_mixed", Kind::tensor, "runs of varints", packed_int64_mixed},
    {"packed_int64_small", Kind::tensor, "runs of varints of one byte", packed_int64_small},
    {"packed_uint8", Kind::tensor, "runs of varints with a range", packed_uint8},
    {"unpacked_int64", Kind::tensor, "a tag for each value", unpacked_int64},
    {"unpacked_uint8", Kind::tensor, "a tag for each value, with a range", unpacked_uint8},
    {"strings", Kind::tensor, "UTF-8", strings},
    {"sparse_linear", Kind::sparse_tensor, "order and range of indices", sparse_linear},
    {"sparse_coordinates", Kind::sparse_tensor, "the same for tuples", sparse_coordinates},
    {"sequence", Kind::sequence, "small messages", sequence},
    {"bool", Kind::tensor, "a look at each byte", booleans},
}};

}  // namespace

std::span<const Input> reader_inputs() {
  return kInputs;
}

}  // namespace assay::bench
