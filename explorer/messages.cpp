#include "messages.hpp"

#include <algorithm>
#include <tuple>

namespace assay::explorer {

Messages::Messages(Bytes file, Kind kind) : file_(file) {
  add(FieldWalker(file, kind), FieldWalker::root_field(file));
}

std::uint32_t Messages::add(FieldWalker walker, const WireField& self) {
  Message message(walker, self);
  for (std::uint64_t passed = kStep; passed == kStep; message.count += passed) {
    message.steps.push_back(walker);
    passed = walker.skip(kStep);
  }
  messages_.push_back(std::move(message));
  return size() - 1;
}

FieldWalker Messages::at(std::uint32_t number, std::uint64_t ordinal) const {
  const Message& message = messages_[number];
  const std::uint64_t step = std::min<std::uint64_t>(ordinal / kStep, message.steps.size() - 1);
  FieldWalker walker = message.steps[static_cast<std::size_t>(step)];
  walker.skip(ordinal - step * kStep);
  return walker;
}

std::optional<WireField> Messages::field(std::uint32_t number, std::uint64_t ordinal) const {
  FieldWalker walker = at(number, ordinal);
  WireField field;
  return walker.next(field) ? std::optional(field) : std::nullopt;
}

std::optional<std::uint64_t> Messages::ordinal_of(std::uint32_t number,
                                                  std::uint64_t offset) const {
  const Message& message = messages_[number];
  if (offset < message.start.begin() || offset >= message.start.end()) {
    return std::nullopt;
  }
  const auto behind = std::upper_bound(
      message.steps.begin(), message.steps.end(), offset,
      [](std::uint64_t at, const FieldWalker& walker) { return at < walker.position(); });
  const auto step = std::prev(behind);
  FieldWalker walker = *step;
  auto ordinal = static_cast<std::uint64_t>(step - message.steps.begin()) * kStep;
  for (WireField field; walker.next(field); ++ordinal) {
    if (offset < field.end()) {
      return ordinal;
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> Messages::open(std::uint32_t number, std::uint64_t ordinal) {
  const auto before = [](const Child& a, const Child& b) {
    return std::tie(a.parent, a.ordinal) < std::tie(b.parent, b.ordinal);
  };
  Child child{number, ordinal, 0};
  const auto known = std::lower_bound(children_.begin(), children_.end(), child, before);
  if (known != children_.end() && !before(child, *known)) {
    return known->number;
  }
  const std::optional<WireField> held = field(number, ordinal);
  if (!held || !held->message()) {
    return std::nullopt;
  }
  child.number = add(FieldWalker(file_, *held), *held);
  children_.insert(known, child);
  return child.number;
}

std::string_view text_of(Bytes file, const WireField& field) {
  constexpr std::uint64_t kMostText = 300;
  const Bytes payload =
      file.subspan(static_cast<std::size_t>(field.payload_offset),
                   static_cast<std::size_t>(std::min(field.payload_length, kMostText)));
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

}  // namespace assay::explorer
