#include "ops/random_conv.hpp"

#include <algorithm>

namespace assay::testing {
namespace {

constexpr std::int64_t kMostMultiplications = 60'000;

std::int64_t elements(const std::vector<std::int64_t>& shape) {
  std::int64_t result = 1;
  for (const std::int64_t extent : shape) {
    result *= extent;
  }
  return result;
}

ElementType random_type(Random& random) {
  return random.one_in(2) ? ElementType::uint8 : ElementType::int8;
}

ConvOperand random_operand(Random& random, ElementType type, std::vector<std::int64_t> shape) {
  ConvOperand result = {type, std::move(shape), {}};
  result.data.resize(static_cast<std::size_t>(elements(result.shape)));
  fill_random(random, result.data);
  return result;
}

// Mostly what networks have, sometimes a tail, rarely wide.
std::int64_t random_extent(Random& random, std::size_t rank) {
  if (rank == 1) {
    return random.one_in(3) ? random.between(0, 300) : random.between(0, 40);
  }
  return random.one_in(6) ? random.between(0, 40) : random.between(0, rank == 2 ? 14 : 6);
}

void choose_axes(Random& random, std::size_t rank, ConvCase& c) {
  static constexpr const char* kAutoPads[] = {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"};
  std::vector<std::int64_t> strides(rank, 1);
  std::vector<std::int64_t> dilations(rank, 1);
  for (std::size_t i = 0; i < rank; ++i) {
    strides[i] = random.one_in(2) ? 1 : random.between(1, 4);
    dilations[i] = random.one_in(3) ? random.between(1, 4) : 1;
    c.x.shape.push_back(random_extent(random, rank));
    c.w.shape.push_back(random.one_in(3) ? 1 : random.between(1, rank == 1 ? 9 : 4));
  }
  if (!random.one_in(3)) {
    c.strides = strides;
  }
  if (!random.one_in(3)) {
    c.dilations = dilations;
  }
  if (random.one_in(3)) {
    c.kernel_shape.emplace(c.w.shape.begin() + 2, c.w.shape.end());
  }
  if (random.one_in(2)) {
    c.auto_pad = kAutoPads[random.below(4)];
  }
  if (!c.auto_pad && !random.one_in(3)) {
    c.pads.emplace(2 * rank);
    for (std::int64_t& pad : *c.pads) {
      pad = random.one_in(8) ? random.between(0, 9) : random.between(0, 2);
    }
  }
}

bool is_small(const ConvCase& c) {
  const ConvCase::Node node = c.node();
  const auto shape = infer_conv_integer(node.node);
  if (!shape || c.w.shape[0] == 0) {
    return shape.has_value();
  }
  const std::int64_t taps = elements(c.w.shape) / c.w.shape[0];
  return static_cast<std::int64_t>(shape.value().y_elements) * std::max<std::int64_t>(taps, 1) <=
             kMostMultiplications &&
         elements(c.x.shape) <= kMostMultiplications;
}

}  // namespace

std::uint64_t Random::next() noexcept {
  // In 128 bits, so that nothing wraps unseen.
  __extension__ using Wide = unsigned __int128;
  const auto low = [](Wide value) { return static_cast<std::uint64_t>(value & ~std::uint64_t{0}); };
  state_ = low(Wide{state_} + 0x9e3779b97f4a7c15u);
  std::uint64_t z = state_;
  z = low(Wide{z ^ (z >> 30)} * 0xbf58476d1ce4e5b9u);
  z = low(Wide{z ^ (z >> 27)} * 0x94d049bb133111ebu);
  return z ^ (z >> 31);
}

std::int64_t Random::below(std::int64_t n) noexcept {
  return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(n));
}

void fill_random(Random& random, std::vector<std::byte>& bytes) {
  static constexpr std::uint8_t kExtremes[] = {0, 255, 127, 128, 1};
  const bool extremes = random.one_in(3);
  const auto constant = static_cast<std::byte>(kExtremes[random.below(5)]);
  const bool is_constant = random.one_in(10);
  for (std::byte& byte : bytes) {
    byte = is_constant ? constant
           : extremes  ? static_cast<std::byte>(kExtremes[random.below(5)])
                       : static_cast<std::byte>(random.below(256));
  }
}

ConvCase random_conv(Random& random) {
  for (;;) {
    ConvCase c;
    const std::int64_t group = random.one_in(2) ? 1 : random.between(1, 5);
    const std::int64_t channels =
        random.one_in(20) ? 0 : random.between(1, random.one_in(3) ? 20 : 5);
    const std::int64_t outputs =
        random.one_in(30) ? 0 : random.between(1, random.one_in(3) ? 20 : 5);
    const std::int64_t batch = random.one_in(30) ? 0 : random.between(1, 3);
    const std::size_t rank = random.one_in(2) ? 2 : static_cast<std::size_t>(random.between(1, 4));
    c.x.shape = {batch, channels * group};
    c.w.shape = {outputs * group, channels};
    if (group != 1 || random.one_in(2)) {
      c.group = group;
    }
    choose_axes(random, rank, c);
    if (!is_small(c)) {
      continue;
    }
    c.x = random_operand(random, random_type(random), c.x.shape);
    c.w = random_operand(random, random_type(random), c.w.shape);
    if (!random.one_in(3)) {
      c.x_zero_point = random_operand(random, c.x.type, {});
    }
    if (!random.one_in(3)) {
      c.w_zero_point = random_operand(
          random, c.w.type,
          random.one_in(2) ? std::vector<std::int64_t>() : std::vector{outputs * group});
    }
    return c;
  }
}

}  // namespace assay::testing
