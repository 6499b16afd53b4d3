// Varints, tags and runs of them, against readers that are slow and plain.
#include <algorithm>
#include <optional>
#include <string>

#include "base/cpu.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"
#include "wire/cursor.hpp"
#include "wire/varint_run.hpp"
#include "wire/writer.hpp"

namespace assay::fuzz {
namespace {

using wire::Cursor;
using wire::Fault;
using wire::RunStop;
using wire::RunSummary;

Cursor cursor_at(Bytes input, std::size_t at) {
  return {input.data() + at, input.data() + input.size()};
}

// A varint as the specification has it, bit by bit.
struct Slow {
  std::uint64_t value = 0;
  std::size_t bytes = 0;
  Fault fault = Fault::none;
};

Slow slow_varint(Bytes input) {
  Slow out;
  bool beyond = false;
  for (std::size_t i = 0;; ++i) {
    if (i == wire::kMaxVarintBytes) {
      return {0, 0, Fault::too_long};
    }
    if (i == input.size()) {
      return {0, 0, Fault::truncated};
    }
    const auto byte = static_cast<unsigned>(input[i]);
    for (unsigned bit = 0; bit < 7; ++bit) {
      const std::size_t place = 7 * i + bit;
      if ((byte >> bit & 1u) == 0) {
        continue;
      }
      if (place < 64) {
        out.value |= std::uint64_t{1} << place;
      } else {
        beyond = true;
      }
    }
    if (byte < 0x80) {
      out.bytes = i + 1;
      break;
    }
  }
  std::string shortest;
  wire::append_varint(shortest, out.value);
  out.fault = beyond                        ? Fault::overflow
              : shortest.size() < out.bytes ? Fault::overlong
                                            : Fault::none;
  return out;
}

void check_one(Bytes input, std::size_t at) {
  const Slow slow = slow_varint(input.subspan(at));
  Cursor cursor = cursor_at(input, at);
  const wire::Varint fast = wire::read_varint(cursor);
  require(fast.fault == slow.fault, "a varint has the fault that it has");
  require(cursor.at == input.data() + at + slow.bytes, "a varint ends where it ends");
  require(slow.bytes == 0 || fast.value == slow.value, "a varint is its number");
  if (fast.fault == Fault::none) {
    std::string again;
    wire::append_varint(again, fast.value);
    require(std::equal(again.begin(), again.end(), input.begin() + static_cast<std::ptrdiff_t>(at),
                       [](char a, std::byte b) {
                         return static_cast<unsigned char>(a) == static_cast<unsigned char>(b);
                       }),
            "a sound varint is what its number is written as");
  }
}

void check_tag(Bytes input, std::size_t at) {
  const Slow slow = slow_varint(input.subspan(at));
  Cursor cursor = cursor_at(input, at);
  const wire::Tag tag = wire::read_tag(cursor);
  const std::uint64_t number = slow.value >> 3;
  if (tag.fault == Fault::none || tag.fault == Fault::overlong) {
    require(slow.fault == tag.fault && number == tag.number && number >= 1 &&
                number <= wire::kMaxFieldNumber && tag.wire_type == (slow.value & 7),
            "a tag is its varint");
    require(slow.bytes <= wire::kMaxTagBytes, "a tag has five bytes at the most");
    require(cursor.at == input.data() + at + slow.bytes, "a tag ends where it ends");
  } else {
    require(cursor.at == input.data() + at, "a tag that is none is not passed");
    require((slow.fault != Fault::none && slow.fault != Fault::overlong) || number == 0 ||
                number > wire::kMaxFieldNumber || slow.bytes > wire::kMaxTagBytes,
            "a tag that can be read is read");
  }
}

using Scan = RunStop (*)(Cursor&, RunSummary&, Simd) noexcept;

// Every way of scanning stops where the plain one does, having seen the same.
void check_run(Bytes input, Scan scan, Simd level) {
  Cursor a = cursor_at(input, 0);
  Cursor b = cursor_at(input, 0);
  for (;;) {
    RunSummary ours;
    RunSummary theirs;
    const RunStop stop = scan(a, ours, level);
    const RunStop other = scan(b, theirs, Simd::portable);
    require(stop.fault == other.fault && stop.at == other.at && a.at == b.at,
            "a run stops where the plain reader stops");
    require(ours.count == theirs.count, "a run has as many values");
    // `min` and `max` are bounds by design (wire/varint_run.hpp).
    require((ours.count == 0) == (theirs.count == 0) && ours.max >= theirs.max,
            "the largest value is not missed");
    require(std::min<std::int64_t>(ours.min, 0) == std::min<std::int64_t>(theirs.min, 0),
            "the smallest negative value is the smallest");
    for (std::int64_t limit : {1, 3, 15, 63, 127, 255, 32767, 65535}) {
      require((ours.max <= limit) == (theirs.max <= limit), "a limit holds for all or is exceeded");
    }
    if (stop.fault == Fault::truncated || stop.fault == Fault::too_long || a.done()) {
      return;
    }
  }
}

void check_tagged(Bytes input, bool int32, Simd level) {
  if (input.size() < 2) {
    return;
  }
  const std::byte tag = input.front();
  if (static_cast<unsigned>(tag) >= 0x80) {
    return;
  }
  Cursor cursor = cursor_at(input, 1);
  RunSummary summary;
  wire::pass_tagged_varints(cursor, tag, int32, summary, level);
  require(cursor.at >= input.data() + 1 && cursor.at <= input.data() + input.size(),
          "passing stays inside");
  require(cursor.at[-1] == tag, "passing ends behind a tag");
  // What was passed is `value tag`, as often as was counted.
  std::size_t at = 1;
  std::uint64_t passed = 0;
  while (input.data() + at != cursor.at) {
    const Slow value = slow_varint(input.subspan(at));
    require(value.fault == Fault::none, "only sound values are passed");
    require(!int32 || static_cast<std::int64_t>(value.value) <= summary.max,
            "the largest value is not missed");
    ++passed;
    at += value.bytes;
    require(at < input.size() && input[at] == tag, "only the same tag is passed");
    ++at;
  }
  require(passed == summary.count, "every value that is passed is counted");
}

}  // namespace

void target_varint(Bytes input) {
  for (std::size_t at = 0; at <= input.size() && at < 64; ++at) {
    check_one(input, at);
    check_tag(input, at);
  }
  for (const Simd level : {Simd::portable, Simd::baseline, Simd::avx2, Simd::avx512}) {
    if (!has(level)) {
      continue;
    }
    check_run(input, wire::count_varints, level);
    check_run(input, wire::scan_int32s, level);
    check_tagged(input, false, level);
    check_tagged(input, true, level);
  }
}

}  // namespace assay::fuzz
