#include "overview.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay::explorer {
namespace {

constexpr std::uint64_t kMostListed = 500;

std::string text_in(Bytes file, const WireField& message, std::string_view name) {
  std::string text;
  each_field(FieldWalker(file, message), name,
             [&](const WireField& field) { text = text_of(file, field); });
  return text;
}

// {"count": 3, "items": [[offset, text], ...]} of the fields of that name.
void list(Json& out, std::string_view key, FieldWalker message, std::string_view name) {
  FieldWalker words = message;
  std::uint64_t count = 0;
  out.key(key).open('{').key("items").open('[');
  each_field(message, name, [&](const WireField& field) {
    if (++count <= kMostListed) {
      out.open('[').number(field.offset).text(words.meaning(field)).close(']');
    }
  });
  out.close(']').key("count").number(count).close('}');
}

// Operators with how often each is used, those most used first.
void operators(Json& out, Bytes file, const FieldWalker& graph) {
  std::map<std::string, std::uint64_t> used;
  each_field(graph, "node", [&](const WireField& node) {
    std::string op;
    std::string domain;
    each_field(FieldWalker(file, node), "", [&](const WireField& field) {
      if (field.name() == "op_type") {
        op = text_of(file, field);
      } else if (field.name() == "domain" && text_of(file, field) != "ai.onnx") {
        domain = text_of(file, field);
      }
    });
    ++used[domain.empty() ? op : domain + "." + op];
  });
  std::multimap<std::uint64_t, std::string_view, std::greater<>> by_use;
  for (const auto& [op, times] : used) {
    by_use.emplace(times, op);
  }
  std::uint64_t listed = 0;
  out.key("operators").open('{').key("items").open('[');
  for (const auto& [times, op] : by_use) {
    if (++listed <= kMostListed) {
      out.open('[').number(times).text(op).close(']');
    }
  }
  out.close(']').key("count").number(used.size()).close('}');
}

// The files that external_data of initializers names.
void external_files(Json& out, Bytes file, const FieldWalker& graph) {
  std::map<std::string, std::uint64_t> tensors;
  each_field(graph, "initializer", [&](const WireField& tensor) {
    each_field(FieldWalker(file, tensor), "external_data", [&](const WireField& entry) {
      if (text_in(file, entry, "key") == "location") {
        ++tensors[text_in(file, entry, "value")];
      }
    });
  });
  std::uint64_t listed = 0;
  out.key("external").open('{').key("items").open('[');
  for (const auto& [name, times] : tensors) {
    if (++listed <= kMostListed) {
      out.open('[').number(times).text(name).close(']');
    }
  }
  out.close(']').key("count").number(tensors.size()).close('}');
}

void names(Json& out, std::string_view key, Bytes file, const WireField& message,
           std::string_view name) {
  std::uint64_t count = 0;
  out.key(key).open('[');
  each_field(FieldWalker(file, message), name, [&](const WireField& field) {
    if (++count <= kMostDrawn) {
      out.text(text_of(file, field));
    }
  });
  out.close(']');
}

// The names of the fields of that name, but for those left out.
void names_within(Json& out, std::string_view key, Bytes file, const FieldWalker& graph,
                  std::string_view name, const std::set<std::string>& left_out = {}) {
  std::uint64_t count = 0;
  out.key(key).open('[');
  each_field(graph, name, [&](const WireField& field) {
    const std::string text = text_in(file, field, "name");
    if (!left_out.contains(text) && ++count <= kMostDrawn) {
      out.text(text);
    }
  });
  out.close(']');
}

}  // namespace

void model_overview(Json& out, Bytes file, const FieldWalker& model) {
  static const std::set<std::string_view> kFacts = {
      "ir_version", "producer_name", "domain", "producer_version", "model_version", "doc_string"};
  std::vector<WireField> graphs;
  FieldWalker words = model;
  out.open('{').key("facts").open('[');
  each_field(model, "", [&](const WireField& field) {
    if (field.name() == "graph") {
      graphs.assign(1, field);
    } else if (kFacts.contains(field.name())) {
      out.open('[').text(field.name()).text(words.meaning(field)).close(']');
    }
  });
  out.close(']');
  list(out, "opsets", model, "opset_import");
  list(out, "functions", model, "functions");
  list(out, "metadata", model, "metadata_props");
  out.key("graph");
  if (graphs.empty()) {
    out.raw("null");
  } else {
    const FieldWalker graph(file, graphs.back());
    out.open('{').key("summary").text(graph.summary()).key("offset").number(graphs.back().offset);
    list(out, "inputs", graph, "input");
    list(out, "outputs", graph, "output");
    operators(out, file, graph);
    list(out, "initializers", graph, "initializer");
    list(out, "sparse_initializers", graph, "sparse_initializer");
    external_files(out, file, graph);
    out.key("picture");
    graph_picture(out, file, graph);
    out.close('}');
  }
  out.close('}');
}

void graph_picture(Json& out, Bytes file, const FieldWalker& graph) {
  std::uint64_t count = 0;
  each_field(graph, "node", [&](const WireField&) { ++count; });
  if (count == 0 || count > kMostDrawn) {
    out.raw("null");
    return;
  }
  out.open('{').key("nodes").open('[');
  each_field(graph, "node", [&](const WireField& node) {
    out.open('{').key("op").text(text_in(file, node, "op_type"));
    out.key("name").text(text_in(file, node, "name")).key("offset").number(node.offset);
    names(out, "inputs", file, node, "input");
    names(out, "outputs", file, node, "output");
    out.close('}');
  });
  out.close(']');
  // Older files list their initializers among the inputs.
  std::set<std::string> initializers;
  each_field(graph, "initializer",
             [&](const WireField& field) { initializers.insert(text_in(file, field, "name")); });
  names_within(out, "inputs", file, graph, "input", initializers);
  names_within(out, "outputs", file, graph, "output");
  out.close('}');
}

}  // namespace assay::explorer
