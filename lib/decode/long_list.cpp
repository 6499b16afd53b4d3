#include "decode/long_list.hpp"

#include "decode/decoder_state.hpp"

namespace assay::decode {
namespace {

constexpr std::uint64_t kCacheLine = 64;
constexpr std::uint64_t kMostAhead = 64 * kCacheLine;

const FieldPlan& field_of(const LongList& list) noexcept {
  return plan_of(list.holder).fields[list.number];
}

}  // namespace

bool LongList::is(const void* slice) const noexcept {
  return record != nullptr && record + field_of(*this).offset == slice;
}

// Counts on what has been passed over once: tags and lengths are sound.
bool Decoder::read_on(LongList& list, std::uint32_t most) {
  Cursor cursor{list.begin, list.end};
  std::uint32_t count = 0;
  for (; count < most && !cursor.done(); ++count) {
    cursor.at += list.tag_bytes;
    const std::uint64_t length = wire::read_varint(cursor).value;
    cursor.at += length;
  }
  // The next elements take about as many bytes, which will be there when they are asked for.
  const std::uint64_t ahead =
      std::min({cursor.left(), static_cast<std::uint64_t>(cursor.at - list.begin), kMostAhead});
  for (std::uint64_t at = 0; at < ahead; at += kCacheLine) {
    __builtin_prefetch(cursor.at + at);
  }
  const FieldPlan& field = field_of(list);
  const MessagePlan& plan = plan_of(field.message);
  auto* made = static_cast<std::byte*>(arena_.make_bytes(plan.record_size, alignof(Source), count));
  if (count == 0 || made == nullptr) {
    return false;
  }
  frames_ = list.frames;
  limit_ = list.limit;
  depth_ = list.depth;
  top() = {&plan_of(list.holder), list.record, {list.begin, cursor.at}, 0, 0};
  list.begin = cursor.at;
  member<Slice<std::byte>>(field) = {made, 0, count};
  read_fields(list.depth);
  return true;
}

bool read_on(LongList& list, std::uint32_t most, Bytes input, Arena& arena, Findings& findings) {
  return Decoder(input, arena, findings, nullptr).read_on(list, most);
}

}  // namespace assay::decode
