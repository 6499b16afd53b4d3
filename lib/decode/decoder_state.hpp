// The decoder from the inside; decode/decoder.hpp says what it does.
//
// decoder_loop.cpp has the loop, with short ways for the common fields where nothing is wrong;
// decoder.cpp any field, messages and strings, decoder_numbers.cpp numbers and their runs,
// long_list.cpp a list that is read in parts, decoder_faults.cpp what is off the straight path:
// faults, unknown fields, paths.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "assay/bytes.hpp"

#include "base/arena.hpp"
#include "base/findings.hpp"
#include "base/text.hpp"
#include "decode/layout.hpp"
#include "decode/long_list.hpp"

namespace assay::decode {

using wire::Cursor;
using wire::Fault;
using wire::Tag;
using wire::Varint;
using wire::WireType;

inline const std::byte* end_of(Bytes bytes) noexcept {
  return bytes.data() + bytes.size();
}

inline Text bytes_to_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A varint of one or two bytes without a fault, as nearly all tags and lengths are.
[[gnu::always_inline]] inline bool read_short_varint(const std::byte*& at, const std::byte* end,
                                                     std::uint32_t& value) noexcept {
  if (at == end) {
    return false;
  }
  value = static_cast<std::uint32_t>(*at++);
  if (value < 0x80) {
    return true;
  }
  if (at == end) {
    return false;
  }
  const auto second = static_cast<std::uint32_t>(*at++);
  value = (value & 0x7f) | second << 7;
  return second < 0x80 && second != 0;
}

struct Frame {
  const MessagePlan* plan;
  std::byte* record;
  Cursor cursor;
  std::uint32_t number;  // of this message's field in its parent; 0 for the root
  std::uint64_t index;   // among the parent's messages of that field
};

class Decoder {
 public:
  Decoder(Bytes input, Arena& arena, Findings& findings, LongList* list)
      : input_(input), arena_(arena), findings_(findings), list_(list) {}

  void* run(MessageId id);
  bool read_on(LongList& list, std::uint32_t most);

 private:
  Frame& top() { return frames_[depth_]; }
  Source& source(Frame& frame) { return *reinterpret_cast<Source*>(frame.record); }
  // A member of the record on top. What stands aside was opened before.
  template <class T>
  T& member(const FieldPlan& field) {
    std::byte* base = top().record;
    if (field.aside != 0) {
      base = *reinterpret_cast<std::byte**>(base + field.aside);
    }
    return *reinterpret_cast<T*>(base + field.offset);
  }
  // Makes the part of the record on top that holds the field. False when there is no memory for it.
  bool open(const FieldPlan& field) {
    if (field.aside != 0) {
      auto& part = *reinterpret_cast<std::byte**>(top().record + field.aside);
      if (part == nullptr) {
        part = static_cast<std::byte*>(arena_.make_record(top().plan->rest_size));
        return part != nullptr;
      }
    }
    return true;
  }

  // All fields of the message on top, which stands at that depth, and of those inside it.
  void read_fields(std::uint32_t depth);
  [[gnu::always_inline]] const std::byte* read_sound_field(Frame& frame, const std::byte* tag_at);
  // One field of the message on top, whatever it is.
  [[gnu::noinline]] void read_any_field();
  // The same, its tag already read.
  void read_field(const Tag& tag, const std::byte* tag_at);
  void read_number(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  bool read_length(const Tag& tag, Bytes& bytes);
  // The payload of a string, bytes or message field.
  void accept(const FieldPlan& field, const Tag& tag, const std::byte* tag_at, Bytes bytes);
  void enter(const FieldPlan& field, const Tag& tag, const std::byte* tag_at, Bytes bytes);
  void check_text(const FieldPlan& field, const Tag& tag, Bytes bytes);
  // One more element of an array whose element has `size` bytes. A Slice has one layout whatever it
  // holds. Null when the budget is used up.
  std::byte* append(Slice<std::byte>& slice, std::uint64_t size, const std::byte* tag_at,
                    const std::byte* payload) {
    if (slice.size == slice.capacity && !grow(slice, size, tag_at, payload)) {
      return nullptr;
    }
    return slice.data + slice.size++ * size;
  }
  bool grow(Slice<std::byte>& slice, std::uint64_t size, const std::byte* tag_at,
            const std::byte* payload);
  struct Ahead {
    std::uint64_t count;
    std::uint64_t tag_bytes;
    const std::byte* end;
  };
  Ahead run_ahead(const std::byte* tag_at, std::uint64_t before_payload) const;
  bool pass_over(const Slice<std::byte>& slice, const std::byte* tag_at, const Ahead& ahead);

  void read_packed(const FieldPlan& field, const Tag& tag, Bytes block);
  void read_unpacked(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  bool scan(Cursor& cursor, const FieldPlan& field, const Tag& tag, wire::RunSummary& summary);
  // One more run, to be filled in. Null when the budget is used up.
  Run* add_run(Scalars& scalars) {
    auto* run = static_cast<Run*>(arena_.make_record(sizeof(Run)));
    if (run != nullptr) {
      run->next = scalars.last == nullptr ? run : std::exchange(scalars.last->next, run);
      scalars.last = run;
    }
    return run;
  }
  bool add_run(Scalars& scalars, const Run& run);

  // Marks a singular field as seen; reports a second time, and another member of its oneof.
  void see(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
    std::uint32_t& present = source(top()).present;
    if ((present & field.clash) != 0) {
      report_seen(field, tag, tag_at);
    }
    present |= 1u << tag.number;
  }

  // What follows is off the straight path.
  [[gnu::cold]] void report_seen(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  void clear_oneof(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  [[gnu::cold]] bool usable(const Tag& tag, const std::byte* tag_at);
  [[gnu::cold]] bool skip(const Tag& tag, const std::byte* tag_at);
  [[gnu::cold]] bool skip_group(const Tag& tag, const std::byte* tag_at);
  [[gnu::cold]] void report_varint(Fault fault, std::uint32_t number, const std::byte* at);
  [[gnu::cold]] void report_beyond_int32(std::uint64_t value, std::uint32_t number, Bytes bytes);
  std::uint64_t varint_length(const std::byte* at) const;
  std::string path(std::uint32_t number) const;
  std::string_view field_name(std::uint32_t number) const;
  std::uint64_t values_so_far(const MessagePlan& plan, const std::byte* record,
                              std::uint32_t number) const;

  template <class... Parts>
  [[gnu::cold, gnu::noinline]] void report(Rule rule, std::uint32_t number, const std::byte* at,
                                           std::uint64_t length, const Parts&... parts) {
    if (findings_.count(rule)) {
      findings_.keep(rule, cat(parts...), path(number), {at, length});
    }
  }

  // The message on top cannot be read on: it and all around it are damaged.
  void abandon() {
    damage();
    top().cursor.at = top().cursor.end;
  }
  [[gnu::cold]] void damage();
  [[gnu::cold]] void out_of_memory();

  Bytes input_;
  Arena& arena_;
  Findings& findings_;
  LongList* list_;  // what may be passed over; null: nothing
  Frame* frames_ = nullptr;
  std::uint32_t depth_ = 0;
  std::uint32_t limit_ = 0;
  bool exhausted_ = false;
};

}  // namespace assay::decode
