// ONNX Runtime as a contestant: a process of its own that is told which file to open, and says how
// long it took.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::bench {

class OrtSessions {
 public:
  // `script`: bench/ort_sessions.js, beside which onnxruntime-node can be found; empty: there is
  // none, and ready() is false.
  explicit OrtSessions(const std::string& script) {
    int to[2];
    int from[2];
    if (script.empty() || ::pipe(to) != 0 || ::pipe(from) != 0) {
      return;
    }
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(to[0], 0);
      ::dup2(from[1], 1);
      for (const int end : {to[0], to[1], from[0], from[1]}) {
        ::close(end);
      }
      ::execlp("node", "node", script.c_str(), static_cast<char*>(nullptr));
      std::_Exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    requests_ = ::fdopen(to[1], "w");
    answers_ = ::fdopen(from[0], "r");
  }
  ~OrtSessions() {
    if (child_ > 0) {
      std::fclose(requests_);
      std::fclose(answers_);
      ::waitpid(child_, nullptr, 0);
    }
  }
  OrtSessions(const OrtSessions&) = delete;
  OrtSessions& operator=(const OrtSessions&) = delete;

  bool ready() const { return child_ > 0; }

  // Milliseconds for a session of that model; negative when it is refused.
  double milliseconds(const std::filesystem::path& model) {
    std::fprintf(requests_, "%s\n", model.c_str());
    std::fflush(requests_);
    char line[64] = "";
    char* end = line;
    const double took =
        std::fgets(line, sizeof line, answers_) == nullptr ? -1 : std::strtod(line, &end);
    return end == line ? -1 : took;
  }

 private:
  ::pid_t child_ = -1;
  std::FILE* requests_ = nullptr;
  std::FILE* answers_ = nullptr;
};

}  // namespace assay::bench
