// Runs the command that was built, without a shell, and says what it did.
#pragma once

#include <boost/test/unit_test.hpp>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "external/temporary_folder.hpp"

namespace assay::testing {

struct Outcome {
  int status = -1;
  std::string out;
  std::string err;
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(in.good(), "cannot read " << path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The command starts in `folder`, where standard input, output and error are files of these names.
inline Outcome run_command(const TemporaryFolder& folder, std::vector<std::string> arguments,
                           std::string_view input = "",
                           const std::vector<std::string>& environment = {"TERM=xterm"}) {
  folder.write(".in", input);
  arguments.insert(arguments.begin(), ASSAY_COMMAND);
  std::vector<char*> argv;
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  std::vector<std::string> variables = environment;
  std::vector<char*> envp;
  for (std::string& variable : variables) {
    envp.push_back(variable.data());
  }
  envp.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  BOOST_REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
  posix_spawn_file_actions_addchdir_np(&actions, folder.path().c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, ".in", O_RDONLY, 0);
  constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, ".out", kWrite, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, ".err", kWrite, 0600);
  pid_t child = 0;
  const int error = posix_spawn(&child, argv.front(), &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  BOOST_REQUIRE_MESSAGE(error == 0, "cannot start " << argv.front());
  int status = 0;
  BOOST_REQUIRE(waitpid(child, &status, 0) == child);
  BOOST_REQUIRE_MESSAGE(WIFEXITED(status), "ended by signal " << WTERMSIG(status));
  return {WEXITSTATUS(status), read_file(folder / ".out"), read_file(folder / ".err")};
}

}  // namespace assay::testing
