// The loop over all fields of all messages.
//
// A field that is common and has nothing wrong is read here, in as few steps as that takes. What
// else there may be is left, before anything is changed, to read_any_field(), which begins at the
// tag again: so every fault has one place in the code, and none of them slows down what is sound.
#include "base/ascii.hpp"
#include "decode/decoder.hpp"
#include "decode/decoder_state.hpp"

namespace assay::decode {
namespace {

// The length of a payload that is there, in one or two bytes.
[[gnu::always_inline]] inline bool read_short_length(const std::byte*& at, const std::byte* end,
                                                     Bytes& payload) noexcept {
  std::uint32_t length = 0;
  if (!read_short_varint(at, end, length) || length > static_cast<std::uint64_t>(end - at)) {
    return false;
  }
  payload = {at, length};
  return true;
}

[[gnu::always_inline]] inline bool is_sound_text(const FieldPlan& field, Text text) noexcept {
  return field.text == schema::Text::none || is_plain_ascii(text);
}

}  // namespace

void* Decoder::run(MessageId id) {
  limit_ = std::min(findings_.policy().limits.depth, Limits::kMaxDepth);
  frames_ = arena_.make<Frame>(limit_ + 1u);
  const MessagePlan& plan = plan_of(id);
  auto* root = static_cast<std::byte*>(arena_.make_record(plan.record_size));
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
  if (list_ != nullptr) {
    list_->frames = frames_;
    list_->limit = limit_;
  }
  read_fields(0);
  return root;
}

void Decoder::read_fields(std::uint32_t depth) {
  const std::byte* at = top().cursor.at;
  for (;;) {
    Frame& frame = top();
    if (at == frame.cursor.end) {
      if (depth_ == depth) {
        return;
      }
      --depth_;
      at = top().cursor.at;
      continue;
    }
    const std::byte* next = read_sound_field(frame, at);
    if (next == nullptr) {
      frame.cursor.at = at;
      read_any_field();
      next = top().cursor.at;
    }
    at = next;
  }
}

void Decoder::read_any_field() {
  const std::byte* at = top().cursor.at;
  const Tag tag = wire::read_tag(top().cursor);
  if (tag.fault == Fault::none || usable(tag, at)) {
    read_field(tag, at);
  }
}

// Reads the field at `tag_at` and returns where to read on, in the message on top; null, with
// nothing done, when it is none of the simple ones.
inline const std::byte* Decoder::read_sound_field(Frame& frame, const std::byte* tag_at) {
  const std::byte* at = tag_at;
  const std::byte* end = frame.cursor.end;
  std::uint32_t key = 0;
  if (!read_short_varint(at, end, key) || key >> 3 >= schema::kNumbers) {
    return nullptr;
  }
  const std::uint32_t number = key >> 3;
  const FieldPlan& field = frame.plan->fields[number];
  std::byte* base = frame.record;
  std::uint32_t& present = source(frame).present;
  if (field.aside != 0) {
    base = *reinterpret_cast<std::byte**>(base + field.aside);
  }
  if ((key & 7u) != static_cast<std::uint32_t>(field.wire_type) || base == nullptr) {
    return nullptr;
  }
  const auto place = [&]<class T>(T) -> T& { return *reinterpret_cast<T*>(base + field.offset); };
  std::uint32_t value = 0;
  Bytes payload;
  switch (field.storage) {
    case Storage::text:
      if ((present & field.clash) != 0 || !read_short_length(at, end, payload) ||
          !is_sound_text(field, bytes_to_text(payload))) {
        return nullptr;
      }
      place(Text()) = bytes_to_text(payload);
      present |= 1u << number;
      return end_of(payload);
    case Storage::texts: {
      // This one, and those behind it that have the very same tag.
      auto& slice = place(Slice<std::byte>());
      const std::byte* next = nullptr;
      for (const std::byte* tag = tag_at;; tag = next, at = next + 1) {
        if (!read_short_length(at, end, payload) || !is_sound_text(field, bytes_to_text(payload))) {
          return next;
        }
        frame.cursor.at = end_of(payload);
        std::byte* made = append(slice, sizeof(Text), tag, at);
        if (made == nullptr) {
          return next;
        }
        *reinterpret_cast<Text*>(made) = bytes_to_text(payload);
        present |= 1u << number;
        next = end_of(payload);
        if (key >= 0x80 || next == end || *next != *tag_at) {
          return next;
        }
      }
    }
    case Storage::message:
    case Storage::messages: {
      if (depth_ == limit_ || !read_short_length(at, end, payload)) {
        return nullptr;
      }
      frame.cursor.at = end_of(payload);
      const MessagePlan& plan = plan_of(field.message);
      std::byte* made = nullptr;
      std::uint64_t index = 0;
      if (field.storage == Storage::messages) {
        auto& slice = place(Slice<std::byte>());
        index = slice.size;
        made = append(slice, plan.record_size, tag_at, at);
      } else if ((present & field.clash) == 0) {
        made = static_cast<std::byte*>(arena_.make_record(plan.record_size));
        place(static_cast<std::byte*>(nullptr)) = made;
      }
      if (made == nullptr) {
        return nullptr;
      }
      present |= 1u << number;
      frames_[++depth_] = {&plan, made, {at, end_of(payload)}, number, index};
      auto& made_source = *reinterpret_cast<Source*>(made);
      made_source.begin = at;
      made_source.size = payload.size();
      return at;
    }
    case Storage::int64:
    case Storage::int32:
    case Storage::enumeration:
      if ((present & field.clash) != 0 || !read_short_varint(at, end, value) ||
          (field.storage == Storage::enumeration && value > field.enum_max)) {
        return nullptr;
      }
      present |= 1u << number;
      if (field.storage == Storage::int64) {
        place(std::int64_t()) = value;
      } else {
        place(std::int32_t()) = static_cast<std::int32_t>(value);
      }
      return at;
    case Storage::float32:
      if ((present & field.clash) != 0 || end - at < 4) {
        return nullptr;
      }
      present |= 1u << number;
      place(std::uint32_t()) = wire::load_fixed32(at);
      return at + 4;
    case Storage::varints:
    case Storage::int32s: {
      // A few small numbers, as the dims of a tensor are. More of them have a quicker way.
      constexpr std::uint64_t kMost = 16;
      if (key >= 0x80 || !read_short_varint(at, end, value)) {
        return nullptr;
      }
      std::uint64_t count = 1;
      std::uint32_t least = value;
      std::uint32_t most = value;
      for (; at != end && *at == *tag_at; ++count) {
        if (count == kMost || !read_short_varint(++at, end, value)) {
          return nullptr;
        }
        least = std::min(least, value);
        most = std::max(most, value);
      }
      Run* run = add_run(place(Scalars()));
      if (run == nullptr) {
        return nullptr;
      }
      run->begin = tag_at;
      run->end = at;
      run->summary = {count, static_cast<std::int32_t>(least), static_cast<std::int32_t>(most)};
      run->tag_bytes = 1;
      present |= 1u << number;
      return at;
    }
    default:
      return nullptr;
  }
}

void* decode_message(MessageId id, Bytes input, Arena& arena, Findings& findings, LongList* list) {
  return Decoder(input, arena, findings, list).run(id);
}

}  // namespace assay::decode
