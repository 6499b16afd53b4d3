// Every bit pattern of every small floating-point format against a slow reference that is written
// from the formats' definitions: value = (-1)^sign * 2^(exponent - bias) * 1.mantissa, or
// (-1)^sign * 2^(1 - bias) * 0.mantissa where the exponent is zero.
#include "tensor/numeric_formats.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace assay {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// A pattern as text, most significant bit first.
std::string digits(std::uint32_t pattern, int width) {
  std::string text;
  for (int bit = width - 1; bit >= 0; --bit) {
    text += (pattern >> bit) % 2 == 1 ? '1' : '0';
  }
  return text;
}

double number_of(std::string_view digits) {
  double value = 0;
  for (const char digit : digits) {
    value = 2 * value + (digit - '0');
  }
  return value;
}

// "SEEEEMMM"-like layout, most significant bit first, without regard to special patterns.
double plain_value(const std::string& pattern, std::size_t exponent_bits, int bias) {
  const double sign = pattern[0] == '1' ? -1 : 1;
  const double exponent = number_of(std::string_view(pattern).substr(1, exponent_bits));
  const std::string_view mantissa = std::string_view(pattern).substr(1 + exponent_bits);
  const double fraction = number_of(mantissa) / std::pow(2.0, static_cast<double>(mantissa.size()));
  return exponent == 0 ? sign * fraction * std::pow(2.0, 1 - bias)
                       : sign * (1 + fraction) * std::pow(2.0, exponent - bias);
}

double ieee_value(const std::string& pattern, std::size_t exponent_bits, int bias) {
  const std::string all_ones(exponent_bits, '1');
  if (pattern.substr(1, exponent_bits) != all_ones) {
    return plain_value(pattern, exponent_bits, bias);
  }
  if (pattern.find('1', 1 + exponent_bits) != std::string::npos) {
    return kNan;
  }
  return pattern[0] == '1' ? -kInf : kInf;
}

double e4m3fn(const std::string& p) {
  return p.substr(1) == "1111111" ? kNan : plain_value(p, 4, 7);
}
double e4m3fnuz(const std::string& p) {
  return p == "10000000" ? kNan : plain_value(p, 4, 8);
}
double e5m2(const std::string& p) {
  return ieee_value(p, 5, 15);
}
double e5m2fnuz(const std::string& p) {
  return p == "10000000" ? kNan : plain_value(p, 5, 16);
}
double e8m0(const std::string& p) {
  return p == "11111111" ? kNan : std::pow(2.0, number_of(p) - 127);
}
double e2m3(const std::string& p) {
  return plain_value(p, 2, 1);
}
double e3m2(const std::string& p) {
  return plain_value(p, 3, 3);
}
double e2m1(const std::string& p) {
  return plain_value(p, 2, 1);
}
double float16(const std::string& p) {
  return ieee_value(p, 5, 15);
}
double bfloat16(const std::string& p) {
  return ieee_value(p, 8, 127);
}

// Same value, same sign of zero, or both NaN.
bool same(double actual, double expected) {
  if (std::isnan(expected)) {
    return std::isnan(actual);
  }
  return actual == expected && std::signbit(actual) == std::signbit(expected);
}

struct NarrowFormat {
  ElementType type;
  int width;
  double (*reference)(const std::string&);
  double largest;
  double smallest;  // above zero
  int nans;
};

constexpr NarrowFormat kNarrow[] = {
    {ElementType::float8e4m3fn, 8, e4m3fn, 448, 0x1p-9, 2},
    {ElementType::float8e4m3fnuz, 8, e4m3fnuz, 240, 0x1p-10, 1},
    {ElementType::float8e5m2, 8, e5m2, 57344, 0x1p-16, 6},
    {ElementType::float8e5m2fnuz, 8, e5m2fnuz, 57344, 0x1p-17, 1},
    {ElementType::float8e8m0, 8, e8m0, 0x1p127, 0x1p-127, 1},
    {ElementType::float6e2m3, 6, e2m3, 7.5, 0.125, 0},
    {ElementType::float6e3m2, 6, e3m2, 28, 0.0625, 0},
    {ElementType::float4e2m1, 4, e2m1, 6, 0.5, 0},
};

BOOST_AUTO_TEST_SUITE(numeric_formats)

BOOST_AUTO_TEST_CASE(every_pattern_of_a_narrow_format_has_the_defined_value) {
  for (const NarrowFormat& format : kNarrow) {
    const auto values = narrow_float_values(format.type);
    BOOST_TEST_REQUIRE(values.size() == std::size_t{1} << format.width);
    for (std::uint32_t pattern = 0; pattern < values.size(); ++pattern) {
      const double expected = format.reference(digits(pattern, format.width));
      BOOST_TEST(same(double{values[pattern]}, expected),
                 find_element_type(format.type)->name << " " << pattern << ": " << values[pattern]
                                                      << " is not " << expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(narrow_formats_have_the_published_extremes) {
  for (const NarrowFormat& format : kNarrow) {
    double largest = 0;
    double smallest = kInf;
    int nans = 0;
    for (const float value : narrow_float_values(format.type)) {
      nans += std::isnan(value) ? 1 : 0;
      if (std::isfinite(value) && value > 0) {
        largest = std::fmax(largest, value);
        smallest = std::fmin(smallest, value);
      }
    }
    BOOST_TEST(largest == format.largest);
    BOOST_TEST(smallest == format.smallest);
    BOOST_TEST(nans == format.nans);
  }
}

BOOST_AUTO_TEST_CASE(types_with_a_wider_or_no_float_have_no_table) {
  std::set<ElementType> narrow;
  for (const NarrowFormat& format : kNarrow) {
    narrow.insert(format.type);
  }
  for (const ElementTypeInfo& info : kElementTypes) {
    BOOST_TEST(narrow_float_values(info.type).empty() == !narrow.contains(info.type), info.name);
  }
  BOOST_TEST(narrow_float_values(ElementType::undefined).empty());
}

BOOST_AUTO_TEST_CASE(every_pattern_of_the_16_bit_formats_has_the_defined_value) {
  int wrong = 0;
  for (std::uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
    const std::string text = digits(pattern, 16);
    const auto bits = static_cast<std::uint16_t>(pattern);
    wrong += same(double{float16_value(bits)}, float16(text)) ? 0 : 1;
    wrong += same(double{bfloat16_value(bits)}, bfloat16(text)) ? 0 : 1;
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(known_patterns_of_the_16_bit_formats_have_their_known_values) {
  BOOST_TEST(float16_value(0x3c00) == 1.0f);
  BOOST_TEST(float16_value(0xc000) == -2.0f);
  BOOST_TEST(float16_value(0x7bff) == 65504.0f);
  BOOST_TEST(float16_value(0x0001) == 0x1p-24f);
  BOOST_TEST(float16_value(0x0400) == 0x1p-14f);
  BOOST_TEST(std::isnan(float16_value(0xffff)));
  BOOST_TEST(bfloat16_value(0x3f80) == 1.0f);
  BOOST_TEST(bfloat16_value(0x7f7f) == 0x1.fep127f);
  BOOST_TEST(bfloat16_value(0x0001) == 0x1p-133f);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
