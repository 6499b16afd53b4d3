#include "generator.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "support/models.hpp"
#include "view/tensor_bytes.hpp"

namespace assay::fuzz {
namespace {

using schema::MessageId;
using testing::entry;
using testing::Message;
using testing::node_of;

constexpr std::array<std::string_view, 6> kTexts = {
    "", "x", "layers.0.weight", "caf\xc3\xa9", "\xe6\xa8\xa1\xe5\x9e\x8b", "a name with spaces"};

std::string text(Choices& choices) {
  return std::string(kTexts[choices.below(kTexts.size())]);
}

// The numbers of a repeated field in either form, now and then in two parts.
void numbers(Message& message, std::string_view field, const std::vector<std::int64_t>& values,
             Choices& choices) {
  const std::span<const std::int64_t> all(values);
  switch (choices.below(3)) {
    case 0:
      message.each(field, all);
      break;
    case 1:
      message.packed(field, all);
      break;
    default: {
      const std::size_t cut = choices.below(values.size() + 1);
      message.packed(field, all.first(cut));
      message.each(field, all.subspan(cut));
      break;
    }
  }
}

void describe(Message& message, Choices& choices) {
  if (choices.one_in(6)) {
    message.set("doc_string", choices.one_in(2) ? "two\nlines\tof prose" : text(choices));
  }
  for (std::uint64_t i = 0, count = choices.one_in(6) ? choices.below(3) : 0; i < count; ++i) {
    message.set("metadata_props", entry("key" + std::to_string(i), text(choices)));
  }
}

std::vector<std::int64_t> extents(Choices& choices, std::uint64_t most_rank, std::int64_t least) {
  std::vector<std::int64_t> out(choices.below(most_rank + 1));
  for (std::int64_t& extent : out) {
    extent = least + choices.between(0, 4);
  }
  return out;
}

std::uint64_t product(const std::vector<std::int64_t>& dims) {
  std::uint64_t out = 1;
  for (const std::int64_t extent : dims) {
    out *= static_cast<std::uint64_t>(extent);
  }
  return out;
}

const ElementTypeInfo& any_type(Choices& choices) {
  return kElementTypes[choices.below(kElementTypes.size())];
}

// Legal values of that type as raw_data has them.
std::string values_of(const ElementTypeInfo& info, std::uint64_t elements, Choices& choices) {
  std::string raw = testing::sample_values(info, elements);
  if (info.type != ElementType::boolean && elements * info.bits % 8 == 0 && !raw.empty()) {
    raw.front() = static_cast<char>(choices.byte());
    raw.back() = static_cast<char>(choices.byte());
  }
  return raw;
}

Message tensor_of(const ElementTypeInfo& info, const std::vector<std::int64_t>& dims,
                  std::string_view name, Choices& choices) {
  Message out = testing::tensor();
  numbers(out, "dims", dims, choices);
  out.set("data_type", info.type);
  const std::uint64_t elements = product(dims);
  if (info.type == ElementType::string) {
    for (std::uint64_t i = 0; i < elements; ++i) {
      out.set("string_data", text(choices));
    }
  } else {
    const testing::Form form = testing::kForms[choices.below(std::size(testing::kForms))];
    out.bytes(testing::value_fields(info, elements, values_of(info, elements, choices), form));
  }
  if (!name.empty() || choices.one_in(4)) {
    out.set("name", name);
  }
  if (choices.one_in(8)) {
    out.set("data_location", 0);
  }
  describe(out, choices);
  return out;
}

Message any_tensor(Choices& choices) {
  return tensor_of(any_type(choices), extents(choices, 3, 0), text(choices), choices);
}

// Dims, how many values, and where: every second or third place, from the first on.
Message sparse_of(std::string_view name, Choices& choices) {
  std::vector<std::int64_t> dims = extents(choices, 2, 1);
  dims.push_back(choices.between(1, 5));
  const std::uint64_t dense = product(dims);
  const std::uint64_t step = 1 + choices.below(3);
  const std::uint64_t count = choices.below(dense / step + 1);
  const bool coordinates = choices.one_in(2);
  std::vector<std::int64_t> indices;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!coordinates) {
      indices.push_back(static_cast<std::int64_t>(i * step));
      continue;
    }
    std::vector<std::int64_t> place;
    std::uint64_t rest = i * step;
    for (auto extent = dims.rbegin(); extent != dims.rend(); ++extent) {
      place.push_back(static_cast<std::int64_t>(rest % static_cast<std::uint64_t>(*extent)));
      rest /= static_cast<std::uint64_t>(*extent);
    }
    indices.insert(indices.end(), place.rbegin(), place.rend());
  }
  std::vector<std::int64_t> shape = {static_cast<std::int64_t>(count)};
  if (coordinates) {
    shape.push_back(static_cast<std::int64_t>(dims.size()));
  }
  Message index_tensor = testing::tensor();
  numbers(index_tensor, "dims", shape, choices);
  index_tensor.set("data_type", ElementType::int64);
  numbers(index_tensor, "int64_data", indices, choices);
  Message out = testing::sparse_tensor();
  out.set("values",
          tensor_of(any_type(choices), {static_cast<std::int64_t>(count)}, name, choices));
  out.set("indices", index_tensor);
  numbers(out, "dims", dims, choices);
  return out;
}

// What sequences and optionals call their elements, and where they keep them.
struct ValueForm {
  int elem_type;
  const char* in_sequence;
  const char* in_optional;
};
constexpr std::array<ValueForm, 5> kForms = {{
    {1, "tensor_values", "tensor_value"},
    {2, "sparse_tensor_values", "sparse_tensor_value"},
    {3, "sequence_values", "sequence_value"},
    {4, "map_values", "map_value"},
    {5, "optional_values", "optional_value"},
}};

Message sequence_of(Choices& choices, int depth, std::uint64_t size);
Message map_of(Choices& choices, int depth);
Message optional_of(Choices& choices, int depth);

const ValueForm& any_form(Choices& choices, int depth) {
  return kForms[choices.below(depth > 3 || choices.done() ? 2 : kForms.size())];
}

Message value_of(const ValueForm& form, const ElementTypeInfo& info, Choices& choices, int depth) {
  switch (form.elem_type) {
    case 1:
      return tensor_of(info, extents(choices, 2, 0), text(choices), choices);
    case 2:
      return sparse_of(text(choices), choices);
    case 3:
      return sequence_of(choices, depth + 1, choices.below(3));
    case 4:
      return map_of(choices, depth + 1);
    default:
      return optional_of(choices, depth + 1);
  }
}

void name_it(Message& message, Choices& choices) {
  if (choices.one_in(3)) {
    message.set("name", text(choices));
  }
}

Message sequence_of(Choices& choices, int depth, std::uint64_t size) {
  Message out = testing::sequence();
  name_it(out, choices);
  const ValueForm& form = any_form(choices, depth);
  // onnx-data.proto: the tensors of a sequence are of one type.
  const ElementTypeInfo& info = any_type(choices);
  out.set("elem_type", form.elem_type);
  for (std::uint64_t i = 0; i < size; ++i) {
    out.set(form.in_sequence, form.elem_type == 2 ? testing::sparse_floats({9}, {1, 8})
                                                  : value_of(form, info, choices, depth));
  }
  return out;
}

Message optional_of(Choices& choices, int depth) {
  Message out = testing::optional();
  name_it(out, choices);
  const ValueForm& form = any_form(choices, depth);
  if (choices.one_in(4)) {
    return out;
  }
  out.set("elem_type", form.elem_type);
  if (!choices.one_in(4)) {
    out.set(form.in_optional, value_of(form, any_type(choices), choices, depth));
  }
  return out;
}

Message map_of(Choices& choices, int depth) {
  Message out = testing::map();
  name_it(out, choices);
  const std::uint64_t size = choices.below(4);
  if (choices.one_in(3)) {
    out.set("key_type", ElementType::string);
    for (std::uint64_t i = 0; i < size; ++i) {
      out.set("string_keys", i == 0 ? std::string() : "key" + std::to_string(i));
    }
  } else {
    static constexpr std::array<ElementType, 8> kKeys = {
        ElementType::int64, ElementType::int8,   ElementType::uint8,  ElementType::int16,
        ElementType::int32, ElementType::uint16, ElementType::uint32, ElementType::uint64};
    out.set("key_type", kKeys[choices.below(kKeys.size())]);
    const std::int64_t first = choices.between(0, 100);
    std::vector<std::int64_t> keys;
    for (std::uint64_t i = 0; i < size; ++i) {
      keys.push_back(first + static_cast<std::int64_t>(i));
    }
    numbers(out, "keys", keys, choices);
  }
  return out.set("values", sequence_of(choices, depth + 1, size));
}

Message type_of(Choices& choices, int depth) {
  Message out = testing::type();
  const bool flat = depth > 2 || choices.done();
  switch (choices.below(flat ? 2 : 6)) {
    case 0:
    case 1: {
      const bool sparse = choices.one_in(4);
      Message tensor(sparse ? MessageId::type_sparse_tensor : MessageId::type_tensor);
      Message shape(MessageId::tensor_shape);
      for (const std::int64_t extent : extents(choices, 3, 0)) {
        Message dim(MessageId::dimension);
        switch (choices.below(3)) {
          case 0:
            dim.set("dim_value", extent);
            break;
          case 1:
            dim.set("dim_param", "batch");
            break;
          default:
            break;
        }
        if (choices.one_in(5)) {
          dim.set("denotation", "DATA_BATCH");
        }
        shape.set("dim", dim);
      }
      tensor.set("elem_type", any_type(choices).type).set("shape", shape);
      out.set(sparse ? "sparse_tensor_type" : "tensor_type", tensor);
      break;
    }
    case 2:
      out.set("sequence_type",
              Message(MessageId::type_sequence).set("elem_type", type_of(choices, depth + 1)));
      break;
    case 3:
      out.set("optional_type",
              Message(MessageId::type_optional).set("elem_type", type_of(choices, depth + 1)));
      break;
    case 4:
      out.set("map_type", Message(MessageId::type_map)
                              .set("key_type", ElementType::string)
                              .set("value_type", type_of(choices, depth + 1)));
      break;
    default:
      out.set("opaque_type",
              Message(MessageId::type_opaque).set("domain", "d").set("name", "handle"));
      break;
  }
  if (choices.one_in(6)) {
    out.set("denotation", text(choices));
  }
  return out;
}

Message value_info(std::string_view name, Choices& choices) {
  Message out(MessageId::value_info);
  out.set("name", name).set("type", type_of(choices, 0));
  describe(out, choices);
  return out;
}

// A graph in the making: which values can be used, and a name that nobody has yet.
class Builder {
 public:
  explicit Builder(Choices& choices) : choices_(choices) {}

  Message model() {
    const bool devices = choices_.one_in(4);
    const bool functions = choices_.one_in(2);
    devices_ = devices;
    functions_ = functions;
    Message out = testing::model();
    out.set("ir_version", 14);
    for (const char* field : {"producer_name", "producer_version", "domain"}) {
      if (choices_.one_in(4)) {
        out.set(field, text(choices_));
      }
    }
    if (choices_.one_in(4)) {
      out.set("model_version", choices_.between(-1, 3));
    }
    out.set("opset_import", testing::opset(choices_.one_in(3) ? "ai.onnx" : "", 21));
    out.set("opset_import", testing::opset("custom", 1));
    if (functions) {
      out.set("opset_import", testing::opset("local", 1));
      out.set("functions",
              testing::function("f", testing::identity()).set("overload", text(choices_)))
          .set("functions", function_with_attributes());
    }
    if (devices) {
      out.set("configuration", Message(MessageId::device_configuration)
                                   .set("name", "c")
                                   .set("num_devices", 1)
                                   .set("device", "left"));
    }
    values_.clear();
    out.set("graph", graph(0, true));
    if (choices_.one_in(5)) {
      out.set("training_info", training());
    }
    describe(out, choices_);
    return out;
  }

 private:
  std::string fresh() { return "v" + std::to_string(next_++); }
  const std::string& some() { return values_[choices_.below(values_.size())]; }

  static Message function_with_attributes() {
    return Message(MessageId::function)
        .set("name", "g")
        .set("domain", "local")
        .set("input", "x")
        .set("output", "y")
        .set("attribute", "p")
        .set("attribute_proto", testing::attribute_of("q", "i", 3))
        .set("opset_import", testing::opset("", 21))
        .set("opset_import", testing::opset("custom", 1))
        .set("node", node_of("Custom", {"x"}, {"y"}, "custom")
                         .set("attribute", testing::attribute()
                                               .set("name", "a")
                                               .set("type", 2)
                                               .set("ref_attr_name", "p")));
  }

  Message attribute(int depth, std::uint64_t index) {
    Message out = testing::attribute();
    out.set("name", "a" + std::to_string(index));
    struct Row {
      const char* field;
      int type;
    };
    static constexpr std::array<Row, 14> kRows = {{{"i", 2},
                                                   {"f", 1},
                                                   {"s", 3},
                                                   {"t", 4},
                                                   {"floats", 6},
                                                   {"ints", 7},
                                                   {"strings", 8},
                                                   {"tensors", 9},
                                                   {"sparse_tensor", 11},
                                                   {"sparse_tensors", 12},
                                                   {"tp", 13},
                                                   {"type_protos", 14},
                                                   {"g", 5},
                                                   {"graphs", 10}}};
    const Row& row = kRows[choices_.below(depth > 2 || choices_.done() ? 12 : kRows.size())];
    out.set("type", row.type);
    switch (row.type) {
      case 1:
        return out.set("f", 0.5);
      case 2:
        return out.set("i", choices_.between(-2, 300));
      case 3:
      case 8:
        return out.set(row.field, text(choices_));
      case 4:
      case 9:
        return out.set(row.field, any_tensor(choices_));
      case 5:
      case 10:
        return out.set(row.field, graph(depth + 1, false));
      case 6:
        return out.packed_floats("floats", {1.5, -2});
      case 7:
        numbers(out, "ints", {1, -1, 300}, choices_);
        return out;
      case 11:
      case 12:
        return out.set(row.field, sparse_of("", choices_));
      default:
        return out.set(row.field, type_of(choices_, 1));
    }
  }

  Message node(int depth) {
    Message out = testing::node();
    // What a node takes is there before it makes anything.
    for (std::uint64_t left = 1 + choices_.below(3); left > 0; --left) {
      out.set("input", choices_.one_in(8) ? std::string() : some());
    }
    const bool call = functions_ && choices_.one_in(4);
    std::vector<std::string> made;
    if (call) {
      out =
          node_of("g", {some()}, {}, "local").set("attribute", testing::attribute_of("p", "i", 1));
    } else {
      out.set("op_type", "Custom").set("domain", "custom");
      for (std::uint64_t i = 0, count = choices_.below(4); i < count; ++i) {
        out.set("attribute", attribute(depth, i));
      }
    }
    made.push_back(fresh());
    out.set("output", made.back());
    if (choices_.one_in(3)) {
      out.set("name", "node " + made.back());
    }
    if (devices_ && !call && choices_.one_in(3)) {
      // Of an output that nobody uses or describes: no rank is known that it could break.
      const std::string sharded = fresh();
      out.set("output", sharded);
      out.set("device_configurations",
              Message(MessageId::node_device_configuration)
                  .set("configuration_id", "c")
                  .set("pipeline_stage", choices_.between(0, 2))
                  .set("sharding_spec",
                       Message(MessageId::sharding_spec)
                           .set("tensor_name", sharded)
                           .set("device", 0)
                           .set("sharded_dim",
                                Message(MessageId::sharded_dim)
                                    .set("axis", 0)
                                    .set("simple_sharding", Message(MessageId::simple_sharded_dim)
                                                                .set("dim_param", "n")
                                                                .set("num_shards", 1)))));
    }
    describe(out, choices_);
    values_.insert(values_.end(), made.begin(), made.end());
    return out;
  }

  Message graph(int depth, bool main) {
    const std::size_t outer = values_.size();
    Message out = testing::graph();
    out.set("name", "g" + std::to_string(depth));
    if (main) {
      values_.push_back("x");
      out.set("input", value_info("x", choices_));
    }
    for (std::uint64_t left = choices_.below(3); left > 0; --left) {
      const std::string name = fresh();
      if (choices_.one_in(4)) {
        out.set("sparse_initializer", sparse_of(name, choices_));
      } else {
        out.set("initializer",
                tensor_of(any_type(choices_), extents(choices_, 2, 0), name, choices_));
        if (choices_.one_in(4)) {
          out.set("quantization_annotation",
                  Message(MessageId::tensor_annotation)
                      .set("tensor_name", name)
                      .set("quant_parameter_tensor_names", entry("SCALE_TENSOR", name)));
        }
      }
      values_.push_back(name);
    }
    for (std::uint64_t left = 1 + choices_.below(4); left > 0; --left) {
      out.set("node", node(depth));
    }
    const std::string last = values_.back();
    out.set("output", value_info(last, choices_));
    if (choices_.one_in(3)) {
      out.set("value_info", value_info(values_[outer], choices_));
    }
    describe(out, choices_);
    values_.resize(outer);
    return out;
  }

  Message training() {
    return Message(MessageId::training_info)
        .set("algorithm",
             testing::graph()
                 .set("name", "step")
                 .set("initializer", tensor_of(kElementTypes[0], {2}, "rate", choices_))
                 .set("node", node_of("Neg", {"rate"}, {"next"}))
                 .set("output", testing::value("next")))
        .set("update_binding", entry("rate", "next"));
  }

  Choices& choices_;
  std::vector<std::string> values_;
  std::uint64_t next_ = 0;
  bool devices_ = false;
  bool functions_ = false;
};

}  // namespace

Message generate(Kind kind, Choices& choices) {
  switch (kind) {
    case Kind::model:
      return Builder(choices).model();
    case Kind::tensor:
      return any_tensor(choices);
    case Kind::sparse_tensor:
      return sparse_of(text(choices), choices);
    case Kind::sequence:
      return sequence_of(choices, 0, choices.below(4));
    case Kind::optional:
      return optional_of(choices, 0);
    case Kind::map:
      return map_of(choices, 0);
  }
  return testing::tensor();
}

}  // namespace assay::fuzz
