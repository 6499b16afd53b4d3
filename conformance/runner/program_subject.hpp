// Programs as subjects: by the line protocol of docs/conformance.md, or by their exit status.
#pragma once

#include <filesystem>
#include <memory>

#include "child_process.hpp"
#include "subject.hpp"

namespace assay::conformance {

struct ProgramConfig {
  std::string name;
  std::vector<std::string>
      command;                     // without a slash: looked up in PATH; else relative to the file
  bool by_exit_status = false;     // 0 accept, 1 reject; the file is the last argument
  Capabilities can;                // of a program by exit status; others say themselves
  std::vector<std::string> kinds;  // that it reads, by exit status
  ChildLimits limits;
};

// Reads a subject's configuration, conformance/subjects/NAME/subject.json. Throws LoadError.
ProgramConfig load_program(const std::filesystem::path& file);

std::unique_ptr<Subject> program_subject(ProgramConfig config);

}  // namespace assay::conformance
