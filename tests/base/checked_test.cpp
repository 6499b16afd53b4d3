// Arithmetic that says when it does not fit.
#include "base/checked.hpp"

#include <boost/test/unit_test.hpp>

using namespace assay;

namespace {
constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
constexpr std::int64_t kMax63 = std::numeric_limits<std::int64_t>::max();
}  // namespace

BOOST_AUTO_TEST_SUITE(checked)

BOOST_AUTO_TEST_CASE(multiplies_up_to_the_largest_number_and_not_beyond) {
  std::uint64_t result = 0;
  BOOST_TEST(checked_mul(kMax, std::uint64_t{1}, result));
  BOOST_TEST(result == kMax);
  BOOST_TEST(checked_mul(std::uint64_t{1} << 32, (std::uint64_t{1} << 32) - 1, result));
  BOOST_TEST(!checked_mul(std::uint64_t{1} << 32, std::uint64_t{1} << 32, result));
  BOOST_TEST(!checked_mul(kMax, std::uint64_t{2}, result));
  BOOST_TEST(checked_mul(kMax, std::uint64_t{0}, result));
  BOOST_TEST(result == 0u);
  std::int64_t signed_result = 0;
  BOOST_TEST(!checked_mul(kMax63, std::int64_t{2}, signed_result));
  BOOST_TEST(
      !checked_mul(std::numeric_limits<std::int64_t>::min(), std::int64_t{-1}, signed_result));
}

BOOST_AUTO_TEST_CASE(adds_up_to_the_largest_number_and_not_beyond) {
  std::uint64_t result = 0;
  BOOST_TEST(checked_add(kMax - 1, std::uint64_t{1}, result));
  BOOST_TEST(result == kMax);
  BOOST_TEST(!checked_add(kMax, std::uint64_t{1}, result));
}

BOOST_AUTO_TEST_CASE(saturates_instead_of_wrapping) {
  BOOST_TEST(saturating_mul(3, 4) == 12u);
  BOOST_TEST(saturating_mul(kMax, 1) == kMax);
  BOOST_TEST(saturating_mul(kMax, 2) == kMax);
  BOOST_TEST(saturating_add(kMax, 0) == kMax);
  BOOST_TEST(saturating_add(kMax, kMax) == kMax);
}

BOOST_AUTO_TEST_CASE(rounds_up_without_overflow) {
  BOOST_TEST(ceil_div(0, 4) == 0u);
  BOOST_TEST(ceil_div(1, 4) == 1u);
  BOOST_TEST(ceil_div(4, 4) == 1u);
  BOOST_TEST(ceil_div(5, 4) == 2u);
  BOOST_TEST(ceil_div(kMax, 2) == std::uint64_t{1} << 63);
}

BOOST_AUTO_TEST_SUITE_END()
