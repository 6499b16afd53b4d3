// Who calls whom among the local functions: identity, cycles, depth, and the size after inlining.
#include <algorithm>

#include "base/checked.hpp"
#include "rules/names.hpp"

namespace assay::rules {

// One string for the three names, each with its length before it so that none can imitate another.
std::string_view Functions::key(decode::Text domain, decode::Text name, decode::Text overload) {
  scratch_.clear();
  for (const decode::Text part : {fold(domain), name, overload}) {
    const std::uint64_t size = part.size();
    scratch_.append(reinterpret_cast<const char*>(&size), sizeof size);
    scratch_ += part;
  }
  return scratch_;
}

void Functions::read(Context& context, const decode::Slice<decode::FunctionRecord>& functions,
                     bool complete) {
  functions_ = &functions;
  complete_ = complete;
  vertices_ = arena_.make<Vertex>(std::uint64_t{functions.size} + 1);
  for (std::uint32_t i = 0; i < functions.size; ++i) {
    const decode::FunctionRecord& function = functions[i];
    if (function.source.damaged) {
      continue;
    }
    const std::string_view wanted = key(function.domain, function.name, function.overload);
    char* kept = arena_.make<char>(wanted.size());
    if (kept == nullptr) {
      return;
    }
    std::copy(wanted.begin(), wanted.end(), kept);
    const NameMap::Inserted inserted = by_key_.insert({kept, wanted.size()}, i);
    if (inserted.value != nullptr && !inserted.fresh) {
      context.report(Rule::function_duplicate, {nullptr, "functions", i}, "",
                     decode::bytes_of(function.source), "functions[", *inserted.value,
                     "] has the same domain, name and overload: ", Quoted{function.name});
    }
    (void)domains_.insert(fold(function.domain), i);
  }
}

// A node that names no local function, where it looks as if it should.
void Functions::report_unknown(Context& context, const decode::NodeRecord& node, const Path& path) {
  if (!complete_ || arena_.refused()) {
    return;
  }
  if (!node.rest->overload.empty()) {
    context.report(Rule::node_unresolved_overload, path, "overload",
                   decode::bytes_of(node.rest->overload),
                   "no function of the model has the overload ", Quoted{node.rest->overload},
                   " of ", Quoted{node.op_type});
  } else if (!fold(node.domain).empty() && domains_.find(fold(node.domain)) != nullptr) {
    context.report(Rule::function_unknown, path, "op_type", decode::bytes_of(node.op_type),
                   "the domain ", Quoted{node.domain}, " has local functions, but none called ",
                   Quoted{node.op_type});
  }
}

void Functions::call(Context& context, std::uint32_t caller, const decode::NodeRecord& node,
                     const Path& path) {
  if (vertices_ == nullptr) {
    return;
  }
  Vertex& vertex = vertices_[caller];
  ++vertex.nodes;
  const std::uint32_t* found =
      by_key_.size() == 0 ? nullptr
                          : by_key_.find(key(node.domain, node.op_type, node.rest->overload));
  if (found == nullptr) {
    if (node.rest.made != nullptr || !node.domain.empty()) {
      report_unknown(context, node, path);
    }
    return;
  }
  const decode::FunctionRecord& callee = (*functions_)[*found];
  if (node.input.size > callee.input.size || node.output.size > callee.output.size) {
    context.report(Rule::function_arity, path, "", decode::bytes_of(node.source), "the call has ",
                   node.input.size, " inputs and ", node.output.size, " outputs; the function ",
                   Quoted{callee.name}, " has ", callee.input.size, " and ", callee.output.size);
  }
  Edge* edge = arena_.make<Edge>();
  if (edge != nullptr) {
    *edge = {*found + 1, vertex.calls};
    vertex.calls = edge;
  }
}

bool Functions::defines(const decode::NodeRecord& node) {
  return by_key_.size() != 0 &&
         by_key_.find(key(node.domain, node.op_type, node.rest->overload)) != nullptr;
}

// All callees are done: what follows for the caller.
void Functions::finish(Context& context, Vertex& vertex) {
  vertex.state = 2;
  vertex.expanded = vertex.nodes;
  for (const Edge* edge = vertex.calls; edge != nullptr; edge = edge->next) {
    const Vertex& callee = vertices_[edge->callee];
    if (callee.state != 2) {
      continue;  // On a cycle, which has its finding.
    }
    // The node of the call gives way to the nodes of the function.
    vertex.expanded =
        saturating_add(vertex.expanded, callee.expanded == 0 ? 0 : callee.expanded - 1);
    vertex.depth = std::max(vertex.depth, callee.depth + 1);
  }
  const auto index = static_cast<std::uint32_t>(&vertex - vertices_);
  if (index == kMainGraph) {
    if (vertex.expanded > context.policy().limits.function_expansion) {
      context.report(Rule::limit_function_expansion, {nullptr, "graph"}, "",
                     context.findings.input(), "inlining the local functions makes ",
                     vertex.expanded, " nodes; the limit is ",
                     context.policy().limits.function_expansion);
    }
    return;
  }
  if (vertex.depth + 1 > context.policy().limits.call_depth &&
      vertex.depth <= context.policy().limits.call_depth) {
    const decode::FunctionRecord& function = (*functions_)[index - 1];
    context.report(Rule::limit_call_depth, {nullptr, "functions", index - 1}, "",
                   decode::bytes_of(function.source), "the function ", Quoted{function.name},
                   " begins a chain of ", vertex.depth + 1, " calls; the limit is ",
                   context.policy().limits.call_depth);
  }
}

// Depth first, with the stack in the vertices themselves: each vertex and each edge once.
void Functions::check_calls(Context& context) {
  if (vertices_ == nullptr || functions_ == nullptr) {
    return;
  }
  for (std::uint32_t start = 0; start <= functions_->size; ++start) {
    if (vertices_[start].state != 0) {
      continue;
    }
    vertices_[start].state = 1;
    vertices_[start].next_call = vertices_[start].calls;
    vertices_[start].opener = kNone;
    std::uint32_t open = start;
    while (open != kNone) {
      Vertex& vertex = vertices_[open];
      if (vertex.next_call == nullptr) {
        finish(context, vertex);
        open = vertex.opener;
        continue;
      }
      const std::uint32_t callee = vertex.next_call->callee;
      vertex.next_call = vertex.next_call->next;
      Vertex& called = vertices_[callee];
      if (called.state == 0) {
        called.state = 1;
        called.next_call = called.calls;
        called.opener = open;
        open = callee;
      } else if (called.state == 1 && !called.on_cycle) {
        called.on_cycle = true;
        const decode::FunctionRecord& function = (*functions_)[callee - 1];
        context.report(Rule::function_cycle, {nullptr, "functions", callee - 1}, "",
                       decode::bytes_of(function.source), "the function ", Quoted{function.name},
                       " calls itself, directly or through others");
      }
    }
  }
}

}  // namespace assay::rules
