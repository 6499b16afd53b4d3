// What is judged: the library in this process, or a program.
#pragma once

#include <memory>
#include <string>

#include "answer.hpp"
#include "judge.hpp"
#include "suite.hpp"

namespace assay::conformance {

// What a subject says of itself.
struct SubjectInfo {
  std::string name;
  std::string version;
  std::string homepage;
  Capabilities can;
};

class Subject {
 public:
  virtual ~Subject() = default;
  virtual SubjectInfo info() = 0;
  // The answer to one case. Never throws for anything that the subject does.
  virtual Answer ask(const Case& test) = 0;
};

// The library itself. Safe to ask from one thread at a time, as every subject.
std::unique_ptr<Subject> library_subject();

}  // namespace assay::conformance
