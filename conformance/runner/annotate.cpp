#include "annotate.hpp"

#include <algorithm>

#include "schema/onnx.hpp"
#include "wire/cursor.hpp"

namespace assay::conformance {
namespace {

using schema::Field;
using schema::FieldType;
using schema::Message;
using wire::Cursor;
using wire::WireType;

constexpr std::size_t kHexBytes = 16;
constexpr std::size_t kTextBytes = 40;

class Annotator {
 public:
  Annotator(std::string_view bytes, std::size_t most)
      : begin_(reinterpret_cast<const std::byte*>(bytes.data())), most_(most) {}

  void walk(std::string_view bytes, const Message* message, unsigned depth) {
    const auto* at = reinterpret_cast<const std::byte*>(bytes.data());
    Cursor cursor{at, at + bytes.size()};
    while (!cursor.done()) {
      if (lines_.size() >= most_) {
        if (!full_) {
          full_ = true;
          add(cursor.at, cursor.at, depth, "...");
        }
        return;
      }
      if (!field(cursor, message, depth)) {
        return;
      }
    }
  }

  std::vector<AnnotatedBytes> take() { return std::move(lines_); }

 private:
  // One field; false when the message cannot be read on.
  bool field(Cursor& cursor, const Message* message, unsigned depth) {
    const std::byte* at = cursor.at;
    const wire::Tag tag = wire::read_tag(cursor);
    if (tag.fault != wire::Fault::none && tag.fault != wire::Fault::overlong) {
      add(at, cursor.end, depth, "no tag can be read here");
      return false;
    }
    const Field* known = message == nullptr ? nullptr : message->find(tag.number);
    std::string name =
        known != nullptr ? std::string(known->name) : "field " + std::to_string(tag.number);
    if (tag.fault == wire::Fault::overlong) {
      name += " (overlong tag)";
    }
    switch (tag.wire_type) {
      case 0: {
        const wire::Varint value = wire::read_varint(cursor);
        const bool readable =
            value.fault != wire::Fault::truncated && value.fault != wire::Fault::too_long;
        std::string text = " = " + std::to_string(static_cast<std::int64_t>(value.value));
        if (value.fault == wire::Fault::overlong) {
          text += " (overlong)";
        } else if (value.fault == wire::Fault::overflow) {
          text += " (bits beyond the 64th)";
        }
        add(at, readable ? cursor.at : cursor.end, depth,
            name + (readable ? text : ": no varint can be read here"));
        return readable;
      }
      case 1:
      case 5: {
        const std::uint64_t width = tag.wire_type == 1 ? 8 : 4;
        if (cursor.left() < width) {
          add(at, cursor.end, depth, name + ": cut");
          return false;
        }
        cursor.at += width;
        add(at, cursor.at, depth, name + (width == 8 ? ", fixed64" : ", fixed32"));
        return true;
      }
      case 2:
        return delimited(cursor, at, name, known, depth);
      case 3:
        add(at, cursor.at, depth, name + ", start of a group");
        return true;
      case 4:
        add(at, cursor.at, depth, name + ", end of a group");
        return true;
      default:
        add(at, cursor.end, depth, name + ", wire type " + std::to_string(tag.wire_type));
        return false;
    }
  }

  bool delimited(Cursor& cursor, const std::byte* at, std::string name, const Field* known,
                 unsigned depth) {
    const wire::Varint length = wire::read_varint(cursor);
    if (length.fault != wire::Fault::none && length.fault != wire::Fault::overlong) {
      add(at, cursor.end, depth, name + ": no length can be read here");
      return false;
    }
    name += ", " + std::to_string(length.value) + " bytes";
    if (length.value > cursor.left()) {
      add(at, cursor.end, depth,
          name + ", of which " + std::to_string(cursor.left()) + " are left");
      return false;
    }
    const std::string_view content(reinterpret_cast<const char*>(cursor.at), length.value);
    const std::byte* content_at = cursor.at;
    cursor.at += length.value;
    if (known != nullptr && known->type == FieldType::message) {
      const Message& inner = schema::message(known->message);
      add(at, content_at, depth, name + ": " + std::string(inner.name));
      if (depth < 12) {
        walk(content, &inner, depth + 1);
      }
    } else if (known != nullptr && known->type == FieldType::string) {
      add(at, cursor.at, depth, name + ": " + quoted(content));
    } else {
      add(at, cursor.at, depth, name);
    }
    return true;
  }

  static std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text.substr(0, kTextBytes)) {
      const bool plain =
          static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f;
      result += plain ? c : '.';
    }
    return result + (text.size() > kTextBytes ? "...\"" : "\"");
  }

  void add(const std::byte* from, const std::byte* to, unsigned depth, std::string text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    AnnotatedBytes line;
    line.offset = static_cast<std::uint64_t>(from - begin_);
    line.depth = depth;
    const auto count = static_cast<std::size_t>(to - from);
    for (std::size_t i = 0; i < std::min(count, kHexBytes); ++i) {
      const auto byte = std::to_integer<unsigned>(from[i]);
      line.hex += i == 0 ? "" : " ";
      line.hex += kDigits[byte >> 4U];
      line.hex += kDigits[byte & 15U];
    }
    if (count > kHexBytes) {
      line.hex += " ...";
    }
    line.text = std::move(text);
    lines_.push_back(std::move(line));
  }

  const std::byte* begin_;
  std::size_t most_;
  bool full_ = false;
  std::vector<AnnotatedBytes> lines_;
};

}  // namespace

std::vector<AnnotatedBytes> annotate(std::string_view bytes, schema::MessageId message,
                                     std::size_t most) {
  Annotator annotator(bytes, most);
  annotator.walk(bytes, &schema::message(message), 0);
  return annotator.take();
}

}  // namespace assay::conformance
