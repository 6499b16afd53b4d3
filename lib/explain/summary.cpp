// What a message is, in a few words, from its own fields and, of types, those a few steps below.
//
// Names are escaped and cut; lists are cut. A type that nests without end is followed a few steps.
#include "assay/explain.hpp"
#include "assay/graph.hpp"
#include "assay/values.hpp"

#include "base/text.hpp"
#include "explain/values.hpp"

namespace assay {
namespace {

using explain::bits_of;
using explain::name_of_value;
using explain::payload_of;
using explain::text_of;
using schema::MessageId;
using schema::number_of;

constexpr std::size_t kNameBytes = 40;
constexpr std::size_t kMostItems = 8;  // of dims, of the inputs of a node
constexpr unsigned kTypeSteps = 8;

// The fields of a message that a summary needs, the last of each where there are several.
class Summary {
 public:
  explicit Summary(Bytes file, unsigned steps) : file_(file), steps_(steps) {}

  std::string of(FieldWalker walker);

 private:
  struct List {
    std::string text;
    std::uint64_t count = 0;
    void add(std::string_view dim) {
      if (count < kMostItems) {
        text += cat(count == 0 ? "" : ", ", dim);
      } else if (count == kMostItems) {
        text += ", ...";
      }
      ++count;
    }
  };

  std::string_view string(const WireField& field) const {
    return text_of(payload_of(file_, field));
  }
  std::string name(const WireField& field) const { return escape(string(field), kNameBytes); }
  std::string inner(const WireField& field) const {
    return steps_ == 0 ? "..." : Summary(file_, steps_ - 1).of(FieldWalker(file_, field));
  }
  // The name that a number stands for, or the number.
  std::string named(const FieldWalker& walker, const WireField& field) const {
    const std::int32_t value = wire::low_int32(bits_of(file_, field));
    const std::string_view known = name_of_value(walker.type().schema().id, field.number, value);
    return known.empty() ? cat(value) : std::string(known);
  }
  void add_dims(List& dims, const WireField& field) const;

  std::string tensor(FieldWalker walker);
  std::string node(FieldWalker walker);
  std::string shape(FieldWalker walker);
  std::string type(FieldWalker walker);
  std::string graph(FieldWalker walker);
  std::string plain(FieldWalker walker);

  // Calls `use` with each field that can be read as its schema says.
  template <class Use>
  static void each(FieldWalker walker, Use use) {
    WireField field;
    while (walker.next(field)) {
      if (field.as_declared() &&
          (field.fault == FieldFault::none || field.fault == FieldFault::length_beyond)) {
        use(field);
      }
    }
  }

  Bytes file_;
  unsigned steps_;
};

// Parts that are there, with a space between them.
std::string joined(std::string a, const std::string& b) {
  if (!a.empty() && !b.empty()) {
    a += ' ';
  }
  return a += b;
}

std::string quoted(const std::string& name) {
  return cat("\"", name, "\"");
}

void Summary::add_dims(List& dims, const WireField& field) const {
  if (!field.packed()) {
    dims.add(cat(static_cast<std::int64_t>(bits_of(file_, field))));
    return;
  }
  const Bytes payload = payload_of(file_, field);
  wire::Cursor cursor{payload.data(), payload.data() + payload.size()};
  while (!cursor.done() && dims.count <= kMostItems) {
    const std::byte* at = cursor.at;
    const auto dim = static_cast<std::int64_t>(wire::read_varint(cursor).value);
    if (cursor.at == at) {
      break;
    }
    dims.add(cat(dim));
  }
}

// Also of sparse tensors, which have dims and whose values have the name.
std::string Summary::tensor(FieldWalker walker) {
  std::string type;
  std::string label;
  List dims;
  const bool dense = walker.type().schema().id == MessageId::tensor;
  each(walker, [&](const WireField& field) {
    if (field.name() == "dims") {
      add_dims(dims, field);
    } else if (dense && field.name() == "data_type") {
      type = named(walker, field);
    } else if (dense && field.name() == "name") {
      label = quoted(name(field));
    }
  });
  return joined(joined(type, cat("[", dims.text, "]")), label);
}

// "Add(x, bias) -> sum".
std::string Summary::node(FieldWalker walker) {
  std::string op;
  std::string domain;
  List inputs;
  List outputs;
  each(walker, [&](const WireField& field) {
    switch (field.number) {
      case number_of(MessageId::node, "input"):
        inputs.add(inputs.count < kMostItems ? name(field) : "");
        break;
      case number_of(MessageId::node, "output"):
        outputs.add(outputs.count < kMostItems ? name(field) : "");
        break;
      case number_of(MessageId::node, "op_type"):
        op = name(field);
        break;
      case number_of(MessageId::node, "domain"):
        domain = string(field).empty() || string(field) == "ai.onnx" ? "" : cat(name(field), ".");
        break;
      default:
        break;
    }
  });
  return cat(domain, op, "(", inputs.text, ") -> ", outputs.text);
}

std::string Summary::shape(FieldWalker walker) {
  List dims;
  each(walker,
       [&](const WireField& field) { dims.add(dims.count >= kMostItems ? "" : inner(field)); });
  return cat("[", dims.text, "]");
}

// Of a TypeProto and of the messages that it is made of.
std::string Summary::type(FieldWalker walker) {
  std::string element;
  std::string rest;
  const MessageId id = walker.type().schema().id;
  each(walker, [&](const WireField& field) {
    if (field.name() == "elem_type" || field.name() == "key_type") {
      element = field.message() ? inner(field) : named(walker, field);
    } else if (field.message()) {
      rest = inner(field);
    }
  });
  switch (id) {
    case MessageId::type_sparse_tensor:
      return joined(cat("sparse ", element), rest);
    case MessageId::type_sequence:
      return cat("sequence of ", element);
    case MessageId::type_optional:
      return cat("optional ", element);
    case MessageId::type_map:
      return cat("map from ", element, " to ", rest);
    default:
      return joined(element, rest);
  }
}

std::string Summary::graph(FieldWalker walker) {
  std::string label;
  std::uint64_t nodes = 0;
  std::uint64_t initializers = 0;
  each(walker, [&](const WireField& field) {
    switch (field.number) {
      case number_of(MessageId::graph, "node"):
        ++nodes;
        break;
      case number_of(MessageId::graph, "initializer"):
        ++initializers;
        break;
      case number_of(MessageId::graph, "name"):
        label = cat(quoted(name(field)), ", ");
        break;
      default:
        break;
    }
  });
  return cat(label, nodes, nodes == 1 ? " node, " : " nodes, ", initializers,
             initializers == 1 ? " initializer" : " initializers");
}

// Any other message: its first name or number, and what its type fields say.
std::string Summary::plain(FieldWalker walker) {
  std::string label;
  std::string rest;
  const MessageId id = walker.type().schema().id;
  each(walker, [&](const WireField& field) {
    switch (id) {
      case MessageId::model:
        if (field.name() == "ir_version") {
          rest = cat("IR version ", static_cast<std::int64_t>(bits_of(file_, field)));
        }
        return;
      case MessageId::operator_set_id:
        if (field.name() == "domain") {
          label = name(field);
        } else {
          rest = cat(static_cast<std::int64_t>(bits_of(file_, field)));
        }
        return;
      case MessageId::string_string_entry:
        (field.name() == "key" ? label : rest) = quoted(name(field));
        return;
      case MessageId::dimension:
        if (field.name() == "dim_value") {
          label = cat(static_cast<std::int64_t>(bits_of(file_, field)));
        } else if (field.name() == "dim_param") {
          label = name(field);
        }
        return;
      case MessageId::value_info:
        if (field.name() == "type") {
          rest = inner(field);
        } else if (field.name() == "name") {
          label = cat(name(field), ":");
        }
        return;
      default:
        if (field.schema->text == schema::Text::name && !field.schema->repeated() &&
            label.empty()) {
          label = quoted(name(field));
        } else if (explain::has_named_values(id, field.number)) {
          rest = named(walker, field);
        }
        return;
    }
  });
  switch (id) {
    case MessageId::operator_set_id:
      return joined(label.empty() ? "ai.onnx" : label, rest);
    case MessageId::string_string_entry:
      return cat(label, " = ", rest);
    case MessageId::dimension:
      return label.empty() ? "?" : label;
    default:
      return joined(label, rest);
  }
}

std::string Summary::of(FieldWalker walker) {
  switch (walker.type().schema().id) {
    case MessageId::tensor:
    case MessageId::sparse_tensor:
      return tensor(walker);
    case MessageId::node:
      return node(walker);
    case MessageId::graph:
      return graph(walker);
    case MessageId::tensor_shape:
      return shape(walker);
    case MessageId::type:
    case MessageId::type_tensor:
    case MessageId::type_sparse_tensor:
    case MessageId::type_sequence:
    case MessageId::type_optional:
    case MessageId::type_map:
      return type(walker);
    default:
      return plain(walker);
  }
}

}  // namespace

std::string FieldWalker::summary() const {
  FieldWalker whole = *this;
  whole.at_ = begin_;
  return Summary(file_, kTypeSteps).of(whole);
}

}  // namespace assay
