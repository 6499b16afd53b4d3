// Judges many files, on as many threads as asked for, and hands the results over in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/external.hpp"
#include "assay/kind.hpp"
#include "assay/mapped_file.hpp"
#include "assay/policy.hpp"
#include "assay/report_writer.hpp"

namespace assay::cli {

// A file, or standard input, and the folder that external data may be in.
struct Input {
  std::string name;  // as reports have it
  MappedFile file;
  std::optional<ExternalFolder> folder;  // standard input has none
};

// Of the file no more than `limit` bytes and one are read where it cannot be mapped.
Input open_input(const std::string& file, std::uint64_t limit);

// Judged as `fixed`, or as what the name says (.onnx), or as what the content says.
Report judge_input(const Input& input, std::optional<Kind> fixed, const Policy& policy);
// That kind alone.
Kind kind_of(const Input& input, std::optional<Kind> fixed, const Policy& policy);

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
  bool checksums = false;  // verify those of external data
};

Judgement judge(const Task& task, std::size_t index);

// Calls `take` on the calling thread with each file's index and judgement: in the order of the
// files, or, when `as_finished`, as they come. Calls `wait` whenever there is nothing to take yet,
// with the number of files taken, at least every tenth of a second.
void judge_all(const Task& task, std::size_t threads, bool as_finished,
               const std::function<void(std::size_t, Judgement)>& take,
               const std::function<void(std::size_t)>& wait);

}  // namespace assay::cli
