#include "wire_builder.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/element_type.hpp"

#include "schema/onnx.hpp"
#include "wire/writer.hpp"

namespace assay::conformance {
namespace {

using schema::Field;
using schema::FieldType;
using schema::Message;
using schema::MessageId;
using wire::append_fixed32;
using wire::append_fixed64;
using wire::append_varint;

// What building one input may take. Nests in nests, or around much, are few bytes that ask for
// days.
constexpr std::uint64_t kMaxWork = std::uint64_t{2} << 30;
constexpr std::uint64_t kWorkOfList = 1024;

constexpr std::string_view kAttributeTypes[] = {
    "UNDEFINED",      "FLOAT",      "INT",        "STRING",  "TENSOR", "GRAPH",
    "FLOATS",         "INTS",       "STRINGS",    "TENSORS", "GRAPHS", "SPARSE_TENSOR",
    "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};
constexpr std::string_view kValueTypes[] = {"UNDEFINED", "TENSOR", "SPARSE_TENSOR",
                                            "SEQUENCE",  "MAP",    "OPTIONAL"};
constexpr std::string_view kLocations[] = {"DEFAULT", "EXTERNAL"};

std::optional<std::uint64_t> find_in(std::span<const std::string_view> names,
                                     std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) {
      return i;
    }
  }
  return std::nullopt;
}

// The number of an enumerator, by the field that holds it.
std::optional<std::uint64_t> enumerator(const Message& message, const Field& field,
                                        std::string_view name) {
  if (field.name == "type" && message.id == MessageId::attribute) {
    return find_in(kAttributeTypes, name);
  }
  if (field.name == "data_location") {
    return find_in(kLocations, name);
  }
  if (message.id == MessageId::sequence || message.id == MessageId::optional) {
    return find_in(kValueTypes, name);
  }
  if (name == "UNDEFINED") {
    return 0;
  }
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.name == name) {
      return static_cast<std::uint64_t>(info.type);
    }
  }
  return std::nullopt;
}

std::uint64_t unsigned_of(const Json& number) {
  return number.is_number_unsigned() ? number.get<std::uint64_t>()
                                     : static_cast<std::uint64_t>(number.get<std::int64_t>());
}

void append_fixed(std::string& out, std::uint64_t bits, bool eight_bytes) {
  if (eight_bytes) {
    append_fixed64(out, bits);
  } else {
    append_fixed32(out, static_cast<std::uint32_t>(bits & 0xffffffffU));
  }
}

unsigned wire_type_number(const std::string& name) {
  constexpr std::string_view kNames[] = {"varint",    "fixed64", "length", "start-group",
                                         "end-group", "fixed32", "six",    "seven"};
  return static_cast<unsigned>(find_in(kNames, name).value_or(0));
}

class Builder {
 public:
  explicit Builder(const Json* definitions) : definitions_(definitions) {}

  std::string list(const Json& entries, const Message* message, const std::string& pointer,
                   const std::string* hole) {
    std::string out;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entry(out, entries[i], message, pointer + "/" + std::to_string(i), hole);
      if (out.size() > kMaxInput) {
        throw BuildError(pointer, "more than " + std::to_string(kMaxInput) + " bytes");
      }
    }
    work_ += out.size() + kWorkOfList;
    if (work_ > kMaxWork) {
      throw BuildError(pointer, "too much nesting of nests, or of what is large");
    }
    return out;
  }

 private:
  void entry(std::string& out, const Json& entry, const Message* message,
             const std::string& pointer, const std::string* hole) {
    if (entry.contains("raw")) {
      repeat(out, bytes_from_hex(entry["raw"].get_ref<const std::string&>()), entry, pointer);
    } else if (entry.contains("hole")) {
      if (hole == nullptr) {
        throw BuildError(pointer, "a hole outside of 'around'");
      }
      out += *hole;
    } else if (entry.contains("use")) {
      use(out, entry["use"].get_ref<const std::string&>(), message, pointer, hole);
    } else if (entry.contains("nest")) {
      std::string inner = list(entry["message"], message, pointer + "/message", hole);
      for (auto i = entry["nest"].get<std::uint64_t>(); i != 0; --i) {
        inner = list(entry["around"], message, pointer + "/around", &inner);
      }
      out += inner;
    } else {
      repeat(out, field(entry, message, pointer, hole), entry, pointer);
    }
  }

  static void repeat(std::string& out, const std::string& bytes, const Json& entry,
                     const std::string& pointer) {
    const std::uint64_t times = entry.contains("times") ? entry["times"].get<std::uint64_t>() : 1;
    if (times != 0 && bytes.size() > kMaxInput / times) {
      throw BuildError(pointer, "more than " + std::to_string(kMaxInput) + " bytes");
    }
    for (std::uint64_t i = 0; i < times; ++i) {
      out += bytes;
    }
  }

  void use(std::string& out, const std::string& name, const Message* message,
           const std::string& pointer, const std::string* hole) {
    if (definitions_ == nullptr || !definitions_->contains(name)) {
      throw BuildError(pointer, "no definition is called '" + name + "'");
    }
    if (++uses_ > 16) {
      throw BuildError(pointer, "definitions use one another more than 16 deep");
    }
    out += list(definitions_->at(name), message, pointer, hole);
    --uses_;
  }

  // The field that an entry speaks of; null for a number that is only a number.
  static const Field* find_field(const Json& entry, const Message* message,
                                 const std::string& pointer) {
    if (!entry["field"].is_string()) {
      return nullptr;
    }
    const auto& name = entry["field"].get_ref<const std::string&>();
    const Field* field = message == nullptr ? nullptr : message->find(name);
    if (field == nullptr) {
      const std::string owner =
          message == nullptr ? "an unknown message" : std::string(message->name);
      throw BuildError(pointer, "'" + name + "' is no field of " + owner);
    }
    return field;
  }

  std::string field(const Json& entry, const Message* message, const std::string& pointer,
                    const std::string* hole) {
    constexpr std::string_view kPayloads[] = {"value", "packed", "message", "hex", "fill", "group"};
    std::string_view payload;
    for (const std::string_view key : kPayloads) {
      if (!entry.contains(key)) {
        continue;
      }
      if (!payload.empty()) {
        throw BuildError(pointer, "both " + std::string(payload) + " and " + std::string(key));
      }
      payload = key;
    }
    const Field* known = find_field(entry, message, pointer);
    const std::uint64_t number = known ? known->number : unsigned_of(entry["field"]);
    if (payload == "value") {
      std::string out;
      const Json& value = entry["value"];
      if (!value.is_array()) {
        single(out, entry, value, number, message, known, pointer);
      }
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
        single(out, entry, value[i], number, message, known, pointer);
      }
      return out;
    }
    if (payload == "group") {
      return group(entry, number, pointer, hole);
    }
    std::string content;
    if (payload == "message") {
      const bool nested = known != nullptr && known->type == FieldType::message;
      content = list(entry["message"], nested ? &schema::message(known->message) : nullptr,
                     pointer + "/message", hole);
    } else if (payload == "hex") {
      content = bytes_from_hex(entry["hex"].get_ref<const std::string&>());
    } else if (payload == "fill") {
      content.assign(entry["fill"]["count"].get<std::size_t>(),
                     static_cast<char>(entry["fill"]["byte"].get<unsigned>()));
    } else if (payload == "packed") {
      if (known == nullptr || !known->scalar()) {
        throw BuildError(pointer, "only a field of numbers has a packed form");
      }
      for (const Json& value : entry["packed"]) {
        scalar(content, value, entry, *message, *known, pointer);
      }
    } else {
      // A tag alone: a stray group mark, or a field whose content is missing.
      std::string out;
      tag(out, entry, number, known ? static_cast<unsigned>(known->wire_type()) : 2);
      return out;
    }
    std::string out;
    tag(out, entry, number, 2);
    const std::uint64_t length =
        entry.contains("length") ? unsigned_of(entry["length"]) : content.size();
    append_varint(out, length, width(entry, "length_width"));
    return out + content;
  }

  std::string group(const Json& entry, std::uint64_t number, const std::string& pointer,
                    const std::string* hole) {
    std::string out;
    tag(out, entry, number, 3);
    out += list(entry["group"], nullptr, pointer + "/group", hole);
    wire::append_tag(out, entry.contains("end") ? unsigned_of(entry["end"]) : number,
                     wire::WireType::end_group);
    return out;
  }

  void single(std::string& out, const Json& entry, const Json& value, std::uint64_t number,
              const Message* message, const Field* known, const std::string& pointer) {
    if (known != nullptr && !entry.contains("wire_type")) {
      if (known->type == FieldType::message) {
        throw BuildError(pointer, "'" + std::string(known->name) + "' is a message, not a value");
      }
      tag(out, entry, number, static_cast<unsigned>(known->wire_type()));
      if (known->scalar()) {
        scalar(out, value, entry, *message, *known, pointer);
      } else {
        text(out, value, entry, pointer);
      }
      return;
    }
    if (!entry.contains("wire_type")) {
      throw BuildError(pointer, "a field given by number needs a wire_type for its value");
    }
    // What the entry says, whatever the schema says.
    const unsigned wire_type = wire_type_number(entry["wire_type"].get_ref<const std::string&>());
    tag(out, entry, number, wire_type);
    if (wire_type == 2) {
      text(out, value, entry, pointer);
    } else if (!value.is_number_integer()) {
      throw BuildError(pointer, "a number is needed");
    } else if (wire_type == 1 || wire_type == 5) {
      append_fixed(out, unsigned_of(value), wire_type == 1);
    } else {
      append_varint(out, unsigned_of(value), width(entry, "width"));
    }
  }

  static void text(std::string& out, const Json& value, const Json& entry,
                   const std::string& pointer) {
    if (!value.is_string()) {
      throw BuildError(pointer, "text is needed");
    }
    const auto& content = value.get_ref<const std::string&>();
    append_varint(out, entry.contains("length") ? unsigned_of(entry["length"]) : content.size(),
                  width(entry, "length_width"));
    out += content;
  }

  // One number of a known field, without its tag.
  static void scalar(std::string& out, const Json& value, const Json& entry, const Message& message,
                     const Field& field, const std::string& pointer) {
    std::uint64_t bits = 0;
    const bool single = field.type == FieldType::float32;
    const bool real = single || field.type == FieldType::float64;
    if (value.is_number_integer()) {
      bits = unsigned_of(value);
      if (real) {
        const auto number = value.get<std::int64_t>();
        bits = single ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                      : std::bit_cast<std::uint64_t>(static_cast<double>(number));
      }
    } else {
      const auto& name = value.get_ref<const std::string&>();
      if (name.starts_with("0x")) {
        const auto [end, fault] =
            std::from_chars(name.data() + 2, name.data() + name.size(), bits, 16);
        if (fault != std::errc() || end != name.data() + name.size()) {
          throw BuildError(pointer, "'" + name + "' is no hexadecimal number of 64 bits");
        }
      } else if (const auto known = enumerator(message, field, name); known && !real) {
        bits = *known;
      } else {
        throw BuildError(pointer, "'" + name + "' is no value of " + std::string(field.name));
      }
    }
    if (real) {
      append_fixed(out, bits, !single);
    } else {
      append_varint(out, bits, width(entry, "width"));
    }
  }

  static unsigned width(const Json& entry, const char* key) {
    return entry.contains(key) ? entry[key].get<unsigned>() : 0;
  }

  static void tag(std::string& out, const Json& entry, std::uint64_t number, unsigned wire_type) {
    if (entry.contains("wire_type")) {
      wire_type = wire_type_number(entry["wire_type"].get_ref<const std::string&>());
    }
    wire::append_tag(out, number, wire_type, width(entry, "tag_width"));
  }

  const Json* definitions_;
  unsigned uses_ = 0;
  std::uint64_t work_ = 0;  // bytes written, those of inner levels again at each outer one
};

}  // namespace

std::string build_message(const Json& entries, MessageId message, const Json* definitions) {
  return Builder(definitions).list(entries, &schema::message(message), "", nullptr);
}

std::string bytes_from_hex(std::string_view hex) {
  std::string bytes;
  unsigned digits = 0;
  unsigned byte = 0;
  for (const char c : hex) {
    if (c == ' ') {
      continue;
    }
    byte = byte << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (++digits % 2 == 0) {
      bytes += static_cast<char>(byte);
      byte = 0;
    }
  }
  return bytes;
}

namespace {
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string bytes_from_base64(std::string_view text) {
  if (text.size() % 4 != 0) {
    throw BuildError("", "base64 of a length that is no multiple of four");
  }
  while (!text.empty() && text.back() == '=') {
    text.remove_suffix(1);
  }
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    const std::size_t value = kBase64.find(c);
    if (value == std::string_view::npos) {
      throw BuildError("", "base64 holds a character that is none of its own");
    }
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xffffffU;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += static_cast<char>(bits >> held & 0xffU);
    }
  }
  return bytes;
}

std::string base64_of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (unsigned k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kBase64[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace assay::conformance
