#include "json_schema.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace assay::conformance {
namespace {

constexpr std::array<std::string_view, 22> kKeywords = {
    "$schema",   "$id",        "$defs",
    "$ref",      "title",      "description",
    "type",      "enum",       "const",
    "items",     "oneOf",      "required",
    "minItems",  "minimum",    "maximum",
    "pattern",   "properties", "default",
    "minLength", "maxLength",  "additionalProperties",
    "examples"};

void refuse_unknown_keywords(const Json& schema) {
  if (schema.is_boolean())
    return;
  for (const auto& [key, value] : schema.items()) {
    if (std::find(kKeywords.begin(), kKeywords.end(), key) == kKeywords.end())
      throw std::invalid_argument("the schema keyword '" + key + "' is not supported");
    if (key == "properties" || key == "$defs") {
      for (const auto& entry : value.items())
        refuse_unknown_keywords(entry.value());
    } else if (key == "items" || key == "additionalProperties") {
      refuse_unknown_keywords(value);
    } else if (key == "oneOf") {
      for (const Json& choice : value)
        refuse_unknown_keywords(choice);
    }
  }
}

std::string shown(const Json& value) {
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > 60)
    text = text.substr(0, 57) + "...";
  return text;
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object")
    return value.is_object();
  if (type == "array")
    return value.is_array();
  if (type == "string")
    return value.is_string();
  if (type == "boolean")
    return value.is_boolean();
  if (type == "integer")
    return value.is_number_integer();
  if (type == "number")
    return value.is_number();
  return type == "null" && value.is_null();
}

// Code points, as the keywords minLength and maxLength count them.
std::size_t text_length(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  // True when the value fits; otherwise fault_ says what does not.
  bool check(const Json& schema, const Json& value, const std::string& pointer) {
    if (schema.is_boolean())
      return schema.get<bool>() || fail(pointer, "nothing is allowed here");
    if (const auto ref = schema.find("$ref"); ref != schema.end()) {
      const std::string name = ref->get<std::string>();
      return check(root_.at(Json::json_pointer(name.substr(1))), value, pointer);
    }
    if (const auto choices = schema.find("oneOf"); choices != schema.end())
      return check_choices(*choices, value, pointer);
    return check_plain(schema, value, pointer) && check_object(schema, value, pointer) &&
           check_array(schema, value, pointer);
  }

  JsonFault take() { return std::move(fault_); }

 private:
  bool fail(const std::string& pointer, std::string message) {
    fault_ = {std::move(message), pointer};
    return false;
  }

  bool check_plain(const Json& schema, const Json& value, const std::string& pointer) {
    if (const auto type = schema.find("type"); type != schema.end()) {
      if (!has_type(value, type->get<std::string>()))
        return fail(pointer, shown(value) + " should be of type " + type->get<std::string>());
    }
    if (const auto fixed = schema.find("const"); fixed != schema.end() && *fixed != value)
      return fail(pointer, shown(value) + " should be " + shown(*fixed));
    if (const auto names = schema.find("enum"); names != schema.end()) {
      if (std::find(names->begin(), names->end(), value) == names->end())
        return fail(pointer, shown(value) + " is none of " + names->dump());
    }
    if (value.is_number()) {
      if (const auto low = schema.find("minimum"); low != schema.end() && value < *low)
        return fail(pointer, shown(value) + " is below " + low->dump());
      if (const auto high = schema.find("maximum"); high != schema.end() && value > *high)
        return fail(pointer, shown(value) + " is above " + high->dump());
    }
    return !value.is_string() || check_text(schema, value.get_ref<const std::string&>(), pointer);
  }

  bool check_text(const Json& schema, const std::string& text, const std::string& pointer) {
    const std::size_t length = text_length(text);
    if (const auto least = schema.find("minLength");
        least != schema.end() && length < least->get<std::size_t>())
      return fail(pointer, "text of " + std::to_string(length) + " characters; at least " +
                               least->dump() + " are needed");
    if (const auto most = schema.find("maxLength");
        most != schema.end() && length > most->get<std::size_t>())
      return fail(pointer, "text of " + std::to_string(length) + " characters; at most " +
                               most->dump() + " are allowed");
    if (const auto pattern = schema.find("pattern"); pattern != schema.end()) {
      if (!std::regex_search(text, std::regex(pattern->get<std::string>(), std::regex::ECMAScript)))
        return fail(pointer, shown(text) + " does not match " + pattern->get<std::string>());
    }
    return true;
  }

  bool check_object(const Json& schema, const Json& value, const std::string& pointer) {
    if (!value.is_object())
      return true;
    if (const auto names = schema.find("required"); names != schema.end()) {
      for (const Json& name : *names) {
        if (!value.contains(name.get<std::string>()))
          return fail(pointer, "the key " + name.dump() + " is missing");
      }
    }
    const auto properties = schema.find("properties");
    const auto others = schema.find("additionalProperties");
    for (const auto& [key, member] : value.items()) {
      const std::string at = pointer + pointer_step(key);
      if (properties != schema.end() && properties->contains(key)) {
        if (!check(properties->at(key), member, at))
          return false;
      } else if (others != schema.end()) {
        if (others->is_boolean() && !others->get<bool>())
          return fail(at, "the key '" + key.substr(0, 80) + "' is not known here");
        if (!check(*others, member, at))
          return false;
      }
    }
    return true;
  }

  bool check_array(const Json& schema, const Json& value, const std::string& pointer) {
    if (!value.is_array())
      return true;
    if (const auto least = schema.find("minItems");
        least != schema.end() && value.size() < least->get<std::size_t>())
      return fail(pointer, "a list of " + std::to_string(value.size()) + "; at least " +
                               least->dump() + " are needed");
    const auto items = schema.find("items");
    if (items == schema.end())
      return true;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!check(*items, value[i], pointer + "/" + std::to_string(i)))
        return false;
    }
    return true;
  }

  // How near a choice is to what the author meant: what discriminates is how many of its keys are
  // known to the choice, and how deep the check came.
  std::pair<std::size_t, std::size_t> nearness(const Json& choice, const Json& value) {
    const Json* plain = &choice;
    while (plain->contains("$ref"))
      plain = &root_.at(Json::json_pointer(plain->at("$ref").get<std::string>().substr(1)));
    std::size_t known = 0;
    if (value.is_object() && plain->contains("properties")) {
      for (const auto& member : value.items())
        known += plain->at("properties").contains(member.key()) ? 1U : 0U;
    }
    const auto depth = std::count(fault_.pointer.begin(), fault_.pointer.end(), '/');
    return {known, static_cast<std::size_t>(depth)};
  }

  bool check_choices(const Json& choices, const Json& value, const std::string& pointer) {
    std::size_t fits = 0;
    std::optional<std::pair<std::size_t, std::size_t>> nearest;
    JsonFault best;
    for (const Json& choice : choices) {
      if (check(choice, value, pointer)) {
        ++fits;
        continue;
      }
      const auto near = nearness(choice, value);
      if (!nearest || near > *nearest) {
        nearest = near;
        best = fault_;
      }
    }
    if (fits == 1)
      return true;
    if (fits > 1)
      return fail(pointer, shown(value) + " is ambiguous");
    fault_ = std::move(best);
    return false;
  }

  const Json& root_;
  JsonFault fault_;
};

}  // namespace

JsonSchema::JsonSchema(Json schema) : schema_(std::move(schema)) {
  refuse_unknown_keywords(schema_);
}

std::optional<JsonFault> JsonSchema::check(const Json& value) const {
  Checker checker(schema_);
  if (checker.check(schema_, value, ""))
    return std::nullopt;
  return checker.take();
}

}  // namespace assay::conformance
