#include "external/data_file.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/checked.hpp"

namespace assay {

DataFile::DataFile(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
DataFile::DataFile(DataFile&&) noexcept = default;
DataFile& DataFile::operator=(DataFile&&) noexcept = default;
DataFile::~DataFile() = default;

DataFile::Identity DataFile::identity() const noexcept {
  return {state_->opened.device, state_->opened.inode};
}

std::uint64_t DataFile::size() const noexcept {
  return state_->opened.size;
}

std::optional<Bytes> DataFile::mapped() const noexcept {
  return state_->mapping ? std::optional(state_->mapping->bytes()) : std::nullopt;
}

bool DataFile::read(std::uint64_t offset, std::span<std::byte> into) const noexcept {
  if (offset > size() || into.size() > size() - offset) {
    return false;
  }
  if (const auto whole = mapped()) {
    std::copy_n(whole->data() + narrow<std::size_t>(offset), into.size(), into.data());
    return true;
  }
  return external::read_at(state_->descriptor.get(), offset, into) == into.size();
}

bool DataFile::visit(std::uint64_t offset, std::uint64_t length,
                     const std::function<void(Bytes)>& window) const {
  if (offset > size() || length > size() - offset) {
    return false;
  }
  if (const auto whole = mapped(); whole && length > 0) {
    window(whole->subspan(narrow<std::size_t>(offset), narrow<std::size_t>(length)));
    return true;
  }
  std::vector<std::byte> buffer(narrow<std::size_t>(std::min<std::uint64_t>(length, kWindow)));
  for (std::uint64_t done = 0; done < length;) {
    const auto piece = std::span(buffer).first(
        narrow<std::size_t>(std::min<std::uint64_t>(length - done, buffer.size())));
    if (!read(offset + done, piece)) {
      return false;
    }
    window(piece);
    done += piece.size();
  }
  return true;
}

bool DataFile::changed() const noexcept {
  const auto now = external::state_of(state_->descriptor.get());
  return (state_->mapping && state_->mapping->torn()) || !now || !now->same_content(state_->opened);
}

}  // namespace assay
