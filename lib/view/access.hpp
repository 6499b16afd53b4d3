// The one door between views and the records behind them.
#pragma once

#include <memory>
#include <utility>

#include "assay/file.hpp"
#include "assay/result.hpp"

#include "rules/document.hpp"

namespace assay::view {

struct Access {
  template <class View, class Record>
  static View make(const Record& record) noexcept {
    return View(record);
  }
  template <class View>
  static const auto& record(const View& view) noexcept {
    return *view.record_;
  }
  template <class FileType>
  static FileType own(std::unique_ptr<rules::Document> document) noexcept {
    return FileType(std::move(document));
  }
};

// The element of a Slice that View::element() is asked for.
template <class Record>
const Record& at(const void* first, std::size_t index) noexcept {
  return static_cast<const Record*>(first)[index];
}

template <class View, class Record>
Range<View> range(const decode::Slice<Record>& slice) noexcept {
  return {slice.data, slice.size};
}

// Reads a file of its kind, as all of the read_...() functions do.
template <class FileType>
Result<FileType> read_file(Bytes bytes, Kind kind, const Policy& policy) noexcept {
  try {
    auto document = std::make_unique<rules::Document>();
    Report report = rules::read_document(bytes, kind, policy, nullptr, *document);
    if (!report.accepted() || document->root == nullptr) {
      return Result<FileType>(std::move(report));
    }
    return Result<FileType>(Access::own<FileType>(std::move(document)), std::move(report));
  } catch (const std::bad_alloc&) {
    return Result<FileType>(rules::out_of_memory_report(kind, bytes.size()));
  }
}

}  // namespace assay::view
