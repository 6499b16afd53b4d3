// The matrix: every case asked of every subject, and how each answer stands. The one source of all
// reports; the same suites and answers give the same matrix, byte for byte.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "expectations.hpp"
#include "subject.hpp"

namespace assay::conformance {

struct Cell {
  Answer answer;
  Judgement judgement;
  Standing standing = Standing::fine;
};

// A subject with what is known of it.
struct Contestant {
  Subject* subject = nullptr;
  SubjectInfo info;
  Expectations expectations;
};

struct Matrix {
  std::vector<Suite> suites;
  std::vector<Contestant> contestants;
  Level held_to = Level::onnx;
  // By suite, case and contestant.
  std::vector<std::vector<std::vector<Cell>>> cells;
  // "subject: suite/id" of entries of expectation lists that no case answers to.
  std::vector<std::string> stale;
};

struct RunOptions {
  Level held_to = Level::onnx;
  unsigned jobs = 1;  // subjects asked at the same time
  bool whole = true;  // all suites were given: entries without a case are stale
  std::function<void(std::size_t done, std::size_t total)>
      progress;  // from many threads, one at a time
};

// Asks everything. Subjects must have been asked for their info.
Matrix run_matrix(std::vector<Suite> suites, std::vector<Contestant> contestants,
                  const RunOptions& options);

struct Counts {
  std::uint64_t pass = 0;
  std::uint64_t fail = 0;    // not as it must be; known failures among them
  std::uint64_t broken = 0;  // crash, timeout, no answer
  std::uint64_t differs = 0;
  std::uint64_t skipped = 0;
  std::uint64_t known = 0;  // failures that the list has
  std::uint64_t fresh = 0;  // failures that it does not have
  std::uint64_t unexpected = 0;
};
Counts count(const Matrix& matrix, std::size_t contestant);

// Nothing new failed, nothing unexpectedly passed, nothing is stale.
bool is_clean(const Matrix& matrix);

// The matrix as JSON (docs/conformance.md describes it). `with_inputs`: with the annotated bytes.
Json matrix_json(const Matrix& matrix, bool with_inputs = true);

// Reports, from matrix_json().
std::string junit_report(const Json& matrix);
std::string markdown_report(const Json& matrix);
std::string html_report(const Json& matrix);

}  // namespace assay::conformance
