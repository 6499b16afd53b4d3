// Small sound models, each with one part to choose: y = Identity(x) on FLOAT[2] and what stands
// around it.
#pragma once

#include "support/message.hpp"

namespace assay::testing {

// A value info of that type; FLOAT[2].
Message value(std::string_view name, const Message& type);
Message value(std::string_view name);
// tensor(elem_type, dims).
Message tensor_type(ElementType element, std::initializer_list<std::int64_t> dims);
Message tensor_type(ElementType element, const Message& shape);
Message shape(std::initializer_list<std::int64_t> dims);

// The node, and it with something else in it.
Message identity();
Message identity(const Message& attribute);
// A node of any operator and any names, in the default domain or in another.
Message node_of(std::string_view op_type, std::initializer_list<std::string_view> inputs,
                std::initializer_list<std::string_view> outputs, std::string_view domain = {});
// An attribute that holds this in that field, with the type that goes with the field.
Message attribute_of(std::string_view name, std::string_view field, const Message& value);
Message attribute_of(std::string_view name, std::string_view field, std::int64_t value);

// A graph of that node; the input has that type.
Message graph_of(const Message& node);
Message graph_of(const Message& node, const Message& input_type);
// A graph that has a name and nothing else.
Message empty_graph();

Message opset(std::string_view domain, std::int64_t version);
// A model of that graph, IR version 10, operator set 18, or of other versions.
Message model_of(const Message& graph);
Message model_of(const Message& graph, std::int64_t ir_version);
Message model_of(const Message& graph, std::int64_t ir_version, const Message& opset);
Message model_of_node(const Message& node);
Message sound_model();
// y = name(x), a local function of the domain "local" whose body is that node.
Message function(std::string_view name, const Message& node);
// A call of such a function.
Message call(std::string_view name);

}  // namespace assay::testing
