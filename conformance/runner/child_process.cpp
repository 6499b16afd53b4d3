#include "child_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace assay::conformance {
namespace {

constexpr std::size_t kComplaints = 4096;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      fail("making a pipe");
    }
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) {
        close(end);
      }
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int take(std::size_t i) { return std::exchange(ends[i], -1); }
};

void set_limit(int which, std::uint64_t value) {
  const rlimit limit{value, value};
  setrlimit(static_cast<__rlimit_resource>(which), &limit);
}

// In the child, after fork: nothing here allocates.
[[noreturn]] void become(char* const* arguments, char* const* environment,
                         const std::array<int, 3>& ends, const ChildLimits& limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 0; i < 3; ++i) {
    dup2(ends[static_cast<std::size_t>(i)], i);
  }
  set_limit(RLIMIT_DATA, limits.memory);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_CPU, limits.cpu_seconds);
  std::signal(SIGPIPE, SIG_DFL);
  execvpe(arguments[0], arguments, environment);
  _exit(127);
}

int remaining(std::chrono::steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1 << 30));
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, const ChildLimits& limits)
    : limits_(limits) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  const char* known_path = std::getenv("PATH");
  std::string path = "PATH=" + std::string(known_path != nullptr ? known_path : "/usr/bin:/bin");
  std::string home = "HOME=/nonexistent";
  std::array<char*, 3> environment{path.data(), home.data(), nullptr};

  Pipe input;
  Pipe output;
  Pipe errors;
  // A subject that dies while it is written to must not take the runner along.
  std::signal(SIGPIPE, SIG_IGN);
  pid_ = fork();
  if (pid_ < 0) {
    fail("starting a subject");
  }
  if (pid_ == 0) {
    become(arguments.data(), environment.data(), {input.ends[0], output.ends[1], errors.ends[1]},
           limits);
  }
  setpgid(pid_, pid_);
  input_ = input.take(1);
  output_ = output.take(0);
  errors_ = errors.take(0);
  for (const int end : {input_, output_, errors_}) {
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
  }
}

ChildProcess::~ChildProcess() {
  if (!ended_) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, &status_, 0);
  }
  kill(-pid_, SIGKILL);  // what it started and did not wait for
  close_input();
  close(output_);
  close(errors_);
}

void ChildProcess::close_input() {
  if (input_ >= 0) {
    close(input_);
    input_ = -1;
  }
}

void ChildProcess::drain_errors() {
  std::array<char, 4096> piece{};
  for (int round = 0; round < 64; ++round) {  // a flood must not keep the runner here
    const ssize_t got = read(errors_, piece.data(), piece.size());
    if (got <= 0) {
      return;
    }
    complaints_.append(piece.data(), static_cast<std::size_t>(got));
    if (complaints_.size() > kComplaints) {
      complaints_.erase(0, complaints_.size() - kComplaints);
    }
  }
}

std::string ChildProcess::complaints() {
  drain_errors();
  return complaints_;
}

bool ChildProcess::write_all(const std::string& text, Clock::time_point deadline) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = write(input_, text.data() + done, text.size() - done);
    if (wrote > 0) {
      done += static_cast<std::size_t>(wrote);
      continue;
    }
    if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    }
    // It may be busy writing: what it complains of is taken away, so that it does not wait for
    // that.
    std::array<pollfd, 2> ends{pollfd{input_, POLLOUT, 0}, pollfd{errors_, POLLIN, 0}};
    if (poll(ends.data(), ends.size(), remaining(deadline)) <= 0) {
      return true;  // the time is up; reading will say so
    }
    drain_errors();
  }
  return true;
}

ChildProcess::End ChildProcess::exchange(const std::string& request, std::string& line) {
  return exchange(request, line, limits_.time);
}

ChildProcess::End ChildProcess::exchange(const std::string& request, std::string& line,
                                         std::chrono::milliseconds time) {
  const auto deadline = Clock::now() + time;
  if (!write_all(request + "\n", deadline)) {
    return End::closed;
  }
  return read_line(line, deadline);
}

ChildProcess::End ChildProcess::read_line(std::string& line) {
  return read_line(line, Clock::now() + limits_.time);
}

ChildProcess::End ChildProcess::read_line(std::string& line, Clock::time_point deadline) {
  std::array<char, 65536> piece{};
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line.size() > limits_.line ? End::flood : End::line;
    }
    searched = buffer_.size();
    if (buffer_.size() > limits_.line) {
      return End::flood;
    }
    std::array<pollfd, 2> ends{pollfd{output_, POLLIN, 0}, pollfd{errors_, POLLIN, 0}};
    const int ready = poll(ends.data(), ends.size(), remaining(deadline));
    if (ready == 0 || Clock::now() >= deadline) {
      return End::timeout;
    }
    if (ready < 0) {
      continue;
    }
    if ((ends[1].revents & POLLIN) != 0) {
      drain_errors();
    }
    if (ends[0].revents != 0) {
      const ssize_t got = read(output_, piece.data(), piece.size());
      if (got == 0) {
        return End::closed;
      }
      if (got > 0) {
        buffer_.append(piece.data(), static_cast<std::size_t>(got));
      }
    } else if ((ends[1].revents & POLLIN) == 0) {
      // Only the end of standard error: wait for output alone.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

int ChildProcess::finish(std::chrono::milliseconds patience) {
  close_input();
  const auto deadline = Clock::now() + patience;
  while (!ended_) {
    if (waitpid(pid_, &status_, WNOHANG) == pid_) {
      ended_ = true;
    } else if (Clock::now() >= deadline) {
      kill(-pid_, SIGKILL);
      waitpid(pid_, &status_, 0);
      ended_ = true;
    } else {
      drain_errors();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  return status_;
}

RunOnce run_once(const std::vector<std::string>& command, const ChildLimits& limits) {
  RunOnce result;
  ChildProcess child(command, limits);
  child.close_input();
  const auto deadline = std::chrono::steady_clock::now() + limits.time;
  std::string line;
  // What it prints is read and forgotten, until it closes its output or the time is up.
  for (auto end = ChildProcess::End::line; end == ChildProcess::End::line;) {
    end = child.read_line(line);
    result.timed_out =
        end == ChildProcess::End::timeout || std::chrono::steady_clock::now() >= deadline;
    if (result.timed_out) {
      return result;
    }
  }
  result.status = child.finish(limits.time);
  result.complaints = child.complaints();
  return result;
}

std::string describe_status(int status) {
  if (WIFSIGNALED(status)) {
    return "killed by signal " + std::to_string(WTERMSIG(status));
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace assay::conformance
