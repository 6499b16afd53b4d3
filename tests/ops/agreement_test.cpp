// Every implementation gives the bits of the reference.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "ops/random_conv.hpp"

namespace assay::testing {
namespace {

using Dims = std::vector<std::int64_t>;

ConvCase filled(Random& random, ElementType x_type, ElementType w_type, Dims x, Dims w) {
  ConvCase c;
  const auto fill = [&](ConvOperand& operand, ElementType type, Dims shape) {
    operand.type = type;
    operand.shape = std::move(shape);
    std::size_t count = 1;
    for (const std::int64_t extent : operand.shape) {
      count *= static_cast<std::size_t>(extent);
    }
    operand.data.resize(count);
    fill_random(random, operand.data);
  };
  fill(c.x, x_type, std::move(x));
  fill(c.w, w_type, std::move(w));
  fill(c.x_zero_point.emplace(), x_type, {});
  fill(c.w_zero_point.emplace(), w_type, {c.w.shape[0]});
  return c;
}

void check_agreement(const ConvCase& c) {
  const std::string difference = compare_kernels(c);
  BOOST_CHECK_MESSAGE(difference.empty(), difference);
}

constexpr ElementType kTypes[] = {ElementType::uint8, ElementType::int8};

}  // namespace

BOOST_AUTO_TEST_SUITE(conv_integer_agreement)

BOOST_AUTO_TEST_CASE(ten_thousand_random_cases_agree) {
  Random random(20260101);
  for (int i = 0; i < 10'000; ++i) {
    const std::string difference = compare_kernels(random_conv(random));
    BOOST_REQUIRE_MESSAGE(difference.empty(), "case " << i << ": " << difference);
  }
}

BOOST_AUTO_TEST_CASE(all_attributes_of_one_axis_agree) {
  Random random(1);
  for (std::int64_t in = 0; in <= 5; ++in) {
    for (std::int64_t kernel = 1; kernel <= 4; ++kernel) {
      for (std::int64_t stride = 1; stride <= 3; ++stride) {
        for (std::int64_t dilation = 1; dilation <= 3; ++dilation) {
          for (std::int64_t pads = 0; pads < 16; ++pads) {
            ConvCase c =
                filled(random, kTypes[in % 2], kTypes[pads % 2], {1, 2, in}, {2, 2, kernel});
            c.strides = {stride};
            c.dilations = {dilation};
            c.pads = {pads % 4, pads / 4};
            const ConvCase::Node node = c.node();
            const std::int64_t reach = in + pads % 4 + pads / 4 - ((kernel - 1) * dilation + 1);
            const auto shape = infer_conv_integer(node.node);
            BOOST_REQUIRE_EQUAL(shape.has_value(), reach >= -stride);
            if (shape) {
              BOOST_REQUIRE_EQUAL(shape.value().y_shape[2],
                                  static_cast<std::uint64_t>(reach >= 0 ? reach / stride + 1 : 0));
              check_agreement(c);
            }
          }
          for (const char* auto_pad : {"VALID", "SAME_UPPER", "SAME_LOWER"}) {
            ConvCase c =
                filled(random, kTypes[in % 2], kTypes[kernel % 2], {1, 2, in}, {2, 2, kernel});
            c.strides = {stride};
            c.dilations = {dilation};
            c.auto_pad = auto_pad;
            const ConvCase::Node node = c.node();
            if (infer_conv_integer(node.node)) {
              check_agreement(c);
            }
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(all_attributes_of_two_axes_agree) {
  Random random(2);
  for (std::int64_t kernel = 0; kernel < 9; ++kernel) {
    for (std::int64_t stride = 0; stride < 9; ++stride) {
      for (std::int64_t dilation = 0; dilation < 4; ++dilation) {
        for (std::int64_t group = 1; group <= 3; ++group) {
          for (const char* auto_pad : {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"}) {
            ConvCase c = filled(random, kTypes[kernel % 2], kTypes[stride % 2],
                                {2, 2 * group, 9, 8}, {group, 2, kernel / 3 + 1, kernel % 3 + 1});
            c.group = group;
            c.strides = {stride / 3 + 1, stride % 3 + 1};
            c.dilations = {dilation / 2 + 1, dilation % 2 + 1};
            c.auto_pad = auto_pad;
            check_agreement(c);
          }
        }
      }
    }
  }
}

// Channels, output channels and widths around every tile size; with pads and several rows.
BOOST_AUTO_TEST_CASE(tails_in_every_dimension_agree) {
  Random random(3);
  for (std::int64_t channels = 1; channels <= 9; ++channels) {
    for (std::int64_t outputs = 1; outputs <= 17; ++outputs) {
      ConvCase c = filled(random, kTypes[channels % 2], kTypes[outputs % 2], {1, channels, 5, 11},
                          {outputs, channels, 3, 3});
      c.pads = {1, 1, 1, 1};
      check_agreement(c);
    }
  }
  for (std::int64_t width = 1; width <= 130; ++width) {
    for (const std::int64_t outputs : {1, 3, 8, 13}) {
      ConvCase c = filled(random, kTypes[width % 2], kTypes[outputs % 2], {1, 3, 4, width},
                          {outputs, 3, 2, 3});
      c.pads = {1, 1, 1, 1};
      c.strides = {1, 1 + width % 3};
      check_agreement(c);
    }
  }
}

BOOST_AUTO_TEST_CASE(long_dilations_strides_and_pads_agree) {
  Random random(4);
  for (const std::int64_t far : {17, 100, 1000}) {
    for (const ElementType type : kTypes) {
      ConvCase line = filled(random, type, type, {1, 5, 2 * far + 40}, {3, 5, 3});
      line.dilations = {far};
      check_agreement(line);
      line.pads = {far + 3, 2 * far};
      check_agreement(line);
      line.strides = {far};
      check_agreement(line);
      ConvCase plane = filled(random, type, type, {1, 2, far + 4, 7}, {3, 2, 2, 2});
      plane.dilations = {far, 3};
      plane.pads = {1, 2, 2, 1};
      check_agreement(plane);
    }
  }
}

// Strides, dilations and pads up to what 63 bits hold, where little of x is ever read.
BOOST_AUTO_TEST_CASE(numbers_of_any_size_agree) {
  Random random(6);
  const auto number = [&](std::int64_t least) {
    const std::int64_t power = std::int64_t{1} << random.below(63);
    return random.one_in(2) ? least + random.below(3)
                            : std::max(least, power + random.below(5) - 2);
  };
  int compared = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::int64_t rank = 1 + random.below(3);
    Dims x = {1, 1 + random.below(5)};
    Dims w = {1 + random.below(3), x[1]};
    ConvCase c;
    c.strides.emplace();
    c.dilations.emplace();
    c.pads.emplace();
    for (std::int64_t axis = 0; axis < rank; ++axis) {
      x.push_back(1 + random.below(6));
      w.push_back(1 + random.below(5));
      c.strides->push_back(number(1));
      c.dilations->push_back(number(1));
    }
    for (std::int64_t end = 0; end < 2 * rank; ++end) {
      c.pads->push_back(number(0));
    }
    const ConvCase values = filled(random, kTypes[i % 2], kTypes[i / 2 % 2], x, w);
    c.x = values.x;
    c.w = values.w;
    c.x_zero_point = values.x_zero_point;
    c.w_zero_point = values.w_zero_point;
    const auto shape = infer_conv_integer(c.node().node);
    if (shape && shape.value().y_elements <= 4096) {
      check_agreement(c);
      ++compared;
    }
  }
  BOOST_TEST(compared > 300, compared);
}

BOOST_AUTO_TEST_CASE(shapes_of_networks_agree) {
  Random random(5);
  struct Shape {
    Dims x;
    Dims w;
    Dims strides;
    Dims pads;
    std::int64_t group;
  };
  const std::vector<Shape> shapes = {
      {{1, 16, 30, 29}, {24, 16, 3, 3}, {1, 1}, {1, 1, 1, 1}, 1},
      {{1, 70, 14, 15}, {40, 70, 1, 1}, {1, 1}, {0, 0, 0, 0}, 1},
      {{1, 24, 14, 14}, {16, 24, 1, 1}, {2, 2}, {0, 0, 0, 0}, 1},
      {{1, 3, 40, 41}, {12, 3, 7, 7}, {2, 2}, {3, 3, 3, 3}, 1},
      {{1, 6, 30, 50}, {6, 1, 3, 3}, {1, 1}, {1, 1, 1, 1}, 6},
      {{1, 6, 30, 50}, {12, 1, 5, 5}, {2, 2}, {2, 2, 2, 2}, 6},
      {{1, 9, 700}, {10, 9, 9}, {1}, {4, 4}, 1},
      {{1, 5, 4, 12, 13}, {9, 5, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, 1},
      {{1, 2, 3, 4, 5, 6}, {3, 2, 2, 2, 2, 2}, {2, 1, 1, 2}, {1, 0, 1, 0, 0, 1, 0, 1}, 1},
      {{2, 600, 7, 7}, {20, 600, 1, 1}, {1, 1}, {0, 0, 0, 0}, 1},
      {{1, 4, 3, 7000}, {5, 4, 2, 3}, {1, 1}, {1, 1, 1, 1}, 1},
  };
  for (const ElementType x_type : kTypes) {
    for (const ElementType w_type : kTypes) {
      for (const Shape& shape : shapes) {
        ConvCase c = filled(random, x_type, w_type, shape.x, shape.w);
        c.strides = shape.strides;
        c.pads = shape.pads;
        c.group = shape.group;
        check_agreement(c);
      }
    }
  }
}

// All pairs of extremes for the operands and their zero points.
BOOST_AUTO_TEST_CASE(extremes_agree) {
  for (const ElementType x_type : kTypes) {
    for (const ElementType w_type : kTypes) {
      for (int bits = 0; bits < 256; ++bits) {
        static constexpr int kValues[] = {0, 255, 127, 128};
        const auto pick = [&](int i) { return kValues[bits >> (2 * i) & 3]; };
        ConvCase c;
        c.x = conv_operand(x_type, {1, 4, 2, 20}, std::vector<int>(160, pick(0)));
        c.w = conv_operand(w_type, {2, 4, 2, 3}, std::vector<int>(48, pick(1)));
        c.x_zero_point = conv_operand(x_type, {}, {pick(2)});
        c.w_zero_point = conv_operand(w_type, {2}, {pick(3), pick(0)});
        c.pads = {0, 1, 1, 0};
        check_agreement(c);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assay::testing
