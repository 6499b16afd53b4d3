// Each rule of conv-integer: what breaks it, what does not, and both sides of its limits.
#include <boost/test/unit_test.hpp>
#include <functional>

#include "ops/conv_case.hpp"

namespace assay::testing {
namespace {

using Dims = std::vector<std::int64_t>;
using Change = std::function<void(ConvCase&)>;

// x [2,6,8,9], w [4,3,3,2], group 2; the data is not looked at.
ConvCase plain() {
  ConvCase c;
  c.x.shape = {2, 6, 8, 9};
  c.w.shape = {4, 3, 3, 2};
  c.group = 2;
  return c;
}

ConvIntegerResult<ConvIntegerShape> infer(const ConvCase& c, Profile profile = Profile::strict) {
  const ConvCase::Node node = c.node();
  return infer_conv_integer(node.node, profile);
}

void refuses(Rule rule, std::string_view words, const Change& change) {
  ConvCase c = plain();
  change(c);
  const auto shape = infer(c);
  BOOST_REQUIRE_MESSAGE(!shape, "accepted" << c.describe());
  BOOST_TEST(rule_info(shape.error().rule).id == rule_info(rule).id, c.describe());
  BOOST_TEST(shape.error().message.find(words) != std::string::npos,
             '"' << shape.error().message << "\" should say \"" << words << '"');
}

void accepts(Dims y_shape, const Change& change) {
  ConvCase c = plain();
  change(c);
  const auto shape = infer(c);
  BOOST_REQUIRE_MESSAGE(shape, message_of(shape) << c.describe());
  BOOST_TEST(Dims(shape.value().y_shape.begin(), shape.value().y_shape.end()) == y_shape,
             boost::test_tools::per_element());
}

ConvOperand zero_point(Dims shape, ElementType type = ElementType::uint8) {
  std::size_t count = 1;
  for (const std::int64_t extent : shape) {
    count *= static_cast<std::size_t>(extent);
  }
  return {type, std::move(shape), std::vector<std::byte>(count)};
}

ConvIntegerResult<ConvIntegerShape> infer_with(std::vector<ConvIntegerAttribute> attributes) {
  const ConvCase c = plain();
  ConvCase::Node node = c.node();
  node.node.attributes = attributes;
  return infer_conv_integer(node.node);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(conv_integer_inference)

BOOST_AUTO_TEST_CASE(attributes_have_defaults) {
  accepts({2, 4, 6, 8}, [](ConvCase&) {});
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.kernel_shape = {3, 2}; });
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.auto_pad = "NOTSET"; });
}

BOOST_AUTO_TEST_CASE(extents_follow_strides_dilations_and_pads) {
  accepts({2, 4, 3, 3}, [](ConvCase& c) { c.strides = {2, 3}; });
  accepts({2, 4, 4, 6}, [](ConvCase& c) { c.dilations = {2, 3}; });
  accepts({2, 4, 10, 14}, [](ConvCase& c) { c.pads = {1, 2, 3, 4}; });
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.auto_pad = "VALID"; });
  accepts({2, 4, 3, 5}, [](ConvCase& c) {
    c.auto_pad = "SAME_UPPER";
    c.strides = {3, 2};
    c.dilations = {2, 3};
  });
}

BOOST_AUTO_TEST_CASE(same_pads_split_and_clamp) {
  ConvCase c = plain();
  c.auto_pad = "SAME_UPPER";
  BOOST_TEST(infer(c).value().axes[1].pad_begin == 0u);
  BOOST_TEST(infer(c).value().axes[1].pad_end == 1u);
  c.auto_pad = "SAME_LOWER";
  BOOST_TEST(infer(c).value().axes[1].pad_begin == 1u);
  BOOST_TEST(infer(c).value().axes[1].pad_end == 0u);
  // 8 wide, window 1, stride 4 would need -3.
  c.w.shape = {4, 3, 1, 1};
  c.strides = {4, 4};
  BOOST_TEST(infer(c).value().axes[0].pad_begin == 0u);
  BOOST_TEST(infer(c).value().axes[0].pad_end == 0u);
}

BOOST_AUTO_TEST_CASE(an_extent_of_zero_is_legal_and_one_below_is_not) {
  accepts({2, 4, 0, 8}, [](ConvCase& c) { c.x.shape = {2, 6, 2, 9}; });
  refuses(Rule::conv_integer_output_extent, "spatial axis 0", [](ConvCase& c) {
    c.x.shape = {2, 6, 1, 9};
  });
  // A floor: (1 - 2) / 2 is -1, so that the extent is 0; truncation would say 1.
  accepts({2, 4, 0, 8}, [](ConvCase& c) {
    c.x.shape = {2, 6, 1, 9};
    c.strides = {2, 1};
  });
  accepts({2, 4, 0, 5}, [](ConvCase& c) {
    c.x.shape = {2, 6, 0, 9};
    c.auto_pad = "SAME_UPPER";
    c.strides = {1, 2};
  });
}

BOOST_AUTO_TEST_CASE(zero_batch_outputs_and_channels_are_legal) {
  accepts({0, 4, 6, 8}, [](ConvCase& c) { c.x.shape[0] = 0; });
  accepts({2, 0, 6, 8}, [](ConvCase& c) { c.w.shape[0] = 0; });
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.x.shape[1] = c.w.shape[1] = 0; });
}

BOOST_AUTO_TEST_CASE(opset_is_at_least_10) {
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.opset = 10; });
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.opset = 26; });
  refuses(Rule::conv_integer_opset, "opset is 9", [](ConvCase& c) { c.opset = 9; });
}

BOOST_AUTO_TEST_CASE(attributes_are_known_once_and_of_their_type) {
  const Dims two = {1, 1};
  const std::span<const std::int64_t> list(two);
  BOOST_TEST(infer_with({{"group", std::int64_t{2}}, {"strides", list}}).has_value());
  const std::vector<std::vector<ConvIntegerAttribute>> wrong = {
      {{"group", std::int64_t{2}}, {"output_padding", list}},
      {{"group", std::int64_t{2}}, {"", std::int64_t{2}}},
      {{"group", std::int64_t{2}}, {"group", std::int64_t{2}}},
      {{"group", list}},
      {{"group", {}}},
      {{"strides", std::int64_t{1}}},
      {{"pads", std::string_view("1")}},
      {{"kernel_shape", {}}},
      {{"dilations", {}}},
      {{"auto_pad", std::int64_t{0}}},
  };
  for (const auto& attributes : wrong) {
    const auto shape = infer_with(attributes);
    BOOST_REQUIRE(!shape);
    BOOST_TEST((shape.error().rule == Rule::conv_integer_attribute), shape.error().message);
  }
}

BOOST_AUTO_TEST_CASE(inputs_are_two_to_four) {
  const ConvCase c = plain();
  ConvCase::Node node = c.node();
  const auto infer_inputs = [&](std::vector<ConvIntegerInput> inputs) {
    node.node.inputs = inputs;
    return infer_conv_integer(node.node);
  };
  const ConvIntegerInput x = node.inputs[0];
  const ConvIntegerInput w = node.inputs[1];
  const ConvIntegerInput none;
  const ConvIntegerInput scalar = {true, ElementType::uint8, {}, {}};
  BOOST_TEST(infer_inputs({x, w}).has_value());
  BOOST_TEST(infer_inputs({x, w, none, none}).has_value());
  BOOST_TEST(infer_inputs({x, w, scalar, none}).value().has_x_zero_point);
  BOOST_TEST(!infer_inputs({x, w, none, scalar}).value().has_x_zero_point);
  BOOST_TEST(infer_inputs({x, w, none, scalar}).value().w_zero_points == 1u);
  const std::vector<std::vector<ConvIntegerInput>> wrong = {
      {}, {x}, {x, none}, {none, w}, {x, none, scalar}, {x, w, scalar, scalar, none}};
  for (const auto& inputs : wrong) {
    const auto shape = infer_inputs(inputs);
    BOOST_REQUIRE(!shape);
    BOOST_TEST((shape.error().rule == Rule::conv_integer_arity), shape.error().message);
  }
}

BOOST_AUTO_TEST_CASE(types_are_8_bit_and_zero_points_alike) {
  for (const ElementType x : {ElementType::uint8, ElementType::int8}) {
    for (const ElementType w : {ElementType::uint8, ElementType::int8}) {
      accepts({2, 4, 6, 8}, [&](ConvCase& c) {
        c.x.type = x;
        c.w.type = w;
        c.x_zero_point = zero_point({}, x);
        c.w_zero_point = zero_point({4}, w);
      });
    }
  }
  refuses(Rule::conv_integer_type, "x has element type FLOAT",
          [](ConvCase& c) { c.x.type = ElementType::float32; });
  refuses(Rule::conv_integer_type, "w has element type INT32",
          [](ConvCase& c) { c.w.type = ElementType::int32; });
  refuses(Rule::conv_integer_type, "UNDEFINED",
          [](ConvCase& c) { c.x.type = static_cast<ElementType>(99); });
  refuses(Rule::conv_integer_type, "x_zero_point",
          [](ConvCase& c) { c.x_zero_point = zero_point({}, ElementType::int8); });
  refuses(Rule::conv_integer_type, "w_zero_point",
          [](ConvCase& c) { c.w_zero_point = zero_point({}, ElementType::int8); });
}

BOOST_AUTO_TEST_CASE(ranks_are_equal_and_at_least_3) {
  accepts({2, 4, 6}, [](ConvCase& c) {
    c.x.shape = {2, 6, 8};
    c.w.shape = {4, 3, 3};
  });
  accepts({2, 4, 1, 1, 1, 1, 1}, [](ConvCase& c) {
    c.x.shape = {2, 6, 1, 1, 1, 1, 1};
    c.w.shape = {4, 3, 1, 1, 1, 1, 1};
  });
  refuses(Rule::conv_integer_rank, "x has shape [2,6]", [](ConvCase& c) {
    c.x.shape = {2, 6};
    c.w.shape = {4, 3};
  });
  refuses(Rule::conv_integer_rank, "same rank", [](ConvCase& c) { c.w.shape = {4, 3, 3}; });
  refuses(Rule::conv_integer_rank, "x has shape []", [](ConvCase& c) { c.x.shape = {}; });
}

BOOST_AUTO_TEST_CASE(extents_are_not_negative) {
  refuses(Rule::conv_integer_shape, "x has shape [2,6,-1,9]",
          [](ConvCase& c) { c.x.shape[2] = -1; });
  refuses(Rule::conv_integer_shape, "w has shape", [](ConvCase& c) { c.w.shape[0] = -4; });
}

BOOST_AUTO_TEST_CASE(channels_and_group_match) {
  accepts({2, 4, 6, 8}, [](ConvCase& c) {
    c.group.reset();
    c.w.shape = {4, 6, 3, 2};
  });
  accepts({2, 12, 6, 8}, [](ConvCase& c) {  // depthwise with a multiplier
    c.group = 6;
    c.w.shape = {12, 1, 3, 2};
  });
  refuses(Rule::conv_integer_channels, "x has 6 channels", [](ConvCase& c) { c.group = 3; });
  refuses(Rule::conv_integer_channels, "x has 5 channels", [](ConvCase& c) { c.x.shape[1] = 5; });
  refuses(Rule::conv_integer_channels, "group is 9223372036854775807",
          [](ConvCase& c) { c.group = INT64_MAX; });
  refuses(Rule::conv_integer_group, "at least 1", [](ConvCase& c) { c.group = 0; });
  refuses(Rule::conv_integer_group, "at least 1", [](ConvCase& c) { c.group = -2; });
  refuses(Rule::conv_integer_group, "multiple of group, 2", [](ConvCase& c) { c.w.shape[0] = 5; });
}

BOOST_AUTO_TEST_CASE(lists_have_their_length_and_range) {
  using List = std::optional<Dims> ConvCase::*;
  struct Case {
    List list;
    Rule rule;
    Dims good;
    Dims below;
  };
  const std::vector<Case> cases = {
      {&ConvCase::kernel_shape, Rule::conv_integer_kernel_shape, {3, 2}, {0, 2}},
      {&ConvCase::strides, Rule::conv_integer_strides, {1, 1}, {1, 0}},
      {&ConvCase::dilations, Rule::conv_integer_dilations, {1, 1}, {0, 1}},
      {&ConvCase::pads, Rule::conv_integer_pads, {0, 0, 0, 0}, {0, 0, 0, -1}},
  };
  for (const Case& each : cases) {
    accepts({2, 4, 6, 8}, [&](ConvCase& c) { c.*each.list = each.good; });
    Dims longer = each.good;
    longer.push_back(1);
    Dims shorter = each.good;
    shorter.pop_back();
    for (const Dims& wrong : {longer, shorter, each.below, Dims()}) {
      refuses(each.rule, "should", [&](ConvCase& c) { c.*each.list = wrong; });
    }
  }
}

BOOST_AUTO_TEST_CASE(kernel_shape_is_that_of_w) {
  refuses(Rule::conv_integer_kernel_shape, "kernel_shape is [2,3]; it should be that of w, [3,2]",
          [](ConvCase& c) {
            c.kernel_shape = {2, 3};
          });
  refuses(Rule::conv_integer_kernel_shape, "the kernel of w is [0,2]",
          [](ConvCase& c) { c.w.shape[2] = 0; });
}

BOOST_AUTO_TEST_CASE(auto_pad_is_one_of_four_and_alone) {
  for (const char* wrong : {"", "SAME", "valid", "NOTSET "}) {
    refuses(Rule::conv_integer_auto_pad, "NOTSET, VALID, SAME_UPPER or SAME_LOWER",
            [&](ConvCase& c) { c.auto_pad = wrong; });
  }
  for (const char* with_pads : {"VALID", "SAME_UPPER", "SAME_LOWER"}) {
    refuses(Rule::conv_integer_pads, "auto_pad", [&](ConvCase& c) {
      c.auto_pad = with_pads;
      c.pads = {0, 0, 0, 0};
    });
  }
  accepts({2, 4, 8, 9}, [](ConvCase& c) {
    c.auto_pad = "NOTSET";
    c.pads = {1, 1, 1, 0};
  });
}

BOOST_AUTO_TEST_CASE(zero_points_are_scalars_or_one_for_each_output_channel) {
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.x_zero_point = zero_point({}); });
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.w_zero_point = zero_point({}); });
  accepts({2, 4, 6, 8}, [](ConvCase& c) { c.w_zero_point = zero_point({4}); });
  for (const Dims& wrong : {Dims{1}, Dims{2}, Dims{0}, Dims{1, 1}, Dims{6}}) {
    refuses(Rule::conv_integer_zero_point, "x_zero_point has shape",
            [&](ConvCase& c) { c.x_zero_point = zero_point(wrong); });
  }
  for (const Dims& wrong : {Dims{1}, Dims{2}, Dims{3}, Dims{5}, Dims{0}, Dims{4, 1}, Dims{1, 4}}) {
    refuses(Rule::conv_integer_zero_point, "w_zero_point has shape",
            [&](ConvCase& c) { c.w_zero_point = zero_point(wrong); });
  }
  // One output channel: [1] is what the text asks for.
  accepts({2, 1, 6, 8}, [](ConvCase& c) {
    c.group = 1;
    c.w.shape = {1, 6, 3, 2};
    c.w_zero_point = zero_point({1});
  });
}

BOOST_AUTO_TEST_CASE(compat_takes_zero_points_of_shape_1_for_scalars) {
  ConvCase c = plain();
  c.x_zero_point = zero_point({1});
  c.w_zero_point = zero_point({1});
  BOOST_TEST(infer(c, Profile::compat).has_value());
  BOOST_TEST(infer(c, Profile::compat).value().w_zero_points == 1u);
  c.x_zero_point = zero_point({2});
  BOOST_TEST(!infer(c, Profile::compat));
  c.x_zero_point = zero_point({1, 1});
  BOOST_TEST(!infer(c, Profile::compat));
  c.x_zero_point.reset();
  c.w_zero_point = zero_point({2});
  BOOST_TEST(!infer(c, Profile::compat));
}

BOOST_AUTO_TEST_CASE(sizes_fit_in_63_bits) {
  constexpr std::int64_t kMost = INT64_MAX;
  refuses(Rule::conv_integer_overflow, "x has shape", [](ConvCase& c) {
    c.x.shape = {kMost, 6, 8, 9};
  });
  refuses(Rule::conv_integer_overflow, "w has shape", [](ConvCase& c) {
    c.w.shape = {4, 3, kMost, 2};
  });
  refuses(Rule::conv_integer_overflow, "padded extent", [](ConvCase& c) {
    c.pads = {kMost, 0, kMost, 0};
  });
  refuses(Rule::conv_integer_overflow, "dilated kernel", [](ConvCase& c) {
    c.dilations = {kMost, 1};
  });
  refuses(Rule::conv_integer_overflow, "size of y", [](ConvCase& c) {
    c.pads = {kMost / 2, 0, 0, 0};
  });
  // Large, but every size is small.
  accepts({2, 4, 2, 8}, [](ConvCase& c) {
    c.pads = {kMost / 2, 0, 0, 0};
    c.strides = {kMost / 2 + 3, 1};
  });
  accepts({2, 0, 6, 8}, [](ConvCase& c) {
    c.x.shape[0] = 2;
    c.w.shape = {0, 3, 3, 2};
  });
  accepts({kMost, 0, 6, 8}, [](ConvCase& c) {
    c.x.shape = {kMost, 0, 8, 9};
    c.w.shape = {0, 0, 3, 2};
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assay::testing
