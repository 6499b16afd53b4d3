#include "json_reader.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace assay::conformance {
namespace {

// Builds the tree from the parser's events and stops at the first thing that is not allowed.
class StrictBuilder : public nlohmann::json_sax<Json> {
 public:
  StrictBuilder(const JsonLimits& limits, JsonFault& fault) : limits_(limits), fault_(fault) {}

  bool null() override { return add(Json(nullptr)); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(number_integer_t value) override { return add(Json(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(Json(value)); }
  bool number_float(number_float_t value, const string_t& text) override {
    if (limits_.integers_only)
      return fail("'" + text.substr(0, 40) + "' is not an integer of 64 bits");
    return add(Json(value));
  }
  bool string(string_t& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t&) override { return fail("binary values are not JSON"); }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool key(string_t& name) override {
    Level& level = levels_.back();
    if (level.value.contains(name)) {
      level.key = name;
      return fail("the key '" + name.substr(0, 80) + "' stands here twice");
    }
    level.key = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // The library's text names its own error code first; what follows the bracket is for people.
    std::string text = error.what();
    if (const auto bracket = text.find("] "); bracket != std::string::npos)
      text.erase(0, bracket + 2);
    return fail("byte " + std::to_string(position) + ": " + text);
  }

  Json take() { return std::move(root_); }

 private:
  struct Level {
    Json value;
    std::optional<std::string> key;  // of the member being read, in an object
  };

  bool open(Json value) {
    if (levels_.size() >= limits_.depth)
      return fail("nested deeper than " + std::to_string(limits_.depth) + " levels");
    levels_.push_back({std::move(value), {}});
    return true;
  }

  bool close() {
    Json value = std::move(levels_.back().value);
    levels_.pop_back();
    return add(std::move(value));
  }

  bool add(Json value) {
    if (levels_.empty())
      root_ = std::move(value);
    else if (Level& level = levels_.back(); level.value.is_object())
      level.value[*std::exchange(level.key, std::nullopt)] = std::move(value);
    else
      level.value.push_back(std::move(value));
    return true;
  }

  bool fail(std::string message) {
    fault_.message = std::move(message);
    fault_.pointer.clear();
    for (const Level& level : levels_) {
      if (level.value.is_array())
        fault_.pointer += pointer_step(std::to_string(level.value.size()));
      else if (level.key)
        fault_.pointer += pointer_step(*level.key);
    }
    return false;
  }

  const JsonLimits& limits_;
  JsonFault& fault_;
  std::vector<Level> levels_;
  Json root_;
};

}  // namespace

std::optional<Json> read_json(std::string_view text, JsonFault& fault, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    fault = {"larger than " + std::to_string(limits.bytes) + " bytes", ""};
    return std::nullopt;
  }
  StrictBuilder builder(limits, fault);
  if (!Json::sax_parse(text, &builder))
    return std::nullopt;
  return builder.take();
}

std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~')
      step += "~0";
    else if (c == '/')
      step += "~1";
    else
      step += c;
  }
  return step;
}

}  // namespace assay::conformance
