// A ConvInteger that owns what a ConvIntegerNode points to, and ways to run it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/conv_integer.hpp"

namespace assay::testing {

struct ConvOperand {
  ElementType type = ElementType::uint8;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> data;
};

// Numbers as bytes; each must be what the type can hold.
std::vector<std::byte> conv_bytes(const std::vector<int>& values);
ConvOperand conv_operand(ElementType type, std::vector<std::int64_t> shape,
                         const std::vector<int>& values);

struct ConvCase {
  ConvOperand x;
  ConvOperand w;
  std::optional<ConvOperand> x_zero_point;
  std::optional<ConvOperand> w_zero_point;
  std::optional<std::string> auto_pad;
  std::optional<std::vector<std::int64_t>> kernel_shape;
  std::optional<std::vector<std::int64_t>> strides;
  std::optional<std::vector<std::int64_t>> dilations;
  std::optional<std::vector<std::int64_t>> pads;
  std::optional<std::int64_t> group;
  std::int64_t opset = 10;

  // Points into this case, which must outlive it.
  struct Node {
    std::vector<ConvIntegerAttribute> attributes;
    std::vector<ConvIntegerInput> inputs;
    ConvIntegerNode node;
  };
  Node node() const;
  // For messages: attributes, shapes, types.
  std::string describe() const;
};

// The error's message, or nothing.
template <typename T>
std::string message_of(const ConvIntegerResult<T>& result) {
  return result ? std::string() : result.error().message;
}

// The kernels of this machine, the reference left out.
std::vector<ConvKernel> fast_conv_kernels();

// Runs `c` with every kernel, and with several threads, and compares with the reference; also that
// nothing beside y is written. Returns what differs, or an empty string.
std::string compare_kernels(const ConvCase& c);

}  // namespace assay::testing
