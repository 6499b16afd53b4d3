// The reference, and with it every implementation, against results worked out by hand.
#include <boost/test/unit_test.hpp>
#include <numeric>

#include "ops/conv_case.hpp"

namespace assay::testing {
namespace {

using Dims = std::vector<std::int64_t>;
using Values = std::vector<std::int32_t>;

void gives(const ConvCase& c, const Values& expected) {
  const ConvCase::Node node = c.node();
  ConvIntegerOptions options;
  for (const ConvKernel kernel : kConvKernels) {
    if (!conv_kernel_available(kernel)) {
      continue;
    }
    options.kernel = kernel;
    const auto output = conv_integer(node.node, options);
    BOOST_REQUIRE_MESSAGE(output, message_of(output));
    BOOST_TEST_CONTEXT(conv_kernel_name(kernel) << c.describe()) {
      BOOST_TEST(output.value().values == expected, boost::test_tools::per_element());
    }
  }
}

std::vector<int> range(int first, int count) {
  std::vector<int> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), first);
  return result;
}

// x is 3x3 of 2 to 10, w 2x2 of ones, zero point 1.
ConvCase seed_case() {
  ConvCase c;
  c.x = conv_operand(ElementType::uint8, {1, 1, 3, 3}, range(2, 9));
  c.w = conv_operand(ElementType::uint8, {1, 1, 2, 2}, {1, 1, 1, 1});
  c.x_zero_point = conv_operand(ElementType::uint8, {}, {1});
  return c;
}

// K products of x - zx and w - zw, each the same.
ConvCase repeated(ElementType x_type, int x, int zx, ElementType w_type, int w, int zw,
                  std::int64_t count) {
  ConvCase c;
  const auto size = static_cast<std::size_t>(count);
  c.x = conv_operand(x_type, {1, 1, count}, std::vector<int>(size, x));
  c.w = conv_operand(w_type, {1, 1, count}, std::vector<int>(size, w));
  c.x_zero_point = conv_operand(x_type, {}, {zx});
  c.w_zero_point = conv_operand(w_type, {}, {zw});
  return c;
}

std::int32_t modulo_2_32(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conv_integer_values)

BOOST_AUTO_TEST_CASE(the_specification_s_examples) {
  ConvCase c = seed_case();
  gives(c, {12, 16, 24, 28});
  c.kernel_shape = {2, 2};
  gives(c, {12, 16, 24, 28});
  c.pads = {1, 1, 1, 1};
  gives(c, {1, 3, 5, 3, 5, 12, 16, 9, 11, 24, 28, 15, 7, 15, 17, 9});
}

BOOST_AUTO_TEST_CASE(a_pad_adds_nothing_whatever_the_zero_points) {
  ConvCase c;
  c.x = conv_operand(ElementType::int8, {1, 1, 2}, {-128, 127});
  c.w = conv_operand(ElementType::int8, {1, 1, 3}, {-128, 0, 127});
  c.x_zero_point = conv_operand(ElementType::int8, {}, {127});
  c.w_zero_point = conv_operand(ElementType::int8, {1}, {-128});
  c.pads = {3, 2};
  // x - zx is [-255, 0], w - zw is [0, 128, 255].
  gives(c, {0, -255 * 255, -255 * 128, 0, 0});
}

BOOST_AUTO_TEST_CASE(the_kernel_is_not_flipped) {
  ConvCase c;
  c.x = conv_operand(ElementType::uint8, {1, 1, 4}, {1, 2, 3, 4});
  c.w = conv_operand(ElementType::int8, {1, 1, 2}, {10, -1});
  gives(c, {8, 17, 26});
}

BOOST_AUTO_TEST_CASE(zero_points_of_w_count_over_all_groups) {
  ConvCase c;
  c.x = conv_operand(ElementType::uint8, {1, 2, 1}, {10, 20});
  c.w = conv_operand(ElementType::uint8, {4, 1, 1}, {5, 5, 5, 5});
  c.w_zero_point = conv_operand(ElementType::uint8, {4}, {1, 2, 3, 4});
  c.group = 2;
  gives(c, {40, 30, 40, 20});
}

BOOST_AUTO_TEST_CASE(same_with_a_window_smaller_than_the_stride_starts_at_x_0) {
  ConvCase c;
  c.x = conv_operand(ElementType::uint8, {1, 1, 8}, range(0, 8));
  c.w = conv_operand(ElementType::uint8, {1, 1, 1}, {1});
  c.strides = {4};
  for (const char* auto_pad : {"SAME_UPPER", "SAME_LOWER"}) {
    c.auto_pad = auto_pad;
    gives(c, {0, 4});
  }
}

BOOST_AUTO_TEST_CASE(same_counts_the_dilated_kernel) {
  ConvCase c;
  c.x = conv_operand(ElementType::uint8, {1, 1, 4}, {1, 2, 3, 4});
  c.w = conv_operand(ElementType::uint8, {1, 1, 2}, {1, 10});
  c.dilations = {3};  // window 4, total 3
  c.auto_pad = "SAME_UPPER";
  gives(c, {30, 41, 2, 3});
  c.auto_pad = "SAME_LOWER";
  gives(c, {20, 30, 41, 2});
}

BOOST_AUTO_TEST_CASE(empty_sums_are_zero) {
  ConvCase c;
  c.x = conv_operand(ElementType::uint8, {1, 0, 3}, {});
  c.w = conv_operand(ElementType::uint8, {2, 0, 2}, {});
  gives(c, {0, 0, 0, 0});
  c = ConvCase();
  c.x = conv_operand(ElementType::uint8, {1, 1, 0}, {});
  c.w = conv_operand(ElementType::uint8, {1, 1, 2}, {7, 7});
  c.x_zero_point = conv_operand(ElementType::uint8, {}, {9});
  c.pads = {2, 1};
  gives(c, {0, 0});
  c.pads.reset();
  c.strides = {2};
  gives(c, {});
}

BOOST_AUTO_TEST_CASE(nothing_saturates_at_16_bits) {
  ConvCase c = repeated(ElementType::uint8, 255, 0, ElementType::int8, 127, 0, 2);
  gives(c, {64770});
  c = repeated(ElementType::uint8, 255, 0, ElementType::int8, -128, 0, 4);
  gives(c, {-130560});
  c = repeated(ElementType::uint8, 255, 0, ElementType::uint8, 255, 0, 4);
  gives(c, {260100});
}

BOOST_AUTO_TEST_CASE(sums_wrap_modulo_2_32) {
  struct Case {
    ElementType x_type;
    int x;
    int zx;
    ElementType w_type;
    int w;
    int zw;
    std::int64_t count;
  };
  constexpr ElementType u8 = ElementType::uint8;
  constexpr ElementType s8 = ElementType::int8;
  const std::vector<Case> cases = {
      {u8, 255, 0, u8, 255, 0, 33025},       {u8, 255, 0, u8, 255, 0, 33026},
      {u8, 255, 0, u8, 0, 255, 33025},       {u8, 255, 0, u8, 0, 255, 33026},
      {s8, -128, 127, s8, -128, 127, 33026}, {s8, -128, 127, s8, 127, -128, 33027},
      {u8, 255, 0, s8, 127, 0, 66311},       {u8, 255, 0, s8, 127, 0, 66312},
      {u8, 255, 0, s8, -128, 0, 65793},      {u8, 255, 0, s8, -128, 0, 65794},
      {s8, -128, 0, s8, -128, 0, 131071},    {s8, -128, 0, s8, -128, 0, 131072},
  };
  for (const Case& c : cases) {
    const std::int64_t sum = std::int64_t{c.x - c.zx} * (c.w - c.zw) * c.count;
    gives(repeated(c.x_type, c.x, c.zx, c.w_type, c.w, c.zw, c.count), {modulo_2_32(sum)});
  }
}

// Up beyond 2^31 and back: only the sum counts, whatever the order.
BOOST_AUTO_TEST_CASE(a_sum_may_wrap_on_its_way) {
  constexpr std::int64_t kHalf = 40'000;
  ConvCase c = repeated(ElementType::uint8, 255, 0, ElementType::uint8, 255, 0, 2 * kHalf);
  std::fill(c.w.data.begin() + kHalf, c.w.data.end(), std::byte{0});
  c.w_zero_point->data[0] = std::byte{127};
  gives(c, {static_cast<std::int32_t>(255 * kHalf * (128 - 127))});
}

BOOST_AUTO_TEST_CASE(limits_are_the_caller_s) {
  const ConvCase c = seed_case();
  const ConvCase::Node node = c.node();
  const auto rule_with = [&](const ConvIntegerOptions& options) {
    const auto output = conv_integer(node.node, options);
    return output ? std::string_view("accepted") : rule_info(output.error().rule).id;
  };
  for (const ConvKernel kernel : kConvKernels) {
    if (!conv_kernel_available(kernel)) {
      continue;
    }
    ConvIntegerOptions options;
    options.kernel = kernel;
    options.max_output_bytes = 16;
    BOOST_TEST(rule_with(options) == "accepted");
    options.max_output_bytes = 15;
    BOOST_TEST(rule_with(options) == "conv-integer/limit");
    options.max_output_bytes = 16;
    const auto shape = infer_conv_integer(node.node);
    const auto plan = ConvIntegerPlan::create(shape.value(), c.w.data, {}, options);
    options.max_scratch_bytes = plan.value().packed_bytes() + plan.value().workspace_bytes();
    BOOST_TEST(rule_with(options) == "accepted");
    options.max_scratch_bytes -= 1;
    BOOST_TEST(rule_with(options) == "conv-integer/limit");
  }
}

BOOST_AUTO_TEST_CASE(buffers_have_the_size_of_their_shape) {
  const ConvCase c = seed_case();
  const auto shape = infer_conv_integer(c.node().node);
  BOOST_REQUIRE(shape);
  const auto plan = ConvIntegerPlan::create(shape.value(), c.w.data, {});
  BOOST_REQUIRE(plan);
  const Bytes x = c.x.data;
  const Bytes zx = c.x_zero_point->data;
  std::vector<std::int32_t> y(5);
  std::vector<std::byte> workspace(plan.value().workspace_bytes());
  const auto run = [&](Bytes x_bytes, Bytes zero, std::size_t y_size, std::size_t space) {
    const auto error = plan.value().run(x_bytes, zero, std::span(y).first(y_size),
                                        std::span(workspace).first(space));
    return error ? rule_info(error->rule).id : std::string_view("accepted");
  };
  BOOST_TEST(run(x, zx, 4, workspace.size()) == "accepted");
  BOOST_TEST(run(x.first(8), zx, 4, workspace.size()) == "conv-integer/buffer");
  BOOST_TEST(run(x, {}, 4, workspace.size()) == "conv-integer/buffer");
  BOOST_TEST(run(x, x.first(2), 4, workspace.size()) == "conv-integer/buffer");
  BOOST_TEST(run(x, zx, 3, workspace.size()) == "conv-integer/buffer");
  BOOST_TEST(run(x, zx, 5, workspace.size()) == "conv-integer/buffer");
  BOOST_TEST(run(x, zx, 4, workspace.size() - 1) == "conv-integer/buffer");
  const Bytes w = c.w.data;
  const auto short_w = ConvIntegerPlan::create(shape.value(), w.first(3), {});
  BOOST_REQUIRE(!short_w);
  BOOST_TEST((short_w.error().rule == Rule::conv_integer_buffer));
  const auto extra_zero = ConvIntegerPlan::create(shape.value(), w, w.first(1));
  BOOST_REQUIRE(!extra_zero);
  BOOST_TEST((extra_zero.error().rule == Rule::conv_integer_buffer));
}

BOOST_AUTO_TEST_CASE(a_plan_can_be_used_again_with_another_zero_point) {
  ConvCase c = seed_case();
  const auto shape = infer_conv_integer(c.node().node);
  for (const ConvKernel kernel : fast_conv_kernels()) {
    ConvIntegerOptions options;
    options.kernel = kernel;
    const auto plan = ConvIntegerPlan::create(shape.value(), c.w.data, {}, options);
    BOOST_REQUIRE(plan);
    std::vector<std::byte> workspace(plan.value().workspace_bytes());
    Values y(4);
    BOOST_TEST(!plan.value().run(c.x.data, conv_bytes({1}), y, workspace));
    BOOST_TEST(y == (Values{12, 16, 24, 28}), boost::test_tools::per_element());
    BOOST_TEST(!plan.value().run(c.x.data, conv_bytes({4}), y, workspace));
    BOOST_TEST(y == (Values{0, 4, 12, 16}), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(kernels_have_names_and_absent_ones_are_refused) {
  for (const ConvKernel kernel : kConvKernels) {
    BOOST_TEST((find_conv_kernel(conv_kernel_name(kernel)) == kernel));
    const ConvCase c = seed_case();
    ConvIntegerOptions options;
    options.kernel = kernel;
    const auto plan =
        ConvIntegerPlan::create(infer_conv_integer(c.node().node).value(), c.w.data, {}, options);
    BOOST_TEST(plan.has_value() == conv_kernel_available(kernel));
    if (plan) {
      BOOST_TEST((plan.value().kernel() == kernel));
    } else {
      BOOST_TEST((plan.error().rule == Rule::conv_integer_kernel));
    }
  }
  BOOST_TEST(!find_conv_kernel("sse9"));
}

BOOST_AUTO_TEST_CASE(the_environment_can_force_a_kernel) {
  const ConvCase c = seed_case();
  const auto shape = infer_conv_integer(c.node().node);
  const auto create = [&] { return ConvIntegerPlan::create(shape.value(), c.w.data, {}); };
  ::setenv("ASSAY_CONV_KERNEL", "portable", 1);
  BOOST_TEST((create().value().kernel() == ConvKernel::portable));
  ::setenv("ASSAY_CONV_KERNEL", "quick", 1);
  BOOST_TEST((create().error().rule == Rule::conv_integer_kernel));
  ::setenv("ASSAY_CONV_KERNEL", "", 1);
  BOOST_TEST(create().has_value());
  ::unsetenv("ASSAY_CONV_KERNEL");
  BOOST_TEST((create().value().kernel() != ConvKernel::reference));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assay::testing
