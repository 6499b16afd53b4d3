// The outcome of a check: a verdict and every finding, in the order of the file's bytes as far as
// the checks go. The same bytes and policy give the same report.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/finding.hpp"
#include "assay/kind.hpp"

namespace assay {

struct Report {
  Kind kind = Kind::model;
  std::uint64_t bytes = 0;
  // All findings up to Limits::findings; the counts go on.
  std::vector<Finding> findings;
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t notes = 0;
  // What the verdict does not speak of, in sentences.
  std::vector<std::string> not_checked;

  // True when no finding is an error. It says that the file is well-formed and nothing more: it
  // does not say that the model is safe to run.
  bool accepted() const noexcept { return errors == 0; }
  // Findings that are counted but not kept.
  std::uint64_t more() const noexcept { return errors + warnings + notes - findings.size(); }
};

}  // namespace assay
