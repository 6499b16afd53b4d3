// Graphs, nodes and attributes that passed. Graphs hold nodes, nodes attributes, and an attribute
// may hold a graph.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "assay/device.hpp"
#include "assay/metadata.hpp"
#include "assay/numbers.hpp"
#include "assay/range.hpp"
#include "assay/sparse_tensor.hpp"
#include "assay/tensor.hpp"
#include "assay/type.hpp"

namespace assay {

namespace decode {
struct AttributeRecord;
struct GraphRecord;
struct NodeRecord;
}  // namespace decode

// AttributeProto.AttributeType, under its numbers.
enum class AttributeType : std::uint8_t {
  undefined = 0,
  float32 = 1,
  int64 = 2,
  string = 3,
  tensor = 4,
  graph = 5,
  floats = 6,
  ints = 7,
  strings = 8,
  tensors = 9,
  graphs = 10,
  sparse_tensor = 11,
  sparse_tensors = 12,
  type_proto = 13,
  type_protos = 14
};

// "FLOAT", "INT", ... as onnx.proto spells them.
std::string_view attribute_type_name(AttributeType type) noexcept;

class Graph;

// A view. Of the values, the one that type() names is there; all others are zero or empty.
class Attribute {
 public:
  std::string_view name() const noexcept;
  // Files of IR version 1 need not say; then it follows from the value.
  AttributeType type() const noexcept;
  // In the body of a function: the attribute of the call that stands here instead of a value.
  std::string_view ref_attr_name() const noexcept;
  std::string_view doc_string() const noexcept;

  float f() const noexcept;
  std::int64_t i() const noexcept;
  std::string_view s() const noexcept;
  std::optional<Tensor> t() const noexcept;
  std::optional<Graph> g() const noexcept;
  std::optional<SparseTensor> sparse_tensor() const noexcept;
  std::optional<Type> tp() const noexcept;
  Numbers<float> floats() const noexcept;
  Numbers<std::int64_t> ints() const noexcept;
  std::span<const std::string_view> strings() const noexcept;
  Range<Tensor> tensors() const noexcept;
  Range<Graph> graphs() const noexcept;
  Range<SparseTensor> sparse_tensors() const noexcept;
  Range<Type> type_protos() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Attribute>;
  explicit Attribute(const decode::AttributeRecord& record) noexcept : record_(&record) {}
  static Attribute element(const void* first, std::size_t index) noexcept;
  const decode::AttributeRecord* record_;
};

// A view.
class Node {
 public:
  std::string_view name() const noexcept;
  std::string_view op_type() const noexcept;
  // Empty for the default domain, however the file spells it.
  std::string_view domain() const noexcept;
  std::string_view overload() const noexcept;
  // Names of values; an empty one is an optional that is left out.
  std::span<const std::string_view> inputs() const noexcept;
  std::span<const std::string_view> outputs() const noexcept;
  Range<Attribute> attributes() const noexcept;
  // Cost: linear in the attributes.
  std::optional<Attribute> attribute(std::string_view name) const noexcept;
  std::string_view doc_string() const noexcept;
  Range<KeyValue> metadata() const noexcept;
  Range<NodeDeviceConfiguration> device_configurations() const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Node>;
  explicit Node(const decode::NodeRecord& record) noexcept : record_(&record) {}
  static Node element(const void* first, std::size_t index) noexcept;
  const decode::NodeRecord* record_;
};

// The quantization parameters of a tensor, by what they are for.
struct QuantizationAnnotation {
  std::string_view tensor_name;
  Range<KeyValue> parameters;

 private:
  friend class Range<QuantizationAnnotation>;
  static QuantizationAnnotation element(const void* first, std::size_t index) noexcept;
};

// A view. Look-ups by name cost a pass over the list that they search; for many of them, make a
// GraphIndex.
class Graph {
 public:
  std::string_view name() const noexcept;
  // In an order in which they can run: what a node takes is made before it.
  Range<Node> nodes() const noexcept;
  Range<ValueInfo> inputs() const noexcept;
  Range<ValueInfo> outputs() const noexcept;
  Range<ValueInfo> value_infos() const noexcept;
  Range<Tensor> initializers() const noexcept;
  Range<SparseTensor> sparse_initializers() const noexcept;
  Range<QuantizationAnnotation> quantization_annotations() const noexcept;
  std::string_view doc_string() const noexcept;
  Range<KeyValue> metadata() const noexcept;

  // The first node of that name: names of nodes need not be unique, and may be missing.
  std::optional<Node> node(std::string_view name) const noexcept;
  // The node that makes a value. Names of values are unique.
  std::optional<Node> producer(std::string_view value) const noexcept;
  std::optional<ValueInfo> input(std::string_view name) const noexcept;
  std::optional<ValueInfo> output(std::string_view name) const noexcept;
  std::optional<ValueInfo> value_info(std::string_view name) const noexcept;
  std::optional<Tensor> initializer(std::string_view name) const noexcept;
  std::optional<SparseTensor> sparse_initializer(std::string_view name) const noexcept;

 private:
  friend struct view::Access;
  friend class Range<Graph>;
  explicit Graph(const decode::GraphRecord& record) noexcept : record_(&record) {}
  static Graph element(const void* first, std::size_t index) noexcept;
  const decode::GraphRecord* record_;
};

}  // namespace assay
