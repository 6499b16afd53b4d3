// Shape inference of ConvInteger: everything that can be wrong with a node is found here, before a
// byte of any operand is looked at. Assumes nothing of its input.
#include <algorithm>
#include <array>
#include <limits>

#include "assay/conv_integer.hpp"

#include "base/checked.hpp"
#include "ops/conv_text.hpp"

namespace assay {
namespace {

using conv::Dims;
using conv::fault;

constexpr std::uint64_t kMaxSize = std::numeric_limits<std::int64_t>::max();

// A step of the inference: no error, or the one that ends it.
using Step = std::optional<ConvIntegerError>;
using List = std::span<const std::int64_t>;

enum class AutoPad : std::uint8_t { notset, valid, same_upper, same_lower };

struct Attributes {
  AutoPad auto_pad = AutoPad::notset;
  std::optional<List> kernel_shape;
  std::optional<List> strides;
  std::optional<List> dilations;
  std::optional<List> pads;
  std::int64_t group = 1;
};

Step read_auto_pad(const ConvIntegerAttribute& attribute, AutoPad& result) {
  constexpr std::array<std::string_view, 4> kNames = {"NOTSET", "VALID", "SAME_UPPER",
                                                      "SAME_LOWER"};
  const std::string_view* name = std::get_if<std::string_view>(&attribute.value);
  if (name == nullptr) {
    return fault(Rule::conv_integer_attribute, "auto_pad should be a string");
  }
  const auto found = std::find(kNames.begin(), kNames.end(), *name);
  if (found == kNames.end()) {
    return fault(Rule::conv_integer_auto_pad, "auto_pad is ", Quoted{*name},
                 "; it should be NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  }
  result = static_cast<AutoPad>(found - kNames.begin());
  return std::nullopt;
}

Step read_attribute(const ConvIntegerAttribute& attribute, Attributes& result) {
  const std::array<std::pair<std::string_view, std::optional<List>*>, 4> lists = {{
      {"kernel_shape", &result.kernel_shape},
      {"strides", &result.strides},
      {"dilations", &result.dilations},
      {"pads", &result.pads},
  }};
  for (const auto& [name, list] : lists) {
    if (attribute.name == name) {
      const List* value = std::get_if<List>(&attribute.value);
      if (value == nullptr) {
        return fault(Rule::conv_integer_attribute, name, " should be a list of integers");
      }
      *list = *value;
      return std::nullopt;
    }
  }
  if (attribute.name == "auto_pad") {
    return read_auto_pad(attribute, result.auto_pad);
  }
  if (attribute.name == "group") {
    const std::int64_t* value = std::get_if<std::int64_t>(&attribute.value);
    if (value == nullptr) {
      return fault(Rule::conv_integer_attribute, "group should be an integer");
    }
    result.group = *value;
    return std::nullopt;
  }
  return fault(Rule::conv_integer_attribute, "ConvInteger has no attribute ",
               Quoted{attribute.name});
}

Step read_attributes(std::span<const ConvIntegerAttribute> attributes, Attributes& result) {
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::string_view name = attributes[i].name;
    // At most six names pass, so that the search for an earlier one stays short.
    const auto before = attributes.first(i);
    const bool twice = std::any_of(before.begin(), before.end(),
                                   [name](const auto& other) { return other.name == name; });
    Step step =
        twice ? fault(Rule::conv_integer_attribute, "attribute ", Quoted{name}, " stands twice")
              : read_attribute(attributes[i], result);
    if (step) {
      step->attribute = i;
      return step;
    }
  }
  return std::nullopt;
}

Step check_list(const std::optional<List>& list, Rule rule, std::string_view name,
                std::uint64_t length, std::int64_t least) {
  if (!list) {
    return std::nullopt;
  }
  if (list->size() != length) {
    return fault(rule, name, " has ", list->size(), " values; it should have ", length);
  }
  if (std::any_of(list->begin(), list->end(), [&](std::int64_t v) { return v < least; })) {
    return fault(rule, name, " is ", Dims{*list}, "; each value should be at least ", least);
  }
  return std::nullopt;
}

// Elements of a shape; an extent of 0 anywhere makes it 0, however large the others are.
Step count_elements(List shape, std::string_view name, std::uint64_t& result) {
  if (std::any_of(shape.begin(), shape.end(), [](std::int64_t v) { return v < 0; })) {
    return fault(Rule::conv_integer_shape, name, " has shape ", Dims{shape},
                 "; an extent should be at least 0");
  }
  result = 1;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    result = 0;
    return std::nullopt;
  }
  for (const std::int64_t extent : shape) {
    if (!checked_mul(result, static_cast<std::uint64_t>(extent), result) || result > kMaxSize) {
      return fault(Rule::conv_integer_overflow, name, " has shape ", Dims{shape},
                   "; its size should fit in 63 bits");
    }
  }
  return std::nullopt;
}

bool is_8_bit(ElementType type) noexcept {
  return type == ElementType::uint8 || type == ElementType::int8;
}

constexpr std::array<std::string_view, 4> kInputNames = {"x", "w", "x_zero_point", "w_zero_point"};

Step check_inputs(std::span<const ConvIntegerInput> inputs) {
  if (inputs.size() > kInputNames.size()) {
    return fault(Rule::conv_integer_arity, "the node has ", inputs.size(),
                 " inputs; it should have 2 to 4");
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (inputs.size() <= i || !inputs[i].given) {
      return fault(Rule::conv_integer_arity, "input ", kInputNames[i], " is missing");
    }
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].given) {
      continue;
    }
    if (!is_8_bit(inputs[i].type)) {
      const ElementTypeInfo* info = find_element_type(inputs[i].type);
      return fault(Rule::conv_integer_type, kInputNames[i], " has element type ",
                   info == nullptr ? "UNDEFINED" : info->name, "; it should be UINT8 or INT8");
    }
    if (i >= 2 && inputs[i].type != inputs[i - 2].type) {
      return fault(Rule::conv_integer_type, kInputNames[i], " has another type than ",
                   kInputNames[i - 2], "; they should be the same");
    }
    std::uint64_t elements = 0;
    if (Step step = count_elements(inputs[i].shape, kInputNames[i], elements)) {
      return step;
    }
  }
  return std::nullopt;
}

const ConvIntegerInput& input_or_omitted(const ConvIntegerNode& node, std::size_t i) noexcept {
  static const ConvIntegerInput omitted;
  return i < node.inputs.size() ? node.inputs[i] : omitted;
}

Step check_zero_points(const ConvIntegerNode& node, Profile profile, ConvIntegerShape& shape) {
  const ConvIntegerInput& x_zero = input_or_omitted(node, 2);
  const ConvIntegerInput& w_zero = input_or_omitted(node, 3);
  const auto is_single = [](List s) { return s.size() == 1 && s[0] == 1; };
  const bool strict = profile == Profile::strict;
  if (x_zero.given) {
    if (!x_zero.shape.empty() && (strict || !is_single(x_zero.shape))) {
      return fault(Rule::conv_integer_zero_point, "x_zero_point has shape ", Dims{x_zero.shape},
                   "; it should be a scalar, of shape []");
    }
    shape.has_x_zero_point = true;
  }
  if (w_zero.given) {
    shape.w_zero_points = 1;
    const bool per_output =
        w_zero.shape.size() == 1 && static_cast<std::uint64_t>(w_zero.shape[0]) == shape.outputs;
    if (per_output) {
      shape.w_zero_points = shape.outputs;
    } else if (!w_zero.shape.empty() && (strict || !is_single(w_zero.shape))) {
      return fault(Rule::conv_integer_zero_point, "w_zero_point has shape ", Dims{w_zero.shape},
                   "; it should be a scalar or have one value for each output channel, [",
                   shape.outputs, "]");
    }
  }
  return std::nullopt;
}

Step check_channels(List x, List w, std::int64_t group, ConvIntegerShape& shape) {
  if (x.size() < 3) {
    return fault(Rule::conv_integer_rank, "x has shape ", Dims{x},
                 "; it should have a batch, a channel and at least one spatial axis");
  }
  if (w.size() != x.size()) {
    return fault(Rule::conv_integer_rank, "w has shape ", Dims{w}, " and x has shape ", Dims{x},
                 "; they should have the same rank");
  }
  if (group < 1) {
    return fault(Rule::conv_integer_group, "group is ", group, "; it should be at least 1");
  }
  shape.batch = static_cast<std::uint64_t>(x[0]);
  shape.group = static_cast<std::uint64_t>(group);
  shape.channels = static_cast<std::uint64_t>(x[1]);
  shape.outputs = static_cast<std::uint64_t>(w[0]);
  std::uint64_t expected = 0;
  if (!checked_mul(static_cast<std::uint64_t>(w[1]), shape.group, expected) ||
      expected != shape.channels) {
    return fault(Rule::conv_integer_channels, "x has ", shape.channels, " channels; w has shape ",
                 Dims{w}, " and group is ", group, ", so that it should have w.shape[1] * group");
  }
  if (shape.outputs % shape.group != 0) {
    return fault(Rule::conv_integer_group, "w has ", shape.outputs,
                 " output channels; it should be a multiple of group, ", shape.group);
  }
  return std::nullopt;
}

// Pads and extent of one axis. `axis` has its in, kernel, stride, dilation and explicit pads.
Step infer_axis(AutoPad auto_pad, std::size_t index, ConvIntegerAxis& axis) {
  std::uint64_t window = 0;  // (kernel - 1) * dilation + 1
  if (!checked_mul(axis.kernel - 1, axis.dilation, window) || window >= kMaxSize) {
    return fault(Rule::conv_integer_overflow, "the dilated kernel of spatial axis ", index,
                 " should fit in 63 bits");
  }
  window += 1;
  if (auto_pad == AutoPad::same_upper || auto_pad == AutoPad::same_lower) {
    axis.out = ceil_div(axis.in, axis.stride);
    if (axis.out != 0) {
      // The last window starts within x, so only `window` itself can be large.
      const std::uint64_t last = (axis.out - 1) * axis.stride;
      const std::uint64_t rest = axis.in - last;
      const std::uint64_t total = window > rest ? window - rest : 0;  // clamped at 0
      const std::uint64_t half = total / 2;
      axis.pad_begin = auto_pad == AutoPad::same_upper ? half : total - half;
      axis.pad_end = total - axis.pad_begin;
    }
  }
  std::uint64_t padded = 0;
  if (!checked_add(axis.in, axis.pad_begin, padded) || !checked_add(padded, axis.pad_end, padded) ||
      padded > kMaxSize) {
    return fault(Rule::conv_integer_overflow, "the padded extent of spatial axis ", index,
                 " should fit in 63 bits");
  }
  if (auto_pad == AutoPad::same_upper || auto_pad == AutoPad::same_lower) {
    return std::nullopt;
  }
  if (padded >= window) {
    axis.out = (padded - window) / axis.stride + 1;
    return std::nullopt;
  }
  // A true floor: (padded - window) / stride is -1 down to -stride, and less below that.
  if (window - padded > axis.stride) {
    return fault(Rule::conv_integer_output_extent, "spatial axis ", index, " has extent ", padded,
                 " with its pads, the dilated kernel ", window, " and stride ", axis.stride,
                 "; the output extent would be negative, and should be at least 0");
  }
  axis.out = 0;
  return std::nullopt;
}

Step infer_axes(List x, List w, const Attributes& attributes, ConvIntegerShape& shape) {
  const std::size_t rank = x.size() - 2;
  const std::uint64_t count = rank;
  if (Step step = check_list(attributes.kernel_shape, Rule::conv_integer_kernel_shape,
                             "kernel_shape", count, 1)) {
    return step;
  }
  const List kernel = w.subspan(2);
  if (attributes.kernel_shape &&
      !std::equal(kernel.begin(), kernel.end(), attributes.kernel_shape->begin())) {
    return fault(Rule::conv_integer_kernel_shape, "kernel_shape is ",
                 Dims{*attributes.kernel_shape}, "; it should be that of w, ", Dims{kernel});
  }
  if (Step step =
          check_list(kernel, Rule::conv_integer_kernel_shape, "the kernel of w", count, 1)) {
    return step;
  }
  if (Step step = check_list(attributes.strides, Rule::conv_integer_strides, "strides", count, 1)) {
    return step;
  }
  if (Step step =
          check_list(attributes.dilations, Rule::conv_integer_dilations, "dilations", count, 1)) {
    return step;
  }
  if (attributes.pads && attributes.auto_pad != AutoPad::notset) {
    return fault(Rule::conv_integer_pads,
                 "pads stands beside auto_pad; it should go with NOTSET only");
  }
  if (Step step = check_list(attributes.pads, Rule::conv_integer_pads, "pads", 2 * count, 0)) {
    return step;
  }
  const auto at = [](const std::optional<List>& list, std::size_t i, std::uint64_t otherwise) {
    return list ? static_cast<std::uint64_t>((*list)[i]) : otherwise;
  };
  for (std::size_t i = 0; i < rank; ++i) {
    ConvIntegerAxis axis;
    axis.in = static_cast<std::uint64_t>(x[i + 2]);
    axis.kernel = static_cast<std::uint64_t>(kernel[i]);
    axis.stride = at(attributes.strides, i, 1);
    axis.dilation = at(attributes.dilations, i, 1);
    axis.pad_begin = at(attributes.pads, i, 0);
    axis.pad_end = at(attributes.pads, i + rank, 0);
    if (Step step = infer_axis(attributes.auto_pad, i, axis)) {
      return step;
    }
    shape.axes.push_back(axis);
  }
  return std::nullopt;
}

Step infer_sizes(List x, List w, ConvIntegerShape& shape) {
  Step step = count_elements(x, "x", shape.x_elements);
  if (!step) {
    step = count_elements(w, "w", shape.w_elements);
  }
  if (step) {
    return step;
  }
  shape.y_shape = {shape.batch, shape.outputs};
  for (const ConvIntegerAxis& axis : shape.axes) {
    shape.y_shape.push_back(axis.out);
  }
  shape.y_elements = 1;
  if (std::find(shape.y_shape.begin(), shape.y_shape.end(), 0) != shape.y_shape.end()) {
    shape.y_elements = 0;
    return std::nullopt;
  }
  for (const std::uint64_t extent : shape.y_shape) {
    if (!checked_mul(shape.y_elements, extent, shape.y_elements) ||
        shape.y_elements > kMaxSize / sizeof(std::int32_t)) {
      return fault(Rule::conv_integer_overflow, "the size of y should fit in 63 bits");
    }
  }
  return std::nullopt;
}

}  // namespace

ConvIntegerResult<ConvIntegerShape> infer_conv_integer(const ConvIntegerNode& node,
                                                       Profile profile) {
  if (node.opset < 10) {
    return fault(Rule::conv_integer_opset, "opset is ", node.opset,
                 "; ConvInteger exists since opset 10");
  }
  Attributes attributes;
  if (Step step = read_attributes(node.attributes, attributes)) {
    return *std::move(step);
  }
  if (Step step = check_inputs(node.inputs)) {
    return *std::move(step);
  }
  ConvIntegerShape shape;
  shape.x_type = node.inputs[0].type;
  shape.w_type = node.inputs[1].type;
  const List x = node.inputs[0].shape;
  const List w = node.inputs[1].shape;
  Step step = check_channels(x, w, attributes.group, shape);
  if (!step) {
    step = check_zero_points(node, profile, shape);
  }
  if (!step) {
    step = infer_axes(x, w, attributes, shape);
  }
  if (!step) {
    step = infer_sizes(x, w, shape);
  }
  if (step) {
    return *std::move(step);
  }
  return shape;
}

}  // namespace assay
