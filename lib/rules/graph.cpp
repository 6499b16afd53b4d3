#include "rules/graph.hpp"

#include "rules/device.hpp"
#include "rules/sparse.hpp"
#include "rules/tensor.hpp"
#include "rules/type.hpp"

namespace assay::rules {
namespace {

using decode::GraphRecord;
using decode::Text;
using decode::ValueInfoRecord;

constexpr std::int64_t kOptionalInputs = 4;  // initializers need not be graph inputs since this IR

class GraphCheck {
 public:
  GraphCheck(Context& context, Body& body, GraphRecord& graph, const Path& path, Level level)
      : context_(context), body_(body), graph_(graph), path_(path), level_(level) {}

  void run() {
    const bool complete_around = body_.complete;
    body_.complete = body_.complete && !graph_.source.damaged;
    if (!graph_.source.damaged) {
      context_.check_age(graph_, path_);
      check_metadata(context_, graph_.metadata_props, path_);
      if (graph_.name.empty()) {
        report(Rule::graph_no_name, "name", decode::bytes_of(graph_.source),
               "the graph has no name");
      }
    }
    define_inputs();
    check_initializers();
    check_value_infos(context_, graph_.value_info, path_);
    KnownValues known(context_.arena, body_.scope, graph_.value_info, &graph_.output);
    check_nodes(context_, body_, graph_.node, known, path_);
    check_outputs();
    check_quantization(context_, graph_, path_,
                       body_.is_complete(context_) ? &body_.scope : nullptr);
    body_.complete = complete_around;
  }

 private:
  template <class... Parts>
  void report(Rule rule, std::string_view field, Bytes bytes, const Parts&... parts) {
    context_.report(rule, path_, field, bytes, parts...);
  }
  Audience audience() const { return level_ == Level::main ? Audience::callers : Audience::nobody; }
  void report_shadowing(std::string_view field, Text name) {
    report(Rule::graph_shadowing, field, decode::bytes_of(name), Quoted{name},
           " hides a value of the graph around it");
  }

  void define_inputs() {
    for (std::uint32_t i = 0; i < graph_.input.size; ++i) {
      const ValueInfoRecord& input = graph_.input[i];
      check_value_info(context_, input, {&path_, "input", i}, audience());
      if (input.name.empty()) {
        continue;
      }
      Definition* known = body_.scope.find(input.name);
      if (known != nullptr && body_.scope.is_here(*known)) {
        report(Rule::graph_duplicate_input, cat("input[", i, "].name"),
               decode::bytes_of(input.name), "the graph has two inputs called ",
               Quoted{input.name});
        continue;
      }
      if (known != nullptr) {
        report_shadowing(cat("input[", i, "].name"), input.name);
      }
      if (Definition* made = body_.scope.define(input.name); made != nullptr) {
        made->is_input = true;
        made->input = &input;
      }
    }
  }

  void check_initializers() {
    for (std::uint32_t i = 0; i < graph_.initializer.size; ++i) {
      decode::TensorRecord& tensor = graph_.initializer.data[i];
      const bool sound = check_tensor(context_, tensor, {&path_, "initializer", i});
      if (!tensor.source.damaged) {
        define_initializer(tensor.name, tensor.source, "initializer", i, sound ? &tensor : nullptr);
      }
    }
    for (std::uint32_t i = 0; i < graph_.sparse_initializer.size; ++i) {
      decode::SparseTensorRecord& sparse = graph_.sparse_initializer.data[i];
      check_sparse_tensor(context_, sparse, {&path_, "sparse_initializer", i});
      if (!sparse.source.damaged && sparse.values != nullptr) {
        define_initializer(sparse.values->name, sparse.source, "sparse_initializer", i, nullptr);
      }
    }
  }

  void define_initializer(Text name, const decode::Source& source, std::string_view field,
                          std::uint32_t index, const decode::TensorRecord* sound) {
    const auto here = [&] { return cat(field, "[", index, "]"); };
    if (name.empty()) {
      report(Rule::graph_initializer_name, here(), decode::bytes_of(source),
             "the initializer has no name");
      return;
    }
    Definition* known = body_.scope.find(name);
    if (known != nullptr && body_.scope.is_here(*known)) {
      if (known->is_initializer) {
        report(Rule::graph_duplicate_initializer, here(), decode::bytes_of(name),
               "the graph has two initializers called ", Quoted{name});
      } else if (sound != nullptr && known->input != nullptr && known->input->type != nullptr &&
                 !agrees(*known->input->type, *sound)) {
        report(Rule::graph_initializer_type, here(), decode::bytes_of(source), "the initializer ",
               Quoted{name}, " is ", describe(*sound), "; the graph input of that name is not");
      }
      known->is_initializer = true;
      known->tensor = sound;
      return;
    }
    if (known != nullptr) {
      report_shadowing(here(), name);
    }
    if (context_.ir_version > 0 && context_.ir_version < kOptionalInputs && body_.complete) {
      report(Rule::graph_ir3_initializer, here(), decode::bytes_of(name), "the initializer ",
             Quoted{name}, " is no graph input; IR version ", context_.ir_version,
             " asks for that");
    }
    if (Definition* made = body_.scope.define(name); made != nullptr) {
      made->is_initializer = true;
      made->tensor = sound;
    }
  }

  void check_outputs() {
    NameMap seen(context_.arena, graph_.output.size);
    for (std::uint32_t i = 0; i < graph_.output.size; ++i) {
      const ValueInfoRecord& output = graph_.output[i];
      check_value_info(context_, output, {&path_, "output", i}, audience());
      if (output.name.empty()) {
        continue;
      }
      const NameMap::Inserted inserted = seen.insert(output.name, i);
      if (inserted.value != nullptr && !inserted.fresh) {
        report(Rule::graph_duplicate_output, cat("output[", i, "].name"),
               decode::bytes_of(output.name), "the graph lists the output ", Quoted{output.name},
               " twice");
        continue;
      }
      Definition* known = body_.scope.find(output.name);
      if (known == nullptr) {
        if (body_.is_complete(context_)) {
          report(Rule::graph_undefined_output, cat("output[", i, "].name"),
                 decode::bytes_of(output.name), "nothing makes the output ", Quoted{output.name});
        }
      } else if (level_ == Level::sub && !body_.scope.is_here(*known)) {
        report(Rule::graph_outer_output, cat("output[", i, "].name"), decode::bytes_of(output.name),
               "the output ", Quoted{output.name}, " is a value of the graph around this one");
      } else {
        known->is_output = true;
      }
    }
    if (level_ == Level::main && graph_.output.empty() && body_.complete) {
      report(Rule::graph_no_outputs, "output", decode::bytes_of(graph_.source),
             "the graph has no outputs");
    }
  }

  Context& context_;
  Body& body_;
  GraphRecord& graph_;
  const Path& path_;
  Level level_;
};

}  // namespace

void check_graph(Context& context, Body& body, GraphRecord& graph, const Path& path, Level level) {
  GraphCheck(context, body, graph, path, level).run();
}

void check_value_infos(Context& context, const decode::Slice<ValueInfoRecord>& infos,
                       const Path& path) {
  NameMap seen(context.arena, infos.size);
  for (std::uint32_t i = 0; i < infos.size; ++i) {
    const ValueInfoRecord& info = infos[i];
    const Path here{&path, "value_info", i};
    check_inner_info(context, info, here);
    const NameMap::Inserted inserted = seen.insert(info.name, i);
    if (inserted.value != nullptr && !inserted.fresh && !info.name.empty() &&
        !same_type(infos[*inserted.value].type, info.type)) {
      context.report(Rule::graph_duplicate_value_info, here, "", decode::bytes_of(info.source),
                     "value_info[", *inserted.value, "] gives another type to ", Quoted{info.name});
    }
  }
}

}  // namespace assay::rules
