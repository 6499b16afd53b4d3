// The seven shapes that ConvInteger is measured on, and their data: the same for every contestant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/conv_integer.hpp"

namespace assay::bench {

struct ConvShape {
  std::string name;
  std::vector<std::int64_t> x;
  std::vector<std::int64_t> w;
  std::int64_t stride = 1;
  std::int64_t pad = 0;
  std::int64_t group = 1;
};

inline std::vector<ConvShape> conv_shapes() {
  return {
      {"seed-2x2", {1, 32, 128, 128}, {32, 32, 2, 2}},
      {"3x3", {1, 64, 56, 56}, {64, 64, 3, 3}, 1, 1},
      {"1x1", {1, 256, 56, 56}, {64, 256, 1, 1}},
      {"stem-7x7-s2", {1, 3, 224, 224}, {64, 3, 7, 7}, 2, 3},
      {"depthwise-3x3", {1, 96, 112, 112}, {96, 1, 3, 3}, 1, 1, 96},
      {"1d-k9", {1, 64, 16000}, {64, 64, 9}},
      {"3d-3x3x3", {1, 16, 16, 56, 56}, {16, 16, 3, 3, 3}, 1, 1},
  };
}

// Everything for one shape and pairing of types. Zero points 128 for uint8, 0 for int8 weights and
// 3 for int8 x, as quantizers give them; or a different one for each output channel.
struct ConvProblem {
  ConvShape shape;
  ElementType x_type;
  ElementType w_type;
  std::vector<std::byte> x;
  std::vector<std::byte> w;
  std::vector<std::byte> x_zero_point;
  std::vector<std::byte> w_zero_point;
  ConvIntegerShape inferred;

  ConvProblem(ConvShape which, ElementType x_element, ElementType w_element,
              bool per_channel = false)
      : shape(std::move(which)), x_type(x_element), w_type(w_element) {
    const auto fill = [](std::vector<std::byte>& bytes, const std::vector<std::int64_t>& dims,
                         std::uint32_t state) {
      std::size_t count = 1;
      for (const std::int64_t extent : dims) {
        count *= static_cast<std::size_t>(extent);
      }
      bytes.resize(count);
      for (std::byte& byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<std::byte>(state >> 24);
      }
    };
    fill(x, shape.x, 1);
    fill(w, shape.w, 2);
    x_zero_point = {static_cast<std::byte>(x_type == ElementType::uint8 ? 128 : 3)};
    w_zero_point = {static_cast<std::byte>(w_type == ElementType::uint8 ? 128 : 0)};

    std::vector<std::int64_t> zero_shape;
    if (per_channel) {
      zero_shape = {shape.w[0]};
      fill(w_zero_point, zero_shape, 3);
    }
    const std::vector<std::int64_t> strides(shape.x.size() - 2, shape.stride);
    const std::vector<std::int64_t> pads(2 * (shape.x.size() - 2), shape.pad);
    const std::vector<ConvIntegerAttribute> attributes = {
        {"group", shape.group},
        {"strides", std::span<const std::int64_t>(strides)},
        {"pads", std::span<const std::int64_t>(pads)}};
    const std::vector<ConvIntegerInput> inputs = {{true, x_type, shape.x, x},
                                                  {true, w_type, shape.w, w},
                                                  {true, x_type, {}, x_zero_point},
                                                  {true, w_type, zero_shape, w_zero_point}};
    inferred = infer_conv_integer({10, attributes, inputs}).value();
  }

  // Two operations for each multiplication, pads included, as everybody counts.
  double operations() const {
    const double taps = static_cast<double>(w.size()) / static_cast<double>(shape.w[0]);
    return 2.0 * taps * static_cast<double>(inferred.y_elements);
  }
};

}  // namespace assay::bench
