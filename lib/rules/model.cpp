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
        scope_(context.arena, model.graph == nullptr ? 0 : context.size_of(model.graph->node)),
        apart_(context.arena, 0) {}

  void run() {
    check_version();
    context_.check_age(model_, root_);
    check_metadata(context_, model_.metadata_props, root_);
    check_opsets();
    check_configurations(context_, model_.configuration, configurations_);
    functions_.read(context_, model_.functions, !model_.source.damaged);
    Body body = body_in(scope_);
    if (model_.graph != nullptr) {
      check_graph(context_, body, *model_.graph, {nullptr, "graph"}, Level::main);
    } else if (!model_.source.damaged) {
      report(Rule::model_no_graph, "graph", decode::bytes_of(model_.source),
             "the model has no graph");
    }
    for (std::uint32_t i = 0; i < model_.functions.size; ++i) {
      check_function(context_, body_in(apart_), model_.functions.data[i], i);
    }
    for (std::uint32_t i = 0; i < model_.training_info.size; ++i) {
      check_training(body, model_.training_info.data[i], {nullptr, "training_info", i});
    }
    functions_.check_calls(context_);
  }

 private:
  template <class... Parts>
  void report(Rule rule, std::string_view field, Bytes bytes, const Parts&... parts) {
    context_.report(rule, root_, field, bytes, parts...);
  }

  Body body_in(Scope& scope) {
    Body body{scope, &opsets_, functions_};
    body.complete = !model_.source.damaged;
    body.configurations = body.complete ? &configurations_ : nullptr;
    return body;
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
    Body before = body_in(apart_);
    const Scope::Graph around_before = apart_.enter();
    if (info.initialization != nullptr) {
      check_graph(context_, before, *info.initialization, {&path, "initialization"}, Level::sub);
    }
    const Scope::Graph around = body.scope.enter();
    if (info.algorithm != nullptr) {
      check_graph(context_, body, *info.algorithm, {&path, "algorithm"}, Level::algorithm);
    }
    if (body.is_complete(context_)) {
      check_bindings(body.scope, apart_, info.initialization_binding, "initialization_binding",
                     path);
      check_bindings(body.scope, body.scope, info.update_binding, "update_binding", path);
    }
    body.scope.leave(around);
    apart_.leave(around_before);
  }

  // Keys are initializers, each once; values are outputs of graphs that `values` knows.
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
      if (const Definition* value = values.find(binding.value);
          value == nullptr || !value->is_output) {
        context_.report(Rule::training_binding, here, "value", bytes, Quoted{binding.value},
                        " is no output of the graphs that are run");
      }
    }
  }

  Context& context_;
  ModelRecord& model_;
  const Path root_;
  Opsets opsets_;
  Functions functions_;
  NameMap configurations_;
  Scope scope_;  // the main graph and what sees its names
  Scope apart_;  // one after another, what does not
};

}  // namespace

void check_model(Context& context, ModelRecord& model) {
  ModelCheck(context, model).run();
}

}  // namespace assay::rules
