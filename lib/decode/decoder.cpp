#include "decode/decoder.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "decode/layout.hpp"

namespace assay::decode {
namespace {

using schema::Field;
using wire::Cursor;
using wire::Fault;
using wire::Tag;
using wire::Varint;
using wire::WireType;

// No file within protobuf's own limit can hold more; a length above it is a lie, not a cut file.
constexpr std::uint64_t kLargestMessage = 0x7fffffff;

// libprotobuf refuses a length that takes more, even one padded with zeros.
constexpr std::uint64_t kMaxLengthBytes = 5;

struct Frame {
  const MessagePlan* plan;
  std::byte* record;
  Cursor cursor;
  std::uint32_t number;  // of this message's field in its parent; 0 for the root
  std::uint64_t index;   // among the parent's messages of that field
};

class Decoder {
 public:
  Decoder(Bytes input, Arena& arena, Findings& findings)
      : input_(input), arena_(arena), findings_(findings) {}

  void* run(MessageId id);

 private:
  Frame& top() { return frames_[depth_]; }
  Source& source(Frame& frame) { return *reinterpret_cast<Source*>(frame.record); }
  template <class T>
  T& member(const FieldPlan& field) {
    return *reinterpret_cast<T*>(top().record + field.offset);
  }

  // One field of the message on top, its tag already read.
  void read_field(const Tag& tag, const std::byte* tag_at);
  void read_number(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  void read_length_delimited(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  void read_packed(const FieldPlan& field, const Tag& tag, Bytes block);
  void read_unpacked(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  void read_text(const FieldPlan& field, const Tag& tag, Bytes bytes);
  void enter(const FieldPlan& field, const Tag& tag, Bytes bytes, const std::byte* tag_at);
  bool skip(const Tag& tag, const std::byte* tag_at);
  bool skip_group(const Tag& tag, const std::byte* tag_at);

  // Marks a singular field as seen; reports a second time, and another member of its oneof.
  void see(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  void clear_oneof(const FieldPlan& field, const Tag& tag, const std::byte* tag_at);
  bool read_length(const Tag& tag, Bytes& bytes);
  bool scan(Cursor& cursor, const FieldPlan& field, const Tag& tag, wire::RunSummary& summary);
  bool add_run(const FieldPlan& field, const Run& run);
  template <class T>
  T* append(Slice<T>& slice, std::uint64_t more);
  std::byte* append_record(const FieldPlan& field, std::uint64_t more);
  std::uint64_t run_ahead(const std::byte* tag_at, std::uint64_t tag_bytes) const;

  void report(Rule rule, std::uint32_t number, const std::byte* at, std::uint64_t length,
              const char* message) {
    if (findings_.count(rule)) {
      findings_.keep(rule, message, path(number), {at, length});
    }
  }
  template <class... Parts>
  void report(Rule rule, std::uint32_t number, const std::byte* at, std::uint64_t length,
              const Parts&... parts) {
    if (findings_.count(rule)) {
      findings_.keep(rule, cat(parts...), path(number), {at, length});
    }
  }
  bool usable(const Tag& tag, const std::byte* tag_at);
  std::uint64_t varint_length(const std::byte* at) const;
  void report_varint(Fault fault, std::uint32_t number, const std::byte* at);
  void report_beyond_int32(std::uint64_t value, std::uint32_t number, Bytes bytes);
  std::string path(std::uint32_t number) const;
  std::string_view field_name(std::uint32_t number) const;
  std::uint64_t values_so_far(const MessagePlan& plan, const std::byte* record,
                              std::uint32_t number) const;

  // The message on top cannot be read on: it and all around it are damaged.
  void abandon() {
    damage();
    top().cursor.at = top().cursor.end;
  }
  void damage() {
    for (std::uint32_t i = 0; i <= depth_; ++i) {
      source(frames_[i]).damaged = true;
    }
  }
  void out_of_memory() {
    if (!exhausted_) {
      exhausted_ = true;
      report(Rule::limit_memory, 0, top().cursor.at, top().cursor.left(),
             "the records of this file need more than the ", arena_.used(),
             " bytes in use; raise memory_base or memory_per_byte if you trust it");
    }
    damage();
    for (std::uint32_t i = 0; i <= depth_; ++i) {
      frames_[i].cursor.at = frames_[i].cursor.end;
    }
  }

  Bytes input_;
  Arena& arena_;
  Findings& findings_;
  Frame* frames_ = nullptr;
  std::uint32_t depth_ = 0;
  std::uint32_t limit_ = 0;
  bool exhausted_ = false;
};

const std::byte* end_of(Bytes bytes) {
  return bytes.data() + bytes.size();
}

void* Decoder::run(MessageId id) {
  limit_ = std::min(findings_.policy().limits.depth, Limits::kMaxDepth);
  frames_ = arena_.make<Frame>(limit_ + 1u);
  const MessagePlan& plan = plan_of(id);
  auto* root = static_cast<std::byte*>(arena_.make_bytes(plan.record_size, alignof(Source), 1));
  if (frames_ == nullptr || root == nullptr) {
    if (findings_.count(Rule::limit_memory)) {
      findings_.keep(Rule::limit_memory, "the memory budget does not hold even the root record", "",
                     input_);
    }
    return nullptr;
  }
  frames_[0] = {&plan, root, {input_.data(), end_of(input_)}, 0, 0};
  source(top()).begin = input_.data();
  source(top()).size = input_.size();
  for (;;) {
    Frame& frame = top();
    if (frame.cursor.done()) {
      if (depth_ == 0) {
        return root;
      }
      --depth_;
      continue;
    }
    const std::byte* tag_at = frame.cursor.at;
    const Tag tag = wire::read_tag(frame.cursor);
    if (usable(tag, tag_at)) {
      read_field(tag, tag_at);
    }
  }
}

// Reports the fault of a tag. False, with the message abandoned, when there is no way to read on.
bool Decoder::usable(const Tag& tag, const std::byte* tag_at) {
  const Cursor& cursor = top().cursor;
  switch (tag.fault) {
    case Fault::none:
      return true;
    case Fault::overlong:
      report(Rule::wire_tag_overlong, tag.number, tag_at,
             static_cast<std::uint64_t>(cursor.at - tag_at), "the tag of field ", tag.number,
             " takes more bytes than it needs");
      return true;
    case Fault::truncated:
      report(Rule::wire_truncated, 0, tag_at, cursor.left(),
             depth_ == 0 ? "the file ends inside a tag" : "the message ends inside a tag");
      break;
    case Fault::field_number_zero:
      report(Rule::wire_field_number_zero, 0, tag_at, cursor.left(),
             "field number 0 does not exist; the ", cursor.left(),
             " bytes from here to the end of ", top().plan->schema->name, " cannot be read");
      break;
    case Fault::field_number_range:
      report(Rule::wire_field_number_range, 0, tag_at, cursor.left(),
             "the field number is above 536870911; some readers cut it to a smaller one");
      break;
    default:
      report(Rule::wire_varint_too_long, 0, tag_at, varint_length(tag_at),
             "the tag takes more than five bytes");
      break;
  }
  abandon();
  return false;
}

// The bytes of the varint at `at`, which may be cut or have no end.
std::uint64_t Decoder::varint_length(const std::byte* at) const {
  Cursor cursor{at, frames_[depth_].cursor.end};
  const std::uint64_t left = cursor.left();
  (void)wire::read_varint(cursor);
  const auto length = static_cast<std::uint64_t>(cursor.at - at);
  return length == 0 ? std::min<std::uint64_t>(left, wire::kMaxVarintBytes) : length;
}

void Decoder::read_field(const Tag& tag, const std::byte* tag_at) {
  Frame& frame = top();
  const schema::Message& schema = *frame.plan->schema;
  const auto tag_bytes = static_cast<std::uint64_t>(frame.cursor.at - tag_at);
  if (tag.wire_type > static_cast<std::uint8_t>(WireType::fixed32)) {
    report(Rule::wire_invalid_wire_type, tag.number, tag_at, tag_bytes, "wire type ",
           unsigned{tag.wire_type}, " does not exist",
           depth_ == 0 && tag_at == input_.data() ? "; this does not look like a protobuf" : "");
    abandon();
    return;
  }
  const auto wire_type = static_cast<WireType>(tag.wire_type);
  if (wire_type == WireType::end_group) {
    report(Rule::wire_end_group, 0, tag_at, tag_bytes + frame.cursor.left(), "END_GROUP of field ",
           tag.number, " without a START_GROUP; some readers stop here and never see the ",
           frame.cursor.left(), " bytes that follow");
    abandon();
    return;
  }
  if (tag.number >= schema::kNumbers || frame.plan->fields[tag.number].storage == Storage::none) {
    if (schema.is_reserved(tag.number)) {
      report(Rule::schema_reserved_field, 0, tag_at, tag_bytes, schema.name, " reserves field ",
             tag.number);
    } else if (wire_type != WireType::start_group) {
      report(Rule::schema_unknown_field, 0, tag_at, tag_bytes, schema.name, " has no field ",
             tag.number);
    }
    (void)skip(tag, tag_at);
    return;
  }
  const FieldPlan& field = frame.plan->fields[tag.number];
  if (wire_type == field.wire_type) {
    if (wire_type == WireType::length_delimited) {
      read_length_delimited(field, tag, tag_at);
    } else if (field.storage >= Storage::varints) {
      read_unpacked(field, tag, tag_at);
    } else {
      read_number(field, tag, tag_at);
    }
    return;
  }
  const bool packable = field.storage >= Storage::varints && field.storage <= Storage::fixed64s;
  if (packable && wire_type == WireType::length_delimited) {
    Bytes block;
    if (read_length(tag, block)) {
      read_packed(field, tag, block);
    }
    return;
  }
  if (wire_type != WireType::start_group) {
    report(Rule::wire_wrong_wire_type, tag.number, tag_at, tag_bytes, field_name(tag.number),
           " has wire type ", unsigned{tag.wire_type}, "; the schema says ",
           static_cast<unsigned>(field.wire_type));
  }
  (void)skip(tag, tag_at);
}

void Decoder::report_varint(Fault fault, std::uint32_t number, const std::byte* at) {
  const std::uint64_t length = varint_length(at);
  switch (fault) {
    case Fault::truncated:
      report(Rule::wire_truncated, number, at, length,
             depth_ == 0 ? "the file ends inside a varint" : "the message ends inside a varint");
      return;
    case Fault::too_long:
      report(Rule::wire_varint_too_long, number, at, length,
             "a varint does not end within ten bytes");
      return;
    case Fault::overflow:
      report(Rule::wire_varint_overflow, number, at, length,
             "the tenth byte of a varint holds bits beyond the 64th");
      return;
    default:
      report(Rule::wire_varint_overlong, number, at, length, "a varint of ", length,
             " bytes takes more than it needs");
      return;
  }
}

void Decoder::report_beyond_int32(std::uint64_t value, std::uint32_t number, Bytes bytes) {
  if (!wire::fits_int32(value)) {
    report(Rule::wire_int32_range, number, bytes.data(), bytes.size(), field_name(number),
           " holds ", static_cast<std::int64_t>(value),
           ", which does not fit in 32 bits; readers that cut it see ", wire::low_int32(value));
  }
}

void Decoder::see(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  std::uint32_t& present = source(top()).present;
  const std::uint32_t bit = 1u << tag.number;
  if ((present & bit) != 0) {
    report(Rule::wire_duplicate_field, tag.number, tag_at,
           static_cast<std::uint64_t>(top().cursor.at - tag_at), field_name(tag.number),
           field.storage == Storage::message
               ? " is given more than once; some readers merge the two, some take one"
               : " is given more than once; readers take the last, or the first");
  }
  if (field.oneof != 0) {
    clear_oneof(field, tag, tag_at);
  }
  present |= bit;
}

void Decoder::clear_oneof(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  Frame& frame = top();
  std::uint32_t& present = source(frame).present;
  for (std::uint32_t other = 1; other < schema::kNumbers; ++other) {
    const FieldPlan& rival = frame.plan->fields[other];
    if (other == tag.number || rival.storage == Storage::none || rival.oneof != field.oneof ||
        (present >> other & 1u) == 0) {
      continue;
    }
    report(Rule::wire_oneof_conflict, tag.number, tag_at,
           static_cast<std::uint64_t>(frame.cursor.at - tag_at), field_name(tag.number), " and ",
           field_name(other), " exclude each other; libprotobuf keeps the later one");
    present &= ~(1u << other);
    if (rival.storage == Storage::message) {
      member<void*>(rival) = nullptr;
    } else if (rival.storage == Storage::text) {
      member<Text>(rival) = {};
    } else {
      member<std::int64_t>(rival) = 0;
    }
  }
}

void Decoder::read_number(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  Cursor& cursor = top().cursor;
  const std::byte* at = cursor.at;
  if (field.storage == Storage::float32 || field.storage == Storage::float64) {
    const std::uint64_t width = field.storage == Storage::float32 ? 4 : 8;
    if (cursor.left() < width) {
      report(Rule::wire_truncated, tag.number, at, cursor.left(), "a value of ", width,
             " bytes has only ", cursor.left());
      abandon();
      return;
    }
    cursor.at += width;
    see(field, tag, tag_at);
    if (width == 4) {
      const std::uint32_t bits = wire::load_fixed32(at);
      std::memcpy(&member<float>(field), &bits, sizeof bits);
    } else {
      const std::uint64_t bits = wire::load_fixed64(at);
      std::memcpy(&member<double>(field), &bits, sizeof bits);
    }
    return;
  }
  const Varint varint = wire::read_varint(cursor);
  if (varint.fault != Fault::none) {
    report_varint(varint.fault, tag.number, at);
    if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
      abandon();
      return;
    }
  }
  const auto length = static_cast<std::uint64_t>(cursor.at - at);
  if (field.storage == Storage::int64) {
    see(field, tag, tag_at);
    member<std::int64_t>(field) = static_cast<std::int64_t>(varint.value);
    return;
  }
  report_beyond_int32(varint.value, tag.number, {at, length});
  const std::int32_t value = wire::low_int32(varint.value);
  if (field.storage == Storage::enumeration && (value < 0 || value > field.enum_max)) {
    report(Rule::schema_enum_value, tag.number, at, length, field_name(tag.number), " is ", value,
           "; the schema knows 0 to ", unsigned{field.enum_max},
           ". Some readers drop the field, some keep the number");
    return;
  }
  see(field, tag, tag_at);
  member<std::int32_t>(field) = value;
}

bool Decoder::read_length(const Tag& tag, Bytes& bytes) {
  Frame& frame = top();
  Cursor& cursor = frame.cursor;
  const std::byte* at = cursor.at;
  const Varint length = wire::read_varint(cursor);
  if (length.fault == Fault::truncated || length.fault == Fault::too_long) {
    report_varint(length.fault, tag.number, at);
    abandon();
    return false;
  }
  const auto length_bytes = static_cast<std::uint64_t>(cursor.at - at);
  if (length.value > cursor.left()) {
    const auto before = static_cast<std::uint64_t>(cursor.at - input_.data());
    if (cursor.end == end_of(input_) && before <= kLargestMessage &&
        length.value <= kLargestMessage - before) {
      report(Rule::wire_truncated, tag.number, at, static_cast<std::uint64_t>(cursor.end - at),
             field_name(tag.number), " needs ", length.value, " bytes and the file ends after ",
             cursor.left(), " of them");
    } else {
      report(Rule::wire_length_out_of_bounds, tag.number, at, length_bytes, field_name(tag.number),
             " claims ", length.value, " bytes; ", frame.plan->schema->name, " has ", cursor.left(),
             " left");
    }
    abandon();
    return false;
  }
  if (length_bytes > kMaxLengthBytes) {
    report(Rule::wire_varint_too_long, tag.number, at, length_bytes,
           "the length takes more than five bytes");
    abandon();
    return false;
  }
  if (length.fault != Fault::none) {
    report_varint(length.fault, tag.number, at);
  }
  bytes = {cursor.at, length.value};
  cursor.at += length.value;
  return true;
}

void Decoder::read_length_delimited(const FieldPlan& field, const Tag& tag,
                                    const std::byte* tag_at) {
  Bytes bytes;
  if (!read_length(tag, bytes)) {
    return;
  }
  switch (field.storage) {
    case Storage::text:
      see(field, tag, tag_at);
      read_text(field, tag, bytes);
      member<Text>(field) = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
      return;
    case Storage::texts: {
      read_text(field, tag, bytes);
      auto& slice = member<Slice<Text>>(field);
      const std::uint64_t more =
          slice.size < slice.capacity
              ? 1
              : run_ahead(tag_at, static_cast<std::uint64_t>(bytes.data() - tag_at));
      Text* text = append(slice, more);
      if (text == nullptr) {
        out_of_memory();
        return;
      }
      source(top()).present |= 1u << tag.number;
      *text = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
      return;
    }
    default:
      enter(field, tag, bytes, tag_at);
      return;
  }
}

void Decoder::read_text(const FieldPlan& field, const Tag& tag, Bytes bytes) {
  if (field.text == schema::Text::none) {
    return;
  }
  const Text text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  if (is_plain_ascii(text)) {
    return;
  }
  const std::size_t bad = find_invalid_utf8(text);
  if (bad != Text::npos) {
    report(Rule::string_utf8, tag.number, bytes.data() + bad, bytes.size() - bad,
           field_name(tag.number), " is not UTF-8 from byte ", bad, " on: ", Quoted{text});
    return;
  }
  const bool name = field.text == schema::Text::name;
  const std::size_t control = name ? find_control(text) : find_control_in_prose(text);
  if (control != Text::npos) {
    report(name ? Rule::string_control_character : Rule::string_control_character_in_text,
           tag.number, bytes.data() + control, 1, field_name(tag.number),
           " holds a control character: ", Quoted{text});
  }
}

// How many fields with the very tag at `tag_at` follow one another from there on, that one
// included: so an array is made as large as it needs to be, and never larger than the bytes that
// are there.
std::uint64_t Decoder::run_ahead(const std::byte* tag_at, std::uint64_t before_payload) const {
  Cursor tag_end{tag_at, tag_at + before_payload};
  (void)wire::read_tag(tag_end);
  const auto tag_bytes = static_cast<std::uint64_t>(tag_end.at - tag_at);
  Cursor cursor = frames_[depth_].cursor;
  std::uint64_t count = 1;
  while (cursor.left() > tag_bytes && std::memcmp(cursor.at, tag_at, tag_bytes) == 0) {
    cursor.at += tag_bytes;
    const Varint length = wire::read_varint(cursor);
    if (length.fault != Fault::none || length.value > cursor.left()) {
      break;
    }
    cursor.at += length.value;
    ++count;
  }
  return count;
}

template <class T>
T* Decoder::append(Slice<T>& slice, std::uint64_t more) {
  if (slice.size == slice.capacity) {
    const std::uint64_t wanted = std::max(slice.size + more, std::uint64_t{slice.size} * 2);
    T* grown = wanted <= 0xffffffff ? arena_.make<T>(wanted) : nullptr;
    if (grown == nullptr) {
      return nullptr;
    }
    std::copy_n(slice.data, slice.size, grown);
    slice.data = grown;
    slice.capacity = narrow<std::uint32_t>(wanted);
  }
  return slice.data + slice.size++;
}

// The same for records, whose type only the table knows. A Slice has one layout whatever it holds.
std::byte* Decoder::append_record(const FieldPlan& field, std::uint64_t more) {
  auto& slice = member<Slice<std::byte>>(field);
  const std::uint64_t size = plan_of(field.message).record_size;
  if (slice.size == slice.capacity) {
    const std::uint64_t wanted = std::max(slice.size + more, std::uint64_t{slice.size} * 2);
    auto* grown = wanted <= 0xffffffff
                      ? static_cast<std::byte*>(arena_.make_bytes(size, alignof(Source), wanted))
                      : nullptr;
    if (grown == nullptr) {
      return nullptr;
    }
    if (slice.size != 0) {
      std::memcpy(grown, slice.data, slice.size * size);
    }
    slice.data = grown;
    slice.capacity = narrow<std::uint32_t>(wanted);
  }
  return slice.data + slice.size++ * size;
}

void Decoder::enter(const FieldPlan& field, const Tag& tag, Bytes bytes, const std::byte* tag_at) {
  if (depth_ == limit_) {
    report(Rule::limit_depth, tag.number, tag_at,
           static_cast<std::uint64_t>(end_of(bytes) - tag_at), field_name(tag.number), " stands ",
           depth_ + 1, " messages below the root; the limit is ", limit_);
    abandon();
    return;
  }
  std::byte* record = nullptr;
  std::uint64_t index = 0;
  if (field.storage == Storage::message) {
    see(field, tag, tag_at);
    auto& pointer = member<std::byte*>(field);
    if (pointer == nullptr) {
      pointer = static_cast<std::byte*>(
          arena_.make_bytes(plan_of(field.message).record_size, alignof(Source), 1));
    } else {
      reinterpret_cast<Source*>(pointer)->merged = true;
    }
    record = pointer;
  } else {
    auto& slice = member<Slice<std::byte>>(field);
    const std::uint64_t more =
        slice.size < slice.capacity
            ? 1
            : run_ahead(tag_at, static_cast<std::uint64_t>(bytes.data() - tag_at));
    record = append_record(field, more);
    index = slice.size - (record == nullptr ? 0u : 1u);
    source(top()).present |= 1u << tag.number;
  }
  if (record == nullptr) {
    out_of_memory();
    return;
  }
  ++depth_;
  frames_[depth_] = {
      &plan_of(field.message), record, {bytes.data(), end_of(bytes)}, tag.number, index};
  Source& entered = source(top());
  if (entered.begin == nullptr) {
    entered.begin = bytes.data();
    entered.size = bytes.size();
  }
}

// Reads varints until the cursor ends, reporting as it goes. False when the rest cannot be read.
bool Decoder::scan(Cursor& cursor, const FieldPlan& field, const Tag& tag,
                   wire::RunSummary& summary) {
  for (;;) {
    const bool int32 = field.storage == Storage::int32s;
    const wire::RunStop stop =
        int32 ? wire::scan_int32s(cursor, summary) : wire::count_varints(cursor, summary);
    if (stop.at == cursor.end) {
      return true;
    }
    if (stop.fault == Fault::truncated || stop.fault == Fault::too_long) {
      if (stop.fault == Fault::too_long) {
        report_varint(stop.fault, tag.number, stop.at);
      } else {
        report(Rule::wire_packed_length, tag.number, stop.at,
               static_cast<std::uint64_t>(cursor.end - stop.at),
               "the packed block ends inside a varint");
      }
      return false;
    }
    if (stop.fault != Fault::none) {
      report_varint(stop.fault, tag.number, stop.at);
    }
    if (int32) {
      Cursor again{stop.at, cursor.end};
      const std::uint64_t value = wire::read_varint(again).value;
      report_beyond_int32(value, tag.number, {stop.at, again.at});
    }
  }
}

void Decoder::read_packed(const FieldPlan& field, const Tag& tag, Bytes block) {
  Run run{
      .begin = block.data(), .end = end_of(block), .summary = {}, .next = nullptr, .tag_bytes = 0};
  if (field.storage == Storage::fixed32s || field.storage == Storage::fixed64s) {
    const std::uint64_t width = field.storage == Storage::fixed32s ? 4 : 8;
    if (block.size() % width != 0) {
      report(Rule::wire_packed_length, tag.number, block.data(), block.size(),
             "the packed block has ", block.size(), " bytes, no multiple of ", width);
      damage();
      return;
    }
    run.summary.count = block.size() / width;
  } else {
    Cursor cursor{block.data(), end_of(block)};
    if (!scan(cursor, field, tag, run.summary)) {
      damage();
      return;
    }
  }
  if (!add_run(field, run)) {
    out_of_memory();
    return;
  }
  source(top()).present |= 1u << tag.number;
}

// One value, and those behind it that have the very same tag.
void Decoder::read_unpacked(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  Cursor& cursor = top().cursor;
  const auto tag_bytes = static_cast<std::uint64_t>(cursor.at - tag_at);
  Run run{.begin = tag_at,
          .end = tag_at,
          .summary = {},
          .next = nullptr,
          .tag_bytes = narrow<std::uint8_t>(tag_bytes)};
  const bool fixed = field.storage == Storage::fixed32s || field.storage == Storage::fixed64s;
  const std::uint64_t width = field.storage == Storage::fixed32s ? 4 : 8;
  for (;;) {
    if (!fixed && tag_bytes == 1 && tag.fault == Fault::none) {
      wire::pass_tagged_varints(cursor, *tag_at, field.storage == Storage::int32s, run.summary);
    }
    const std::byte* at = cursor.at;
    if (fixed) {
      if (cursor.left() < width) {
        report(Rule::wire_truncated, tag.number, at, cursor.left(), "a value of ", width,
               " bytes has only ", cursor.left());
        abandon();
        return;
      }
      cursor.at += width;
      ++run.summary.count;
    } else {
      const Varint varint = wire::read_varint(cursor);
      if (varint.fault != Fault::none) {
        report_varint(varint.fault, tag.number, at);
        if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
          abandon();
          return;
        }
      }
      if (field.storage != Storage::int32s) {
        ++run.summary.count;
      } else {
        report_beyond_int32(varint.value, tag.number, {at, cursor.at});
        run.summary.add(wire::low_int32(varint.value));
      }
    }
    run.end = cursor.at;
    // A tag with a finding is read again for each value, so that each has its finding.
    if (tag.fault != Fault::none || cursor.left() < tag_bytes ||
        std::memcmp(cursor.at, tag_at, tag_bytes) != 0) {
      break;
    }
    cursor.at += tag_bytes;
  }
  if (!add_run(field, run)) {
    out_of_memory();
    return;
  }
  source(top()).present |= 1u << tag.number;
}

bool Decoder::add_run(const FieldPlan& field, const Run& run) {
  Run* kept = arena_.make<Run>();
  if (kept == nullptr) {
    return false;
  }
  *kept = run;
  auto& scalars = member<Scalars>(field);
  kept->next = scalars.last == nullptr ? kept : scalars.last->next;
  if (scalars.last != nullptr) {
    scalars.last->next = kept;
  }
  scalars.last = kept;
  return true;
}

// Passes over a field that has no place in the record, as libprotobuf does. False, with the message
// abandoned, when there is no way to read on.
bool Decoder::skip(const Tag& tag, const std::byte* tag_at) {
  Cursor& cursor = top().cursor;
  switch (static_cast<WireType>(tag.wire_type)) {
    case WireType::varint: {
      const std::byte* at = cursor.at;
      const Varint varint = wire::read_varint(cursor);
      if (varint.fault != Fault::none) {
        report_varint(varint.fault, tag.number, at);
        if (varint.fault == Fault::truncated || varint.fault == Fault::too_long) {
          abandon();
          return false;
        }
      }
      return true;
    }
    case WireType::fixed32:
    case WireType::fixed64: {
      const std::uint64_t width = tag.wire_type == 5 ? 4 : 8;
      if (cursor.left() < width) {
        report(Rule::wire_truncated, tag.number, cursor.at, cursor.left(), "a value of ", width,
               " bytes has only ", cursor.left());
        abandon();
        return false;
      }
      cursor.at += width;
      return true;
    }
    case WireType::length_delimited: {
      Bytes bytes;
      return read_length(tag, bytes);
    }
    default:
      return skip_group(tag, tag_at);
  }
}

// ONNX has no groups. Where the policy lets one pass it is skipped without recursion: the open
// groups are counted and their numbers kept in the unused part of the frame stack.
bool Decoder::skip_group(const Tag& tag, const std::byte* tag_at) {
  Cursor& cursor = top().cursor;
  report(Rule::wire_group, tag.number, tag_at, static_cast<std::uint64_t>(cursor.at - tag_at),
         "a group (START_GROUP of field ", tag.number, "); ONNX has none");
  if (findings_.refuses(Rule::wire_group)) {
    abandon();
    return false;
  }
  std::uint32_t open = depth_ + 1;
  if (open > limit_) {
    report(Rule::limit_depth, 0, tag_at, cursor.left(), "groups nest beyond the limit of ", limit_);
    abandon();
    return false;
  }
  frames_[open].number = tag.number;
  while (open > depth_) {
    const std::byte* at = cursor.at;
    const Tag inner = wire::read_tag(cursor);
    if (!usable(inner, at)) {
      return false;
    }
    switch (inner.wire_type) {
      case 3:
        if (open == limit_) {
          report(Rule::limit_depth, 0, at, cursor.left(), "groups nest beyond the limit of ",
                 limit_);
          abandon();
          return false;
        }
        frames_[++open].number = inner.number;
        break;
      case 4:
        if (frames_[open].number != inner.number) {
          report(Rule::wire_end_group, 0, at, cursor.left(), "END_GROUP of field ", inner.number,
                 " ends the group of field ", frames_[open].number);
          abandon();
          return false;
        }
        --open;
        break;
      case 6:
      case 7:
        report(Rule::wire_invalid_wire_type, 0, at, cursor.left(), "wire type ",
               unsigned{inner.wire_type}, " does not exist");
        abandon();
        return false;
      default:
        if (!skip(inner, at)) {
          return false;
        }
        break;
    }
  }
  return true;
}

std::string_view Decoder::field_name(std::uint32_t number) const {
  const Field* field = frames_[depth_].plan->schema->find(number);
  return field == nullptr ? "an unknown field" : field->name;
}

std::uint64_t Decoder::values_so_far(const MessagePlan& plan, const std::byte* record,
                                     std::uint32_t number) const {
  const FieldPlan& field = plan.fields[number];
  const std::byte* at = record + field.offset;
  if (field.storage >= Storage::texts) {
    return reinterpret_cast<const Slice<std::byte>*>(at)->size;
  }
  return reinterpret_cast<const Scalars*>(at)->count();
}

// "graph.node[3].name" for a field of the message on top, which is not yet in its record; 0 stands
// for the message itself.
std::string Decoder::path(std::uint32_t number) const {
  std::string out;
  for (std::uint32_t i = 0; i <= depth_; ++i) {
    const std::uint32_t next = i == depth_ ? number : frames_[i + 1].number;
    const Field* field = frames_[i].plan->schema->find(next);
    if (field == nullptr) {
      break;
    }
    if (!out.empty()) {
      out += '.';
    }
    out += field->name;
    if (i < depth_ && field->repeated()) {
      out += cat("[", frames_[i + 1].index, "]");
    } else if (i == depth_ && field->repeated() && !field->scalar()) {
      out += cat("[", values_so_far(*frames_[i].plan, frames_[i].record, number), "]");
    }
  }
  return out;
}

}  // namespace

void* decode_message(MessageId id, Bytes input, Arena& arena, Findings& findings) {
  return Decoder(input, arena, findings).run(id);
}

}  // namespace assay::decode
