// Decoding against a slow reference that reads one bit after the other, over random bytes for every
// type, offset and count; and by hand where the reference could share a mistake.
#include "tensor/element_decode.hpp"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "tensor/numeric_formats.hpp"

namespace assay {
namespace {

using enum ElementType;

constexpr double kInf = std::numeric_limits<double>::infinity();

const ElementTypeInfo& info_of(ElementType type) {
  return *find_element_type(type);
}

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) {
    result.push_back(static_cast<std::byte>(value));
  }
  return result;
}

template <typename T>
std::vector<T> decoded(ElementType type, Bytes raw, std::uint64_t first, std::size_t count) {
  std::vector<T> out(count);
  const DecodeResult result = decode_elements(info_of(type), raw, first, std::span(out));
  BOOST_TEST_REQUIRE(result.ok(), info_of(type).name);
  return out;
}

// Bits [begin, begin + width) of a little-endian bit stream.
std::uint64_t bits_of(Bytes raw, std::uint64_t begin, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned k = 0; k < width; ++k) {
    const std::uint64_t bit = begin + k;
    const auto byte = std::to_integer<unsigned>(raw[bit / 8]);
    value |= std::uint64_t{byte >> (bit % 8) & 1} << k;
  }
  return value;
}

// A real number that is either an integer, kept as sign and magnitude, or floating-point.
struct Number {
  bool is_integer = true;
  bool negative = false;
  std::uint64_t magnitude = 0;
  double real = 0;

  double as_double() const {
    if (!is_integer) {
      return real;
    }
    const double value = static_cast<double>(magnitude);
    return negative ? -value : value;
  }
  std::optional<std::int64_t> as_int64() const {
    if (!is_integer) {
      if (std::isfinite(real) && std::floor(real) == real && real >= -0x1p63 && real < 0x1p63) {
        return static_cast<std::int64_t>(real);
      }
      return std::nullopt;
    }
    if (negative) {
      return magnitude <= (std::uint64_t{1} << 63)
                 ? std::optional(-static_cast<std::int64_t>(magnitude - 1) - 1)
                 : std::nullopt;
    }
    return magnitude < (std::uint64_t{1} << 63)
               ? std::optional(static_cast<std::int64_t>(magnitude))
               : std::nullopt;
  }
  std::optional<std::uint64_t> as_uint64() const {
    if (!is_integer) {
      if (std::isfinite(real) && std::floor(real) == real && real >= 0 && real < 0x1p64) {
        return static_cast<std::uint64_t>(real);
      }
      return std::nullopt;
    }
    return negative ? std::nullopt : std::optional(magnitude);
  }
};

Number unsigned_number(std::uint64_t pattern) {
  return {true, false, pattern, 0};
}

Number signed_number(std::uint64_t pattern, unsigned width) {
  const bool negative = (pattern >> (width - 1)) != 0;
  if (!negative) {
    return unsigned_number(pattern);
  }
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return {true, true, (~pattern & mask) + 1, 0};
}

Number real_number(double value) {
  return {false, false, 0, value};
}

Number reference(const ElementTypeInfo& info, Bytes raw, std::uint64_t i) {
  const std::uint64_t pattern = bits_of(raw, i * info.bits, info.bits);
  switch (info.type) {
    case int8:
    case int16:
    case int32:
    case int64:
    case int4:
    case int2:
      return signed_number(pattern, info.bits);
    case uint8:
    case uint16:
    case uint32:
    case uint64:
    case uint4:
    case uint2:
      return unsigned_number(pattern);
    case boolean:
      return unsigned_number(pattern != 0 ? 1 : 0);
    case float32:
      return real_number(std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    case float64:
      return real_number(std::bit_cast<double>(pattern));
    case float16:
      return real_number(float16_value(static_cast<std::uint16_t>(pattern)));
    case bfloat16:
      return real_number(bfloat16_value(static_cast<std::uint16_t>(pattern)));
    default:
      return real_number(narrow_float_values(info.type)[pattern]);
  }
}

bool is_complex(const ElementTypeInfo& info) {
  return info.entries_per_element == 2;
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

// What integers of T the reference has for [first, first + count), up to the first that has none.
template <typename T, typename As>
void compare_integers(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                      std::size_t count, As as) {
  std::vector<T> out(count);
  const DecodeResult result = decode_elements(info, raw, first, std::span(out));
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<T> expected = as(reference(info, raw, first + i));
    if (!expected) {
      BOOST_TEST((result.status == DecodeStatus::inexact), info.name);
      BOOST_TEST(result.element == first + i, info.name);
      return;
    }
    BOOST_TEST(out[i] == *expected, info.name << " " << first + i);
  }
  BOOST_TEST(result.ok(), info.name);
}

BOOST_AUTO_TEST_SUITE(element_decode)

BOOST_AUTO_TEST_CASE(every_real_type_decodes_as_the_slow_reference_does) {
  std::mt19937 random(20260822);
  std::vector<std::byte> buffer(1 + 24 * 8);
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.bits == 0 || is_complex(info)) {
      continue;
    }
    for (std::byte& byte : buffer) {
      byte = static_cast<std::byte>(random() & 0xff);
    }
    // From an odd address, so that nothing can rely on alignment.
    const Bytes raw = Bytes(buffer).subspan(1);
    for (std::uint64_t first = 0; first < 9; ++first) {
      for (std::size_t count = 0; count <= 15; ++count) {
        std::uint64_t length = 0;
        BOOST_TEST_REQUIRE(raw_data_bytes(info, first + count, length));
        const Bytes exact = raw.first(length);
        const auto doubles = decoded<double>(info.type, exact, first, count);
        const auto floats = decoded<float>(info.type, exact, first, count);
        for (std::size_t i = 0; i < count; ++i) {
          const Number number = reference(info, exact, first + i);
          BOOST_TEST(same(doubles[i], number.as_double()), info.name << " " << first + i);
          const float as_float = number.is_integer
                                     ? (number.negative ? -static_cast<float>(number.magnitude)
                                                        : static_cast<float>(number.magnitude))
                                     : static_cast<float>(number.real);
          BOOST_TEST(same(floats[i], as_float), info.name << " " << first + i);
        }
        compare_integers<std::int64_t>(info, exact, first, count,
                                       [](const Number& n) { return n.as_int64(); });
        compare_integers<std::uint64_t>(info, exact, first, count,
                                        [](const Number& n) { return n.as_uint64(); });
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_first_element_of_a_byte_is_in_its_low_bits) {
  using Longs = std::vector<std::int64_t>;
  using Doubles = std::vector<double>;
  BOOST_TEST(
      (decoded<std::int64_t>(uint4, bytes({0x21, 0x43, 0x05}), 0, 5) == Longs{1, 2, 3, 4, 5}));
  BOOST_TEST((decoded<std::int64_t>(int4, bytes({0x7f, 0x98}), 0, 4) == Longs{-1, 7, -8, -7}));
  BOOST_TEST((decoded<std::int64_t>(uint2, bytes({0xe4, 0x02}), 0, 5) == Longs{0, 1, 2, 3, 2}));
  BOOST_TEST((decoded<std::int64_t>(int2, bytes({0xe4}), 0, 4) == Longs{0, 1, -2, -1}));
  BOOST_TEST((decoded<double>(float4e2m1, bytes({0xf1, 0x0a}), 0, 3) == Doubles{0.5, -6, -1}));
}

BOOST_AUTO_TEST_CASE(six_bit_elements_form_one_stream_of_bits) {
  // 1, 2, 3, 4 as patterns: 000001 000010 000011 000100 from the low end.
  const auto raw = bytes({0x81, 0x30, 0x10, 0x3f});
  using Doubles = std::vector<double>;
  BOOST_TEST((decoded<double>(float6e2m3, raw, 0, 5) == Doubles{0.125, 0.25, 0.375, 0.5, -7.5}));
  BOOST_TEST((decoded<double>(float6e3m2, raw, 0, 5) == Doubles{0.0625, 0.125, 0.1875, 0.25, -28}));
}

BOOST_AUTO_TEST_CASE(multi_byte_elements_are_little_endian) {
  using Longs = std::vector<std::int64_t>;
  BOOST_TEST(
      (decoded<std::int64_t>(int16, bytes({0x34, 0x12, 0xff, 0xff}), 0, 2) == Longs{0x1234, -1}));
  BOOST_TEST((decoded<std::int64_t>(uint32, bytes({1, 2, 3, 0x84}), 0, 1) == Longs{0x84030201}));
  BOOST_TEST((decoded<std::int64_t>(int64, bytes({1, 2, 3, 4, 5, 6, 7, 8}), 0, 1) ==
              Longs{0x0807060504030201}));
  BOOST_TEST((decoded<double>(float32, bytes({0, 0, 0x80, 0x3f}), 0, 1) == std::vector<double>{1}));
  BOOST_TEST((decoded<double>(float64, bytes({0, 0, 0, 0, 0, 0, 0, 0xc0}), 0, 1) ==
              std::vector<double>{-2}));
}

BOOST_AUTO_TEST_CASE(complex_elements_are_pairs_with_the_real_part_first) {
  using Complex = std::complex<double>;
  const auto single = bytes({0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f});
  BOOST_TEST(
      (decoded<Complex>(complex64, single, 0, 2) == std::vector{Complex(1, -2), Complex(0, 1)}));
  BOOST_TEST((decoded<Complex>(complex64, single, 1, 1) == std::vector{Complex(0, 1)}));
  const auto wide = bytes({0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f});
  BOOST_TEST((decoded<Complex>(complex128, wide, 0, 1) == std::vector{Complex(-2, 1)}));
}

BOOST_AUTO_TEST_CASE(a_bool_is_0_or_1_whatever_its_byte) {
  BOOST_TEST((decoded<std::uint64_t>(boolean, bytes({0, 1, 2, 0xff}), 0, 4) ==
              std::vector<std::uint64_t>{0, 1, 1, 1}));
}

BOOST_AUTO_TEST_CASE(integers_that_a_real_number_does_not_equal_are_refused) {
  struct Case {
    double value;
    std::optional<std::int64_t> as_int64;
    std::optional<std::uint64_t> as_uint64;
  };
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  const Case cases[] = {
      {0.0, 0, 0},
      {-0.0, 0, 0},
      {1.0, 1, 1},
      {-1.0, -1, std::nullopt},
      {0.5, std::nullopt, std::nullopt},
      {-0.5, std::nullopt, std::nullopt},
      {0x1.fffffffffffffp62, 0x7ffffffffffffc00, 0x7ffffffffffffc00u},
      {0x1p63, std::nullopt, 0x8000000000000000u},
      {0x1.fffffffffffffp63, std::nullopt, 0xfffffffffffff800u},
      {0x1p64, std::nullopt, std::nullopt},
      {-0x1p63, kMin, std::nullopt},
      {-0x1.0000000000001p63, std::nullopt, std::nullopt},
      {1e300, std::nullopt, std::nullopt},
      {0x1p-1074, std::nullopt, std::nullopt},
      {kInf, std::nullopt, std::nullopt},
      {-kInf, std::nullopt, std::nullopt},
      {std::numeric_limits<double>::quiet_NaN(), std::nullopt, std::nullopt},
  };
  for (const Case& c : cases) {
    // In front of it stands a value that every type has, so that the index can be seen.
    std::vector<std::byte> raw(16);
    for (std::size_t i = 0; i < 8; ++i) {
      raw[8 + i] = static_cast<std::byte>(std::bit_cast<std::uint64_t>(c.value) >> (8 * i) & 0xff);
    }
    std::int64_t longs[2] = {7, 7};
    const DecodeResult of_int64 = decode_elements(info_of(float64), raw, 0, std::span(longs));
    BOOST_TEST(of_int64.ok() == c.as_int64.has_value(), c.value);
    BOOST_TEST(longs[0] == 0);
    if (c.as_int64) {
      BOOST_TEST(longs[1] == *c.as_int64);
    } else {
      BOOST_TEST((of_int64.status == DecodeStatus::inexact));
      BOOST_TEST(of_int64.element == 1u);
    }
    std::uint64_t ulongs[2] = {7, 7};
    const DecodeResult of_uint64 = decode_elements(info_of(float64), raw, 0, std::span(ulongs));
    BOOST_TEST(of_uint64.ok() == c.as_uint64.has_value(), c.value);
    if (c.as_uint64) {
      BOOST_TEST(ulongs[1] == *c.as_uint64);
    }
  }
}

BOOST_AUTO_TEST_CASE(integers_beyond_the_other_signedness_are_refused) {
  const auto all_ones = bytes({0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
  std::int64_t signed_value = 0;
  std::uint64_t unsigned_value = 0;
  BOOST_TEST((decode_elements(info_of(uint64), all_ones, 0, std::span(&signed_value, 1)).status ==
              DecodeStatus::inexact));
  BOOST_TEST((decode_elements(info_of(int64), all_ones, 0, std::span(&unsigned_value, 1)).status ==
              DecodeStatus::inexact));
  BOOST_TEST(decode_elements(info_of(uint64), all_ones, 0, std::span(&unsigned_value, 1)).ok());
  BOOST_TEST(unsigned_value == std::numeric_limits<std::uint64_t>::max());
}

BOOST_AUTO_TEST_CASE(numbers_too_fine_or_too_large_for_float_are_rounded) {
  const auto one_value = [](double value) {
    std::vector<std::byte> raw;
    for (std::size_t i = 0; i < 8; ++i) {
      raw.push_back(static_cast<std::byte>(std::bit_cast<std::uint64_t>(value) >> (8 * i) & 0xff));
    }
    return double{decoded<float>(float64, raw, 0, 1)[0]};
  };
  BOOST_TEST(one_value(1 + 0x1p-24) == 1.0);  // a tie goes to even
  BOOST_TEST(one_value(1 + 0x1.8p-23) == 1 + 0x1p-22);
  BOOST_TEST(one_value(1e300) == kInf);
  BOOST_TEST(one_value(-1e300) == -kInf);
  // 2^24 + 1 as INT32.
  BOOST_TEST(decoded<float>(int32, bytes({1, 0, 0, 1}), 0, 1)[0] == 16777216.0f);
}

BOOST_AUTO_TEST_CASE(elements_beyond_the_bytes_are_refused_and_nothing_is_written) {
  struct Case {
    ElementType type;
    std::size_t length;
    std::uint64_t first;
    bool ok;  // for two elements
  };
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  constexpr Case kCases[] = {{float32, 8, 0, true},       {float32, 7, 0, false},
                             {float32, 8, 1, false},      {int4, 1, 0, true},
                             {int4, 1, 1, false},         {int4, 2, 2, true},
                             {int4, 2, 3, false},         {int2, 1, 2, true},
                             {int2, 1, 3, false},         {float6e2m3, 2, 0, true},
                             {float6e2m3, 2, 1, false},   {float6e2m3, 3, 2, true},
                             {float6e2m3, 3, 3, false},   {uint8, 2, kMax, false},
                             {uint8, 2, kMax - 2, false}, {float64, 16, kMax / 64, false},
                             {int2, 0, kMax / 2, false}};
  for (const Case& c : kCases) {
    const std::vector<std::byte> raw(c.length);
    double out[2] = {7, 7};
    const DecodeResult result = decode_elements(info_of(c.type), raw, c.first, std::span(out));
    BOOST_TEST(result.ok() == c.ok, info_of(c.type).name << " " << c.length << " " << c.first);
    if (!c.ok) {
      BOOST_TEST((result.status == DecodeStatus::out_of_range));
      BOOST_TEST(out[0] == 7);
      BOOST_TEST(out[1] == 7);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_elements_can_be_had_of_anything_numeric) {
  for (const ElementTypeInfo& info : kElementTypes) {
    const bool real = info.bits != 0 && !is_complex(info);
    BOOST_TEST(decode_elements(info, Bytes(), 0, std::span<double>()).ok() == real, info.name);
    BOOST_TEST(decode_elements(info, Bytes(), 0, std::span<std::complex<double>>()).ok() ==
                   is_complex(info),
               info.name);
  }
}

BOOST_AUTO_TEST_CASE(strings_and_complex_numbers_are_no_real_numbers) {
  const std::vector<std::byte> raw(16);
  double real = 7;
  std::int64_t integer = 7;
  std::complex<double> complex(7, 7);
  for (const ElementType type : {string, complex64, complex128}) {
    BOOST_TEST((decode_elements(info_of(type), raw, 0, std::span(&real, 1)).status ==
                DecodeStatus::no_conversion));
    BOOST_TEST((decode_elements(info_of(type), raw, 0, std::span(&integer, 1)).status ==
                DecodeStatus::no_conversion));
  }
  for (const ElementType type : {string, float32, int64, int4}) {
    BOOST_TEST((decode_elements(info_of(type), raw, 0, std::span(&complex, 1)).status ==
                DecodeStatus::no_conversion));
  }
  BOOST_TEST((real == 7 && integer == 7 && complex == std::complex<double>(7, 7)));
}

BOOST_AUTO_TEST_CASE(padding_bits_are_those_that_no_element_has) {
  for (const ElementTypeInfo& info : kElementTypes) {
    for (std::uint64_t n = 0; n <= 40; ++n) {
      std::uint64_t length = 0;
      BOOST_TEST_REQUIRE(raw_data_bytes(info, n, length));
      // Every bit that an element has is set; the others must be the mask.
      std::uint64_t used = 0;
      for (std::uint64_t bit = 0; bit < 8 && length != 0; ++bit) {
        used |= (length - 1) * 8 + bit < n * info.bits ? std::uint64_t{1} << bit : 0;
      }
      const std::uint64_t expected = length == 0 ? 0 : ~used & 0xff;
      BOOST_TEST(std::to_integer<std::uint64_t>(padding_mask(info, n)) == expected,
                 info.name << " " << n);
    }
  }
}

BOOST_AUTO_TEST_CASE(padding_bits_must_be_zero) {
  struct Case {
    ElementType type;
    std::uint64_t elements;
    std::vector<std::byte> raw;
    bool clear;
  };
  const Case cases[] = {{int4, 3, bytes({0x21, 0x03}), true},
                        {int4, 3, bytes({0x21, 0xf3}), false},
                        {int4, 4, bytes({0x21, 0xf3}), true},
                        {int2, 1, bytes({0x02}), true},
                        {int2, 1, bytes({0xfe}), false},
                        {float6e2m3, 1, bytes({0x3f}), true},
                        {float6e2m3, 1, bytes({0x40}), false},
                        {float6e2m3, 1, bytes({0xc1}), false},
                        {float6e3m2, 2, bytes({0xff, 0x0f}), true},
                        {float6e3m2, 2, bytes({0xff, 0x1f}), false},
                        {float6e2m3, 3, bytes({0xff, 0xff, 0x03}), true},
                        {float6e2m3, 3, bytes({0xff, 0xff, 0x07}), false},
                        {float6e2m3, 4, bytes({0xff, 0xff, 0xff}), true},
                        {float4e2m1, 0, {}, true},
                        {uint8, 1, bytes({0xff}), true}};
  for (const Case& c : cases) {
    BOOST_TEST(padding_bits_clear(info_of(c.type), c.elements, c.raw) == c.clear,
               info_of(c.type).name << " of " << c.elements);
  }
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  BOOST_TEST((padding_mask(info_of(int4), kMax) == std::byte{0xf0}));
  BOOST_TEST((padding_mask(info_of(float6e2m3), kMax) == std::byte{0xfc}));
}

BOOST_AUTO_TEST_CASE(a_bad_bool_is_found_wherever_it_stands) {
  for (const std::size_t length : {std::size_t{1}, std::size_t{7}, std::size_t{511},
                                   std::size_t{512}, std::size_t{513}, std::size_t{1500}}) {
    std::vector<std::byte> raw(length);
    for (std::size_t i = 0; i < length; ++i) {
      raw[i] = static_cast<std::byte>(i % 3 == 0 ? 1 : 0);
    }
    BOOST_TEST(find_bad_bool(raw) == std::string_view::npos);
    for (std::size_t at = 0; at < length; ++at) {
      const std::byte before = raw[at];
      raw[at] = static_cast<std::byte>(2 + at % 254);
      BOOST_TEST(find_bad_bool(raw) == at);
      raw.back() = std::byte{0xff};
      BOOST_TEST(find_bad_bool(raw) == at);
      raw.back() = std::byte{0};
      raw[at] = before;
    }
  }
  BOOST_TEST(find_bad_bool({}) == std::string_view::npos);
}

BOOST_AUTO_TEST_CASE(every_byte_but_0_and_1_is_a_bad_bool) {
  std::vector<std::byte> raw(1024);
  for (int value = 0; value < 256; ++value) {
    raw[700] = static_cast<std::byte>(value);
    BOOST_TEST(find_bad_bool(raw) == (value < 2 ? std::string_view::npos : 700u));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
