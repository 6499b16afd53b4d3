#include "rules/model.hpp"

#include "rules/device.hpp"
#include "rules/function.hpp"
#include "rules/graph.hpp"
#include "rules/tensor.hpp"

namespace assay::rules {
namespace {

using decode::ModelRecord;
using schema::MessageId;
using schema::number_of;

constexpr std::int64_t kNewestIr = 14;
constexpr std::int64_t kOpsetsSince = 3;

class ModelCheck {
 public:
  ModelCheck(Context& context, ModelRecord& model)
      : context_(context),
        model_(model),
        opsets_(context.arena, model.opset_import.size),
        functions_(context.arena, model.functions.size),
        configurations_(context.arena),
        scope_(context.arena, model.graph == nullptr ? 0 : model.graph->node.size) {}

  void run() {
    check_version();
    context_.check_age(model_);
    check_metadata(context_, model_.metadata_props, root_);
    check_opsets();
    check_configurations(context_, model_.configuration, configurations_);
    if (!functions_.read(context_, model_.functions)) {
      report(Rule::limit_memory, "functions", decode::bytes_of(model_.source),
             "the memory budget does not hold the functions");
    }
    Body body{scope_, opsets_, functions_};
    body.configurations = &configurations_;
    body.complete = !model_.source.damaged;
    if (model_.graph != nullptr) {
      check_graph(context_, body, *model_.graph, {nullptr, "graph"}, Level::main);
    } else if (!model_.source.damaged) {
      report(Rule::model_no_graph, "graph", decode::bytes_of(model_.source),
             "the model has no graph");
    }
    for (std::uint32_t i = 0; i < model_.functions.size; ++i) {
      check_function(context_, functions_, &configurations_, model_.functions.data[i], i);
    }
    functions_.check_calls(context_);
    for (std::uint32_t i = 0; i < model_.training_info.size; ++i) {
      check_training(body, model_.training_info.data[i], {nullptr, "training_info", i});
    }
  }

 private:
  template <class... Parts>
  void report(Rule rule, std::string_view field, Bytes bytes, const Parts&... parts) {
    context_.report(rule, root_, field, bytes, parts...);
  }

  void check_version() {
    const std::uint32_t number = number_of(MessageId::model, "ir_version");
    if (model_.ir_version >= 1 && model_.ir_version <= kNewestIr) {
      context_.ir_version = model_.ir_version;
      return;
    }
    if (!decode::has(model_, number)) {
      if (!model_.source.damaged) {
        report(Rule::ir_version, "ir_version", decode::bytes_of(model_.source),
               "ir_version is missing");
      }
      return;
    }
    report(Rule::ir_version, "ir_version", decode::locate(model_.source, number), "ir_version is ",
           model_.ir_version, "; 1 to ", kNewestIr, " are known");
  }

  void check_opsets() {
    opsets_.read(context_, model_.opset_import, root_);
    if (context_.ir_version >= kOpsetsSince) {
      if (model_.opset_import.empty() && !model_.source.damaged) {
        report(Rule::opset_missing, "opset_import", decode::bytes_of(model_.source),
               "the model imports no operator set; IR version ", context_.ir_version,
               " asks for one");
      }
    } else if (context_.ir_version > 0) {
      if (!model_.opset_import.empty()) {
        report(Rule::opset_unexpected, "opset_import",
               decode::bytes_of(model_.opset_import[0].source), "IR version ", context_.ir_version,
               " has no opset_import");
      }
      opsets_.assume_default();
    }
  }

  // The algorithm runs together with the main graph and sees its names.
  void check_training(Body& body, decode::TrainingInfoRecord& info, const Path& path) {
    Scope alone(context_.arena, 0);
    Body initialization = Body{alone, opsets_, functions_};
    initialization.configurations = &configurations_;
    initialization.complete = body.complete;
    if (info.initialization != nullptr) {
      check_graph(context_, initialization, *info.initialization, {&path, "initialization"},
                  Level::sub);
    }
    body.scope.enter();
    if (info.algorithm != nullptr) {
      check_graph(context_, body, *info.algorithm, {&path, "algorithm"}, Level::sub);
    }
    if (body.complete && !info.source.damaged) {
      check_bindings(body.scope, alone, info.initialization_binding, "initialization_binding",
                     path);
      check_bindings(body.scope, body.scope, info.update_binding, "update_binding", path);
    }
    body.scope.leave();
  }

  // Keys are initializers, each once; values are what the graph that `values` knows makes.
  void check_bindings(Scope& keys, Scope& values,
                      const decode::Slice<decode::StringStringEntryRecord>& bindings,
                      std::string_view field, const Path& path) {
    NameMap seen(context_.arena, bindings.size);
    for (std::uint32_t i = 0; i < bindings.size; ++i) {
      const decode::StringStringEntryRecord& binding = bindings[i];
      const Path here{&path, field, i};
      const Bytes bytes = decode::bytes_of(binding.source);
      const NameMap::Inserted inserted = seen.insert(binding.key, i);
      const Definition* key = keys.find(binding.key);
      if (inserted.value != nullptr && !inserted.fresh) {
        context_.report(Rule::training_binding, here, "key", bytes, Quoted{binding.key},
                        " is bound twice");
      } else if (key == nullptr || !key->is_initializer) {
        context_.report(Rule::training_binding, here, "key", bytes, Quoted{binding.key},
                        " is no initializer of the model or of the algorithm");
      }
      if (values.find(binding.value) == nullptr) {
        context_.report(Rule::training_binding, here, "value", bytes, "nothing makes ",
                        Quoted{binding.value});
      }
    }
  }

  Context& context_;
  ModelRecord& model_;
  const Path root_;
  Opsets opsets_;
  Functions functions_;
  NameMap configurations_;
  Scope scope_;
};

}  // namespace

void check_model(Context& context, ModelRecord& model) {
  ModelCheck(context, model).run();
}

}  // namespace assay::rules
