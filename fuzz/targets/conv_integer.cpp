// ConvInteger: attributes and shapes from the input, legal or not. What inference takes, every
// implementation computes to the same bits as the reference.
#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "fuzz/allocation.hpp"
#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "fuzz/share.hpp"
#include "fuzz/target.hpp"
#include "ops/conv_case.hpp"

namespace assay::fuzz {
namespace {

using testing::ConvCase;
using testing::ConvOperand;

__extension__ using Wide = unsigned __int128;

// More than a block holds, and what the reference computes in a moment.
constexpr std::uint64_t kMostElements = 200'000;
std::uint64_t most_work() {
  return thorough ? 400'000 : 20'000;
}

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

// Up to a bit more than kMostElements; 0 for negative extents.
std::uint64_t product(const std::vector<std::int64_t>& shape) {
  std::uint64_t out = 1;
  for (const std::int64_t extent : shape) {
    out = std::min(out, kMostElements + 1) *
          static_cast<std::uint64_t>(std::clamp<std::int64_t>(extent, 0, kMostElements + 1));
  }
  return out;
}

ConvOperand operand(Choices& choices, std::vector<std::int64_t> shape) {
  ConvOperand out{type(choices), std::move(shape), {}};
  // Of those that are too large there are no values: they would not be run either.
  std::uint64_t elements = product(out.shape);
  elements = elements <= kMostElements ? elements : 0;
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

bool has_rule(const std::optional<ConvIntegerError>& error, Rule rule) {
  return error && error->rule == rule && !error->message.empty();
}

template <class T>
std::optional<ConvIntegerError> error_of(const ConvIntegerResult<T>& result) {
  return result ? std::nullopt : std::optional(result.error());
}

// The whole in one call: the kernel of this machine, and the values of the reference. With less
// memory than it may take it gives the same values or says so.
void check_call(const ConvIntegerNode& node, const ConvIntegerShape& shape, std::uint64_t choice) {
  ConvIntegerOptions options;
  options.kernel = ConvKernel::reference;
  const auto expected = conv_integer(node, options);
  require(expected && expected.value().shape == shape.y_shape, "y has the shape that was inferred");
  options.kernel = ConvKernel::automatic;
  for (const std::uint64_t limit : {options.max_scratch_bytes, choice % 4096}) {
    options.max_scratch_bytes = limit;
    const auto y = conv_integer(node, options);
    require(y ? y.value().values == expected.value().values
              : has_rule(y.error(), Rule::conv_integer_limit),
            "one call gives the values of the reference, or exceeds a limit");
  }
  if (shape.y_elements > 0) {
    options.max_output_bytes = shape.y_elements * sizeof(std::int32_t) - 1;
    require(has_rule(error_of(conv_integer(node, options)), Rule::conv_integer_limit),
            "y is not larger than it may be");
  }
}

// A buffer that is too short or too long is refused, and memory that lacks leaves nothing.
void check_buffers(const ConvCase& c, const ConvIntegerShape& shape, std::uint64_t choice) {
  const auto bytes = [](const std::optional<ConvOperand>& operand) {
    return operand ? operand->data : std::vector<std::byte>();
  };
  const auto longer = [](std::vector<std::byte> given) {
    given.push_back(std::byte{0});
    return given;
  };
  const std::vector<std::byte> zero = bytes(c.w_zero_point);
  for (const auto& plan : {ConvIntegerPlan::create(shape, longer(c.w.data), zero),
                           ConvIntegerPlan::create(shape, c.w.data, longer(zero))}) {
    require(has_rule(error_of(plan), Rule::conv_integer_buffer), "weights have their size");
  }
  const CountedMemory memory;
  try {
    const FailingMemory failing(choice % 12, choice % 2 == 0);
    const auto plan = ConvIntegerPlan::create(shape, c.w.data, zero);
    require(plan || failing.failed(), "what fits is planned");
  } catch (const std::bad_alloc&) {
    // A caller sees this as it sees any lack of memory.
  }
  require(memory.live() == 0, "a plan that runs out of memory leaves nothing");
  const auto plan = ConvIntegerPlan::create(shape, c.w.data, zero);
  require(
      plan && find_conv_kernel(conv_kernel_name(plan.value().kernel())) == plan.value().kernel(),
      "a plan has a kernel with a name");
  require(plan.value().packed_bytes() >= (shape.y_elements == 0 ? 0 : c.w.data.size()),
          "weights take what they take");
  std::vector<std::int32_t> y(shape.y_elements);
  std::vector<std::byte> space(plan.value().workspace_bytes());
  const std::vector<std::byte> x_zero = bytes(c.x_zero_point);
  const auto run = [&](Bytes x, Bytes x_zero_point, std::span<std::int32_t> out,
                       std::span<std::byte> workspace) {
    return has_rule(plan.value().run(x, x_zero_point, out, workspace), Rule::conv_integer_buffer);
  };
  std::vector<std::int32_t> longer_y(y.size() + 1);
  require(run(longer(c.x.data), x_zero, y, space), "x has its size");
  require(run(c.x.data, longer(x_zero), y, space), "the zero point of x has its size");
  require(run(c.x.data, x_zero, longer_y, space), "y has its size");
  require(space.empty() || run(c.x.data, x_zero, y, std::span(space).first(space.size() - 1)),
          "the workspace has its size");
  for (const ConvKernel kernel : kConvKernels) {
    ConvIntegerOptions options;
    options.kernel = kernel;
    require(conv_kernel_available(kernel) ||
                has_rule(error_of(ConvIntegerPlan::create(shape, c.w.data, zero, options)),
                         Rule::conv_integer_kernel),
            "a kernel of another machine is refused");
  }
  require(!find_conv_kernel("sse2"), "an unknown kernel is unknown");
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
  if (shape.x_elements != c.x.data.size() || shape.w_elements != c.w.data.size() ||
      shape.w_zero_points != (c.w_zero_point ? c.w_zero_point->data.size() : 0)) {
    return;  // too large to be filled; a run would be refused for its buffers
  }
  const std::uint64_t taps =
      c.w.shape[0] == 0 ? 1 : product(c.w.shape) / static_cast<std::uint64_t>(c.w.shape[0]);
  if (shape.y_elements <= most_work() &&
      shape.y_elements * std::max<std::uint64_t>(taps, 1) <= most_work()) {
    const std::string difference = testing::compare_kernels(c);
    require(difference.empty(), "all implementations agree", difference);
    Share share(input);
    const std::uint64_t choice = share.below(1u << 16);
    if (share.one_in(4)) {
      check_call(node.node, shape, choice);
      check_buffers(c, shape, choice);
    }
  }
}

}  // namespace assay::fuzz
