#include "assay/file.hpp"

#include "assay/metadata.hpp"

#include "view/access.hpp"

namespace assay {

File::File(std::unique_ptr<rules::Document> document) noexcept : document_(std::move(document)) {}
File::File(File&&) noexcept = default;
File& File::operator=(File&&) noexcept = default;
File::~File() = default;

Bytes File::bytes() const noexcept {
  return document_->input;
}

KeyValue KeyValue::element(const void* first, std::size_t index) noexcept {
  const auto& entry = view::at<decode::StringStringEntryRecord>(first, index);
  return {entry.key, entry.value};
}

}  // namespace assay
