// Varints, tags and fixed-width values: every boundary, every fault.
#include "wire/cursor.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "assay/bytes.hpp"

#include "support/message.hpp"
#include "wire/writer.hpp"

using namespace assay;
using namespace assay::wire;
using assay::testing::hex;

namespace {

Cursor cursor_over(const std::string& text) {
  const Bytes bytes = bytes_of(text);
  return {bytes.data(), bytes.data() + bytes.size()};
}

constexpr std::uint64_t kMax = ~std::uint64_t{0};

struct VarintCase {
  std::string bytes;
  std::uint64_t value;
  Fault fault;
  std::size_t moved;  // bytes
};

// Shortest form: so many bytes for each value on both sides of every boundary.
std::vector<VarintCase> boundaries() {
  std::vector<VarintCase> cases = {{hex({0}), 0, Fault::none, 1}};
  for (unsigned bits = 7; bits < 64; bits += 7) {
    const std::uint64_t first = std::uint64_t{1} << bits;
    for (const std::uint64_t value : {first - 1, first, first + 1}) {
      std::string bytes;
      append_varint(bytes, value);
      const std::size_t length = value < first ? bits / 7 : bits / 7 + 1;
      cases.push_back({bytes, value, Fault::none, length});
    }
  }
  std::string bytes;
  append_varint(bytes, kMax);
  cases.push_back({bytes, kMax, Fault::none, 10});
  return cases;
}

const std::string kEight(8, '\x80');

std::vector<VarintCase> faults() {
  return {
      {"", 0, Fault::truncated, 0},
      {hex({0x80}), 0, Fault::truncated, 0},
      {hex({0xff, 0xff}), 0x3fff, Fault::truncated, 0},
      {std::string(9, '\xff'), kMax >> 1, Fault::truncated, 0},
      {std::string(10, '\xff'), kMax, Fault::too_long, 0},
      {std::string(11, '\xff'), kMax, Fault::too_long, 0},
      {hex({0x81}) + kEight + hex({0x80, 0x00}), 1, Fault::too_long, 0},
      {hex({0x80, 0x00}), 0, Fault::overlong, 2},
      {hex({0x81, 0x00}), 1, Fault::overlong, 2},
      {hex({0xff, 0x80, 0x00}), 0x7f, Fault::overlong, 3},
      {hex({0x81}) + kEight + hex({0x00}), 1, Fault::overlong, 10},
      {hex({0x81}) + kEight + hex({0x01}), (std::uint64_t{1} << 63) + 1, Fault::none, 10},
      {hex({0x81}) + kEight + hex({0x02}), 1, Fault::overflow, 10},
      {hex({0x81}) + kEight + hex({0x03}), (std::uint64_t{1} << 63) + 1, Fault::overflow, 10},
      {hex({0x81}) + kEight + hex({0x7f}), (std::uint64_t{1} << 63) + 1, Fault::overflow, 10},
  };
}

void check_varint(const VarintCase& one, const std::string& behind) {
  const std::string bytes = one.bytes + behind;
  Cursor cursor = cursor_over(bytes);
  const Varint varint = read_varint(cursor);
  BOOST_TEST(varint.value == one.value);
  BOOST_TEST((varint.fault == one.fault));
  BOOST_TEST(bytes.size() - cursor.left() == one.moved);
}

struct TagCase {
  std::string bytes;
  std::uint32_t number;
  unsigned wire_type;
  Fault fault;
  std::size_t moved;
};

std::string tag_of(std::uint64_t number, unsigned wire_type, unsigned width = 0) {
  std::string out;
  append_tag(out, number, wire_type, width);
  return out;
}

const std::vector<TagCase> kTags = {
    {tag_of(1, 0), 1, 0, Fault::none, 1},
    {tag_of(1, 7), 1, 7, Fault::none, 1},
    {tag_of(15, 2), 15, 2, Fault::none, 1},
    {tag_of(16, 2), 16, 2, Fault::none, 2},
    {tag_of(2047, 5), 2047, 5, Fault::none, 2},
    {tag_of(2048, 5), 2048, 5, Fault::none, 3},
    {tag_of(kMaxFieldNumber, 0), kMaxFieldNumber, 0, Fault::none, 5},
    {tag_of(std::uint64_t{kMaxFieldNumber} + 1, 0), 0, 0, Fault::field_number_range, 0},
    {tag_of((std::uint64_t{1} << 29) + 1, 0), 0, 0, Fault::field_number_range, 0},
    {tag_of((std::uint64_t{1} << 32) - 1, 5), 0, 5, Fault::field_number_range, 0},
    {tag_of(std::uint64_t{1} << 32, 0), 0, 0, Fault::tag_too_long, 0},
    {tag_of(0, 0), 0, 0, Fault::field_number_zero, 0},
    {tag_of(0, 4), 0, 4, Fault::field_number_zero, 0},
    {tag_of(0, 0, 2), 0, 0, Fault::field_number_zero, 0},
    {tag_of(1, 0, 2), 1, 0, Fault::overlong, 2},
    {tag_of(1, 2, 5), 1, 2, Fault::overlong, 5},
    {tag_of(1, 0, 6), 0, 0, Fault::tag_too_long, 0},
    {tag_of(1, 0, 10), 0, 0, Fault::tag_too_long, 0},
    {std::string(10, '\xff'), 0, 0, Fault::tag_too_long, 0},
    {std::string(9, '\xff') + "\x7f", 0, 0, Fault::tag_too_long, 0},
    {"", 0, 0, Fault::truncated, 0},
    {"\x80", 0, 0, Fault::truncated, 0},
    {std::string(9, '\xff'), 0, 0, Fault::truncated, 0},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(cursor)

BOOST_AUTO_TEST_CASE(reads_every_boundary_of_a_varint) {
  for (const VarintCase& one : boundaries()) {
    BOOST_TEST(one.bytes.size() == one.moved);
    check_varint(one, "");
    check_varint(one, "\xff");
  }
}

BOOST_AUTO_TEST_CASE(tells_every_fault_of_a_varint) {
  for (const VarintCase& one : faults()) {
    check_varint(one, "");
    if (one.fault != Fault::truncated) {
      check_varint(one, "\x80");
    }
  }
}

BOOST_AUTO_TEST_CASE(every_cut_of_a_varint_is_truncated) {
  std::string whole;
  append_varint(whole, kMax);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    Cursor cursor = cursor_over(cut);
    BOOST_TEST((read_varint(cursor).fault == Fault::truncated));
    BOOST_TEST(cursor.left() == size);
  }
}

BOOST_AUTO_TEST_CASE(reads_tags) {
  for (const TagCase& one : kTags) {
    for (const std::string behind : {"", "\x01"}) {
      if (one.fault == Fault::truncated && !behind.empty()) {
        continue;
      }
      const std::string bytes = one.bytes + behind;
      Cursor cursor = cursor_over(bytes);
      const Tag tag = read_tag(cursor);
      BOOST_TEST(tag.number == one.number);
      BOOST_TEST(unsigned{tag.wire_type} == one.wire_type);
      BOOST_TEST((tag.fault == one.fault));
      BOOST_TEST(bytes.size() - cursor.left() == one.moved);
    }
  }
}

BOOST_AUTO_TEST_CASE(loads_little_endian_from_any_address) {
  const std::string bytes = hex({0xee, 0x01, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0x88});
  const std::byte* at = bytes_of(bytes).data() + 1;
  BOOST_TEST(load_fixed32(at) == 0x84030201u);
  BOOST_TEST(load_fixed64(at) == 0x8807060584030201u);
}

BOOST_AUTO_TEST_CASE(an_int32_is_what_fits_or_is_sign_extended) {
  struct Int32Case {
    std::uint64_t value;
    bool fits;
    std::int32_t low;
  };
  constexpr std::int32_t kMin32 = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMax32 = std::numeric_limits<std::int32_t>::max();
  const Int32Case cases[] = {
      {0, true, 0},
      {0x7fffffff, true, kMax32},
      {0x80000000, false, kMin32},
      {0xffffffff, false, -1},
      {0x100000001, false, 1},
      {0x7fffffffffffffff, false, -1},
      {0x8000000000000000, false, 0},
      {0xffffffff00000000, false, 0},
      {0xffffffff7fffffff, false, kMax32},
      {0xffffffff80000000, true, kMin32},
      {kMax, true, -1},
  };
  for (const Int32Case& one : cases) {
    BOOST_TEST(fits_int32(one.value) == one.fits);
    BOOST_TEST(low_int32(one.value) == one.low);
  }
}

BOOST_AUTO_TEST_SUITE_END()
