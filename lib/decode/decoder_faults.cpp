#include "decode/decoder_state.hpp"

namespace assay::decode {

using schema::Field;

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
  report(Rule::wire_int32_range, number, bytes.data(), bytes.size(), field_name(number), " holds ",
         static_cast<std::int64_t>(value),
         ", which does not fit in 32 bits; readers that cut it see ", wire::low_int32(value));
}

void Decoder::report_seen(const FieldPlan& field, const Tag& tag, const std::byte* tag_at) {
  if ((source(top()).present >> tag.number & 1u) != 0) {
    report(Rule::wire_duplicate_field, tag.number, tag_at,
           static_cast<std::uint64_t>(top().cursor.at - tag_at), field_name(tag.number),
           field.storage == Storage::message
               ? " is given more than once; some readers merge the two, some take one"
               : " is given more than once; readers take the last, or the first");
  }
  if (field.oneof != 0) {
    clear_oneof(field, tag, tag_at);
  }
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

void Decoder::damage() {
  for (std::uint32_t i = 0; i <= depth_; ++i) {
    source(frames_[i]).damaged = true;
  }
}

void Decoder::out_of_memory() {
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
  return field.storage >= Storage::texts ? member_of<Slice<std::byte>>(record, field).size
                                         : member_of<Scalars>(record, field).count();
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

}  // namespace assay::decode
