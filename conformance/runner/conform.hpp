// `assay conform`: loads suites, asks subjects, says what came of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "suite.hpp"

namespace assay::conformance {

struct ConformOptions {
  // Suites, folders of suites, and ONNX backend-test folders.
  std::vector<std::filesystem::path> places;
  // "assay" is the library in this process; anything else is the configuration of a program.
  std::vector<std::string> subjects = {"assay"};
  // Only cases with this in "suite/id".
  std::string filter;
  Level level = Level::onnx;
  unsigned jobs = 1;
  // Where NAME.json says what the subject NAME is known to get wrong; empty: nothing is known.
  std::filesystem::path expected;
  // Reports to write; empty: not that one.
  std::filesystem::path matrix;
  std::filesystem::path junit;
  std::filesystem::path markdown;
  std::filesystem::path html;
  // Instead of asking anybody: every input as a file with its expectation, below this folder.
  std::filesystem::path export_to;

  std::function<void(std::size_t done, std::size_t total)> progress;
  std::function<void(const std::string& text)> print;  // the summary, in pieces
};

// 0: all as expected. 1: not so. 3: no case. Throws std::exception where the work cannot be done.
int conform(const ConformOptions& options);

// Writes every input of the suites as a file below `folder`, and an index.json that says what is
// expected of each. Operator cases become ONNX backend-test folders.
void export_suites(const std::vector<Suite>& suites, const std::filesystem::path& folder);

}  // namespace assay::conformance
