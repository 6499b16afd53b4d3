// A file that was read: its bytes, its records, and the memory that they are in.
#pragma once

#include <memory>
#include <optional>

#include "assay/check.hpp"
#include "assay/external.hpp"
#include "assay/mapped_file.hpp"

#include "base/arena.hpp"
#include "decode/records.hpp"
#include "rules/data_files.hpp"

namespace assay::rules {

struct Document {
  // What it was opened with, where it was opened by its path.
  std::optional<MappedFile> file;
  std::optional<ExternalFolder> folder;
  Kind kind = Kind::model;
  Bytes input;
  Arena arena{0};
  std::unique_ptr<UsedFiles> files;  // keeps the maps of external data
  void* root = nullptr;              // a record of that kind, or null
  std::uint64_t decode_errors = 0;
};

// Decodes and judges. The records of `document` are sound when the report accepts. May throw
// std::bad_alloc, from the building of findings alone.
//
// `long_list`: 0, or from how many elements on the nodes of the main graph, or the tensors of the
// sequence, are judged in passing: a few at a time, in the same memory, for nobody asks for their
// records. The report is the same: where that way comes to anything but a report without findings,
// all is done again without it. Budgets count what is not kept as if it were.
Report read_document(Bytes input, Kind kind, const Policy& policy, const ExternalFolder* folder,
                     Document& document, std::uint32_t long_list = 0);

// Where that begins to be worth it: records of fewer are in the caches anyway.
inline constexpr std::uint32_t kLongList = 256;

// The report when there was no memory even for a report.
Report out_of_memory_report(Kind kind, std::uint64_t bytes) noexcept;

}  // namespace assay::rules
