// Faults of training: the graphs that are run and what is bound to them.
#include "support/cases.hpp"
#include "support/models.hpp"

namespace assay::testing {
namespace {

using enum ElementType;

Message initializer(std::string_view name) {
  return zero_tensor(float32, {2}).set("name", name);
}

// What initialises, and what is one step: i from nothing, s from x and w. The step's own
// initializer is v.
Message initialization() {
  return empty_graph().set("node", node_of("RandomNormal", {}, {"i"})).set("output", value("i"));
}
Message algorithm() {
  return empty_graph()
      .set("node", node_of("Add", {"y", "w"}, {"s"}))
      .set("node", node_of("Add", {"s", "v"}, {"inner"}))
      .set("initializer", initializer("v"))
      .set("output", value("s"));
}

Message training_info(const Message& first, const Message& step) {
  return Message(MessageId::training_info).set("initialization", first).set("algorithm", step);
}

// The main graph: y = Identity(x), and the initializer w.
Message model_with(const Message& info) {
  return model_of(graph_of(identity()).set("initializer", initializer("w")))
      .set("training_info", info);
}

// One binding, marked.
Message bound(std::string_view field, std::string_view key, std::string_view value) {
  return model_with(
      training_info(initialization(), algorithm()).set(field, entry(key, value)).here());
}
Message bound_twice(std::string_view field, std::string_view value, std::string_view second) {
  return model_with(training_info(initialization(), algorithm())
                        .set(field, entry("w", value))
                        .set(field, entry(second, value))
                        .here());
}

}  // namespace

Cases training_cases() {
  using enum Rule;
  constexpr std::string_view kFirst = "initialization_binding";
  constexpr std::string_view kUpdate = "update_binding";
  constexpr std::string_view kFirstKey = "training_info[0].initialization_binding[0].key";
  constexpr std::string_view kFirstValue = "training_info[0].initialization_binding[0].value";
  constexpr std::string_view kUpdateKey = "training_info[0].update_binding[0].key";
  constexpr std::string_view kUpdateValue = "training_info[0].update_binding[0].value";
  const Message sound_first = bound(kFirst, "w", "i");
  const Message sound_update = bound(kUpdate, "w", "s");
  const auto step = [](const Message& node) {
    return model_with(training_info(initialization(), empty_graph().set("node", node)));
  };
  return {
      {"a binding to no initializer", bound(kFirst, "x", "i"), training_binding, kFirstKey,
       sound_first},
      {"a binding to nothing", bound(kFirst, "nothing", "i"), training_binding, kFirstKey,
       bound(kFirst, "v", "i")},
      {"a binding of the empty name", bound(kUpdate, "", "s"), training_binding, kUpdateKey,
       sound_update},
      {"a binding of an unknown value", bound(kFirst, "w", "nothing"), training_binding,
       kFirstValue, sound_first},
      {"an initial value from the main graph", bound(kFirst, "w", "y"), training_binding,
       kFirstValue, bound(kUpdate, "w", "y")},
      {"an update from the initialization", bound(kUpdate, "w", "i"), training_binding,
       kUpdateValue, sound_update},
      {"an update from a value that is no output", bound(kUpdate, "w", "inner"), training_binding,
       kUpdateValue, bound(kUpdate, "v", "s")},
      {"an initializer bound twice", bound_twice(kUpdate, "s", "w"), training_binding,
       "training_info[0].update_binding[1].key", bound_twice(kUpdate, "s", "v")},
      {"an initializer initialised twice", bound_twice(kFirst, "i", "w"), training_binding,
       "training_info[0].initialization_binding[1].key", bound_twice(kFirst, "i", "v")},
      {"a step that uses a value that nothing makes",
       step(node().set("input", "t").here().set("output", "s").set("op_type", "Abs")),
       graph_undefined_value, "training_info[0].algorithm.node[0].input[0]",
       step(node_of("Abs", {"y"}, {"s"}))},
      {"a step that uses what the initialization makes",
       step(node().set("input", "i").here().set("output", "s").set("op_type", "Abs")),
       graph_undefined_value, "training_info[0].algorithm.node[0].input[0]",
       step(node_of("Abs", {"w"}, {"s"}))},
      {"a step that makes a value of the main graph again",
       step(node().set("input", "x").set("output", "y").here().set("op_type", "Abs")),
       graph_shadowing, "training_info[0].algorithm.node[0].output[0]",
       step(node_of("Abs", {"x"}, {"s"}))},
      {"an initialization that uses a value of the main graph",
       model_with(training_info(
           empty_graph().set(
               "node", node().set("input", "x").here().set("output", "i").set("op_type", "Abs")),
           algorithm())),
       graph_undefined_value, "training_info[0].initialization.node[0].input[0]",
       model_with(training_info(empty_graph().set("node", node_of("RandomNormal", {}, {"x"})),
                                algorithm()))},
      {"a tensor of a step that lacks a byte",
       model_with(training_info(
           initialization(),
           algorithm().set("initializer",
                           tensor(uint8, {2}).set("raw_data", "a").here().set("name", "b")))),
       tensor_raw_data_size, "training_info[0].algorithm.initializer[1].raw_data",
       model_with(training_info(initialization(), algorithm().set("output", value("y"))))},
  };
}

}  // namespace assay::testing
