// Which field a finding stands at.
//
// By its bytes: the innermost field that has them all. Its path decides between a message and the
// one field that fills it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "assay/explain.hpp"

namespace assay::explain {

// A finding, or a byte, on its way to its field.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  const Finding* finding = nullptr;  // null: only a place to look at
  bool target = false;               // what an explanation is narrowed down to
  std::uint64_t field = 0;           // where in the message its field begins
  std::uint64_t ordinal = 0;         // that field's, counted from the message's first

  std::uint64_t end() const noexcept { return offset + length; }
};

// The order of places in a file; what is empty belongs to what ends there.
inline bool operator<(const Place& a, const Place& b) noexcept {
  return a.offset != b.offset ? a.offset < b.offset : a.length == 0 && b.length != 0;
}

inline constexpr std::uint64_t kNoField = ~std::uint64_t{0};

Place place_of(const Finding& finding) noexcept;
// Whether a place of that field lies within its payload, and so perhaps in a field of it.
bool inside(const Place& place, const WireField& field) noexcept;

// The step of a path below so many others: of "graph.node[3]" at 1, "node[3]"; empty beyond the
// end.
std::string_view step_at(std::string_view path, std::uint32_t depth) noexcept;

// Gives each of `places`, which lie in the message and are in order, its field, or kNoField where
// it stands at the message itself, and puts them in the order of their fields, those of the message
// first. `depth`: messages around the message. Cost: linear in the places, and in the fields up to
// the last of them.
void assign(std::span<Place> places, FieldWalker message, std::uint32_t depth);

}  // namespace assay::explain
