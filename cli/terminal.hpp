// What the command writes where: reports to standard output, trouble and progress to standard
// error.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace assay::cli {

// Writes all of it, or throws std::system_error.
void write_all(int descriptor, std::string_view text);

// "assay: TEXT" on standard error, made printable.
void complain(std::string_view text);

// "auto" is yes on a terminal that is not dumb, unless NO_COLOR is set.
bool wants_colour(std::string_view choice, int descriptor);

// One line on standard error that says how far the work has come. It shows on a terminal, when the
// work takes longer than a person waits without wondering.
class Progress {
 public:
  // Nothing is ever shown when `quiet`.
  Progress(std::size_t total, bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  bool enabled() const { return enabled_; }
  void show(std::size_t done, std::string_view name);
  // Takes the line away, so that other text can be written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t total_;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace assay::cli
