#include "explain/place.hpp"

#include <algorithm>

#include "assay/policy.hpp"

namespace assay::explain {
namespace {

std::vector<WireField> lead_to(Bytes file, Kind kind, Place place) {
  std::vector<WireField> fields;
  FieldWalker message(file, kind);
  while (fields.size() < Limits::kMaxDepth) {
    assign(std::span(&place, 1), message, static_cast<std::uint32_t>(fields.size()));
    if (place.field == kNoField) {
      break;
    }
    WireField field;
    while (message.next(field) && field.offset != place.field) {
    }
    fields.push_back(field);
    if (!field.message() || !inside(place, field)) {
      break;
    }
    message = FieldWalker(file, field);
  }
  return fields;
}

}  // namespace

Place place_of(const Finding& finding) noexcept {
  return {.offset = finding.offset, .length = finding.length, .finding = &finding};
}

bool inside(const Place& place, const WireField& field) noexcept {
  return place.offset >= field.payload_offset && place.end() <= field.payload_end();
}

std::string_view step_at(std::string_view path, std::uint32_t depth) noexcept {
  for (; depth > 0; --depth) {
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) {
      return "";
    }
    path.remove_prefix(dot + 1);
  }
  return path.substr(0, path.find('.'));
}

void assign(std::span<Place> places, FieldWalker message, std::uint32_t depth) {
  for (Place& place : places) {
    place.field = kNoField;
  }
  // What concerns every byte of a message is at the message, unless its path leads on to the one
  // field that takes them all, or that field is what is wrong with it.
  const auto stays = [&](const Place& place, const WireField& at) {
    return place.finding != nullptr && place.offset == message.begin() &&
           place.end() == message.end() && at.fault == FieldFault::none &&
           (at.name().empty() || step_at(place.finding->path, depth) != at.step());
  };
  // An empty place is an empty payload, and so never where a field begins.
  const auto comes_before_end = [](const Place& place, const WireField& at) {
    return place.offset < at.end() || (place.offset == at.end() && place.length == 0);
  };
  WireField field;
  std::uint64_t ordinal = 0;
  for (auto next = places.begin(); next != places.end() && message.next(field); ++ordinal) {
    for (; next != places.end() && comes_before_end(*next, field); ++next) {
      const bool within = next->length == 0 ? next->offset > field.offset
                                            : next->end() <= field.end() && !stays(*next, field);
      if (within) {
        next->field = field.offset;
        next->ordinal = ordinal;
      }
    }
  }
  const auto rank = [](const Place& place) {
    return place.field == kNoField ? 0 : place.field + 1;
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](const Place& a, const Place& b) { return rank(a) < rank(b); });
}

}  // namespace assay::explain

namespace assay {

std::vector<WireField> fields_to(Bytes file, Kind kind, const Finding& finding) {
  return explain::lead_to(file, kind, explain::place_of(finding));
}

std::vector<WireField> fields_to(Bytes file, Kind kind, std::uint64_t offset) {
  return explain::lead_to(file, kind, {.offset = offset, .length = 1});
}

}  // namespace assay
