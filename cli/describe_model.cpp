// A model as a person who receives it wants it: what it relies on, takes, gives, computes and
// weighs.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/report_writer.hpp"

#include "cli/describe.hpp"

namespace assay::cli {
namespace {

// How many of the largest initializers are described one by one.
constexpr std::size_t kLargest = 10;
constexpr std::size_t kLongestMetadata = 1000;

// The domains of ONNX itself; operators of any other are custom.
constexpr std::string_view kOwnDomains[] = {"", "ai.onnx.ml", "ai.onnx.training", "ai.onnx.preview",
                                            "ai.onnx.preview.training"};

std::string domain_text(std::string_view domain) {
  return domain.empty() ? "ai.onnx" : printable(domain);
}

struct Weight {
  std::uint64_t tensors = 0;
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;

  void add(std::uint64_t more_elements, std::uint64_t more_bytes) {
    ++tensors;
    elements += more_elements;
    bytes += more_bytes;
  }
};

Description described(const Weight& weight) {
  return {{"tensors", weight.tensors}, {"elements", weight.elements}, {"bytes", weight.bytes}};
}

// Counts what stands in any graph of the model: the main one, those within nodes, functions' bodies
// and training graphs.
class Inventory {
 public:
  explicit Inventory(const Model& model) {
    add(model.graph());
    for (const Function function : model.functions()) {
      add(function.nodes());
      for (const Attribute attribute : function.attribute_defaults()) {
        add(attribute);
      }
    }
    for (const TrainingInfo training : model.training_info()) {
      for (const auto& graph : {training.initialization(), training.algorithm()}) {
        if (graph) {
          add(*graph);
        }
      }
    }
    // A graph within a node waits for its turn: nesting costs no stack.
    while (!pending_.empty()) {
      const Graph graph = pending_.back();
      pending_.pop_back();
      add(graph);
    }
  }

  // By number, then by name.
  Description operators() const {
    std::vector<std::pair<std::pair<std::string_view, std::string_view>, std::uint64_t>> sorted(
        operators_.begin(), operators_.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    Description list = Description::array();
    for (const auto& [key, count] : sorted) {
      list.push_back({{"domain", domain_text(key.first)},
                      {"op_type", printable(key.second)},
                      {"count", count}});
    }
    return list;
  }

  Description custom_domains() const {
    std::set<std::string_view> domains;
    for (const auto& [key, count] : operators_) {
      if (std::find(std::begin(kOwnDomains), std::end(kOwnDomains), key.first) ==
          std::end(kOwnDomains)) {
        domains.insert(key.first);
      }
    }
    Description list = Description::array();
    for (const std::string_view domain : domains) {
      list.push_back(printable(domain));
    }
    return list;
  }

  Description parameters() const {
    Weight all;
    Description by_type = Description::array();
    for (const auto& [type, weight] : weights_) {
      all.tensors += weight.tensors;
      all.elements += weight.elements;
      all.bytes += weight.bytes;
      Description entry = {{"type", type}};
      entry.update(described(weight));
      by_type.push_back(std::move(entry));
    }
    Description out = described(all);
    out["by_type"] = std::move(by_type);
    return out;
  }

  Description external_files() const {
    Description list = Description::array();
    for (const auto& [location, weight] : external_) {
      list.push_back({{"location", printable(location)},
                      {"tensors", weight.tensors},
                      {"bytes", weight.bytes}});
    }
    return list;
  }

  std::vector<Tensor> largest() const { return largest_; }

 private:
  void add(const Graph& graph) {
    add(graph.nodes());
    for (const Tensor tensor : graph.initializers()) {
      add_parameter(tensor);
      keep_if_large(tensor);
    }
    for (const SparseTensor tensor : graph.sparse_initializers()) {
      add_parameter(tensor.values());
      if (const auto indices = tensor.indices()) {
        add_external(*indices);
      }
    }
  }

  void add(const Range<Node>& nodes) {
    for (const Node node : nodes) {
      ++operators_[{node.domain(), node.op_type()}];
      for (const Attribute attribute : node.attributes()) {
        add(attribute);
      }
    }
  }

  void add(const Attribute& attribute) {
    if (const auto graph = attribute.g()) {
      pending_.push_back(*graph);
    }
    for (const Graph graph : attribute.graphs()) {
      pending_.push_back(graph);
    }
    if (const auto tensor = attribute.t()) {
      add_external(*tensor);
    }
    for (const Tensor tensor : attribute.tensors()) {
      add_external(tensor);
    }
    if (const auto sparse = attribute.sparse_tensor()) {
      add_external(*sparse);
    }
    for (const SparseTensor sparse : attribute.sparse_tensors()) {
      add_external(sparse);
    }
  }

  void add_parameter(const Tensor& tensor) {
    weights_[tensor.info().name].add(tensor.elements(), tensor.value_bytes());
    add_external(tensor);
  }

  void add_external(const Tensor& tensor) {
    if (tensor.is_external()) {
      external_[tensor.external_location()].add(tensor.elements(), tensor.value_bytes());
    }
  }

  void add_external(const SparseTensor& sparse) {
    add_external(sparse.values());
    if (const auto indices = sparse.indices()) {
      add_external(*indices);
    }
  }

  void keep_if_large(const Tensor& tensor) {
    const auto larger = [](const Tensor& a, const Tensor& b) {
      return a.value_bytes() > b.value_bytes();
    };
    largest_.insert(std::upper_bound(largest_.begin(), largest_.end(), tensor, larger), tensor);
    if (largest_.size() > kLargest) {
      largest_.pop_back();
    }
  }

  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> operators_;
  std::map<std::string_view, Weight> weights_;
  std::map<std::string_view, Weight> external_;
  std::vector<Tensor> largest_;
  std::vector<Graph> pending_;
};

Description value_infos(const Range<ValueInfo>& infos) {
  Description list = Description::array();
  for (const ValueInfo info : infos) {
    const std::optional<Type> type = info.type();
    list.push_back({{"name", printable(info.name())}, {"type", type ? type_text(*type) : "any"}});
  }
  return list;
}

Description opsets(const Range<OpsetImport>& imports) {
  Description list = Description::array();
  for (const OpsetImport opset : imports) {
    list.push_back({{"domain", domain_text(opset.domain)}, {"version", opset.version}});
  }
  return list;
}

Description functions(const Model& model) {
  Description list = Description::array();
  for (const Function function : model.functions()) {
    list.push_back({{"domain", domain_text(function.domain())},
                    {"name", printable(function.name())},
                    {"overload", printable(function.overload())},
                    {"inputs", function.inputs().size()},
                    {"outputs", function.outputs().size()},
                    {"nodes", function.nodes().size()}});
  }
  return list;
}

std::string shape_text(const Type& type) {
  if (!type.has_shape()) {
    return "";
  }
  std::string text = " [";
  for (const Dimension dimension : type.shape()) {
    text += text.size() == 2 ? "" : ",";
    if (const auto value = dimension.value()) {
      text += std::to_string(*value);
    } else {
      text += dimension.param().empty() ? "?" : printable(dimension.param());
    }
  }
  return text + "]";
}

std::string_view name_of(ElementType type) {
  const ElementTypeInfo* info = find_element_type(type);
  return info == nullptr ? "any type" : info->name;
}

}  // namespace

std::string type_text(const Type& type) {
  // From the outside in: each level says what it is and goes on with what it holds.
  std::string text;
  std::optional<Type> level = type;
  while (level) {
    switch (level->kind()) {
      case TypeKind::none:
        return text + "any";
      case TypeKind::sparse_tensor:
        text += "sparse ";
        [[fallthrough]];
      case TypeKind::tensor:
        return text + std::string(name_of(level->element_type())) + shape_text(*level);
      case TypeKind::sequence:
        text += "sequence of ";
        break;
      case TypeKind::optional:
        text += "optional ";
        break;
      case TypeKind::map:
        text += "map from " + std::string(name_of(level->key_type())) + " to ";
        break;
      case TypeKind::opaque:
        return text + "opaque " + printable(level->opaque_domain()) + "." +
               printable(level->opaque_name());
    }
    level = level->contained();
  }
  return text + "any";
}

Description Describer::of(const Model& model) {
  const Graph graph = model.graph();
  const Inventory inventory(model);
  Description metadata = Description::array();
  for (const KeyValue entry : model.metadata()) {
    metadata.push_back(
        {{"key", printable(entry.key)}, {"value", shortened(entry.value, kLongestMetadata)}});
  }
  Description largest = Description::array();
  for (const Tensor& tensor : inventory.largest()) {
    largest.push_back(of(tensor));
  }
  return {{"ir_version", model.ir_version()},
          {"producer", printable(model.producer_name())},
          {"producer_version", printable(model.producer_version())},
          {"domain", printable(model.domain())},
          {"model_version", model.model_version()},
          {"opsets", opsets(model.opset_imports())},
          {"graph",
           {{"name", printable(graph.name())},
            {"nodes", graph.nodes().size()},
            {"initializers", graph.initializers().size()},
            {"sparse_initializers", graph.sparse_initializers().size()}}},
          {"inputs", value_infos(graph.inputs())},
          {"outputs", value_infos(graph.outputs())},
          {"operators", inventory.operators()},
          {"custom_domains", inventory.custom_domains()},
          {"functions", functions(model)},
          {"training_infos", model.training_info().size()},
          {"parameters", inventory.parameters()},
          {"external_files", inventory.external_files()},
          {"largest_initializers", std::move(largest)},
          {"metadata", std::move(metadata)}};
}

}  // namespace assay::cli
