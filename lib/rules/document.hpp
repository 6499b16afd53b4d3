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
Report read_document(Bytes input, Kind kind, const Policy& policy, const ExternalFolder* folder,
                     Document& document);

schema::MessageId message_of(Kind kind) noexcept;

// The report when there was no memory even for a report.
Report out_of_memory_report(Kind kind, std::uint64_t bytes) noexcept;

}  // namespace assay::rules
