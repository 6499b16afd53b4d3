#include "support/mutator.hpp"

#include <algorithm>
#include <vector>

#include "assay/bytes.hpp"

#include "wire/writer.hpp"

namespace assay::testing {
namespace {

using wire::WireType;

// One field as it stands in a message.
struct Piece {
  std::size_t begin;    // of the tag
  std::size_t payload;  // of the value; of what a length counts
  std::size_t end;
  std::uint32_t number;
  unsigned wire_type;
};

// The fields of a message, as far as it can be read.
std::vector<Piece> pieces_of(std::string_view message) {
  std::vector<Piece> out;
  const Bytes bytes = bytes_of(message);
  wire::Cursor cursor{bytes.data(), bytes.data() + bytes.size()};
  const auto at = [&] { return static_cast<std::size_t>(cursor.at - bytes.data()); };
  while (!cursor.done()) {
    Piece piece{at(), 0, 0, 0, 0};
    const wire::Tag tag = wire::read_tag(cursor);
    piece.number = tag.number;
    piece.wire_type = tag.wire_type;
    piece.payload = at();
    std::uint64_t size = 0;
    switch (static_cast<WireType>(tag.wire_type)) {
      case WireType::varint:
        (void)wire::read_varint(cursor);
        break;
      case WireType::length_delimited:
        size = wire::read_varint(cursor).value;
        piece.payload = at();
        break;
      case WireType::fixed32:
        size = 4;
        break;
      case WireType::fixed64:
        size = 8;
        break;
      default:
        return out;
    }
    if (tag.number == 0 || size > cursor.left()) {
      return out;
    }
    cursor.at += size;
    piece.end = at();
    if (piece.end == piece.begin) {
      return out;
    }
    out.push_back(piece);
  }
  return out;
}

constexpr std::uint64_t kNumbersThatMatter[] = {
    0,
    1,
    2,
    7,
    8,
    9,
    14,
    29,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x3fff,
    0x7fff,
    0x8000,
    0xffff,
    0x10000,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    std::uint64_t{1} << 32,
    (std::uint64_t{1} << 32) + 1,
    (std::uint64_t{1} << 62),
    (std::uint64_t{1} << 63) - 1,
    std::uint64_t{1} << 63,
    ~std::uint64_t{0} - 1,
    ~std::uint64_t{0},
};

std::uint64_t number(Random& random) {
  return random.one_in(4) ? random.next() >> random.below(64)
                          : kNumbersThatMatter[random.below(std::size(kNumbersThatMatter))];
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

std::string other_value(const Piece& piece, std::string_view payload, std::string_view other,
                        Random& random) {
  std::string value(payload);
  if (piece.wire_type == 0) {
    value.clear();
    wire::append_varint(value, number(random),
                        static_cast<unsigned>(random.one_in(6) ? random.below(12) : 0));
  } else {
    value = blind(value, other, random);
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

}  // namespace

std::string mutate(schema::MessageId id, std::string_view message, std::string_view other,
                   Random& random) {
  const std::vector<Piece> pieces = pieces_of(message);
  if (pieces.empty() || random.one_in(5)) {
    return blind(std::string(message), other, random);
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
  if (field != nullptr && field->type == schema::FieldType::message && piece.wire_type == 2 &&
      !random.one_in(4)) {
    return replaced(with_payload(piece, mutate(field->message, payload, other, random), random));
  }
  switch (random.below(8)) {
    case 0:
      return replaced("");
    case 1:  // twice, the second one elsewhere
      return std::string(message).insert(second.begin, whole);
    case 2:  // after all others
      return replaced("").append(whole);
    case 3:
      return std::string(message).insert(second.begin, some_field(random.below(34), random));
    case 4: {
      const auto& fields = schema::message(id).fields;
      const schema::Field& known = fields[random.below(fields.size())];
      return std::string(message).insert(second.begin, some_field(known.number, random));
    }
    case 5:
      if (field != nullptr && field->repeated() && field->scalar()) {
        return replaced(other_form(*field, piece, payload));
      }
      [[fallthrough]];
    default:
      return replaced(other_value(piece, payload, other, random));
  }
}

}  // namespace assay::testing
