// Locations as text, component by component. Everything that names another file on some system is
// refused on every system: a model is copied between them.
#include <algorithm>
#include <array>

#include "external/entries.hpp"

namespace assay::external {
namespace {

// ONNX Runtime's names for "the offset is an address in this process": in a file they are a read of
// arbitrary memory. The first stands there as "*/_ORT_MEM_ADDR_/*".
constexpr std::array<std::string_view, 2> kMarkers = {"_ORT_MEM_ADDR_", "__ORT_MEM_ADDR__"};

// Names that Windows gives to devices, in any folder, in any case and with any extension.
constexpr std::array<std::string_view, 6> kDevices = {"con", "prn",    "aux",
                                                      "nul", "conin$", "conout$"};

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool is_letter(char c) noexcept {
  return lower(c) >= 'a' && lower(c) <= 'z';
}

constexpr bool is_control(char c) noexcept {
  return (c >= '\0' && c < ' ') || c == '\x7f';
}

bool equals_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

bool is_device_name(std::string_view component) noexcept {
  std::string_view stem = component.substr(0, component.find('.'));
  while (!stem.empty() && stem.back() == ' ') {
    stem.remove_suffix(1);
  }
  if (std::any_of(kDevices.begin(), kDevices.end(),
                  [stem](std::string_view device) { return equals_ignoring_case(stem, device); })) {
    return true;
  }
  if (stem.size() < 4 || (!equals_ignoring_case(stem.substr(0, 3), "com") &&
                          !equals_ignoring_case(stem.substr(0, 3), "lpt"))) {
    return false;
  }
  // A digit from 1 to 9, or superscript one, two or three in UTF-8, which Windows takes for digits.
  const std::string_view port = stem.substr(3);
  return (port.size() == 1 && port[0] >= '1' && port[0] <= '9') || port == "\xc2\xb9" ||
         port == "\xc2\xb2" || port == "\xc2\xb3";
}

// Takes the next component off `rest`.
std::string_view take_component(std::string_view& rest, std::string_view separators) noexcept {
  const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
  const std::string_view component = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return component;
}

// Calls `test` with each component until one answers; "a/" has an empty last one.
template <class Test>
std::string_view first_answer(std::string_view location, std::string_view separators, Test test) {
  while (true) {
    const bool last = location.find_first_of(separators) == std::string_view::npos;
    const std::string_view answer = test(take_component(location, separators));
    if (!answer.empty() || last) {
      return answer;
    }
  }
}

std::string_view marker_in(std::string_view component) noexcept {
  const bool found = std::find(kMarkers.begin(), kMarkers.end(), component) != kMarkers.end();
  return found ? "is an in-memory marker of ONNX Runtime, which no file may use"
               : std::string_view();
}

std::string_view escape_in(std::string_view component) noexcept {
  return component == ".." ? "has a component '..'" : std::string_view();
}

std::string_view fault_in_component(std::string_view component) noexcept {
  if (component.empty()) {
    return "has an empty component";
  }
  if (component == ".") {
    return "has a component '.'";
  }
  if (component == "..") {
    return {};  // external_path_escape has it
  }
  if (component.back() == '.' || component.back() == ' ') {
    return "has a component that ends in a dot or a space, which Windows drops";
  }
  if (is_device_name(component)) {
    return "has a component that names a device on Windows";
  }
  return {};
}

std::string_view absolute_reason(std::string_view location) noexcept {
  if (location.front() == '/') {
    return "is an absolute path";
  }
  if (location.front() == '\\') {
    return "is an absolute path on Windows";
  }
  if (location.size() >= 2 && is_letter(location[0]) && location[1] == ':') {
    return "starts with a Windows drive";
  }
  return {};
}

std::string_view path_reason(std::string_view location) noexcept {
  if (location.find("://") != std::string_view::npos) {
    return "is a URL, not a path";
  }
  if (std::any_of(location.begin(), location.end(), is_control)) {
    return "has a control character";
  }
  if (location.find('\\') != std::string_view::npos) {
    return "has a backslash, which separates components on Windows";
  }
  if (location.find(':') != std::string_view::npos) {
    return "has a colon, which is no part of a file's name on Windows";
  }
  return first_answer(location, "/", fault_in_component);
}

}  // namespace

LocationFaults judge_location(std::string_view location) noexcept {
  LocationFaults result;
  const auto add = [&result](Rule rule, std::string_view reason) {
    if (!reason.empty()) {
      result.faults[result.count++] = {rule, reason};
    }
  };
  if (location.empty()) {
    add(Rule::external_no_location, "is empty");
    return result;
  }
  // Each of the first two says all there is to say. An absolute path may still lead upwards.
  add(Rule::external_reserved_marker, first_answer(location, "/\\", marker_in));
  if (result.count == 0) {
    add(Rule::external_path_absolute, absolute_reason(location));
  }
  if (result.count == 0) {
    add(Rule::external_path_escape, first_answer(location, "/\\", escape_in));
    add(Rule::external_path, path_reason(location));
  }
  return result;
}

}  // namespace assay::external
