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

// What the model says of a value. Unknown dims are kUnknown.
struct Known {
  std::optional<ElementType> type;
  std::optional<std::vector<std::int64_t>> shape;
};

Known known_of(const decode::TensorRecord& tensor) {
  return {type_of(tensor).type, std::vector(tensor.shape.begin(), tensor.shape.end())};
}

Known known_of(const decode::TypeRecord* type) {
  Known known;
  if (type == nullptr || type->tensor_type == nullptr) {
    return known;
  }
  if (const ElementTypeInfo* info = find_element_type(type->tensor_type->elem_type);
      info != nullptr) {
    known.type = info->type;
  }
  if (const decode::TensorShapeRecord* shape = type->tensor_type->shape; shape != nullptr) {
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
                   ValueInfos& infos)
      : context_(context), body_(body), node_(node), path_(path), infos_(infos) {}

  void run() {
    if (node_.output.size != 1 || node_.output[0].empty()) {
      report(Rule::conv_integer_arity, "output", decode::bytes_of(node_.source),
             cat("ConvInteger makes one output, y; the node has ", node_.output.size));
    }
    if (!read_attributes()) {
      return;  // Parameters of a function, whose values only a call gives.
    }
    read_inputs();
    complete();
    std::vector<ConvIntegerInput> inputs(std::min<std::size_t>(node_.input.size, kInputs + 1));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (i < kInputs && !node_.input[i].empty() && known_[i].shape && known_[i].type) {
        inputs[i] = {true, *known_[i].type, *known_[i].shape, {}};
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
    const std::string_view id = rule_info(error.rule).id;
    const std::string_view about = id.substr(id.find('/') + 1);
    for (std::uint32_t i = 0; i < node_.attribute.size; ++i) {
      const AttributeRecord& attribute = node_.attribute[i];
      std::string name(attribute.name);
      std::replace(name.begin(), name.end(), '_', '-');
      if (name == about) {
        report(error.rule, cat("attribute[", i, "]"), decode::bytes_of(attribute.source),
               error.message);
        return;
      }
    }
    report(error.rule, "", decode::bytes_of(node_.source), error.message);
  }

  // False when a value is a parameter of the function around it.
  bool read_attributes() {
    lists_.reserve(node_.attribute.size);  // The spans of attributes_ stay where they are.
    for (const AttributeRecord& attribute : node_.attribute) {
      if (!attribute.ref_attr_name.empty() || attribute.source.damaged) {
        return false;
      }
      ConvIntegerAttribute& read = attributes_.emplace_back();
      read.name = attribute.name;
      if (attribute.type == int_kind) {
        read.value = attribute.i;
      } else if (attribute.type == string_kind) {
        read.value = std::string_view(attribute.s);
      } else if (attribute.type == ints_kind) {
        std::vector<std::int64_t>& list = lists_.emplace_back();
        decode::for_each_varint(attribute.ints, false,
                                [&](std::uint64_t value, const std::byte*, std::uint64_t) {
                                  list.push_back(static_cast<std::int64_t>(value));
                                  return list.size() / 2 <= context_.policy().limits.rank;
                                });
        read.value = std::span<const std::int64_t>(list);
      }
    }
    return true;
  }

  void read_inputs() {
    for (std::size_t i = 0; i < std::min<std::size_t>(node_.input.size, kInputs); ++i) {
      const Definition* definition = body_.scope.find(node_.input[i]);
      if (definition != nullptr && definition->initializer != nullptr) {
        known_[i] = known_of(*definition->initializer);
      } else if (definition != nullptr && definition->input != nullptr) {
        known_[i] = known_of(definition->input->type);
      } else {
        known_[i] = known_of(infos_.find(node_.input[i]));
      }
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
      if (known_[input].shape) {
        return std::max<std::size_t>(known_[input].shape->size(), 3) - 2;
      }
    }
    for (const std::string_view name : {"kernel_shape", "strides", "dilations"}) {
      if (!list(name).empty()) {
        return list(name).size();
      }
    }
    return list("pads").empty() ? 2 : std::max<std::size_t>(list("pads").size() / 2, 1);
  }

  // Fills in what is not known with what nothing could object to.
  void complete() {
    const std::size_t spatial = spatial_rank();
    Known& x = known_[0];
    Known& w = known_[1];
    const std::int64_t groups = group();
    if (!w.shape) {
      w.shape.emplace(spatial + 2, kUnknown);
    }
    if (!x.shape) {
      x.shape.emplace(w.shape->size(), kUnknown);
    }
    const std::span<const std::int64_t> kernel = list("kernel_shape");
    const std::span<const std::int64_t> dilations = list("dilations");
    for (std::size_t i = 0; i < w.shape->size(); ++i) {
      std::int64_t& dim = (*w.shape)[i];
      if (dim != kUnknown) {
        continue;
      }
      if (i == 0) {
        dim = groups;
      } else if (i == 1) {
        const std::int64_t channels = x.shape->size() > 1 ? (*x.shape)[1] : kUnknown;
        dim = channels == kUnknown ? 1 : channels / groups;
      } else {
        dim = i - 2 < kernel.size() ? kernel[i - 2] : 1;
      }
    }
    for (std::size_t i = 0; i < x.shape->size(); ++i) {
      std::int64_t& dim = (*x.shape)[i];
      if (dim != kUnknown) {
        continue;
      }
      if (i == 0) {
        dim = 1;
      } else if (i == 1) {
        const std::int64_t each = w.shape->size() > 1 ? (*w.shape)[1] : 1;
        dim = checked_mul(each, groups, dim) ? dim : 0;
      } else {
        dim = extent(i < w.shape->size() ? (*w.shape)[i] : 1,
                     i - 2 < dilations.size() ? dilations[i - 2] : 1);
      }
    }
    // A type that is not known is that of its partner: x and its zero point, w and its own.
    for (const std::size_t i : {0u, 1u}) {
      const ElementType type =
          known_[i].type.value_or(known_[i + 2].type.value_or(ElementType::uint8));
      known_[i].type = known_[i].type.value_or(type);
      known_[i + 2].type = known_[i + 2].type.value_or(type);
    }
    // Of a zero point whose shape is not known, the type may still be wrong.
    for (const std::size_t zero_point : {2u, 3u}) {
      if (!known_[zero_point].shape) {
        known_[zero_point].shape.emplace();
        continue;
      }
      for (std::int64_t& dim : *known_[zero_point].shape) {
        if (dim == kUnknown) {
          dim = zero_point == 3 ? (*w.shape)[0] : 1;
        }
      }
    }
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
  ValueInfos& infos_;
  std::vector<ConvIntegerAttribute> attributes_;
  std::vector<std::vector<std::int64_t>> lists_;
  Known known_[kInputs];
};

}  // namespace

const decode::TypeRecord* ValueInfos::find(Text name) {
  if (!read_) {
    read_ = true;
    for (std::uint32_t i = 0; i < infos_.size; ++i) {
      (void)names_.insert(infos_[i].name, i);
    }
  }
  const std::uint32_t* index = name.empty() ? nullptr : names_.find(name);
  return index == nullptr ? nullptr : infos_[*index].type;
}

void check_conv_integer(Context& context, Body& body, const NodeRecord& node, const Path& path,
                        ValueInfos& infos) {
  if (node.op_type == "ConvInteger" && fold(node.domain).empty() && !node.source.damaged &&
      !body.functions.defines(node)) {
    ConvIntegerCheck(context, body, node, path, infos).run();
  }
}

}  // namespace assay::rules
