#include "dictionary.hpp"

#include <cstdint>
#include <set>
#include <vector>

#include "assay/rule.hpp"

#include "cli/policy_settings.hpp"
#include "suite_schema.hpp"
#include "target.hpp"
#include "wire/writer.hpp"

namespace assay::fuzz {
namespace {

using Words = std::set<std::string>;

std::string quoted(std::string_view word) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\') {
      out += c;
    } else {
      out += "\\x";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out + "\"\n";
}

void add_wire(Words& words) {
  for (const schema::Message& message : schema::messages()) {
    for (const schema::Field& field : message.fields) {
      std::string tag;
      wire::append_tag(tag, field.number, field.wire_type());
      words.insert(tag);
      if (field.scalar() && field.repeated()) {
        tag.clear();
        wire::append_tag(tag, field.number, wire::WireType::length_delimited);
        words.insert(tag);
      }
    }
  }
  for (const unsigned bits : {7u, 14u, 21u, 28u, 31u, 32u, 35u, 62u, 63u}) {
    for (const std::uint64_t off : {0u, 1u, 2u}) {
      std::string number;
      wire::append_varint(number, (std::uint64_t{1} << bits) + off - 1);
      words.insert(number);
    }
  }
  words.insert(std::string(9, '\xff') + '\x01');   // -1
  words.insert({'\x80', '\x00'});                  // an overlong zero
  words.insert({'\xfb', '\x01', '\xfc', '\x01'});  // a group of field 31
}

void add_names(Words& words, std::initializer_list<const char*> names) {
  words.insert(names.begin(), names.end());
}

// The words in quotation marks of a text: the keys and values that a schema names.
void add_quoted(Words& words, std::string_view text) {
  for (std::size_t begin = text.find('"'); begin != std::string_view::npos;) {
    const std::size_t end = text.find('"', begin + 1);
    if (end == std::string_view::npos) {
      return;
    }
    if (end - begin < 32) {
      words.emplace(text.substr(begin, end - begin + 1));
    }
    begin = text.find('"', end + 1);
  }
}

}  // namespace

std::string dictionary_of(std::string_view target) {
  Words words;
  if (message_of_target(target) || target == "varint" || target == "report") {
    add_wire(words);
    add_names(words, {"location", "offset", "length", "checksum", "basepath", "ai.onnx",
                      "ConvInteger", "If", "SCALE_TENSOR", "ZERO_POINT_TENSOR"});
  } else if (target == "external") {
    add_names(words, {"a",
                      "w.bin",
                      "d/b",
                      "d/e/c",
                      "link",
                      "out",
                      "up",
                      "twin",
                      "pipe",
                      "..",
                      "/",
                      "\\",
                      ":",
                      "://",
                      "C:",
                      "con",
                      "nul.txt",
                      "com1",
                      "_ORT_MEM_ADDR_",
                      "__ORT_MEM_ADDR__",
                      "*",
                      "4096",
                      "9223372036854775807",
                      "9223372036854775808",
                      "-1",
                      "00"});
  } else if (target == "utf8") {
    add_names(words, {"\xc2\x80", "\xc2\x9f", "\xe0\xa0\x80", "\xed\xa0\x80", "\xef\xbb\xbf",
                      "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xe2\x80\xae",
                      "\xe2\x80\xa8", "\xc0\x80", "\x1b[31m", "\x7f", "\\u{", "\\x"});
  } else if (target == "policy") {
    add_quoted(words, R"("profile" "strict" "compat" "limits" "rules" "domains" "allowed" "denied")"
                      R"("external" "follow_model_symlinks" "error" "warning" "note" "off")");
    for (const std::string_view name : cli::limit_names()) {
      words.insert('"' + std::string(name) + '"');
    }
    for (const std::string_view id : cli::rule_ids()) {
      words.insert('"' + std::string(id) + '"');
    }
    add_names(words, {"18446744073709551615", "1e400", "true", "null", "\\u0000", "\\ud800"});
  } else if (target == "suite" || target == "protocol") {
    add_quoted(words, target == "suite" ? conformance::kSuiteSchema : conformance::kAnswerSchema);
    add_names(words, {"18446744073709551615", "-9223372036854775808", "1e400", "true", "null",
                      "\\u0000", "\\ud800", "\"accepted\"", "\"rejected\""});
  }
  std::string out;
  for (const std::string& word : words) {
    out += quoted(word);
  }
  return out;
}

}  // namespace assay::fuzz
