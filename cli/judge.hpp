// Judges many files, on as many threads as asked for, and hands the results over in order.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/kind.hpp"
#include "assay/policy.hpp"
#include "assay/report_writer.hpp"

namespace assay::cli {

// What became of one file.
struct Judgement {
  std::string fragment;  // what the report says of it; empty when it could not be read
  std::string trouble;   // why it could not be read
  Totals totals;
};

struct Task {
  const std::vector<std::string>& files;
  std::optional<Kind> kind;  // none: by the name, and then by the content
  const Policy& policy;
  const ReportWriter& writer;
};

Judgement judge(const Task& task, std::size_t index);

// Calls `take` on the calling thread with each file's index and judgement: in the order of the
// files, or, when `as_finished`, as they come. Calls `wait` whenever there is nothing to take yet,
// with the number of files taken, at least every tenth of a second.
void judge_all(const Task& task, std::size_t threads, bool as_finished,
               const std::function<void(std::size_t, Judgement)>& take,
               const std::function<void(std::size_t)>& wait);

}  // namespace assay::cli
