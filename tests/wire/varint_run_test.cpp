// Runs of varints: what a scan counts, where it stops, and that the fast ones agree with the plain
// ones on anything.
#include "wire/varint_run.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "assay/bytes.hpp"

#include "support/message.hpp"
#include "wire/writer.hpp"

using namespace assay;
using namespace assay::wire;
using assay::testing::hex;

namespace {

using Scan = RunStop (*)(Cursor&, RunSummary&) noexcept;

struct Outcome {
  Fault fault = Fault::none;
  std::size_t at = 0;     // where it stopped
  std::size_t moved = 0;  // where the cursor stands
  RunSummary summary;
};

Outcome scan(Scan scan, std::string_view bytes, std::size_t from = 0) {
  const Bytes view = bytes_of(bytes);
  Cursor cursor{view.data() + from, view.data() + view.size()};
  Outcome out;
  const RunStop stop = scan(cursor, out.summary);
  out.fault = stop.fault;
  out.at = static_cast<std::size_t>(stop.at - view.data());
  out.moved = static_cast<std::size_t>(cursor.at - view.data());
  return out;
}

std::string run_of(std::initializer_list<std::int64_t> values) {
  std::string out;
  for (const std::int64_t value : values) {
    append_varint(out, static_cast<std::uint64_t>(value));
  }
  return out;
}

// The fast scan against the plain one, from stop to stop until the end.
void check_agreement(Scan fast, Scan plain, std::string_view bytes) {
  std::size_t from = 0;
  for (;;) {
    const Outcome a = scan(fast, bytes, from);
    const Outcome b = scan(plain, bytes, from);
    BOOST_REQUIRE((a.fault == b.fault));
    BOOST_REQUIRE(a.at == b.at);
    BOOST_REQUIRE(a.moved == b.moved);
    BOOST_REQUIRE(a.summary.count == b.summary.count);
    if (plain == &scan_int32s_portable && b.summary.count != 0) {
      BOOST_REQUIRE(a.summary.min <= b.summary.min);
      BOOST_REQUIRE((b.summary.min < 0 ? a.summary.min == b.summary.min : a.summary.min >= 0));
      BOOST_REQUIRE(a.summary.max >= b.summary.max);
      for (int bits = 0; bits < 32; ++bits) {
        const std::int64_t limit = (std::int64_t{1} << bits) - 1;
        BOOST_REQUIRE((a.summary.max <= limit) == (b.summary.max <= limit));
      }
    }
    if (b.at == bytes.size() || b.fault == Fault::truncated || b.fault == Fault::too_long) {
      return;
    }
    from = b.moved;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(varint_run)

BOOST_AUTO_TEST_CASE(counts_values_and_knows_the_extremes_of_int32) {
  const std::string run = run_of({5, -3, 300, 2147483647, -2147483648, 0});
  for (const Scan one : {&scan_int32s, &scan_int32s_portable}) {
    const Outcome outcome = scan(one, run);
    BOOST_TEST((outcome.fault == Fault::none));
    BOOST_TEST(outcome.at == run.size());
    BOOST_TEST(outcome.summary.count == 6u);
    BOOST_TEST(outcome.summary.min == -2147483648LL);
    BOOST_TEST(outcome.summary.max == 2147483647LL);
  }
  BOOST_TEST(scan(&count_varints, run).summary.count == 6u);
  BOOST_TEST(scan(&count_varints, "").summary.count == 0u);
}

BOOST_AUTO_TEST_CASE(stops_behind_what_can_be_read_and_before_what_cannot) {
  const std::string eight(8, '\x80');
  struct StopCase {
    std::string fault;
    Fault name;
    bool behind;
  };
  const StopCase cases[] = {
      {hex({0x81, 0x00}), Fault::overlong, true},
      {"\x81" + eight + hex({0x02}), Fault::overflow, true},
      {"\x81" + eight + hex({0x81, 0x01}), Fault::too_long, false},
      {"\x81", Fault::truncated, false},
  };
  for (const StopCase& one : cases) {
    for (const Scan scanner :
         {&scan_int32s, &scan_int32s_portable, &count_varints, &count_varints_portable}) {
      const std::string bytes = run_of({1, 2}) + one.fault;
      const Outcome outcome = scan(scanner, bytes);
      BOOST_TEST((outcome.fault == one.name));
      BOOST_TEST(outcome.at == 2u);
      BOOST_TEST(outcome.moved == (one.behind ? bytes.size() : 2u));
      BOOST_TEST(outcome.summary.count == (one.behind ? 3u : 2u));
    }
  }
}

BOOST_AUTO_TEST_CASE(stops_at_a_value_beyond_32_bits_and_takes_it_as_libprotobuf_does) {
  const std::string bytes = run_of({1, (std::int64_t{1} << 32) + 5, 7});
  for (const Scan one : {&scan_int32s, &scan_int32s_portable}) {
    const Outcome outcome = scan(one, bytes);
    BOOST_TEST((outcome.fault == Fault::none));
    BOOST_TEST(outcome.at == 1u);
    BOOST_TEST(outcome.moved == bytes.size() - 1);
    BOOST_TEST(outcome.summary.max == 5);
  }
  BOOST_TEST(scan(&count_varints, bytes).summary.count == 3u);
}

// Every kind of varint at every place relative to the blocks that the fast scans take at a time.
BOOST_AUTO_TEST_CASE(fast_and_plain_scans_agree_at_every_place_in_a_block) {
  const std::string eight(8, '\x80');
  const std::vector<std::string> odd = {
      run_of({127}),
      run_of({128}),
      run_of({16383}),
      run_of({16384}),
      run_of({-1}),
      run_of({1LL << 31}),
      run_of({1LL << 32}),
      hex({0x80, 0x00}),
      hex({0xff, 0x80, 0x00}),
      "\x81" + eight + hex({0x00}),
      "\x81" + eight + hex({0x01}),
      "\x81" + eight + hex({0x02}),
      "\x81" + eight + hex({0x80, 0x00}),
      "\x80",
      "\xff\xff\xff",
  };
  for (const std::string& filler : {std::string("\x01"), run_of({200}), run_of({70000})}) {
    for (std::size_t before = 0; before < 70; ++before) {
      for (const std::string& one : odd) {
        std::string bytes;
        for (std::size_t i = 0; i < before; ++i) {
          bytes += filler;
        }
        bytes += one;
        for (std::size_t i = 0; i < 70; ++i) {
          bytes += filler;
        }
        check_agreement(&scan_int32s, &scan_int32s_portable, bytes);
        check_agreement(&count_varints, &count_varints_portable, bytes);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(fast_and_plain_scans_agree_on_random_bytes) {
  std::mt19937_64 random(20260901);
  for (int round = 0; round < 4000; ++round) {
    const std::size_t size = random() % 300;
    // From mostly single bytes to mostly bytes that go on.
    const std::uint64_t density = random() % 101;
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) {
      const auto low = static_cast<unsigned>(random() % 4 == 0 ? random() % 2 : random() % 128);
      bytes += static_cast<char>(
          static_cast<unsigned char>(random() % 100 < density ? low | 0x80u : low));
    }
    check_agreement(&scan_int32s, &scan_int32s_portable, bytes);
    check_agreement(&count_varints, &count_varints_portable, bytes);
  }
}

// Values with a tag before each: what is passed is what one would have read, and it ends behind a
// tag.
BOOST_AUTO_TEST_CASE(tagged_values_are_passed_only_as_they_would_be_read) {
  constexpr char kTag = 0x28;
  std::mt19937_64 random(7);
  std::uint64_t passed = 0;
  for (int round = 0; round < 6000; ++round) {
    std::string bytes;
    for (std::uint64_t i = random() % 12; i > 0; --i) {
      const std::uint64_t choice = random() % 16;
      if (choice == 0) {
        bytes += static_cast<char>(static_cast<unsigned char>(random()));
      } else {
        append_varint(bytes, random() >> random() % 64, choice == 1 ? 3 : 0);
      }
      bytes += random() % 20 == 0 ? 'x' : kTag;
    }
    for (const bool int32 : {false, true}) {
      const Bytes view = bytes_of(bytes);
      Cursor fast{view.data(), view.data() + view.size()};
      RunSummary summary;
      pass_tagged_varints(fast, std::byte{kTag}, int32, summary);
      Cursor plain{view.data(), view.data() + view.size()};
      RunSummary expected;
      while (plain.at != fast.at) {
        const Varint varint = read_varint(plain);
        BOOST_REQUIRE((varint.fault == Fault::none));
        BOOST_REQUIRE((!plain.done() && *plain.at == std::byte{kTag}));
        ++plain.at;
        expected.add(assay::wire::low_int32(varint.value));
      }
      BOOST_REQUIRE(summary.count == expected.count);
      BOOST_REQUIRE((!int32 || expected.count == 0 || summary.max == expected.max));
      BOOST_REQUIRE((!int32 || expected.count == 0 || expected.min >= summary.min));
      passed += expected.count;
    }
  }
  BOOST_TEST(passed > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
