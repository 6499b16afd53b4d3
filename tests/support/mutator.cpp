#include "support/mutator.hpp"

#include <algorithm>
#include <vector>

#include "assay/bytes.hpp"

#include "support/pieces.hpp"
#include "wire/writer.hpp"

namespace assay::testing {
namespace {

using wire::WireType;

// Where a number of bits, of bytes on the wire, or of an ONNX type ends.
constexpr unsigned kEdges[] = {0, 1, 2, 3, 4, 7, 8, 14, 15, 16, 21, 28, 29, 31, 32, 35, 62, 63};

std::uint64_t number(Random& random) {
  switch (random.below(8)) {
    case 0:
      return random.next() >> random.below(64);
    case 1:
      return random.below(32);
    case 2:  // a negative number, small
      return ~random.below(4);
    default:
      return (std::uint64_t{1} << kEdges[random.below(std::size(kEdges))]) + random.below(3) - 1;
  }
}

char byte(Random& random) {
  constexpr unsigned kMatter[] = {0x00, 0x01, 0x7f, 0x80, 0xff, 0x0a, 0xc2, 0xed};
  const auto value =
      static_cast<unsigned>(random.one_in(2) ? random.below(256) : kMatter[random.below(8)]);
  return static_cast<char>(static_cast<unsigned char>(value));
}

std::string some_bytes(Random& random) {
  std::string out;
  for (std::uint64_t left = random.below(20); left > 0; --left) {
    out += byte(random);
  }
  return out;
}

std::string slice_of(std::string_view text, Random& random) {
  const std::uint64_t begin = random.below(text.size() + 1);
  return std::string(text.substr(begin, random.below(text.size() - begin + 1)));
}

std::string blind(std::string text, std::string_view other, Random& random) {
  const std::uint64_t at = random.below(text.size() + 1);
  switch (random.below(8)) {
    case 0:
      if (!text.empty()) {
        char& changed = text[random.below(text.size())];
        changed = static_cast<char>(static_cast<unsigned char>(changed) ^ 1u << random.below(8));
      }
      return text;
    case 1:
      if (!text.empty()) {
        text[random.below(text.size())] = byte(random);
      }
      return text;
    case 2:
      return text.insert(at, 1, byte(random));
    case 3:
      return text.insert(at, slice_of(other, random));
    case 4:
      return text.insert(at, slice_of(text, random));
    case 5:
      return text.erase(at, random.below(8));
    case 6:
      return text.substr(0, at);
    default:
      return text.insert(at, some_bytes(random));
  }
}

// A field of that number with a value of some wire type, faulty more often than not.
std::string some_field(std::uint64_t number_of_field, Random& random) {
  std::string out;
  const auto wire_type = static_cast<unsigned>(random.below(random.one_in(4) ? 8 : 3));
  const auto width = static_cast<unsigned>(random.one_in(6) ? random.below(8) : 0);
  wire::append_tag(out, number_of_field, wire_type, width);
  switch (wire_type) {
    case 0:
      wire::append_varint(out, number(random), width);
      break;
    case 1:
      wire::append_fixed64(out, number(random));
      break;
    case 2: {
      const std::string payload = some_bytes(random);
      wire::append_varint(out, random.one_in(8) ? number(random) : payload.size(), width);
      out += payload;
      break;
    }
    case 5:
      wire::append_fixed32(out, static_cast<std::uint32_t>(number(random) & 0xffffffffu));
      break;
    default:
      break;
  }
  return out;
}

// The field again with another payload.
std::string with_payload(const Piece& piece, std::string_view payload, Random& random) {
  std::string out;
  wire::append_tag(out, piece.number, piece.wire_type,
                   static_cast<unsigned>(random.one_in(20) ? random.below(7) : 0));
  if (piece.wire_type == 2) {
    wire::append_varint(out, payload.size(),
                        static_cast<unsigned>(random.one_in(20) ? random.below(7) : 0));
  }
  out += payload;
  return out;
}

template <class Blindly>
std::string other_value(const Piece& piece, std::string_view payload, const Blindly& blindly,
                        Random& random) {
  std::string value(payload);
  if (piece.wire_type == 0) {
    value.clear();
    wire::append_varint(value, number(random),
                        static_cast<unsigned>(random.one_in(6) ? random.below(12) : 0));
  } else {
    value = blindly(value);
    if (piece.wire_type != 2) {
      value.resize(payload.size());
    }
  }
  return with_payload(piece, value, random);
}

// Values of a packed block each with a tag of its own, or the other way round.
std::string other_form(const schema::Field& field, const Piece& piece, std::string_view payload) {
  std::string out;
  if (piece.wire_type != 2) {
    wire::append_field(out, field.number, payload);
    return out;
  }
  const Bytes bytes = bytes_of(payload);
  wire::Cursor cursor{bytes.data(), bytes.data() + bytes.size()};
  while (!cursor.done()) {
    const std::byte* begin = cursor.at;
    const std::uint64_t width = field.type == schema::FieldType::float32   ? 4
                                : field.type == schema::FieldType::float64 ? 8
                                                                           : 0;
    if (width == 0) {
      (void)wire::read_varint(cursor);
    } else if (cursor.left() >= width) {
      cursor.at += width;
    }
    if (cursor.at == begin) {
      break;
    }
    wire::append_tag(out, field.number, field.wire_type());
    out.append(reinterpret_cast<const char*>(begin), static_cast<std::size_t>(cursor.at - begin));
  }
  return out;
}

// A number in any other wire type, or bytes as a number: the same field to a careless reader.
std::string other_wire_type(const Piece& piece, std::string_view payload, Random& random) {
  std::string out;
  const unsigned wire_type = (piece.wire_type + 1 + static_cast<unsigned>(random.below(5))) % 6;
  wire::append_tag(out, piece.number, wire_type);
  switch (wire_type) {
    case 0:
      wire::append_varint(out, payload.size());
      break;
    case 1:
      wire::append_fixed64(out, number(random));
      break;
    case 2:
      wire::append_varint(out, payload.size());
      out += payload;
      break;
    case 3:
      if (piece.wire_type == 2 && pieces_of(payload).size() > random.below(2)) {
        out += payload;
      }
      wire::append_tag(out, piece.number, WireType::end_group);
      break;
    case 5:
      wire::append_fixed32(out, static_cast<std::uint32_t>(number(random) & 0xffffffffu));
      break;
    default:
      break;
  }
  return out;
}

// The field with a length that is not the one of its payload.
std::string lying(const Piece& piece, std::string_view payload, Random& random) {
  std::string out;
  wire::append_tag(out, piece.number, WireType::length_delimited);
  const std::uint64_t off = 1 + random.below(3);
  wire::append_varint(out, random.one_in(3) ? number(random)
                           : random.one_in(2)
                               ? payload.size() + off
                               : payload.size() - std::min<std::uint64_t>(off, payload.size()));
  return out.append(payload);
}

// A message in two parts, cut between two of its fields: one message to libprotobuf.
std::string in_two_parts(const Piece& piece, std::string_view payload, Random& random) {
  const std::vector<Piece> inner = pieces_of(payload);
  const std::size_t cut = inner.empty() ? 0 : inner[random.below(inner.size())].begin;
  std::string out;
  wire::append_field(out, piece.number, payload.substr(0, cut));
  wire::append_field(out, piece.number, payload.substr(cut));
  return out;
}

bool holds_message(const schema::Field* field, const Piece& piece) {
  return field != nullptr && field->type == schema::FieldType::message && piece.wire_type == 2;
}

// Every message of that id in a message, itself among them.
void find_messages(schema::MessageId id, std::string_view message, schema::MessageId wanted,
                   std::vector<std::string_view>& found) {
  if (id == wanted) {
    found.push_back(message);
  }
  for (const Piece& piece : pieces_of(message)) {
    const schema::Field* field = schema::message(id).find(piece.number);
    if (holds_message(field, piece)) {
      find_messages(field->message, message.substr(piece.payload, piece.end - piece.payload),
                    wanted, found);
    }
  }
}

// Puts a field of some message like this one, from anywhere in `donor`, into this one: beside what
// is there, or in the place of a field of that number.
std::string with_field_of(schema::MessageId id, std::string_view message,
                          schema::MessageId donor_id, std::string_view donor, Random& random) {
  std::vector<std::string_view> found;
  find_messages(donor_id, donor, id, found);
  if (found.empty()) {
    return std::string(message);
  }
  const std::string_view source = found[random.below(found.size())];
  const std::vector<Piece> theirs = pieces_of(source);
  if (theirs.empty()) {
    return std::string(message);
  }
  const Piece& taken = theirs[random.below(theirs.size())];
  const std::string_view field = source.substr(taken.begin, taken.end - taken.begin);
  const std::vector<Piece> ours = pieces_of(message);
  for (const Piece& piece : ours) {
    if (piece.number == taken.number && !random.one_in(3)) {
      return std::string(message.substr(0, piece.begin))
          .append(field)
          .append(message.substr(piece.end));
    }
  }
  const std::size_t at = ours.empty() ? 0 : ours[random.below(ours.size())].begin;
  return std::string(message).insert(at, field);
}

std::string cross(schema::MessageId id, std::string_view message, schema::MessageId donor_id,
                  std::string_view donor, Random& random) {
  const std::vector<Piece> pieces = pieces_of(message);
  if (!pieces.empty() && !random.one_in(4)) {
    const Piece& piece = pieces[random.below(pieces.size())];
    const schema::Field* field = schema::message(id).find(piece.number);
    if (holds_message(field, piece)) {
      const std::string_view payload = message.substr(piece.payload, piece.end - piece.payload);
      std::string inner;
      wire::append_field(inner, piece.number,
                         cross(field->message, payload, donor_id, donor, random));
      return std::string(message.substr(0, piece.begin))
          .append(inner)
          .append(message.substr(piece.end));
    }
  }
  return with_field_of(id, message, donor_id, donor, random);
}

}  // namespace

std::string mutate(schema::MessageId id, std::string_view message, std::string_view other,
                   Random& random, const RawMutation& raw) {
  const auto blindly = [&](std::string_view text) {
    return raw && random.one_in(2) ? raw(std::string(text))
                                   : blind(std::string(text), other, random);
  };
  const std::vector<Piece> pieces = pieces_of(message);
  if (pieces.empty()) {
    return random.one_in(4) ? blindly(message)
                            : std::string(message) + some_field(random.below(34), random);
  }
  const Piece& piece = pieces[random.below(pieces.size())];
  const Piece& second = pieces[random.below(pieces.size())];
  const std::string_view whole = message.substr(piece.begin, piece.end - piece.begin);
  const std::string_view payload = message.substr(piece.payload, piece.end - piece.payload);
  const schema::Field* field = schema::message(id).find(piece.number);
  const auto replaced = [&](std::string_view by) {
    return std::string(message.substr(0, piece.begin)).append(by).append(message.substr(piece.end));
  };
  // Mostly go on inside, where there is an inside.
  if (holds_message(field, piece) && !random.one_in(4)) {
    return replaced(
        with_payload(piece, mutate(field->message, payload, other, random, raw), random));
  }
  switch (random.below(22)) {
    case 0:
      return blindly(message);
    case 1:
    case 2:
      return replaced("");
    case 3:
    case 4:  // twice, the second one elsewhere
      return std::string(message).insert(second.begin, whole);
    case 5:
    case 6:  // after all others
      return replaced("").append(whole);
    case 7:
      return std::string(message).insert(second.begin, some_field(random.below(34), random));
    case 8:
    case 9:
    case 10: {
      const auto& fields = schema::message(id).fields;
      const schema::Field& known = fields[random.below(fields.size())];
      return std::string(message).insert(second.begin, some_field(known.number, random));
    }
    case 11:
      return replaced(other_wire_type(piece, payload, random));
    case 12:
      return piece.wire_type == 2 ? replaced(lying(piece, payload, random)) : replaced("");
    case 13:
    case 14:
      if (holds_message(field, piece)) {
        return replaced(in_two_parts(piece, payload, random));
      }
      [[fallthrough]];
    case 15:
    case 16:
      if (field != nullptr && field->repeated() && field->scalar()) {
        return replaced(other_form(*field, piece, payload));
      }
      [[fallthrough]];
    default:
      return replaced(other_value(piece, payload, blindly, random));
  }
}

std::string reframed(schema::MessageId id, std::string_view message) {
  std::string out;
  for (const Piece& piece : pieces_of(message)) {
    const schema::Field* field = schema::message(id).find(piece.number);
    if (holds_message(field, piece)) {
      wire::append_field(
          out, piece.number,
          reframed(field->message, message.substr(piece.payload, piece.end - piece.payload)));
    } else {
      out += message.substr(piece.begin, piece.end - piece.begin);
    }
  }
  return out;
}

std::string cross(schema::MessageId id, std::string_view message, std::string_view donor,
                  Random& random) {
  return cross(id, message, id, donor, random);
}

}  // namespace assay::testing
