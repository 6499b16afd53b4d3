#include "content_digest.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "sha256.hpp"

namespace assay::conformance {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostParts = 10'000;

// The field that holds the values: its hash, or how many entries it has.
Json payload(const Tensor& tensor) {
  Json json = Json::object();
  std::uint64_t entries = 0;
  switch (tensor.storage()) {
    case Tensor::Storage::raw_data:
      if (const auto raw = tensor.raw_bytes()) {
        json["raw_data"] = sha256_hex({reinterpret_cast<const char*>(raw->data()), raw->size()});
      }
      break;
    case Tensor::Storage::typed_field:
      if (typed_entries(tensor.info(), tensor.elements(), entries) && entries != 0) {
        json[std::string(typed_field_name(tensor.info().typed_field))] = entries;
      }
      break;
    case Tensor::Storage::external:
    case Tensor::Storage::none:
      break;
  }
  return json;
}

Json tensor_json(const Tensor& tensor) {
  Json dims = Json::array();
  for (const std::int64_t dim : tensor.dims()) {
    dims.push_back(std::to_string(dim));
  }
  return {{"name", tensor.name()},
          {"type", static_cast<int>(tensor.element_type())},
          {"dims", std::move(dims)},
          {"payload", payload(tensor)}};
}

Json names(const Range<ValueInfo>& values) {
  Json json = Json::array();
  for (const ValueInfo value : values) {
    json.push_back(value.name());
  }
  return json;
}

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : ",";
    text += names[i];
  }
  return text;
}

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string content_digest(const Tensor& tensor) {
  return text(tensor_json(tensor));
}

std::string content_digest(const Model& model) {
  const Graph graph = model.graph();
  if (graph.nodes().size() + graph.initializers().size() > kMostParts) {
    return {};
  }
  Json json = {{"ir_version", std::to_string(model.ir_version())},
               {"opsets", Json::array()},
               {"nodes", Json::array()},
               {"initializers", Json::array()},
               {"inputs", names(graph.inputs())},
               {"outputs", names(graph.outputs())}};
  for (const OpsetImport import : model.opset_imports()) {
    json["opsets"].push_back(std::string(import.domain) + ' ' + std::to_string(import.version));
  }
  for (const Node node : graph.nodes()) {
    json["nodes"].push_back(std::string(node.domain()) + ':' + std::string(node.op_type()) + '(' +
                            joined(node.inputs()) + ")->(" + joined(node.outputs()) + ')');
  }
  for (const Tensor tensor : graph.initializers()) {
    json["initializers"].push_back(tensor_json(tensor));
  }
  return text(json);
}

}  // namespace assay::conformance
