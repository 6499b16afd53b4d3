// The one door between views and the records behind them.
#pragma once

#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "assay/file.hpp"
#include "assay/range.hpp"
#include "assay/result.hpp"

#include "rules/document.hpp"

namespace assay::view {

struct Access {
  template <class View, class Record>
  static View make(const Record& record) noexcept {
    return View(record);
  }
  template <class FileType>
  static FileType own(std::unique_ptr<rules::Document> document) noexcept {
    return FileType(std::move(document));
  }
  static const rules::Document& document(const File& file) noexcept { return file.document(); }
};

template <class View, class Record>
View make(const Record& record) noexcept {
  return Access::make<View>(record);
}

// A message that may be missing.
template <class View, class Record>
std::optional<View> make_if(const Record* record) noexcept {
  return record == nullptr ? std::nullopt : std::optional<View>(Access::make<View>(*record));
}

// A message that the rules ask for, whatever the policy made of them: an empty one, if need be.
template <class View, class Record>
View make_or_empty(const Record* record) noexcept {
  static const Record empty{};
  return Access::make<View>(record == nullptr ? empty : *record);
}

// The element of a Slice that View::element() is asked for.
template <class Record>
const Record& at(const void* first, std::size_t index) noexcept {
  return static_cast<const Record*>(first)[index];
}

template <class View, class Record>
Range<View> range(const decode::Slice<Record>& slice) noexcept {
  return {slice.data, slice.size};
}

inline std::span<const std::string_view> texts(const decode::Slice<decode::Text>& slice) noexcept {
  return {slice.data, slice.size};
}

// The record that a file is of.
template <class Record>
const Record& root(const rules::Document& document) noexcept {
  return *static_cast<const Record*>(document.root);
}

// What was read, when it passed.
template <class FileType>
Result<FileType> result(std::unique_ptr<rules::Document> document, Report report) noexcept {
  if (!report.accepted() || document->root == nullptr) {
    return Result<FileType>(std::move(report));
  }
  return Result<FileType>(Access::own<FileType>(std::move(document)), std::move(report));
}

// Reads a file of its kind, as all of the read_...() functions do.
template <class FileType>
Result<FileType> read_file(Bytes bytes, Kind kind, const Policy& policy,
                           const ExternalFolder* folder = nullptr) noexcept {
  try {
    auto document = std::make_unique<rules::Document>();
    Report report = rules::read_document(bytes, kind, policy, folder, *document);
    return result<FileType>(std::move(document), std::move(report));
  } catch (const std::bad_alloc&) {
    return Result<FileType>(rules::out_of_memory_report(kind, bytes.size()));
  }
}

}  // namespace assay::view
