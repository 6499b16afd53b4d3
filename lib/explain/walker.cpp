// One field after another, from whatever bytes there are.
#include <algorithm>

#include "assay/explain.hpp"

#include "base/text.hpp"
#include "schema/kind.hpp"
#include "schema/onnx.hpp"

namespace assay {
namespace {

using wire::Cursor;
using wire::Fault;
using wire::Tag;
using wire::Varint;
using wire::WireType;

FieldFault fault_of_tag(Fault fault) noexcept {
  switch (fault) {
    case Fault::truncated:
      return FieldFault::tag_cut;
    case Fault::field_number_zero:
      return FieldFault::number_zero;
    case Fault::field_number_range:
      return FieldFault::number_too_large;
    case Fault::none:
    case Fault::overlong:
      return FieldFault::none;
    default:
      return FieldFault::tag_too_long;
  }
}

FieldFault fault_of_varint(Fault fault) noexcept {
  return fault == Fault::truncated  ? FieldFault::value_cut
         : fault == Fault::too_long ? FieldFault::varint_too_long
                                    : FieldFault::none;
}

FieldFault pass_fixed(Cursor& cursor, std::uint64_t width) noexcept {
  if (cursor.left() < width) {
    return FieldFault::value_cut;
  }
  cursor.at += width;
  return FieldFault::none;
}

FieldFault pass_value(Cursor& cursor, WireType wire_type) noexcept {
  switch (wire_type) {
    case WireType::varint:
      return fault_of_varint(wire::read_varint(cursor).fault);
    case WireType::fixed32:
      return pass_fixed(cursor, 4);
    case WireType::fixed64:
      return pass_fixed(cursor, 8);
    default: {
      const Varint length = wire::read_varint(cursor);
      if (const FieldFault fault = fault_of_varint(length.fault); fault != FieldFault::none) {
        return fault;
      }
      if (length.value > cursor.left()) {
        return FieldFault::length_beyond;
      }
      cursor.at += length.value;
      return FieldFault::none;
    }
  }
}

// Moves before the END_GROUP that ends the group of that number; its tag is `end_tag`. False when
// there is none, or when a reader could not follow either.
bool pass_group(Cursor& cursor, std::uint32_t number, Cursor& behind) noexcept {
  constexpr std::size_t kDeepest = 100;
  std::array<std::uint32_t, kDeepest> open;
  std::size_t depth = 0;
  open[depth++] = number;
  for (;;) {
    const Cursor before = cursor;
    const Tag tag = wire::read_tag(cursor);
    if (fault_of_tag(tag.fault) != FieldFault::none || tag.wire_type > 5) {
      return false;
    }
    const auto wire_type = static_cast<WireType>(tag.wire_type);
    if (wire_type == WireType::start_group) {
      if (depth == kDeepest) {
        return false;
      }
      open[depth++] = tag.number;
    } else if (wire_type == WireType::end_group) {
      if (open[--depth] != tag.number) {
        return false;
      }
      if (depth == 0) {
        behind = cursor;
        cursor = before;
        return true;
      }
    } else if (pass_value(cursor, wire_type) != FieldFault::none) {
      return false;
    }
  }
}

}  // namespace

MessageType MessageType::of(Kind kind) noexcept {
  return MessageType(schema::message(schema::message_of(kind)));
}

std::string_view MessageType::name() const noexcept {
  return schema_->name;
}

std::string_view field_fault_text(FieldFault fault) noexcept {
  switch (fault) {
    case FieldFault::none:
      return "";
    case FieldFault::tag_cut:
      return "the bytes end inside the tag";
    case FieldFault::tag_too_long:
      return "the tag takes more than five bytes";
    case FieldFault::number_zero:
      return "field number 0 does not exist";
    case FieldFault::number_too_large:
      return "the field number is above 536870911";
    case FieldFault::wire_type_unknown:
      return "wire types 6 and 7 do not exist";
    case FieldFault::end_group:
      return "END_GROUP without a START_GROUP";
    case FieldFault::group_open:
      return "the group has no END_GROUP that can be found";
    case FieldFault::value_cut:
      return "the bytes end inside the value";
    case FieldFault::varint_too_long:
      return "a varint does not end within ten bytes";
    case FieldFault::length_beyond:
      return "the length goes beyond the end of the message";
  }
  return "";
}

std::string_view wire_type_name(std::uint8_t wire_type) noexcept {
  constexpr std::string_view kNames[] = {"VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32", "", ""};
  return kNames[wire_type & 7];
}

std::string_view WireField::name() const noexcept {
  return schema == nullptr ? std::string_view() : schema->name;
}

std::string WireField::type() const {
  if (schema == nullptr) {
    return "";
  }
  constexpr std::string_view kNames[] = {"int64",  "int32",  "uint64", "enum",   "float",
                                         "double", "string", "bytes",  "message"};
  return cat(schema->repeated() ? "repeated " : "",
             schema->type == schema::FieldType::message
                 ? schema::message(schema->message).name
                 : kNames[static_cast<std::size_t>(schema->type)]);
}

bool WireField::as_declared() const noexcept {
  return schema != nullptr && (static_cast<WireType>(wire_type) == schema->wire_type() || packed());
}

bool WireField::packed() const noexcept {
  return schema != nullptr && schema->repeated() && schema->scalar() &&
         static_cast<WireType>(wire_type) == WireType::length_delimited;
}

std::optional<MessageType> WireField::message() const noexcept {
  if (schema == nullptr || schema->type != schema::FieldType::message || !as_declared()) {
    return std::nullopt;
  }
  return MessageType(schema::message(schema->message));
}

std::string WireField::step() const {
  if (schema == nullptr) {
    return "";
  }
  return schema->repeated() && !schema->scalar() ? cat(schema->name, "[", index, "]")
                                                 : std::string(schema->name);
}

FieldWalker::FieldWalker(Bytes file, const WireField& field) noexcept
    : FieldWalker(file, field, field.message().value_or(MessageType::of(Kind::model))) {
  if (!field.message()) {
    at_ = end_;
  }
}

FieldWalker::FieldWalker(Bytes file, const WireField& field, MessageType type) noexcept
    : file_(file),
      schema_(&type.schema()),
      begin_(std::min<std::uint64_t>(field.payload_offset, file.size())),
      at_(begin_),
      end_(begin_ + std::min<std::uint64_t>(field.payload_length, file.size() - begin_)) {}

WireField FieldWalker::root_field(Bytes file) noexcept {
  WireField root;
  root.length = root.payload_length = file.size();
  root.wire_type = static_cast<std::uint8_t>(WireType::length_delimited);
  return root;
}

bool FieldWalker::next(WireField& field) noexcept {
  if (at_ == end_) {
    return false;
  }
  const std::byte* base = file_.data();
  Cursor cursor{base + at_, base + end_};
  const auto position = [base](const std::byte* at) {
    return static_cast<std::uint64_t>(at - base);
  };
  const Tag tag = wire::read_tag(cursor);
  field = WireField();
  field.offset = at_;
  field.number = tag.number;
  field.wire_type = tag.wire_type;
  field.fault = fault_of_tag(tag.fault);
  field.payload_offset = position(cursor.at);
  std::uint64_t payload_end = field.payload_offset;
  if (field.fault == FieldFault::none) {
    field.schema = schema_->find(tag.number);
    field.reserved = schema_->is_reserved(tag.number);
    switch (tag.wire_type) {
      case 3: {
        Cursor behind = cursor;
        if (pass_group(cursor, tag.number, behind)) {
          payload_end = position(cursor.at);
          cursor = behind;
        } else {
          field.fault = FieldFault::group_open;
          payload_end = end_;
        }
        break;
      }
      case 4:
        field.fault = FieldFault::end_group;
        break;
      case 6:
      case 7:
        field.fault = FieldFault::wire_type_unknown;
        break;
      case 2: {
        const Varint size = wire::read_varint(cursor);
        field.fault = fault_of_varint(size.fault);
        field.payload_offset = payload_end = position(cursor.at);
        if (field.fault != FieldFault::none) {
          break;
        }
        if (size.value > cursor.left()) {
          field.fault = FieldFault::length_beyond;
          payload_end = end_;
        } else {
          cursor.at += size.value;
          payload_end = position(cursor.at);
        }
        break;
      }
      default:
        field.fault = pass_value(cursor, static_cast<WireType>(tag.wire_type));
        payload_end = field.fault == FieldFault::none ? position(cursor.at) : end_;
        break;
    }
  }
  field.payload_length = payload_end - field.payload_offset;
  at_ = field.fault == FieldFault::none ? position(cursor.at) : end_;
  field.length = at_ - field.offset;
  if (field.as_declared()) {
    field.index = seen_[field.number]++;
  }
  return true;
}

std::uint64_t FieldWalker::skip(std::uint64_t count) noexcept {
  WireField field;
  std::uint64_t passed = 0;
  while (passed < count && next(field)) {
    ++passed;
  }
  return passed;
}

}  // namespace assay
