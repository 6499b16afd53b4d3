// ConvInteger: attributes and shapes from the input, legal or not. What inference takes, every
// implementation computes to the same bits as the reference.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"
#include "ops/conv_case.hpp"

namespace assay::fuzz {
namespace {

using testing::ConvCase;
using testing::ConvOperand;

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kMostWork = 20'000;
constexpr std::size_t kMostElements = 4'000;

// Small mostly, and sometimes a number that no product holds.
std::int64_t number(Choices& choices) {
  const std::uint8_t byte = choices.byte();
  if (byte < 200) {
    return byte % 7;
  }
  if (byte < 240) {
    return byte - 205;
  }
  return static_cast<std::int64_t>(choices.number());
}

std::vector<std::int64_t> numbers(Choices& choices, std::size_t usual) {
  std::vector<std::int64_t> out(choices.one_in(16) ? choices.below(8) : usual);
  for (std::int64_t& value : out) {
    value = number(choices);
  }
  return out;
}

ElementType type(Choices& choices) {
  static constexpr std::array<ElementType, 3> kTypes = {ElementType::uint8, ElementType::int8,
                                                        ElementType::float32};
  return kTypes[choices.one_in(32) ? 2 : choices.below(2)];
}

ConvOperand operand(Choices& choices, std::vector<std::int64_t> shape) {
  ConvOperand out{type(choices), std::move(shape), {}};
  std::uint64_t elements = 1;
  for (const std::int64_t extent : out.shape) {
    elements =
        extent < 0
            ? 0
            : elements * static_cast<std::uint64_t>(std::min<std::int64_t>(extent, kMostElements));
    elements = std::min<std::uint64_t>(elements, kMostElements);
  }
  // Values from few bytes, so that shapes are what inputs are mostly about.
  const std::uint8_t first = choices.byte();
  const std::uint8_t step = choices.byte();
  for (std::uint64_t i = 0; i < elements; ++i) {
    out.data.push_back(static_cast<std::byte>((first + i * step) & 0xff));
  }
  return out;
}

ConvCase conv_case(Choices& choices) {
  static constexpr std::array<const char*, 5> kAutoPads = {"NOTSET", "VALID", "SAME_UPPER",
                                                           "SAME_LOWER", "same"};
  ConvCase c;
  const std::size_t rank = 1 + choices.below(3);
  std::vector<std::int64_t> x = numbers(choices, rank + 2);
  std::vector<std::int64_t> w = numbers(choices, rank + 2);
  const std::uint8_t given = choices.byte();
  if ((given & 1) != 0) {
    c.group = number(choices);
  }
  // Mostly channels that fit one another.
  if (x.size() > 1 && w.size() > 1 && !choices.one_in(8)) {
    const std::int64_t group = c.group.value_or(1);
    x[1] = group >= 0 && group < 64 && w[1] >= 0 && w[1] < 64 ? w[1] * group : x[1];
    w[0] = group > 0 && group < 64 && w[0] >= 0 && w[0] < 64 ? w[0] * group : w[0];
  }
  c.x = operand(choices, std::move(x));
  c.w = operand(choices, std::move(w));
  if ((given & 2) != 0) {
    c.strides = numbers(choices, rank);
  }
  if ((given & 4) != 0) {
    c.dilations = numbers(choices, rank);
  }
  if ((given & 8) != 0) {
    c.pads = numbers(choices, 2 * rank);
  }
  if ((given & 16) != 0) {
    c.auto_pad = kAutoPads[choices.below(kAutoPads.size())];
  }
  if ((given & 32) != 0) {
    c.kernel_shape = numbers(choices, rank);
  }
  if ((given & 64) != 0) {
    c.x_zero_point =
        operand(choices, choices.one_in(4) ? numbers(choices, 1) : std::vector<std::int64_t>());
    c.x_zero_point->type = choices.one_in(8) ? c.x_zero_point->type : c.x.type;
  }
  if ((given & 128) != 0) {
    const std::int64_t outputs = c.w.shape.empty() ? 1 : c.w.shape[0];
    c.w_zero_point =
        operand(choices, choices.one_in(2) ? std::vector{outputs} : std::vector<std::int64_t>());
    c.w_zero_point->type = choices.one_in(8) ? c.w_zero_point->type : c.w.type;
  }
  c.opset = choices.one_in(32) ? number(choices) : 10;
  return c;
}

std::uint64_t product(const std::vector<std::int64_t>& shape) {
  std::uint64_t out = 1;
  for (const std::int64_t extent : shape) {
    out = std::min<std::uint64_t>(out, kMostWork + 1) *
          static_cast<std::uint64_t>(std::clamp<std::int64_t>(extent, 0, kMostWork + 1));
  }
  return out;
}

void check_shape(const ConvIntegerShape& shape) {
  require(shape.group > 0 && shape.channels % shape.group == 0 && shape.outputs % shape.group == 0,
          "groups divide channels");
  require(shape.y_shape.size() == shape.axes.size() + 2, "y has the rank of x");
  for (std::size_t i = 0; i < shape.axes.size(); ++i) {
    const ConvIntegerAxis& axis = shape.axes[i];
    require(axis.out == shape.y_shape[i + 2] && axis.stride > 0 && axis.dilation > 0,
            "an axis is what the shape says");
    if (axis.out > 0) {
      // The last tap of the last place lies inside of x and its pads.
      require(Wide{axis.out - 1} * axis.stride + Wide{axis.kernel - 1} * axis.dilation <
                  Wide{axis.in} + axis.pad_begin + axis.pad_end,
              "no place is beyond the pads");
    }
  }
}

}  // namespace

void target_conv_integer(Bytes input) {
  Choices choices(input);
  const ConvCase c = conv_case(choices);
  const ConvCase::Node node = c.node();
  const auto strict = infer_conv_integer(node.node, Profile::strict);
  const auto compat = infer_conv_integer(node.node, Profile::compat);
  require(!strict || compat, "what strict accepts, compat accepts");
  for (const auto* result : {&strict, &compat}) {
    if (*result) {
      check_shape(result->value());
    } else {
      require(rule_info(result->error().rule).id.starts_with("conv-integer/"),
              "an error is one of ConvInteger's");
      require(!result->error().message.empty(), "an error has a message");
    }
  }
  if (!strict) {
    require(!conv_integer(node.node), "what has no shape is not run");
    return;
  }
  const ConvIntegerShape& shape = strict.value();
  if (shape.x_elements != c.x.data.size() || shape.w_elements != c.w.data.size()) {
    return;  // too large to be filled; a run would be refused for its buffers
  }
  const std::uint64_t taps =
      c.w.shape[0] == 0 ? 1 : product(c.w.shape) / static_cast<std::uint64_t>(c.w.shape[0]);
  if (shape.y_elements <= kMostWork &&
      shape.y_elements * std::max<std::uint64_t>(taps, 1) <= kMostWork) {
    const std::string difference = testing::compare_kernels(c);
    require(difference.empty(), "all implementations agree", difference);
  }
}

}  // namespace assay::fuzz
