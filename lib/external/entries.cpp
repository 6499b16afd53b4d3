#include "external/entries.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/text.hpp"

namespace assay::external {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();

constexpr std::array<std::string_view, kKeyCount> kKeys = {"location", "offset", "length",
                                                           "checksum", "basepath"};

std::optional<Key> find_key(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kKeys.size(); ++i) {
    if (kKeys[i] == name) {
      return static_cast<Key>(i);
    }
  }
  return std::nullopt;
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

// Why `text` is no number that every reader understands alike; empty when it is one.
std::string_view number_reason(std::string_view text, std::uint64_t& number) noexcept {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
    return "is not a decimal number made of the digits 0 to 9 alone";
  }
  if (text.size() > 1 && text.front() == '0') {
    return "has leading zeros";
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > kLargest) {
    return "is above 2^63-1";
  }
  return {};
}

std::optional<unsigned> hex_digit(char c) noexcept {
  unsigned digit = 0;
  const auto [end, error] = std::from_chars(&c, &c + 1, digit, 16);
  return error == std::errc() ? std::optional(digit) : std::nullopt;
}

std::optional<Sha1> parse_sha1(std::string_view text) noexcept {
  Sha1 digest{};
  if (text.size() != 2 * digest.size()) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const auto high = hex_digit(text[2 * i]);
    const auto low = hex_digit(text[2 * i + 1]);
    if (!high || !low) {
      return std::nullopt;
    }
    digest[i] = static_cast<std::byte>(*high << 4 | *low);
  }
  return digest;
}

// One pass over the entries.
class Parser {
 public:
  explicit Parser(const EntryFaultSink& sink) noexcept : sink_(sink) {}

  void read(std::size_t index, const Entry& entry) {
    index_ = index;
    const std::optional<Key> key = find_key(entry.key);
    if (!key) {
      fault(Rule::external_unknown_key, Part::key,
            cat("external_data has the key ", Quoted{entry.key},
                "; location, offset, length and checksum are known"));
      return;
    }
    std::optional<std::size_t>& seen = result_.entries[static_cast<std::size_t>(*key)];
    if (seen) {
      result_.repeated = true;
      fault(Rule::external_duplicate_key, Part::key,
            cat("external_data has the key ", entry.key, " in entry ", *seen, " already"));
    }
    seen = index;
    switch (*key) {
      case Key::location:
        read_location(entry.value);
        break;
      case Key::offset:
        read_number(entry, result_.offset);
        break;
      case Key::length:
        read_number(entry, result_.length);
        break;
      case Key::checksum:
        if (const auto digest = parse_sha1(entry.value)) {
          result_.checksum = digest;
        } else {
          fault(Rule::external_checksum, Part::value,
                cat("checksum ", Quoted{entry.value},
                    " is not a SHA-1 digest of 40 hexadecimal digits"));
        }
        break;
      case Key::basepath:
        fault(Rule::external_basepath, Part::key,
              "external_data has the key basepath, left over from the writer's machine; its value "
              "is ignored");
        break;
    }
  }

  ExternalEntries finish() {
    if (!result_.entry(Key::location)) {
      sink_({Rule::external_no_location, std::nullopt, Part::key,
             "external_data has no location, so it names no file"});
    }
    result_.usable = result_.location.has_value() && !spoiled_;
    return result_;
  }

 private:
  void fault(Rule rule, Part part, std::string message) {
    sink_({rule, index_, part, std::move(message)});
  }

  void read_location(std::string_view text) {
    const LocationFaults found = judge_location(text);
    for (const LocationFault& one : found.all()) {
      fault(one.rule, Part::value, cat("location ", Quoted{text}, " ", one.reason));
      spoiled_ = true;
    }
    if (found.count == 0) {
      result_.location = text;
    }
  }

  void read_number(const Entry& entry, std::optional<std::uint64_t>& number) {
    std::uint64_t value = 0;
    if (const std::string_view reason = number_reason(entry.value, value); reason.empty()) {
      number = value;
    } else {
      fault(Rule::external_number, Part::value,
            cat(entry.key, " ", Quoted{entry.value}, " ", reason));
      spoiled_ = true;
    }
  }

  const EntryFaultSink& sink_;
  std::size_t index_ = 0;
  bool spoiled_ = false;  // a location or a number is at fault
  ExternalEntries result_;
};

}  // namespace

ExternalEntries parse_entries(std::span<const Entry> entries, const EntryFaultSink& sink) {
  Parser parser(sink);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    parser.read(i, entries[i]);
  }
  return parser.finish();
}

}  // namespace assay::external
