// Depth first over a file's fields, with an explicit stack, findings handed down on the way.
//
// A message is in one of three modes. `whole`: every field. `around`: the fields that lead to the
// places asked for, and those next to them. `along`: only what the next step of a path names.
#include <algorithm>
#include <deque>
#include <utility>

#include "assay/explain.hpp"

#include "base/text.hpp"
#include "explain/path.hpp"
#include "explain/place.hpp"

namespace assay {
namespace {

using explain::kNoField;
using explain::Place;
using explain::Step;

enum class Mode : std::uint8_t { whole, around, along };

// How many fields are shown before and behind one that is asked for, and of a message that is.
constexpr std::uint64_t kBeside = 2;
constexpr std::uint64_t kFirstFields = 8;

struct Frame {
  FieldWalker message;
  Mode mode = Mode::whole;
  // Of the places of the explanation, those at fields that are still to come, in their order.
  std::size_t next_place = 0;
  std::size_t end_place = 0;
  std::size_t path_size = 0;           // of its own path
  std::uint64_t ordinal = 0;           // of the next field
  std::uint64_t shown_before = 0;      // `around`: fields below this ordinal are shown
  std::uint64_t gap = 0;               // fields left out since the last one shown
  std::optional<ExplainedField> line;  // `along`: its own, until something within is shown
};

bool has_target(std::span<const Place> places) {
  return std::any_of(places.begin(), places.end(), [](const Place& p) { return p.target; });
}

void add_findings(ExplainedField& line, std::span<const Place> places) {
  for (const Place& place : places) {
    if (place.finding != nullptr) {
      line.findings.push_back(place.finding);
    }
  }
}

}  // namespace

struct Explanation::State {
  Bytes file;
  Kind kind;
  MeaningLimits limits;
  // Each message sorts those that lie within it, and hands each field its own: one array for all.
  std::vector<Place> places;
  std::vector<Step> steps;
  Mode mode = Mode::whole;
  bool started = false;
  bool nothing = false;  // what was asked for is no path
  std::vector<Frame> frames;
  std::string path;  // of the message on top
  std::deque<ExplainedField> ready;

  void start();
  void advance();
  void leave();
  void show(const WireField& field, std::span<Place> here, Mode within);
  void enter(ExplainedField line, FieldWalker message, Mode within, std::span<Place> inner);
  bool wanted(const Frame& frame) const;
  void close_gap(Frame& frame);
};

void Explanation::State::start() {
  started = true;
  if (nothing) {
    return;
  }
  const FieldWalker message(file, kind);
  ExplainedField root;
  root.field = FieldWalker::root_field(file);
  root.meaning = message.summary();
  enter(std::move(root), message, mode, places);
}

// Opens a message. What was found at it, and at no field of it, stands in its own line.
void Explanation::State::enter(ExplainedField line, FieldWalker message, Mode within,
                               std::span<Place> inner) {
  if (!inner.empty()) {
    explain::assign(inner, message, static_cast<std::uint32_t>(frames.size()));
  }
  const auto fields = std::find_if(inner.begin(), inner.end(),
                                   [](const Place& place) { return place.field != kNoField; });
  const std::span<Place> own(inner.begin(), fields);
  Frame frame{.message = message, .mode = within, .line = {}};
  frame.end_place = static_cast<std::size_t>(inner.data() + inner.size() - places.data());
  frame.next_place = frame.end_place - (inner.size() - own.size());
  frame.shown_before = has_target(own) ? kFirstFields : 0;
  frame.path_size = line.path.size();
  path = line.path;
  if (within == Mode::along) {
    frame.line = std::move(line);
  } else {
    add_findings(line, own);
    ready.push_back(std::move(line));
  }
  frames.push_back(std::move(frame));
}

void Explanation::State::leave() {
  close_gap(frames.back());
  frames.pop_back();
  path.resize(frames.empty() ? 0 : frames.back().path_size);
}

// One field of the message on top.
void Explanation::State::advance() {
  Frame& frame = frames.back();
  WireField field;
  if (!frame.message.next(field)) {
    leave();
    return;
  }
  const std::size_t first = frame.next_place;
  while (frame.next_place < frame.end_place && places[frame.next_place].field == field.offset) {
    ++frame.next_place;
  }
  const std::span here = std::span(places).subspan(first, frame.next_place - first);
  if (frame.mode == Mode::whole) {
    show(field, here, Mode::whole);
    return;
  }
  if (frame.mode == Mode::along) {
    const Step& step = steps[frames.size() - 1];
    if (!step.matches(field)) {
      return;
    }
    if (step.index) {
      frame.message.finish();
    }
    if (frames.size() == steps.size()) {
      for (Frame& around : frames) {
        if (around.line) {
          ready.push_back(*std::exchange(around.line, std::nullopt));
        }
      }
      show(field, here, Mode::whole);
    } else if (field.message()) {
      show(field, here, Mode::along);
    }
    return;
  }
  if (has_target(here)) {
    frame.shown_before = std::max(frame.shown_before, frame.ordinal + kBeside + 1);
  }
  const bool shown = wanted(frame);
  ++frame.ordinal;
  if (!shown) {
    ++frame.gap;
    return;
  }
  close_gap(frame);
  show(field, here, Mode::around);
}

// Whether a message in the mode `around` shows the field that it stands before.
bool Explanation::State::wanted(const Frame& frame) const {
  if (frame.ordinal < frame.shown_before) {
    return true;
  }
  for (std::size_t i = frame.next_place; i < frame.end_place; ++i) {
    if (places[i].ordinal > frame.ordinal + kBeside) {
      return false;
    }
    if (places[i].target) {
      return true;
    }
  }
  return false;
}

void Explanation::State::close_gap(Frame& frame) {
  if (frame.gap != 0) {
    ExplainedField line;
    line.depth = static_cast<std::uint32_t>(frames.size());
    line.path = path;
    line.skipped = std::exchange(frame.gap, 0);
    ready.push_back(std::move(line));
  }
}

void Explanation::State::show(const WireField& field, std::span<Place> here, Mode within) {
  ExplainedField line;
  line.field = field;
  line.depth = static_cast<std::uint32_t>(frames.size());
  line.path = path;
  if (const std::string step = field.step(); !step.empty()) {
    line.path += cat(path.empty() ? "" : ".", step);
  }
  line.meaning = frames.back().message.meaning(field, limits);
  const auto middle = std::stable_partition(here.begin(), here.end(), [&](const Place& place) {
    return field.message() && explain::inside(place, field);
  });
  std::span<Place> inner(here.begin(), middle);
  const std::span<Place> outer(middle, here.end());
  if (within != Mode::along) {
    add_findings(line, outer);
  }
  if (field.fault == FieldFault::length_beyond && has_target(outer) && !has_target(inner)) {
    // Of what was cut, it is the end that one wants to see.
    outer.front() = {.offset = field.end() - 1, .length = 1, .target = true};
    inner = here.first(inner.size() + 1);
  }
  const bool opens = field.message() && frames.size() <= limits.depth &&
                     (within != Mode::around || has_target(inner));
  if (opens) {
    enter(std::move(line), FieldWalker(file, field), within, inner);
    return;
  }
  line.closed = field.message().has_value();
  add_findings(line, inner);
  ready.push_back(std::move(line));
}

Explanation::Explanation(Bytes file, Kind kind, std::span<const Finding> findings,
                         const MeaningLimits& limits)
    : state_(std::make_unique<State>()) {
  state_->file = file;
  state_->kind = kind;
  state_->limits = limits;
  for (const Finding& finding : findings) {
    state_->places.push_back(explain::place_of(finding));
  }
  std::stable_sort(state_->places.begin(), state_->places.end());
}
Explanation::Explanation(Explanation&&) noexcept = default;
Explanation& Explanation::operator=(Explanation&&) noexcept = default;
Explanation::~Explanation() = default;

void Explanation::only_at(std::string_view path) {
  auto steps = explain::parse_path(path);
  state_->nothing = !steps;
  state_->steps = std::move(steps).value_or(std::vector<Step>());
  state_->mode = Mode::along;
}

void Explanation::only_around(std::uint64_t offset) {
  std::vector<Place>& places = state_->places;
  const Place place{.offset = offset, .length = 1, .target = true};
  places.insert(std::upper_bound(places.begin(), places.end(), place), place);
  state_->mode = Mode::around;
}

void Explanation::only_around(Rule rule) {
  for (Place& place : state_->places) {
    place.target = place.target || (place.finding != nullptr && place.finding->rule == rule);
  }
  state_->mode = Mode::around;
}

bool Explanation::next(ExplainedField& line) {
  State& state = *state_;
  if (!state.started) {
    state.start();
  }
  while (state.ready.empty() && !state.frames.empty()) {
    state.advance();
  }
  if (state.ready.empty()) {
    return false;
  }
  line = std::move(state.ready.front());
  state.ready.pop_front();
  return true;
}

}  // namespace assay
