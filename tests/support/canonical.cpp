#include "support/canonical.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "assay/bytes.hpp"

#include "support/pieces.hpp"
#include "wire/writer.hpp"

namespace assay::testing {
namespace {

using schema::Field;
using schema::FieldType;
using wire::WireType;

// What a varint of the wire is as a value of the field, as libprotobuf takes it; nothing for an
// enum that the schema does not name, which is an unknown field.
std::optional<std::uint64_t> value_of(const Field& field, std::uint64_t varint) {
  if (field.type == FieldType::int64 || field.type == FieldType::uint64) {
    return varint;
  }
  const std::int64_t value = wire::low_int32(varint);
  if (field.type == FieldType::enumeration && (value < 0 || value > field.enum_max)) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(value);
}

// What one field holds, all of its occurrences together.
struct Held {
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> texts;  // strings, bytes and messages
};

class Content {
 public:
  Content(schema::MessageId id, std::string_view message) : schema_(schema::message(id)) {
    for (const Piece& piece : pieces_of(message)) {
      if (const Field* field = schema_.find(piece.number); field != nullptr) {
        read(*field, piece, message.substr(piece.payload, piece.end - piece.payload));
      }
    }
  }

  std::string write() const {
    std::string out;
    for (const Field& field : schema_.fields) {
      write(field, held_[field.number], out);
    }
    return out;
  }

 private:
  void read(const Field& field, const Piece& piece, std::string_view payload) {
    const auto type = static_cast<WireType>(piece.wire_type);
    const bool block = type == WireType::length_delimited;
    if (field.scalar() ? type != field.wire_type() && !(block && field.repeated()) : !block) {
      return;  // a wrong wire type makes it an unknown field
    }
    Held& held = held_[field.number];
    if (!field.scalar()) {
      choose(field);
      if (field.type == FieldType::message && !field.repeated() && !held.texts.empty()) {
        held.texts.back() += payload;  // parts of one message
      } else if (field.repeated() || held.texts.empty()) {
        held.texts.emplace_back(payload);
      } else {
        held.texts.back() = payload;
      }
      return;
    }
    for (const std::uint64_t number : numbers(field, payload)) {
      const auto value = field.varint() ? value_of(field, number) : number;
      if (value) {
        choose(field);
        if (!field.repeated()) {
          held.numbers.clear();
        }
        held.numbers.push_back(*value);
      }
    }
  }

  // The last member of a oneof is the only one.
  void choose(const Field& chosen) {
    for (const Field& field : schema_.fields) {
      if (chosen.oneof != 0 && field.oneof == chosen.oneof && field.number != chosen.number) {
        held_[field.number] = {};
      }
    }
  }

  static std::vector<std::uint64_t> numbers(const Field& field, std::string_view payload) {
    std::vector<std::uint64_t> out;
    const Bytes bytes = bytes_of(payload);
    wire::Cursor cursor{bytes.data(), bytes.data() + bytes.size()};
    const std::uint64_t width = field.type == FieldType::float32   ? 4
                                : field.type == FieldType::float64 ? 8
                                                                   : 0;
    while (!cursor.done()) {
      if (width == 0) {
        const std::byte* begin = cursor.at;
        out.push_back(wire::read_varint(cursor).value);
        if (cursor.at == begin) {
          out.pop_back();
          break;
        }
      } else if (cursor.left() >= width) {
        out.push_back(width == 4 ? wire::load_fixed32(cursor.at) : wire::load_fixed64(cursor.at));
        cursor.at += width;
      } else {
        break;
      }
    }
    return out;
  }

  static void append(const Field& field, std::uint64_t number, std::string& out) {
    if (field.type == FieldType::float32) {
      wire::append_fixed32(out, static_cast<std::uint32_t>(number));
    } else if (field.type == FieldType::float64) {
      wire::append_fixed64(out, number);
    } else {
      wire::append_varint(out, number);
    }
  }

  static void write(const Field& field, const Held& held, std::string& out) {
    if (field.packed && !held.numbers.empty()) {
      std::string block;
      for (const std::uint64_t number : held.numbers) {
        append(field, number, block);
      }
      wire::append_field(out, field.number, block);
    } else {
      for (const std::uint64_t number : held.numbers) {
        wire::append_tag(out, field.number, field.wire_type());
        append(field, number, out);
      }
    }
    for (const std::string& text : held.texts) {
      wire::append_field(out, field.number,
                         field.type == FieldType::message ? canonical(field.message, text) : text);
    }
  }

  const schema::Message& schema_;
  std::array<Held, schema::kNumbers> held_;
};

}  // namespace

std::string canonical(schema::MessageId id, std::string_view message) {
  return Content(id, message).write();
}

}  // namespace assay::testing
