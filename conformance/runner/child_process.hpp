// A program that is asked line by line, and that may do anything: stay silent, flood, crash, hang,
// eat memory. It runs in a process group of its own, under limits, without a shell and with an
// environment of two variables; what it leaves behind is killed.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace assay::conformance {

struct ChildLimits {
  std::chrono::milliseconds time{5000};           // for one answer
  std::uint64_t memory = std::uint64_t{2} << 30;  // private writable bytes
  std::uint64_t line = std::uint64_t{32} << 20;   // of one answer
  std::uint64_t cpu_seconds = 600;                // of the whole life
};

class ChildProcess {
 public:
  enum class End : std::uint8_t { line, timeout, closed, flood };

  // Starts the program. Throws std::system_error when the machine does not let it.
  ChildProcess(const std::vector<std::string>& command, const ChildLimits& limits);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Kills the whole group.
  ~ChildProcess();

  // Writes a line and reads one within the time limit. What the program writes beyond that line is
  // kept for the next. `line` has no line end.
  End exchange(const std::string& request, std::string& line);
  End exchange(const std::string& request, std::string& line, std::chrono::milliseconds time);

  // Reads a line that was not asked for, within the time limit.
  End read_line(std::string& line);

  // Closes its input.
  void close_input();

  // Closes its input and waits a moment for it to end, then ends it. The wait status as waitpid()
  // has it.
  int finish(std::chrono::milliseconds patience = std::chrono::milliseconds(500));

  // The last 4 KiB of what it wrote to standard error.
  std::string complaints();

 private:
  using Clock = std::chrono::steady_clock;
  bool write_all(const std::string& text, Clock::time_point deadline);
  void drain_errors();
  End read_line(std::string& line, Clock::time_point deadline);

  ChildLimits limits_;
  int pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int errors_ = -1;
  int status_ = 0;
  bool ended_ = false;
  std::string buffer_;
  std::string complaints_;
};

// The exit status of a program that is given arguments and nothing else; no value on a timeout.
struct RunOnce {
  bool timed_out = false;
  int status = 0;  // as waitpid() has it
  std::string complaints;
};
RunOnce run_once(const std::vector<std::string>& command, const ChildLimits& limits);

// "killed by signal 11", "ended with status 3".
std::string describe_status(int status);

}  // namespace assay::conformance
