#include "decode/decoder.hpp"

#include "base/checked.hpp"
#include "base/utf8.hpp"
#include "decode/decoder_state.hpp"

namespace assay::decode {
namespace {

// No file within protobuf's own limit can hold more; a length above it is a lie, not a cut file.
constexpr std::uint64_t kLargestMessage = 0x7fffffff;

// libprotobuf refuses a length that takes more, even one padded with zeros.
constexpr std::uint64_t kMaxLengthBytes = 5;

// How many elements ahead an array is looked through.
constexpr std::uint64_t kStepsAhead = 8;
constexpr std::uint64_t kMostAhead = 256;  // bytes of an element
constexpr std::uint64_t kLong = 4096;      // bytes: shorter arrays are read at once
constexpr std::uint64_t kCacheLine = 64;

}  // namespace

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
  if (!open(field)) {
    out_of_memory();
    return;
  }
  if (wire_type == field.wire_type) {
    if (wire_type == WireType::length_delimited) {
      Bytes bytes;
      if (read_length(tag, bytes)) {
        accept(field, tag, tag_at, bytes);
      }
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

void Decoder::accept(const FieldPlan& field, const Tag& tag, const std::byte* tag_at, Bytes bytes) {
  const Text text = bytes_to_text(bytes);
  switch (field.storage) {
    case Storage::text:
      see(field, tag, tag_at);
      check_text(field, tag, bytes);
      member<Text>(field) = text;
      return;
    case Storage::texts: {
      check_text(field, tag, bytes);
      auto* kept = reinterpret_cast<Text*>(
          append(member<Slice<std::byte>>(field), sizeof(Text), tag_at, bytes.data()));
      if (kept == nullptr) {
        out_of_memory();
        return;
      }
      source(top()).present |= 1u << tag.number;
      *kept = text;
      return;
    }
    default:
      enter(field, tag, tag_at, bytes);
      return;
  }
}

void Decoder::check_text(const FieldPlan& field, const Tag& tag, Bytes bytes) {
  const Text text = bytes_to_text(bytes);
  if (field.text == schema::Text::none || is_plain_ascii(text)) {
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
Decoder::Ahead Decoder::run_ahead(const std::byte* tag_at, std::uint64_t before_payload) const {
  const std::byte* at = frames_[depth_].cursor.at;
  const std::byte* const end = frames_[depth_].cursor.end;
  std::uint64_t count = 1;
  std::uint64_t tag_bytes = 1;
  if ((*tag_at & std::byte{0x80}) != std::byte{0}) {
    Cursor tag_end{tag_at, tag_at + before_payload};
    (void)wire::read_tag(tag_end);
    tag_bytes = static_cast<std::uint64_t>(tag_end.at - tag_at);
  }
  for (; static_cast<std::uint64_t>(end - at) > tag_bytes && *at == *tag_at; ++count) {
    if (tag_bytes != 1 && std::memcmp(at, tag_at, tag_bytes) != 0) {
      break;
    }
    const std::byte* next = at + tag_bytes;
    std::uint64_t length = 0;
    if (std::uint32_t value = 0; read_short_varint(next, end, value)) {
      length = value;
    } else {
      Cursor cursor{at + tag_bytes, end};
      const Varint varint = wire::read_varint(cursor);
      if (varint.fault != Fault::none) {
        break;
      }
      next = cursor.at;
      length = varint.value;
    }
    const auto left = static_cast<std::uint64_t>(end - next);
    if (length > left) {
      break;
    }
    // Each step waits for the length before it; as a guess, the next ones are about as far apart.
    // Short ones the processor fetches ahead by itself.
    if (length >= kCacheLine && left > kLong && length < left / kStepsAhead) {
      const std::byte* guess = next + length * (kStepsAhead - 1);
      for (std::uint64_t line = 0; line < std::min(length, kMostAhead); line += kCacheLine) {
        __builtin_prefetch(guess + line);
      }
    }
    at = next + length;
  }
  return {count, tag_bytes, at};
}

// Whether the run of elements ahead is the list that is not to be kept. It is passed over then.
bool Decoder::pass_over(const Slice<std::byte>& slice, const std::byte* tag_at,
                        const Ahead& ahead) {
  const Frame& frame = frames_[depth_];
  if (depth_ != list_->depth || frame.plan != &plan_of(list_->holder) ||
      frame.record + frame.plan->fields[list_->number].offset !=
          reinterpret_cast<const std::byte*>(&slice)) {
    return false;
  }
  if (list_->found() || slice.size != 0 || ahead.count < list_->least || ahead.count > 0xffffffff) {
    list_->whole = false;
    return false;
  }
  list_->begin = tag_at;
  list_->end = ahead.end;
  list_->tag_bytes = narrow<std::uint32_t>(ahead.tag_bytes);
  list_->size = narrow<std::uint32_t>(ahead.count);
  list_->record = frame.record;
  return true;
}

bool Decoder::grow(Slice<std::byte>& slice, std::uint64_t size, const std::byte* tag_at,
                   const std::byte* payload) {
  if (list_ != nullptr && list_->begin == tag_at) {
    return false;
  }
  const Ahead ahead = run_ahead(tag_at, static_cast<std::uint64_t>(payload - tag_at));
  if (list_ != nullptr && pass_over(slice, tag_at, ahead)) {
    return false;
  }
  const std::uint64_t wanted = std::max(slice.size + ahead.count, std::uint64_t{slice.size} * 2);
  auto* grown =
      wanted <= 0xffffffff ? static_cast<std::byte*>(arena_.make_record(size * wanted)) : nullptr;
  if (grown == nullptr) {
    return false;
  }
  if (slice.size != 0) {
    std::memcpy(grown, slice.data, slice.size * size);
  }
  slice.data = grown;
  slice.capacity = narrow<std::uint32_t>(wanted);
  return true;
}

void Decoder::enter(const FieldPlan& field, const Tag& tag, const std::byte* tag_at, Bytes bytes) {
  if (depth_ == limit_) {
    report(Rule::limit_depth, tag.number, tag_at,
           static_cast<std::uint64_t>(end_of(bytes) - tag_at), field_name(tag.number), " stands ",
           depth_ + 1, " messages below the root; the limit is ", limit_);
    abandon();
    return;
  }
  const MessagePlan& plan = plan_of(field.message);
  std::byte* record = nullptr;
  std::uint64_t index = 0;
  if (field.storage == Storage::message) {
    see(field, tag, tag_at);
    auto& pointer = member<std::byte*>(field);
    if (pointer == nullptr) {
      pointer = static_cast<std::byte*>(arena_.make_record(plan.record_size));
    } else {
      reinterpret_cast<Source*>(pointer)->merged = true;
    }
    record = pointer;
  } else {
    auto& slice = member<Slice<std::byte>>(field);
    index = slice.size;
    record = append(slice, plan.record_size, tag_at, bytes.data());
    source(top()).present |= 1u << tag.number;
    if (list_ != nullptr && list_->begin == tag_at) {
      top().cursor.at = list_->end;
      return;
    }
  }
  if (record == nullptr) {
    out_of_memory();
    return;
  }
  ++depth_;
  frames_[depth_] = {&plan, record, {bytes.data(), end_of(bytes)}, tag.number, index};
  Source& entered = source(top());
  if (entered.begin == nullptr) {
    entered.begin = bytes.data();
    entered.size = bytes.size();
  }
}

}  // namespace assay::decode
