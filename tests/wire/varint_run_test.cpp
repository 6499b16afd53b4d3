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

using Scan = RunStop (*)(Cursor&, RunSummary&, Simd) noexcept;

struct Outcome {
  Fault fault = Fault::none;
  std::size_t at = 0;     // where it stopped
  std::size_t moved = 0;  // where the cursor stands
  RunSummary summary;
};

Outcome scan(Scan scan, std::string_view bytes, std::size_t from = 0, Simd level = simd()) {
  const Bytes view = bytes_of(bytes);
  Cursor cursor{view.data() + from, view.data() + view.size()};
  Outcome out;
  const RunStop stop = scan(cursor, out.summary, level);
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

// Those that this machine has.
const std::vector<Simd>& levels() {
  static const std::vector<Simd> all = [] {
    std::vector<Simd> found;
    for (const Simd level : {Simd::portable, Simd::baseline, Simd::avx2, Simd::avx512}) {
      if (has(level)) {
        found.push_back(level);
      }
    }
    return found;
  }();
  return all;
}

// Of int32 values: what summaries may differ in, and what not.
void check_extremes(const RunSummary& fast, const RunSummary& plain) {
  BOOST_REQUIRE(fast.min <= plain.min);
  BOOST_REQUIRE((plain.min < 0 ? fast.min == plain.min : fast.min >= 0));
  BOOST_REQUIRE(fast.max >= plain.max);
  for (int bits = 0; bits < 32; ++bits) {
    const std::int64_t limit = (std::int64_t{1} << bits) - 1;
    BOOST_REQUIRE((fast.max <= limit) == (plain.max <= limit));
  }
}

// A fast scan against the plain one, from stop to stop until the end.
void check_agreement(Scan scans, Simd level, std::string_view bytes) {
  std::size_t from = 0;
  for (;;) {
    const Outcome a = scan(scans, bytes, from, level);
    const Outcome b = scan(scans, bytes, from, Simd::portable);
    BOOST_REQUIRE((a.fault == b.fault));
    BOOST_REQUIRE(a.at == b.at);
    BOOST_REQUIRE(a.moved == b.moved);
    BOOST_REQUIRE(a.summary.count == b.summary.count);
    if (scans == &scan_int32s && b.summary.count != 0) {
      check_extremes(a.summary, b.summary);
    }
    if (b.at == bytes.size() || b.fault == Fault::truncated || b.fault == Fault::too_long) {
      return;
    }
    from = b.moved;
  }
}

void check_agreement(std::string_view bytes) {
  for (const Simd level : levels()) {
    check_agreement(&scan_int32s, level, bytes);
    check_agreement(&count_varints, level, bytes);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(varint_run)

BOOST_AUTO_TEST_CASE(counts_values_and_knows_the_extremes_of_int32) {
  const std::string run = run_of({5, -3, 300, 2147483647, -2147483648, 0});
  for (const Simd level : levels()) {
    const Outcome outcome = scan(&scan_int32s, run, 0, level);
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
    for (const Scan scanner : {&scan_int32s, &count_varints}) {
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
  for (const Simd level : levels()) {
    const Outcome outcome = scan(&scan_int32s, bytes, 0, level);
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
    for (std::size_t before = 0; before < 150; ++before) {
      for (const std::string& one : odd) {
        std::string bytes;
        for (std::size_t i = 0; i < before; ++i) {
          bytes += filler;
        }
        bytes += one;
        for (std::size_t i = 0; i < 70; ++i) {
          bytes += filler;
        }
        check_agreement(bytes);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(fast_and_plain_scans_agree_on_random_bytes) {
  std::mt19937_64 random(20260901);
  for (int round = 0; round < 4000; ++round) {
    const std::size_t size = random() % 600;
    // From mostly single bytes to mostly bytes that go on.
    const std::uint64_t density = random() % 101;
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) {
      const auto low = static_cast<unsigned>(random() % 4 == 0 ? random() % 2 : random() % 128);
      bytes += static_cast<char>(
          static_cast<unsigned char>(random() % 100 < density ? low | 0x80u : low));
    }
    check_agreement(bytes);
  }
}

// A tag, then values with a tag behind each. The byte of the tag may be a value, too.
std::string tagged_run(std::mt19937_64& random, std::byte tag) {
  std::string bytes(1, static_cast<char>(tag));
  const std::uint64_t most_bits = 1 + random() % 64;
  const bool sound = random() % 2 == 0;
  for (std::uint64_t i = random() % 150; i > 0; --i) {
    const std::uint64_t choice = sound ? 9 : random() % 50;
    if (choice == 0) {
      bytes += static_cast<char>(static_cast<unsigned char>(random()));
    } else {
      append_varint(bytes, random() >> (64 - 1 - random() % most_bits), choice == 1 ? 3 : 0);
    }
    bytes += choice == 2 ? 'x' : static_cast<char>(tag);
  }
  return bytes;
}

// What is passed is what one would have read, and it ends behind a tag.
BOOST_AUTO_TEST_CASE(tagged_values_are_passed_only_as_they_would_be_read) {
  std::mt19937_64 random(7);
  std::uint64_t passed = 0;
  std::uint64_t given = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::byte tag{random() % 3 == 0 ? std::uint8_t{0x01} : std::uint8_t{0x28}};
    const std::string bytes = tagged_run(random, tag);
    const Bytes view = bytes_of(bytes);
    for (const Simd level : levels()) {
      for (const bool int32 : {false, true}) {
        Cursor fast{view.data() + 1, view.data() + view.size()};
        RunSummary summary;
        pass_tagged_varints(fast, tag, int32, summary, level);
        Cursor plain{view.data() + 1, view.data() + view.size()};
        RunSummary expected;
        while (plain.at != fast.at) {
          const Varint varint = read_varint(plain);
          BOOST_REQUIRE((varint.fault == Fault::none));
          BOOST_REQUIRE((!plain.done() && *plain.at == tag));
          ++plain.at;
          expected.add(low_int32(varint.value));
        }
        BOOST_REQUIRE(summary.count == expected.count);
        if (int32 && expected.count != 0) {
          // A value that is there, but whose tag is not, may count.
          RunSummary next = expected;
          if (const Varint varint = read_varint(plain); varint.fault == Fault::none) {
            next.add(low_int32(varint.value));
          }
          BOOST_REQUIRE(summary.max >= expected.max);
          for (int bits = 0; bits < 14; ++bits) {
            const std::int32_t limit = (1 << bits) - 1;
            BOOST_REQUIRE((summary.max <= limit || expected.max > limit || next.max > limit));
          }
        }
        passed += expected.count;
        given += int32 ? 0 : static_cast<std::uint64_t>(bytes.size());
      }
    }
  }
  BOOST_TEST(passed > given / 30);
}

BOOST_AUTO_TEST_SUITE_END()
