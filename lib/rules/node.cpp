#include <algorithm>
#include <array>
#include <utility>

#include "rules/batches.hpp"
#include "rules/conv_integer.hpp"
#include "rules/device.hpp"
#include "rules/graph.hpp"
#include "rules/tensor.hpp"

namespace assay::rules {
namespace {

using decode::NodeRecord;
using decode::Slice;
using decode::Text;

// The nodes of one graph or function, in their order.
class NodeCheck {
 public:
  NodeCheck(Context& context, Body& body, Slice<NodeRecord>& nodes, KnownValues& known,
            const Path& path)
      : context_(context),
        body_(body),
        nodes_(context, nodes),
        known_(known),
        path_(path),
        names_(context.arena, nodes_.size()),
        made_(context.arena, nodes, body.made) {}

  void run() {
    MadeSomewhere* around = std::exchange(body_.made, &made_);
    while (nodes_.next()) {
      look_ahead();
      for (std::uint32_t i = 0; i < nodes_.batch().size; ++i) {
        check_node(nodes_.batch().data[i], nodes_.first() + i, hints_.of_node[i]);
      }
    }
    body_.made = around;
  }

 private:
  // Names are looked up in tables that may be larger than the caches. So those of a batch of nodes
  // are announced together, before the first of these nodes is judged.
  static constexpr std::uint32_t kMostHints = 128;
  struct NodeHints {
    const NameMap::Hint* first;  // its name, its inputs, its outputs; null: none
    NameMap::Hint at(std::uint32_t index) const {
      return first == nullptr ? NameMap::Hint{} : first[index];
    }
  };
  struct Hints {
    std::array<NameMap::Hint, kMostHints> all;  // as far as nodes point there
    std::array<NodeHints, Batches<NodeRecord>::kMost> of_node;
  };

  void check_node(NodeRecord& node, std::uint32_t index, NodeHints hints) {
    const Path path{&path_, "node", index};
    check_identity(node, path, index, hints);
    use_inputs(node, path, hints);
    const decode::TensorRecord* constant = check_attributes(node, path);
    check_conv_integer(context_, body_, node, path, known_);
    define_outputs(node, path, constant, hints);
  }

  void look_ahead() {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < nodes_.batch().size; ++i) {
      const NodeRecord& node = nodes_.batch()[i];
      NodeHints& hints = hints_.of_node[i];
      hints.first = nullptr;
      if (std::uint64_t{node.input.size} + node.output.size >= kMostHints - count) {
        continue;
      }
      hints.first = &hints_.all[count];
      hints_.all[count++] = node.name.empty() ? NameMap::Hint{} : names_.expect(node.name);
      for (const Slice<Text>* names : {&node.input, &node.output}) {
        for (const Text name : *names) {
          hints_.all[count++] = body_.scope.expect(name);
        }
      }
    }
    // Those of the nodes' own names find nothing there, which does no harm.
    std::for_each_n(hints_.all.begin(), count,
                    [this](NameMap::Hint hint) { body_.scope.expect_bytes(hint); });
  }

  void check_identity(const NodeRecord& node, const Path& path, std::uint32_t index,
                      NodeHints hints) {
    if (node.source.damaged) {
      return;
    }
    context_.check_age(node, path);
    if (node.rest.made != nullptr) {
      check_metadata(context_, node.rest->metadata_props, path);
    }
    if (node.op_type.empty()) {
      context_.report(Rule::node_op_type, path, "op_type", decode::bytes_of(node.source),
                      "the node has no op_type");
    }
    if (node.input.empty() && node.output.empty()) {
      context_.report(Rule::node_empty, path, "", decode::bytes_of(node.source), "the node ",
                      Quoted{node.op_type}, " has neither inputs nor outputs");
    }
    if (!node.name.empty()) {
      const NameMap::Inserted inserted = names_.insert(node.name, index, hints.at(0));
      if (inserted.value != nullptr && !inserted.fresh) {
        context_.report(Rule::node_duplicate_name, path, "name", decode::bytes_of(node.name),
                        "node[", *inserted.value, "] is called ", Quoted{node.name}, " too");
      }
    }
    check_domain(node, path);
    body_.functions.call(context_, body_.caller, node, path);
    if (node.rest.made != nullptr) {
      check_node_devices(context_, node, path,
                         body_.is_complete(context_) ? body_.configurations : nullptr, known_);
    }
  }

  void check_domain(const NodeRecord& node, const Path& path) {
    const Bytes at =
        node.domain.empty() ? decode::bytes_of(node.source) : decode::bytes_of(node.domain);
    if (body_.is_complete(context_) && !body_.opsets->imports(node.domain)) {
      context_.report(Rule::opset_domain, path, "domain", at, "the node ", Quoted{node.op_type},
                      " is of the domain ",
                      Quoted{fold(node.domain).empty() ? "ai.onnx" : node.domain},
                      ", which is not imported");
    }
    const auto listed = [&](const std::vector<std::string>& domains) {
      return std::any_of(domains.begin(), domains.end(), [&](const std::string& domain) {
        return fold(domain) == fold(node.domain);
      });
    };
    const Policy& policy = context_.policy();
    if ((!policy.allowed_domains.empty() && !listed(policy.allowed_domains)) ||
        (!policy.denied_domains.empty() && listed(policy.denied_domains))) {
      context_.report(Rule::policy_domain, path, "domain", at, "the policy denies the domain ",
                      Quoted{fold(node.domain).empty() ? "ai.onnx" : node.domain}, " of ",
                      Quoted{node.op_type});
    }
  }

  void use_inputs(const NodeRecord& node, const Path& path, NodeHints hints) {
    if (!body_.is_complete(context_)) {
      return;
    }
    for (std::uint32_t i = 0; i < node.input.size; ++i) {
      const Text name = node.input[i];
      if (name.empty() || body_.scope.find(name, hints.at(1 + i)) != nullptr) {
        continue;
      }
      const bool later = made_.contains(name);
      context_.report(later ? Rule::graph_order : Rule::graph_undefined_value, path,
                      cat("input[", i, "]"), decode::bytes_of(name), "the node ",
                      Quoted{node.op_type}, " uses ", Quoted{name},
                      later ? ", which a later node makes" : ", which nothing before it makes");
    }
  }

  void report_same_name(const NodeRecord& node, const Path& path, std::uint32_t first,
                        std::uint32_t second) {
    const Text name = node.attribute[second].name;
    context_.report(Rule::attribute_duplicate, path, cat("attribute[", second, "].name"),
                    decode::bytes_of(name), "attribute[", first, "] is called ", Quoted{name},
                    " too");
  }

  // Compares each with each where there are few, as nearly always.
  void check_attribute_names(const NodeRecord& node, const Path& path) {
    constexpr std::uint32_t kFew = 8;
    const Slice<decode::AttributeRecord>& attributes = node.attribute;
    if (attributes.size > kFew) {
      check_many_attribute_names(node, path);
      return;
    }
    for (std::uint32_t i = 1; i < attributes.size; ++i) {
      for (std::uint32_t first = 0; first < i; ++first) {
        if (attributes[first].name == attributes[i].name && !attributes[i].name.empty()) {
          report_same_name(node, path, first, i);
          break;
        }
      }
    }
  }

  void check_many_attribute_names(const NodeRecord& node, const Path& path) {
    NameMap names(context_.arena, node.attribute.size);
    for (std::uint32_t i = 0; i < node.attribute.size; ++i) {
      const NameMap::Inserted inserted = names.insert(node.attribute[i].name, i);
      if (inserted.value != nullptr && !inserted.fresh && !node.attribute[i].name.empty()) {
        report_same_name(node, path, *inserted.value, i);
      }
    }
  }

  // Returns the value of a Constant, when it is a sound tensor.
  const decode::TensorRecord* check_attributes(NodeRecord& node, const Path& path) {
    check_attribute_names(node, path);
    const bool is_constant =
        node.op_type == "Constant" && fold(node.domain).empty() && !body_.functions.defines(node);
    const decode::TensorRecord* constant = nullptr;
    for (std::uint32_t i = 0; i < node.attribute.size; ++i) {
      decode::AttributeRecord& attribute = node.attribute.data[i];
      if (check_attribute(context_, body_, attribute, {&path, "attribute", i}) && is_constant &&
          attribute.name == "value") {
        constant = attribute.rest->t;
      }
    }
    return constant;
  }

  void define_outputs(const NodeRecord& node, const Path& path,
                      const decode::TensorRecord* constant, NodeHints hints) {
    for (std::uint32_t i = 0; i < node.output.size; ++i) {
      const Text name = node.output[i];
      if (name.empty()) {
        continue;
      }
      const Definition* known = body_.scope.find_or_define(name, hints.at(1 + node.input.size + i));
      if (known != nullptr) {
        const bool here = body_.scope.is_here(*known);
        context_.report(here ? Rule::graph_ssa : Rule::graph_shadowing, path,
                        cat("output[", i, "]"), decode::bytes_of(name), Quoted{name},
                        !here                   ? " hides a value of the graph around it"
                        : known->is_initializer ? " is an initializer already"
                        : known->is_input       ? " is an input already"
                                                : " is made twice");
        if (!here) {
          (void)body_.scope.define(name);
        }
      }
      if (constant != nullptr && i == 0 && (known == nullptr || !body_.scope.is_here(*known))) {
        if (Definition* made = body_.scope.find(name); made != nullptr) {
          made->tensor = constant;
          nodes_.keep();
        }
      }
    }
  }

  Context& context_;
  Body& body_;
  Batches<NodeRecord> nodes_;
  KnownValues& known_;
  const Path& path_;
  NameMap names_;
  MadeSomewhere made_;
  Hints hints_;
};

}  // namespace

bool MadeSomewhere::contains(Text name) {
  if (!built_) {
    built_ = true;
    for (const NodeRecord& node : nodes_) {
      for (const Text output : node.output) {
        (void)names_.insert(output, 0);
      }
    }
  }
  return names_.find(name) != nullptr || (around_ != nullptr && around_->contains(name));
}

void check_nodes(Context& context, Body& body, Slice<NodeRecord>& nodes, KnownValues& known,
                 const Path& path) {
  NodeCheck(context, body, nodes, known, path).run();
}

}  // namespace assay::rules
