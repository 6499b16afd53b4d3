#include "assay/graph.hpp"

#include <algorithm>

#include "rules/names.hpp"
#include "view/access.hpp"

namespace assay {
namespace {

using decode::GraphRecord;
using decode::NodeRecord;

// The first of the messages for which `is_it` holds, as a view.
template <class View, class Record, class Test>
std::optional<View> find(const decode::Slice<Record>& slice, Test is_it) noexcept {
  const Record* found = std::find_if(slice.begin(), slice.end(), is_it);
  return view::make_if<View>(found == slice.end() ? nullptr : found);
}
template <class View, class Record>
std::optional<View> find_by_name(const decode::Slice<Record>& slice,
                                 std::string_view name) noexcept {
  return find<View>(slice, [&](const Record& record) { return record.name == name; });
}

}  // namespace

std::string_view Node::name() const noexcept {
  return record_->name;
}
std::string_view Node::op_type() const noexcept {
  return record_->op_type;
}
std::string_view Node::domain() const noexcept {
  return rules::fold(record_->domain);
}
std::string_view Node::overload() const noexcept {
  return record_->rest->overload;
}
std::span<const std::string_view> Node::inputs() const noexcept {
  return view::texts(record_->input);
}
std::span<const std::string_view> Node::outputs() const noexcept {
  return view::texts(record_->output);
}
Range<Attribute> Node::attributes() const noexcept {
  return view::range<Attribute>(record_->attribute);
}
std::optional<Attribute> Node::attribute(std::string_view name) const noexcept {
  return find_by_name<Attribute>(record_->attribute, name);
}
std::string_view Node::doc_string() const noexcept {
  return record_->rest->doc_string;
}
Range<KeyValue> Node::metadata() const noexcept {
  return view::range<KeyValue>(record_->rest->metadata_props);
}
Range<NodeDeviceConfiguration> Node::device_configurations() const noexcept {
  return view::range<NodeDeviceConfiguration>(record_->rest->device_configurations);
}
Node Node::element(const void* first, std::size_t index) noexcept {
  return Node(view::at<NodeRecord>(first, index));
}

QuantizationAnnotation QuantizationAnnotation::element(const void* first,
                                                       std::size_t index) noexcept {
  const auto& record = view::at<decode::TensorAnnotationRecord>(first, index);
  return {record.tensor_name, view::range<KeyValue>(record.quant_parameter_tensor_names)};
}

std::string_view Graph::name() const noexcept {
  return record_->name;
}
Range<Node> Graph::nodes() const noexcept {
  return view::range<Node>(record_->node);
}
Range<ValueInfo> Graph::inputs() const noexcept {
  return view::range<ValueInfo>(record_->input);
}
Range<ValueInfo> Graph::outputs() const noexcept {
  return view::range<ValueInfo>(record_->output);
}
Range<ValueInfo> Graph::value_infos() const noexcept {
  return view::range<ValueInfo>(record_->value_info);
}
Range<Tensor> Graph::initializers() const noexcept {
  return view::range<Tensor>(record_->initializer);
}
Range<SparseTensor> Graph::sparse_initializers() const noexcept {
  return view::range<SparseTensor>(record_->sparse_initializer);
}
Range<QuantizationAnnotation> Graph::quantization_annotations() const noexcept {
  return view::range<QuantizationAnnotation>(record_->quantization_annotation);
}
std::string_view Graph::doc_string() const noexcept {
  return record_->doc_string;
}
Range<KeyValue> Graph::metadata() const noexcept {
  return view::range<KeyValue>(record_->metadata_props);
}

std::optional<Node> Graph::node(std::string_view name) const noexcept {
  return find_by_name<Node>(record_->node, name);
}
std::optional<Node> Graph::producer(std::string_view value) const noexcept {
  return value.empty() ? std::nullopt : find<Node>(record_->node, [&](const NodeRecord& node) {
    return std::find(node.output.begin(), node.output.end(), value) != node.output.end();
  });
}
std::optional<ValueInfo> Graph::input(std::string_view name) const noexcept {
  return find_by_name<ValueInfo>(record_->input, name);
}
std::optional<ValueInfo> Graph::output(std::string_view name) const noexcept {
  return find_by_name<ValueInfo>(record_->output, name);
}
std::optional<ValueInfo> Graph::value_info(std::string_view name) const noexcept {
  return find_by_name<ValueInfo>(record_->value_info, name);
}
std::optional<Tensor> Graph::initializer(std::string_view name) const noexcept {
  return find_by_name<Tensor>(record_->initializer, name);
}
std::optional<SparseTensor> Graph::sparse_initializer(std::string_view name) const noexcept {
  return find<SparseTensor>(record_->sparse_initializer,
                            [&](const decode::SparseTensorRecord& record) {
                              return record.values != nullptr && record.values->name == name;
                            });
}
Graph Graph::element(const void* first, std::size_t index) noexcept {
  return Graph(view::at<GraphRecord>(first, index));
}

}  // namespace assay
