#include "cli/terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <sys/ioctl.h>
#include <system_error>
#include <unistd.h>

#include "assay/report_writer.hpp"

namespace assay::cli {
namespace {

constexpr auto kPatience = std::chrono::milliseconds(500);
constexpr auto kInterval = std::chrono::milliseconds(100);

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

bool is_capable_terminal(int descriptor) {
  return ::isatty(descriptor) == 1 && !environment("TERM").empty() && environment("TERM") != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

}  // namespace

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "writing the report");
    }
  }
}

void complain(std::string_view text) {
  try {
    write_all(STDERR_FILENO, "assay: " + printable(text) + "\n");
  } catch (const std::system_error&) {
    // There is no further place to say it; the exit status does.
    return;
  }
}

bool wants_colour(std::string_view choice, int descriptor) {
  if (choice == "auto") {
    return environment("NO_COLOR").empty() && is_capable_terminal(descriptor);
  }
  return choice == "always";
}

Progress::Progress(std::size_t total, bool quiet)
    : total_(total),
      enabled_(!quiet && is_capable_terminal(STDERR_FILENO)),
      next_(Clock::now() + kPatience) {}

void Progress::show(std::size_t done, std::string_view name) {
  if (!enabled_ || Clock::now() < next_) {
    return;
  }
  next_ = Clock::now() + kInterval;
  std::string line = std::to_string(done) + " of " + std::to_string(total_) + "  ";
  // A name may be wider than its bytes; being cut early does no harm, a wrapped line does.
  const std::string text = printable(name);
  const std::size_t room = terminal_width() - std::min(terminal_width() - 1, line.size() + 1);
  line +=
      text.size() <= room ? text : "..." + text.substr(text.size() - std::min(room, text.size()));
  clear();
  write_all(STDERR_FILENO, line);
  shown_ = true;
}

void Progress::clear() {
  if (shown_) {
    shown_ = false;
    write_all(STDERR_FILENO, "\r\x1b[K");
  }
}

}  // namespace assay::cli
