// Driven by the schema table, as the decoder is: there is code only for what is canonical where
// files differ, tensors and operator sets.
#include "assay/digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "assay/numbers.hpp"
#include "assay/tensor.hpp"

#include "base/text.hpp"
#include "decode/layout.hpp"
#include "decode/runs.hpp"
#include "rules/names.hpp"
#include "schema/kind.hpp"
#include "view/access.hpp"

namespace assay {
namespace {

using decode::FieldPlan;
using decode::MessagePlan;
using decode::OperatorSetIdRecord;
using decode::Storage;
using decode::TensorRecord;
using schema::Field;
using schema::MessageId;

void append_hex(std::string& out, std::uint64_t value, unsigned digits) {
  for (unsigned i = digits; i > 0; --i) {
    out += "0123456789abcdef"[value >> (4 * (i - 1)) & 0xf];
  }
}
void append_hex(std::string& out, Bytes bytes) {
  for (const std::byte byte : bytes) {
    append_hex(out, std::to_integer<std::uint64_t>(byte), 2);
  }
}

// Whether the field is where a tensor keeps its values.
bool is_payload(std::string_view field) noexcept {
  return field.ends_with("_data") && field != "external_data";
}

class Digest {
 public:
  Digest(Sha256Hasher& sha256, const std::function<void(std::string_view)>& sink)
      : sha256_(sha256), sink_(sink) {}

  void write(const rules::Document& document) {
    out_ = R"({"assay-digest":1,"kind":")";
    out_ += kind_name(document.kind);
    out_ += R"(","value":)";
    write_message(schema::message_of(document.kind), document.root);
    out_ += '}';
    sink_(out_);
  }

 private:
  // Begins member `name` of the object at hand.
  void key(std::string_view name) {
    if (out_.back() != '{') {
      out_ += ',';
    }
    out_ += '"';
    out_ += name;
    out_ += "\":";
  }

  // What is written already goes to the sink; but for the last byte, which key() looks at.
  void flush_if_large() {
    if (out_.size() >= kFlushAt) {
      sink_(std::string_view(out_).substr(0, out_.size() - 1));
      out_.erase(0, out_.size() - 1);
    }
  }

  void separate(bool& first) {
    if (!first) {
      out_ += ',';
    }
    first = false;
    flush_if_large();
  }

  void write_message(MessageId id, const void* record) {
    const MessagePlan& plan = decode::plan_of(id);
    const bool tensor = id == MessageId::tensor;
    const bool hashed = tensor && has_values(*static_cast<const TensorRecord*>(record));
    out_ += '{';
    for (const Field& field : plan.schema->fields) {
      if (tensor && (is_payload(field.name) || (hashed && (field.name == "external_data" ||
                                                           field.name == "data_location")))) {
        continue;
      }
      write_field(id, field, plan.fields[field.number], record);
    }
    if (hashed) {
      key("sha256");
      out_ += '"';
      append_hex(out_, hash(view::make<Tensor>(*static_cast<const TensorRecord*>(record))));
      out_ += '"';
    }
    out_ += '}';
  }

  void write_field(MessageId id, const Field& field, const FieldPlan& plan, const void* record) {
    switch (plan.storage) {
      case Storage::int64:
        return write_number(field, decode::member_of<std::int64_t>(record, plan), record);
      case Storage::int32:
      case Storage::enumeration:
        return write_number(field, decode::member_of<std::int32_t>(record, plan), record);
      case Storage::float32:
        return write_float(field,
                           std::bit_cast<std::uint32_t>(decode::member_of<float>(record, plan)));
      case Storage::text: {
        std::string_view text = decode::member_of<decode::Text>(record, plan);
        if (field.name == "domain" && id != MessageId::model && id != MessageId::type_opaque) {
          text = rules::fold(text);
        }
        if (!text.empty() || (field.oneof != 0 && text.data() != nullptr)) {
          key(field.name);
          write_text(text);
        }
        return;
      }
      case Storage::message:
        if (const void* part = decode::member_of<const void*>(record, plan); part != nullptr) {
          key(field.name);
          write_message(field.message, part);
        }
        return;
      case Storage::varints:
      case Storage::int32s:
        return write_numbers(field, decode::member_of<decode::Scalars>(record, plan),
                             id == MessageId::tensor && field.name == "dims");
      case Storage::fixed32s:
        return write_floats(field, decode::member_of<decode::Scalars>(record, plan));
      case Storage::texts:
        return write_list(field, decode::member_of<decode::Slice<decode::Text>>(record, plan),
                          [&](const decode::Text& text) { write_text(text); });
      case Storage::messages:
        return field.message == MessageId::operator_set_id
                   ? write_opsets(
                         field, decode::member_of<decode::Slice<OperatorSetIdRecord>>(record, plan))
                   : write_messages(field,
                                    decode::member_of<decode::Slice<std::byte>>(record, plan));
      case Storage::float64:   // only tensors have them
      case Storage::fixed64s:  // the same
      case Storage::none:
        return;
    }
  }

  // Members of a oneof say something by being there, all other numbers by not being 0.
  void write_number(const Field& field, std::int64_t number, const void* record) {
    const std::uint32_t present = static_cast<const decode::Source*>(record)->present;
    if (number != 0 || (field.oneof != 0 && (present >> field.number & 1u) != 0)) {
      key(field.name);
      append(out_, number);
    }
  }

  void write_float(const Field& field, std::uint32_t bits) {
    if (bits != 0) {
      key(field.name);
      write_float(bits);
    }
  }
  void write_float(std::uint64_t bits) {
    out_ += '"';
    append_hex(out_, bits, 8);
    out_ += '"';
  }

  void write_text(std::string_view text) {
    if (find_invalid_utf8(text) != text.npos) {
      out_ += R"({"hex":")";
      for (const std::byte byte : bytes_of(text)) {
        flush_if_large();
        append_hex(out_, Bytes(&byte, 1));
      }
      out_ += "\"}";
      return;
    }
    out_ += '"';
    for (const char character : text) {
      flush_if_large();
      const auto code = static_cast<std::uint8_t>(character);
      if (code < 0x20) {
        out_ += "\\u";
        append_hex(out_, code, 4);
      } else {
        if (character == '"' || character == '\\') {
          out_ += '\\';
        }
        out_ += character;
      }
    }
    out_ += '"';
  }

  template <class List, class Write>
  void write_list(const Field& field, const List& list, Write write) {
    if (list.size == 0) {
      return;
    }
    key(field.name);
    out_ += '[';
    bool first = true;
    for (const auto& element : list) {
      separate(first);
      write(element);
    }
    out_ += ']';
  }

  // Elements of any message, whose size the table knows.
  void write_messages(const Field& field, const decode::Slice<std::byte>& list) {
    if (list.size == 0) {
      return;
    }
    key(field.name);
    out_ += '[';
    bool first = true;
    const std::uint64_t size = decode::plan_of(field.message).record_size;
    for (std::uint64_t i = 0; i < list.size; ++i) {
      separate(first);
      write_message(field.message, list.data + i * size);
    }
    out_ += ']';
  }

  void write_numbers(const Field& field, const decode::Scalars& scalars, bool always) {
    if (!scalars.present() && !always) {
      return;
    }
    const Numbers<std::int64_t> numbers(scalars);
    if (numbers.empty() && !always) {
      return;
    }
    key(field.name);
    out_ += '[';
    bool first = true;
    for (const std::int64_t number : numbers) {
      separate(first);
      append(out_, number);
    }
    out_ += ']';
  }

  void write_floats(const Field& field, const decode::Scalars& scalars) {
    const Numbers<float> numbers(scalars);
    if (numbers.empty()) {
      return;
    }
    key(field.name);
    out_ += '[';
    bool first = true;
    for (const float number : numbers) {
      separate(first);
      write_float(std::uint64_t{std::bit_cast<std::uint32_t>(number)});
    }
    out_ += ']';
  }

  // In order of domain and version, each once: their order in the file means nothing.
  void write_opsets(const Field& field, const decode::Slice<OperatorSetIdRecord>& list) {
    std::vector<std::pair<std::string_view, std::int64_t>> imports;
    for (const OperatorSetIdRecord& import : list) {
      imports.emplace_back(rules::fold(import.domain), import.version);
    }
    std::sort(imports.begin(), imports.end());
    imports.erase(std::unique(imports.begin(), imports.end()), imports.end());
    if (imports.empty()) {
      return;
    }
    key(field.name);
    out_ += '[';
    bool first = true;
    for (const auto& [domain, version] : imports) {
      separate(first);
      out_ += '{';
      if (!domain.empty()) {
        key("domain");
        write_text(domain);
      }
      if (version != 0) {
        key("version");
        append(out_, version);
      }
      out_ += '}';
    }
    out_ += ']';
  }

  static bool has_values(const TensorRecord& record) noexcept {
    return view::make<Tensor>(record).has_values();
  }

  // Hashes as they are what raw_data can hold, and of strings each with its length before it.
  Sha256 hash(const Tensor& tensor) {
    if (tensor.element_type() != ElementType::string) {
      (void)tensor.visit_raw([&](Bytes piece) { sha256_.update(piece); });
    }
    for (const std::string_view text : tensor.strings()) {
      std::array<std::byte, 8> size;
      for (unsigned i = 0; i < size.size(); ++i) {
        size[i] = static_cast<std::byte>(std::uint64_t{text.size()} >> (8 * i) & 0xff);
      }
      sha256_.update(size);
      sha256_.update(bytes_of(text));
    }
    return sha256_.finish();
  }

  static constexpr std::size_t kFlushAt = 64u << 10;

  Sha256Hasher& sha256_;
  const std::function<void(std::string_view)>& sink_;
  std::string out_;
};

}  // namespace

void write_digest(const File& file, Sha256Hasher& sha256,
                  const std::function<void(std::string_view)>& sink) {
  Digest(sha256, sink).write(view::Access::document(file));
}

}  // namespace assay
