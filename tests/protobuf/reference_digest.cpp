#include "protobuf/reference_digest.hpp"

#include <algorithm>
#include <bit>
#include <google/protobuf/descriptor.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>
#include <set>
#include <stdexcept>
#include <vector>

#include "assay/element_type.hpp"

namespace assay::testing {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

std::string hex(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    out += kDigits[value / 16];
    out += kDigits[value % 16];
  }
  return out;
}

std::string little_endian(std::uint64_t value, std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) {
    out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i) & 0xff));
  }
  return out;
}

// Canonical JSON of one message.
class Writer {
 public:
  std::string write(const Message& message) {
    const std::string& name = message.GetDescriptor()->name();
    const bool tensor = name == "TensorProto";
    const bool hashed = tensor && (!is_external(message) || is_empty(message));
    std::vector<const FieldDescriptor*> fields;
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
      fields.push_back(message.GetDescriptor()->field(i));
    }
    std::sort(fields.begin(), fields.end(), [](const FieldDescriptor* a, const FieldDescriptor* b) {
      return a->number() < b->number();
    });
    std::string out = "{";
    const auto add = [&](std::string_view key, const std::string& value) {
      out += out == "{" ? "\"" : ",\"";
      out += key;
      out += "\":";
      out += value;
    };
    static const std::set<std::string> kPayload = {"float_data", "int32_data", "string_data",
                                                   "int64_data", "raw_data",   "double_data",
                                                   "uint64_data"};
    for (const FieldDescriptor* field : fields) {
      if (tensor &&
          (kPayload.count(field->name()) != 0 ||
           (hashed && (field->name() == "external_data" || field->name() == "data_location")))) {
        continue;
      }
      if (std::string value = this->value(message, *field, tensor); !value.empty()) {
        add(field->name(), value);
      }
    }
    if (hashed) {
      add("sha256", '"' + hash(message) + '"');
    }
    return out + "}";
  }

 private:
  static bool is_external(const Message& tensor) {
    const FieldDescriptor* field = tensor.GetDescriptor()->FindFieldByName("data_location");
    return tensor.GetReflection()->GetEnumValue(tensor, field) == 1;
  }

  static bool is_empty(const Message& tensor) {
    const FieldDescriptor* field = tensor.GetDescriptor()->FindFieldByName("dims");
    const auto& reflection = *tensor.GetReflection();
    for (int i = 0; i < reflection.FieldSize(tensor, field); ++i) {
      if (reflection.GetRepeatedInt64(tensor, field, i) == 0) {
        return true;
      }
    }
    return false;
  }

  // Empty when the field is left out.
  std::string value(const Message& message, const FieldDescriptor& field, bool tensor) {
    const auto& reflection = *message.GetReflection();
    if (field.is_repeated()) {
      std::vector<std::string> elements;
      for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
        elements.push_back(element(message, field, i));
      }
      if (field.name() == "opset_import") {
        elements = opsets(message, field);
      }
      if (elements.empty() && !(tensor && field.name() == "dims")) {
        return {};
      }
      std::string out = "[";
      for (const std::string& each : elements) {
        out += out == "[" ? each : "," + each;
      }
      return out + "]";
    }
    const bool present = reflection.HasField(message, &field);
    const bool choice = field.containing_oneof() != nullptr;
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return present ? write(reflection.GetMessage(message, &field)) : std::string();
      case FieldDescriptor::CPPTYPE_STRING: {
        std::string text = reflection.GetString(message, &field);
        if (field.name() == "domain" && folds(message)) {
          text = text == "ai.onnx" ? "" : text;
        }
        return !text.empty() || (choice && present) ? quoted(text) : std::string();
      }
      case FieldDescriptor::CPPTYPE_INT64:
        return number(reflection.GetInt64(message, &field), choice && present);
      case FieldDescriptor::CPPTYPE_INT32:
        return number(reflection.GetInt32(message, &field), choice && present);
      case FieldDescriptor::CPPTYPE_ENUM:
        return number(reflection.GetEnumValue(message, &field), choice && present);
      case FieldDescriptor::CPPTYPE_FLOAT: {
        const auto bits = std::bit_cast<std::uint32_t>(reflection.GetFloat(message, &field));
        return bits == 0 ? std::string() : float_text(bits);
      }
      default:
        throw std::logic_error("a field of a type that ONNX does not have: " + field.full_name());
    }
  }

  std::string element(const Message& message, const FieldDescriptor& field, int i) {
    const auto& reflection = *message.GetReflection();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return write(reflection.GetRepeatedMessage(message, &field, i));
      case FieldDescriptor::CPPTYPE_STRING:
        return quoted(reflection.GetRepeatedString(message, &field, i));
      case FieldDescriptor::CPPTYPE_INT64:
        return std::to_string(reflection.GetRepeatedInt64(message, &field, i));
      case FieldDescriptor::CPPTYPE_FLOAT:
        return float_text(
            std::bit_cast<std::uint32_t>(reflection.GetRepeatedFloat(message, &field, i)));
      default:
        throw std::logic_error("a list of a type that ONNX does not have: " + field.full_name());
    }
  }

  static bool folds(const Message& message) {
    const std::string& name = message.GetDescriptor()->name();
    return name == "NodeProto" || name == "FunctionProto" || name == "OperatorSetIdProto";
  }

  // Sorted by domain and version, each once.
  std::vector<std::string> opsets(const Message& message, const FieldDescriptor& field) {
    const auto& reflection = *message.GetReflection();
    std::set<std::pair<std::string, std::int64_t>> sorted;
    for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
      const Message& import = reflection.GetRepeatedMessage(message, &field, i);
      const auto* type = import.GetDescriptor();
      std::string domain =
          import.GetReflection()->GetString(import, type->FindFieldByName("domain"));
      sorted.emplace(domain == "ai.onnx" ? "" : domain,
                     import.GetReflection()->GetInt64(import, type->FindFieldByName("version")));
    }
    std::vector<std::string> out;
    for (const auto& [domain, version] : sorted) {
      std::string one = domain.empty() ? "" : "\"domain\":" + quoted(domain);
      if (version != 0) {
        one += (one.empty() ? "\"version\":" : ",\"version\":") + std::to_string(version);
      }
      out.push_back("{" + one + "}");
    }
    return out;
  }

  static std::string number(std::int64_t value, bool always) {
    return value != 0 || always ? std::to_string(value) : std::string();
  }

  static std::string float_text(std::uint32_t bits) {
    std::string bytes = little_endian(bits, 4);
    std::reverse(bytes.begin(), bytes.end());
    return '"' + hex(bytes) + '"';
  }

  static std::string quoted(const std::string& text) {
    try {
      (void)nlohmann::json(text).dump();  // refuses what is not UTF-8
    } catch (const nlohmann::json::type_error&) {
      return R"({"hex":")" + hex(text) + "\"}";
    }
    std::string out = "\"";
    for (const char character : text) {
      if (static_cast<unsigned char>(character) < 0x20) {
        out += "\\u00" + hex(std::string(1, character));
      } else {
        if (character == '"' || character == '\\') {
          out += '\\';
        }
        out += character;
      }
    }
    return out + '"';
  }

  static std::string hash(const Message& tensor) {
    const std::string values = values_of(tensor);
    Sha256Evp sha256;
    sha256.update(bytes_of(values));
    const Sha256 digest = sha256.finish();
    return hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
  }

  static std::string values_of(const Message& tensor) {
    const auto& type = *tensor.GetDescriptor();
    const auto& reflection = *tensor.GetReflection();
    const auto field = [&](const char* name) { return type.FindFieldByName(name); };
    const ElementTypeInfo* info =
        find_element_type(std::int64_t{reflection.GetInt32(tensor, field("data_type"))});
    if (info == nullptr) {
      throw std::logic_error("a tensor of an unknown type was accepted");
    }
    if (reflection.HasField(tensor, field("raw_data"))) {
      return reflection.GetString(tensor, field("raw_data"));
    }
    const FieldDescriptor* values = field(std::string(typed_field_name(info->typed_field)).c_str());
    std::string out;
    std::uint64_t bits = 0;  // of FLOAT6
    unsigned filled = 0;
    for (int i = 0; i < reflection.FieldSize(tensor, values); ++i) {
      switch (info->typed_field) {
        case TypedField::float_data:
          out += little_endian(
              std::bit_cast<std::uint32_t>(reflection.GetRepeatedFloat(tensor, values, i)), 4);
          break;
        case TypedField::double_data:
          out += little_endian(
              std::bit_cast<std::uint64_t>(reflection.GetRepeatedDouble(tensor, values, i)), 8);
          break;
        case TypedField::int64_data:
          out += little_endian(
              static_cast<std::uint64_t>(reflection.GetRepeatedInt64(tensor, values, i)), 8);
          break;
        case TypedField::uint64_data:
          out += little_endian(reflection.GetRepeatedUInt64(tensor, values, i), info->bits / 8);
          break;
        case TypedField::string_data: {
          const std::string text = reflection.GetRepeatedString(tensor, values, i);
          out += little_endian(text.size(), 8) + text;
          break;
        }
        case TypedField::int32_data: {
          const std::int32_t entry = reflection.GetRepeatedInt32(tensor, values, i);
          if (info->type == ElementType::boolean) {
            out += entry != 0 ? '\1' : '\0';
          } else if (info->bits == 6) {
            bits |= static_cast<std::uint64_t>(entry & 0x3f) << filled;
            for (filled += 6; filled >= 8; filled -= 8, bits >>= 8) {
              out += little_endian(bits, 1);
            }
          } else {
            out += little_endian(static_cast<std::uint64_t>(std::int64_t{entry}),
                                 std::max(info->bits / 8, 1u));
          }
          break;
        }
      }
    }
    return filled == 0 ? out : out + little_endian(bits, 1);
  }
};

}  // namespace

std::string reference_digest(std::string_view kind, const Message& message) {
  return R"({"assay-digest":1,"kind":")" + std::string(kind) + R"(","value":)" +
         Writer().write(message) + "}";
}

Sha256Evp::Sha256Evp() : context_(EVP_MD_CTX_new()) {
  EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), EVP_sha256(), nullptr);
}
Sha256Evp::~Sha256Evp() {
  EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_));
}
void Sha256Evp::update(Bytes bytes) {
  EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), bytes.data(), bytes.size());
}
Sha256 Sha256Evp::finish() {
  Sha256 hash{};
  unsigned size = 0;
  auto* context = static_cast<EVP_MD_CTX*>(context_);
  EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(hash.data()), &size);
  EVP_DigestInit_ex(context, EVP_sha256(), nullptr);
  return hash;
}

}  // namespace assay::testing
