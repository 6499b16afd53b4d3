// The messages of a file that the page has opened, and quick ways to their fields.
//
// A message is known by a number. Of each, a walker is kept every kStep fields, so that any page of
// a long list is found at once; the first count of its fields costs one pass over them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/explain.hpp"

namespace assay::explorer {

class Messages {
 public:
  static constexpr std::uint32_t kRoot = 0;

  Messages(Bytes file, Kind kind);

  struct Message {
    Message(FieldWalker first, const WireField& root) : start(first), describe(first), self(root) {}
    FieldWalker start;
    FieldWalker describe;  // remembers what the other fields say about values
    WireField self;
    std::vector<FieldWalker> steps;
    std::uint64_t count = 0;
  };
  // Only for numbers below size().
  Message& operator[](std::uint32_t number) { return messages_[number]; }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(messages_.size()); }
  Bytes file() const noexcept { return file_; }

  // A walker that stands before that field; at the end beyond the last.
  FieldWalker at(std::uint32_t number, std::uint64_t ordinal) const;
  std::optional<WireField> field(std::uint32_t number, std::uint64_t ordinal) const;
  // Which field of the message has that byte.
  std::optional<std::uint64_t> ordinal_of(std::uint32_t number, std::uint64_t offset) const;

  // The message in that field; none where it holds none. The same field has the same number.
  std::optional<std::uint32_t> open(std::uint32_t number, std::uint64_t ordinal);

 private:
  std::uint32_t add(FieldWalker walker, const WireField& self);

  static constexpr std::uint64_t kStep = 256;

  struct Child {
    std::uint32_t parent;
    std::uint64_t ordinal;
    std::uint32_t number;
  };

  Bytes file_;
  std::vector<Message> messages_;
  std::vector<Child> children_;  // sorted
};

// Calls `use` with each field of the message of that name, or of any name when it is empty, that
// can be read. Cost: linear in the fields.
template <class Use>
void each_field(FieldWalker walker, std::string_view name, Use use) {
  WireField field;
  while (walker.next(field)) {
    if (field.as_declared() && (name.empty() || field.name() == name) &&
        (field.fault == FieldFault::none || field.fault == FieldFault::length_beyond)) {
      use(field);
    }
  }
}

// The payload of a field, as text; no more than a few hundred bytes of it.
std::string_view text_of(Bytes file, const WireField& field);

}  // namespace assay::explorer
