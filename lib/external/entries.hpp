// The text of a tensor's external_data: keys and values, judged without touching the file system.
//
// Refuses what two readers could understand differently: a key given twice, numbers that are not
// plain decimal, and locations that are not the same one file below the folder on every system.
// Assumes nothing of its input; the views in the result alias it. That the strings are UTF-8 is the
// decoder's rule, not one of these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "assay/external.hpp"
#include "assay/rule.hpp"

namespace assay::external {

// One StringStringEntryProto of external_data; what is absent reads as empty.
struct Entry {
  std::string_view key;
  std::string_view value;
};

// The keys that external_data may have.
enum class Key : std::uint8_t { location, offset, length, checksum, basepath };
inline constexpr std::size_t kKeyCount = 5;

enum class Part : std::uint8_t { key, value };

struct EntryFault {
  Rule rule = Rule::internal_error;
  // The entry concerned; nothing when the fault is that one is missing.
  std::optional<std::size_t> entry;
  Part part = Part::value;
  std::string message;
};

using EntryFaultSink = std::function<void(const EntryFault&)>;

// What the entries say. A member is set only when its text is sound, so a `location` may be opened.
// Where a key is given twice the last sound value stands, as in onnx's Python helper.
struct ExternalEntries {
  std::optional<std::string_view> location;
  std::optional<std::uint64_t> offset;  // at most 2^63-1, as `length`
  std::optional<std::uint64_t> length;
  std::optional<Sha1> checksum;

  // The last entry of each key.
  std::array<std::optional<std::size_t>, kKeyCount> entries{};
  std::optional<std::size_t> entry(Key key) const noexcept {
    return entries[static_cast<std::size_t>(key)];
  }

  // A key was given twice.
  bool repeated = false;

  // True when there is a location and every location and number given is sound: only then is there
  // a range to check.
  bool usable = false;
};

// Reads the entries and gives each fault to `sink`, in the order of the entries; what is missing
// comes last. Cost: linear in the bytes of the entries; memory for one message at a time.
ExternalEntries parse_entries(std::span<const Entry> entries, const EntryFaultSink& sink);

// What is wrong with a location as text, at most one fault a rule; empty when nothing is.
// Rules: external_no_location, external_reserved_marker, external_path_absolute,
// external_path_escape, external_path. Cost: linear in the text.
struct LocationFault {
  Rule rule;
  std::string_view reason;  // a clause about the location: "is an absolute path"
};
struct LocationFaults {
  std::array<LocationFault, 2> faults{};
  std::size_t count = 0;
  std::span<const LocationFault> all() const noexcept { return std::span(faults).first(count); }
};
LocationFaults judge_location(std::string_view location) noexcept;

}  // namespace assay::external
