#include "tensor/index_order.hpp"

#include <array>

#include "wire/cursor.hpp"

namespace assay {
namespace {

// Numbers in range are below 2^63, so unsigned comparisons order them, and find negative ones.
template <std::size_t kRank>
bool ascend(Bytes raw, std::span<const std::int64_t> limits) noexcept {
  std::array<std::uint64_t, kRank> limit;
  std::array<std::uint64_t, kRank> last{};
  for (std::size_t axis = 0; axis < kRank; ++axis) {
    limit[axis] = static_cast<std::uint64_t>(limits[axis]);
  }
  constexpr std::size_t kTuple = kRank * sizeof(std::uint64_t);
  unsigned bad = 0;
  bool first = true;
  for (std::size_t at = 0; raw.size() - at >= kTuple; at += kTuple) {
    std::array<std::uint64_t, kRank> tuple;
    for (std::size_t axis = 0; axis < kRank; ++axis) {
      tuple[axis] = wire::load_fixed64(raw.data() + at + axis * sizeof(std::uint64_t));
      bad |= static_cast<unsigned>(tuple[axis] >= limit[axis]);
    }
    // From the last axis to the first: above when this one is, or is equal and the rest is above.
    unsigned above = 0;
    for (std::size_t axis = kRank; axis > 0; --axis) {
      above = static_cast<unsigned>(tuple[axis - 1] > last[axis - 1]) |
              (static_cast<unsigned>(tuple[axis - 1] == last[axis - 1]) & above);
    }
    bad |= (above | static_cast<unsigned>(first)) ^ 1u;
    first = false;
    last = tuple;
  }
  return bad == 0;
}

bool ascend_any(Bytes raw, std::span<const std::int64_t> limits) noexcept {
  const std::size_t tuple = limits.size() * sizeof(std::uint64_t);
  for (std::size_t at = 0; raw.size() - at >= tuple; at += tuple) {
    bool above = at == 0;
    bool equal = true;
    for (std::size_t axis = 0; axis < limits.size(); ++axis) {
      const std::byte* here = raw.data() + at + axis * sizeof(std::uint64_t);
      const std::uint64_t value = wire::load_fixed64(here);
      if (value >= static_cast<std::uint64_t>(limits[axis])) {
        return false;
      }
      if (at != 0 && equal) {
        const std::uint64_t before = wire::load_fixed64(here - tuple);
        above = value > before;
        equal = value == before;
      }
    }
    if (!above) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool indices_ascend(Bytes raw, std::span<const std::int64_t> limits) noexcept {
  switch (limits.size()) {
    case 0:
      return raw.empty();
    case 1:
      return ascend<1>(raw, limits);
    case 2:
      return ascend<2>(raw, limits);
    case 3:
      return ascend<3>(raw, limits);
    case 4:
      return ascend<4>(raw, limits);
    default:
      return ascend_any(raw, limits);
  }
}

}  // namespace assay
