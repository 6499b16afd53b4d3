#include "rules/conv_integer.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "assay/conv_integer.hpp"

#include "base/checked.hpp"
#include "rules/tensor.hpp"

namespace assay::rules {
namespace {

using decode::AttributeRecord;
using decode::NodeRecord;
using decode::Text;
using schema::MessageId;
using schema::number_of;

constexpr std::int64_t kUnknown = -1;
constexpr std::size_t kInputs = 4;

// AttributeProto.AttributeType of the three kinds that ConvInteger has.
enum AttributeKind : std::int32_t { int_kind = 2, string_kind = 3, ints_kind = 7 };

// An input as far as the model says what it is. Unknown dims are kUnknown.
struct Input {
  std::optional<ElementType> type;
  std::optional<std::vector<std::int64_t>> shape;
};

Input input_of(const decode::TensorRecord& tensor) {
  return {type_of(tensor).type, std::vector(tensor.shape.begin(), tensor.shape.end())};
}

// Of a type any number of nodes may be, so that a shape beyond `max_rank` is not copied.
Input input_of(const decode::TypeRecord* type, std::uint64_t max_rank) {
  Input known;
  if (type == nullptr || type->tensor_type == nullptr) {
    return known;
  }
  if (const ElementTypeInfo* info = find_element_type(type->tensor_type->elem_type);
      info != nullptr) {
    known.type = info->type;
  }
  if (const decode::TensorShapeRecord* shape = type->tensor_type->shape;
      shape != nullptr && shape->dim.size <= max_rank) {
    std::vector<std::int64_t>& dims = known.shape.emplace();
    for (const decode::DimensionRecord& dim : shape->dim) {
      const bool given = decode::has(dim, number_of(MessageId::dimension, "dim_value"));
      dims.push_back(given && dim.dim_value >= 0 ? dim.dim_value : kUnknown);
    }
  }
  return known;
}

class ConvIntegerCheck {
 public:
  ConvIntegerCheck(Context& context, Body& body, const NodeRecord& node, const Path& path,
                   KnownValues& known)
      : context_(context), body_(body), node_(node), path_(path), known_(known) {}

  void run() {
    if (node_.output.size != 1 || node_.output[0].empty()) {
      report(Rule::conv_integer_arity, "output", decode::bytes_of(node_.source),
             cat("ConvInteger makes one output, y; the node has ", node_.output.size));
    }
    read_inputs();
    if (!read_attributes()) {
      forget_sizes();
    }
    complete();
    std::vector<ConvIntegerInput> inputs(std::min<std::size_t>(node_.input.size, kInputs + 1));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (i < kInputs && !node_.input[i].empty() && inputs_[i].shape && inputs_[i].type) {
        inputs[i] = {true, *inputs_[i].type, *inputs_[i].shape, {}};
      } else if (i >= kInputs) {
        inputs[i].given = true;  // One too many: that is all that matters of it.
      }
    }
    const std::uint32_t opset = body_.opsets->version(Text());
    const ConvIntegerNode described{opset == 0 ? std::int64_t{10} : std::int64_t{opset},
                                    attributes_, inputs};
    const auto inferred = infer_conv_integer(described, context_.policy().profile());
    if (!inferred) {
      report_at_attribute(inferred.error());
    }
  }

 private:
  void report(Rule rule, std::string_view field, Bytes bytes, const std::string& message) {
    context_.report(rule, path_, field, bytes, message);
  }

  void report_at_attribute(const ConvIntegerError& error) {
    const std::string message =
        cat(error.message, completed_ ? " (dims that the model leaves open are taken to fit)" : "");
    if (const auto index = attribute_of(error); index) {
      report(error.rule, cat("attribute[", *index, "]"),
             decode::bytes_of(node_.attribute[static_cast<std::uint32_t>(*index)].source), message);
    } else {
      report(error.rule, "", decode::bytes_of(node_.source), message);
    }
  }

  // Which attribute is at fault: rules are named after them.
  std::optional<std::size_t> attribute_of(const ConvIntegerError& error) const {
    const std::string_view id = rule_info(error.rule).id;
    const std::string_view about = id.substr(id.find('/') + 1);
    const auto is_about = [about](const ConvIntegerAttribute& attribute) {
      return std::equal(
          about.begin(), about.end(), attribute.name.begin(), attribute.name.end(),
          [](char of_rule, char of_name) { return of_rule == (of_name == '_' ? '-' : of_name); });
    };
    const auto found = std::find_if(attributes_.begin(), attributes_.end(), is_about);
    return error.attribute || found == attributes_.end()
               ? error.attribute
               : std::optional(static_cast<std::size_t>(found - attributes_.begin()));
  }

  // More axes than the policy allows are refused. To read only some of a list, or to take a shape
  // for one that is not known, would let pass what a higher limit refuses.
  void report_rank(std::string_view field, Bytes bytes, const std::string& what) {
    report(Rule::limit_rank, field, bytes,
           cat(what, " more axes than the limit of ", context_.policy().limits.rank));
  }

  // Whether the values are too many, at two an axis, to be looked at.
  bool too_long(const AttributeRecord& attribute, std::uint32_t index) {
    const std::uint64_t most = 2 * std::uint64_t{context_.policy().limits.rank};
    const std::uint64_t count = attribute.type == ints_kind ? attribute.rest->ints.count() : 0;
    if (count <= most) {
      return false;
    }
    report_rank(cat("attribute[", index, "]"), decode::bytes_of(attribute.source),
                cat("the attribute has ", count, " values, two for each of"));
    return context_.findings.refuses(Rule::limit_rank);
  }

  // False when a value is a parameter of the function around it, which only a call gives, or too
  // long to be looked at.
  bool read_attributes() {
    lists_.reserve(node_.attribute.size);  // The spans of attributes_ stay where they are.
    for (std::uint32_t i = 0; i < node_.attribute.size; ++i) {
      const AttributeRecord& attribute = node_.attribute[i];
      if (!attribute.rest->ref_attr_name.empty() || too_long(attribute, i)) {
        return false;
      }
      ConvIntegerAttribute& read = attributes_.emplace_back();
      read.name = attribute.name;
      if (attribute.type == int_kind) {
        read.value = attribute.i;
      } else if (attribute.type == string_kind) {
        read.value = std::string_view(attribute.rest->s);
      } else if (attribute.type == ints_kind) {
        std::vector<std::int64_t>& list = lists_.emplace_back();
        decode::for_each_varint(attribute.rest->ints, false,
                                [&](std::uint64_t value, const std::byte*, std::uint64_t) {
                                  list.push_back(static_cast<std::int64_t>(value));
                                  return true;
                                });
        read.value = std::span<const std::int64_t>(list);
      }
    }
    return true;
  }

  void read_inputs() {
    for (std::size_t i = 0; i < std::min<std::size_t>(node_.input.size, kInputs); ++i) {
      const Known known = known_.find(node_.input[i]);
      inputs_[i] = known.tensor != nullptr ? input_of(*known.tensor)
                                           : input_of(known.type, context_.policy().limits.rank);
      if (known.tensor == nullptr && known.rank().value_or(0) > context_.policy().limits.rank) {
        report_rank(cat("input[", i, "]"), decode::bytes_of(node_.input[i]), "the value has");
      }
    }
  }

  // Without all of the attributes, only the number of inputs and their types can be judged.
  void forget_sizes() {
    attributes_.clear();
    for (Input& input : inputs_) {
      input.shape.reset();
    }
  }

  std::span<const std::int64_t> list(std::string_view name) const {
    for (const ConvIntegerAttribute& attribute : attributes_) {
      const auto* values = std::get_if<std::span<const std::int64_t>>(&attribute.value);
      if (attribute.name == name && values != nullptr) {
        return *values;
      }
    }
    return {};
  }
  std::int64_t group() const {
    for (const ConvIntegerAttribute& attribute : attributes_) {
      const auto* value = std::get_if<std::int64_t>(&attribute.value);
      if (attribute.name == "group" && value != nullptr) {
        return std::max<std::int64_t>(*value, 1);
      }
    }
    return 1;
  }

  // The number of spatial axes, from whatever tells it.
  std::size_t spatial_rank() const {
    for (const std::size_t input : {1u, 0u}) {
      if (inputs_[input].shape) {
        return std::max<std::size_t>(inputs_[input].shape->size(), 3) - 2;
      }
    }
    for (const std::string_view name : {"kernel_shape", "strides", "dilations"}) {
      if (!list(name).empty()) {
        return list(name).size();
      }
    }
    return list("pads").empty() ? 2 : std::max<std::size_t>(list("pads").size() / 2, 1);
  }

  // Fills in what is not known with what nothing could object to. A batch, outputs or channels of 0
  // are legal, and make every tensor small.
  void complete() {
    const std::size_t spatial = spatial_rank();
    Input& x = inputs_[0];
    Input& w = inputs_[1];
    if (!w.shape) {
      w.shape.emplace(spatial + 2, kUnknown);
    }
    if (!x.shape) {
      x.shape.emplace(w.shape->size(), kUnknown);
    }
    complete_weights(*w.shape, *x.shape);
    complete_input(*x.shape, *w.shape);
    // A type that is not known is that of its partner: x and its zero point, w and its own.
    for (const std::size_t i : {0u, 1u}) {
      const ElementType type =
          inputs_[i].type.value_or(inputs_[i + 2].type.value_or(ElementType::uint8));
      inputs_[i].type = type;
      inputs_[i + 2].type = inputs_[i + 2].type.value_or(type);
    }
    // Of a zero point whose shape is not known, the type may still be wrong.
    for (const std::size_t zero_point : {2u, 3u}) {
      if (!inputs_[zero_point].shape) {
        inputs_[zero_point].shape.emplace();
        continue;
      }
      for (std::int64_t& dim : *inputs_[zero_point].shape) {
        if (dim == kUnknown) {
          dim = zero_point == 3 && !w.shape->empty() ? (*w.shape)[0] : 1;
        }
      }
    }
  }

  void complete_weights(std::vector<std::int64_t>& w, const std::vector<std::int64_t>& x) {
    const std::span<const std::int64_t> kernel = list("kernel_shape");
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (w[i] != kUnknown) {
        continue;
      }
      completed_ = true;
      if (i == 0) {
        w[i] = outputs();
      } else if (i == 1) {
        w[i] = x.size() > 1 && x[1] != kUnknown ? x[1] / group() : 0;
      } else {
        w[i] = i - 2 < kernel.size() ? kernel[i - 2] : 1;
      }
    }
  }

  void complete_input(std::vector<std::int64_t>& x, const std::vector<std::int64_t>& w) {
    const std::span<const std::int64_t> dilations = list("dilations");
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != kUnknown) {
        continue;
      }
      completed_ = true;
      if (i == 0) {
        x[i] = 0;
      } else if (i == 1) {
        x[i] = w.size() > 1 && checked_mul(w[1], group(), x[i]) ? x[i] : 0;
      } else {
        x[i] = extent(i < w.size() ? w[i] : 1, i - 2 < dilations.size() ? dilations[i - 2] : 1);
      }
    }
  }

  // The output channels, of which only a zero point for each of them can tell.
  std::int64_t outputs() const {
    const auto& zero_points = inputs_[3].shape;
    if (!zero_points || zero_points->size() != 1) {
      return 0;
    }
    // One value may be a scalar to the compat profile.
    const std::int64_t count = (*zero_points)[0];
    return count == 1 && group() != 1 ? 0 : std::max<std::int64_t>(count, 0);
  }

  // The size of the window of a kernel, at most 2^62: whatever is beyond is a finding of its own.
  static std::int64_t extent(std::int64_t kernel, std::int64_t dilation) {
    std::int64_t window = 0;
    const bool fits = kernel > 0 && dilation > 0 && checked_mul(kernel - 1, dilation, window);
    return fits && window < (std::int64_t{1} << 62) ? window + 1 : 1;
  }

  Context& context_;
  Body& body_;
  const NodeRecord& node_;
  const Path& path_;
  KnownValues& known_;
  std::vector<ConvIntegerAttribute> attributes_;
  std::vector<std::vector<std::int64_t>> lists_;
  Input inputs_[kInputs];
  bool completed_ = false;  // dims of x or w that the model leaves open
};

}  // namespace

void check_conv_integer(Context& context, Body& body, const NodeRecord& node, const Path& path,
                        KnownValues& known) {
  if (node.op_type == "ConvInteger" && fold(node.domain).empty() && !node.source.damaged &&
      !body.functions.defines(node)) {
    ConvIntegerCheck(context, body, node, path, known).run();
  }
}

}  // namespace assay::rules
