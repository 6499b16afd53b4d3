// Walking the values of a repeated number, packed or not, in the order of the file.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include "decode/records.hpp"

namespace assay::decode {

// Calls `each(value, at, size)` for each varint: its 64 bits (of an int32 field: its low 32 bits,
// sign-extended) and the bytes of the value. Stops when `each` returns false. Cost: linear in the
// bytes. The decoder has read them once, so nothing can be cut short here.
template <class Each>
void for_each_varint(const Scalars& scalars, bool int32, Each each) {
  for (const Run* run = scalars.first(); run != nullptr; run = scalars.after(run)) {
    for (const std::byte* at = run->begin; at != run->end;) {
      at += run->tag_bytes;
      auto value = static_cast<std::uint64_t>(*at);
      const std::byte* next = at + 1;
      if (value >= 0x80) {
        wire::Cursor cursor{at, run->end};
        value = wire::read_varint(cursor).value;
        next = cursor.at;
      }
      if (int32) {
        value = static_cast<std::uint64_t>(std::int64_t{wire::low_int32(value)});
      }
      if (next == at || !each(value, at, static_cast<std::uint64_t>(next - at))) {
        return;
      }
      at = next;
    }
  }
}

// The same for values of four or eight bytes: `each(at)`.
template <class Each>
void for_each_fixed(const Scalars& scalars, std::uint64_t width, Each each) {
  for (const Run* run = scalars.first(); run != nullptr; run = scalars.after(run)) {
    for (const std::byte* at = run->begin; at != run->end; at += width) {
      at += run->tag_bytes;
      if (!each(at)) {
        return;
      }
    }
  }
}

// The values one at a time, for callers that stop and go on. `width`: of an entry on the wire, 4 or
// 8, or 0 for varints.
struct Entries {
  const Scalars* scalars = nullptr;
  const Run* run = nullptr;
  const std::byte* at = nullptr;

  static Entries of(const Scalars& all) noexcept {
    Entries entries{&all, nullptr, nullptr};
    entries.enter(all.first());
    return entries;
  }
  void enter(const Run* next) noexcept {
    run = next;
    at = next == nullptr ? nullptr : next->begin;
  }
  // The next value's bits; of varints all 64. False when there is none.
  bool next(unsigned width, std::uint64_t& bits) noexcept {
    while (run != nullptr && at == run->end) {
      enter(scalars->after(run));
    }
    if (run == nullptr) {
      return false;
    }
    at += run->tag_bytes;
    if (width != 0) {
      bits = width == 4 ? wire::load_fixed32(at) : wire::load_fixed64(at);
      at += width;
      return true;
    }
    wire::Cursor cursor{at, run->end};
    bits = wire::read_varint(cursor).value;
    return std::exchange(at, cursor.at) != cursor.at;
  }
  // Passes over `count` values. Cost: linear in those that are varints and not a whole run.
  void skip(unsigned width, std::uint64_t count) noexcept {
    while (run != nullptr && at == run->begin && count >= run->summary.count) {
      count -= run->summary.count;
      enter(scalars->after(run));
    }
    if (run != nullptr && at == run->begin && width != 0) {
      at += count * (width + run->tag_bytes);
      return;
    }
    std::uint64_t bits = 0;
    while (count != 0 && next(width, bits)) {
      --count;
    }
  }
};

// The bytes from the first value to the last.
inline Bytes bytes_of(const Scalars& scalars) noexcept {
  const Run* first = scalars.first();
  return first == nullptr ? Bytes{} : Bytes(first->begin, scalars.last->end);
}
inline Bytes bytes_of(const Source& source) noexcept {
  return {source.begin, source.size};
}
inline Bytes bytes_of(Text text) noexcept {
  return assay::bytes_of(text);
}

// The bytes of the value of field `number` in a message; of the last, where it is given twice. The
// bytes of the message itself when the field is not there. Cost: linear in the message: for
// findings.
Bytes locate(const Source& source, std::uint32_t number) noexcept;

}  // namespace assay::decode
