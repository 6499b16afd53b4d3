// The fast answer on sparse indices against a plain one.
#include "tensor/index_order.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "wire/writer.hpp"

using namespace assay;

namespace {

using Numbers = std::vector<std::int64_t>;

std::string bytes_of_numbers(const Numbers& numbers) {
  std::string out;
  for (const std::int64_t number : numbers) {
    wire::append_fixed64(out, static_cast<std::uint64_t>(number));
  }
  return out;
}

bool plainly(const Numbers& numbers, const Numbers& limits) {
  const auto rank = static_cast<std::ptrdiff_t>(limits.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0 || numbers[i] >= limits[i % limits.size()]) {
      return false;
    }
  }
  for (std::ptrdiff_t at = rank; at < std::ssize(numbers); at += rank) {
    const auto tuple = numbers.begin() + at;
    if (!std::lexicographical_compare(tuple - rank, tuple, tuple, tuple + rank)) {
      return false;
    }
  }
  return true;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(index_order)

BOOST_AUTO_TEST_CASE(agrees_with_a_plain_comparison_for_every_rank) {
  std::mt19937_64 random(1);
  constexpr std::int64_t kLarge = std::numeric_limits<std::int64_t>::max();
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::size_t rank = 1 + random() % 6;
    const std::size_t count = random() % 4;
    Numbers limits;
    for (std::size_t axis = 0; axis < rank; ++axis) {
      limits.push_back(random() % 8 == 0 ? kLarge : static_cast<std::int64_t>(1 + random() % 4));
    }
    Numbers numbers;
    for (std::size_t i = 0; i < count * rank; ++i) {
      const std::uint64_t choice = random() % 40;
      numbers.push_back(choice == 0   ? -1
                        : choice == 1 ? kLarge
                        : choice == 2 ? std::numeric_limits<std::int64_t>::min()
                                      : static_cast<std::int64_t>(random() % 3));
    }
    const std::string raw = bytes_of_numbers(numbers);
    const bool expected = plainly(numbers, limits);
    BOOST_REQUIRE(indices_ascend(bytes_of(raw), limits) == expected);
    accepted += expected ? 1 : 0;
  }
  BOOST_TEST(accepted > 2000);
}

BOOST_AUTO_TEST_CASE(reads_from_any_address) {
  const std::string raw = "x" + bytes_of_numbers({0, 1, 2, 3});
  const Numbers limits = {4};
  BOOST_TEST(indices_ascend(bytes_of(raw).subspan(1), limits));
}

BOOST_AUTO_TEST_SUITE_END()
