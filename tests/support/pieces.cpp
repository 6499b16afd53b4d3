#include "support/pieces.hpp"

#include <algorithm>
#include <optional>

#include "assay/bytes.hpp"

#include "wire/cursor.hpp"

namespace assay::testing {
namespace {

using wire::WireType;

constexpr std::uint64_t kDeepestGroup = 100;

class Walk {
 public:
  explicit Walk(std::string_view message)
      : bytes_(bytes_of(message)), cursor_{bytes_.data(), bytes_.data() + bytes_.size()} {}

  bool done() const { return cursor_.done(); }

  // The next field, and the walk behind it; nothing when it cannot be read.
  std::optional<Piece> next(std::uint64_t depth = 0) {
    Piece piece{at(), 0, 0, 0, 0};
    const wire::Tag tag = wire::read_tag(cursor_);
    piece.number = tag.number;
    piece.wire_type = tag.wire_type;
    piece.payload = at();
    if (tag.number == 0 || piece.payload == piece.begin) {
      return std::nullopt;
    }
    std::uint64_t size = 0;
    switch (static_cast<WireType>(tag.wire_type)) {
      case WireType::varint:
      case WireType::length_delimited: {
        const wire::Varint value = wire::read_varint(cursor_);
        if (at() == piece.payload) {
          return std::nullopt;
        }
        if (tag.wire_type == 2) {
          size = value.value;
          piece.payload = at();
        }
        break;
      }
      case WireType::fixed32:
        size = 4;
        break;
      case WireType::fixed64:
        size = 8;
        break;
      case WireType::start_group:
        if (!pass_group(tag.number, depth)) {
          return std::nullopt;
        }
        break;
      default:
        return std::nullopt;
    }
    if (size > cursor_.left()) {
      return std::nullopt;
    }
    cursor_.at += size;
    piece.end = at();
    return piece;
  }

 private:
  std::size_t at() const { return static_cast<std::size_t>(cursor_.at - bytes_.data()); }

  bool pass_group(std::uint32_t number, std::uint64_t depth) {
    while (!done() && depth < kDeepestGroup) {
      const wire::Cursor before = cursor_;
      const wire::Tag tag = wire::read_tag(cursor_);
      if (static_cast<WireType>(tag.wire_type) == WireType::end_group) {
        return tag.number == number;
      }
      cursor_ = before;
      if (!next(depth + 1)) {
        return false;
      }
    }
    return false;
  }

  Bytes bytes_;
  wire::Cursor cursor_;
};

}  // namespace

std::vector<Piece> pieces_of(std::string_view message) {
  std::vector<Piece> out;
  Walk walk(message);
  while (!walk.done()) {
    const auto piece = walk.next();
    if (!piece) {
      break;
    }
    out.push_back(*piece);
  }
  return out;
}

bool well_framed(schema::MessageId id, std::string_view message) {
  const std::vector<Piece> pieces = pieces_of(message);
  if ((pieces.empty() ? 0 : pieces.back().end) != message.size()) {
    return false;
  }
  return std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    const schema::Field* field = schema::message(id).find(piece.number);
    return field == nullptr || field->type != schema::FieldType::message || piece.wire_type != 2 ||
           well_framed(field->message, message.substr(piece.payload, piece.end - piece.payload));
  });
}

}  // namespace assay::testing
