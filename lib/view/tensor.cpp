#include "assay/tensor.hpp"

#include <array>
#include <cstring>

#include "base/checked.hpp"
#include "tensor/element_decode.hpp"
#include "tensor/stored_values.hpp"
#include "view/access.hpp"

namespace assay {
namespace {

using decode::TensorRecord;

constexpr std::int32_t kExternal = 1;
constexpr ElementTypeInfo kUndefined = {
    ElementType::undefined, "UNDEFINED", 0, 1, TypedField::string_data, 1, 1, 0, 0};

// What stands in the way of reading the elements [first, first + count); ok when nothing does.
DecodeStatus judge(const Tensor& tensor, std::uint64_t first, std::uint64_t count) noexcept {
  std::uint64_t end = 0;
  if (tensor.info().bits == 0) {
    return DecodeStatus::no_conversion;
  }
  if (!checked_add(first, count, end) || end > tensor.elements()) {
    return DecodeStatus::out_of_range;
  }
  if (count != 0 && !tensor.has_values()) {
    return DecodeStatus::no_values;
  }
  return DecodeStatus::ok;
}

template <class T>
DecodeResult read_elements(const Tensor& tensor, const TensorRecord& record, std::uint64_t first,
                           std::span<T> out) noexcept {
  const ElementTypeInfo& info = tensor.info();
  if (const DecodeStatus status = judge(tensor, first, out.size()); status != DecodeStatus::ok) {
    return {status, 0};
  }
  if (const std::optional<Bytes> raw = tensor.raw_bytes()) {
    return decode_elements(info, *raw, first, out);
  }
  const decode::Scalars& scalars = *typed_field(record, info);
  std::uint64_t entries = 0;
  if (out.empty()) {
    return decode_elements(info, {}, 0, out);
  }
  if (!typed_entries(info, first + out.size(), entries) || entries > scalars.count()) {
    return {DecodeStatus::out_of_range, 0};
  }
  // Piece by piece through a buffer that has the values as raw_data would.
  StoredEntries stored(scalars, info);
  stored.skip(first / info.elements_per_entry * info.entries_per_element);
  std::uint64_t skip = first % info.elements_per_entry;
  std::array<std::byte, StoredEntries::kBytes> buffer;
  const std::uint64_t most =
      StoredEntries::kEntries / info.entries_per_element * info.elements_per_entry;
  for (std::uint64_t done = 0; done != out.size();) {
    const std::uint64_t count = std::min(most - skip, out.size() - done);
    (void)typed_entries(info, skip + count, entries);
    const std::size_t bytes = stored.take(entries, buffer.data());
    DecodeResult result =
        decode_elements(info, Bytes(buffer.data(), bytes), skip, out.subspan(done, count));
    if (!result.ok()) {
      result.element += first + done - skip;
      return result;
    }
    done += count;
    skip = 0;
  }
  return {};
}

}  // namespace

std::string_view Tensor::name() const noexcept {
  return record_->name;
}
std::string_view Tensor::doc_string() const noexcept {
  return record_->doc_string;
}
Range<KeyValue> Tensor::metadata() const noexcept {
  return view::range<KeyValue>(record_->metadata_props);
}

const ElementTypeInfo& Tensor::info() const noexcept {
  const ElementTypeInfo* info = find_element_type(record_->data_type);
  return info == nullptr ? kUndefined : *info;
}

std::span<const std::int64_t> Tensor::dims() const noexcept {
  return record_->shape;
}

std::uint64_t Tensor::elements() const noexcept {
  return record_->elements;
}

std::uint64_t Tensor::value_bytes() const noexcept {
  std::uint64_t bytes = 0;
  if (element_type() != ElementType::string) {
    (void)raw_data_bytes(info(), elements(), bytes);
    return bytes;
  }
  for (const std::string_view text : strings()) {
    bytes += text.size();
  }
  return bytes;
}

Tensor::Storage Tensor::storage() const noexcept {
  if (record_->data_location == kExternal) {
    return Storage::external;
  }
  if (record_->raw_data.data() != nullptr) {
    return Storage::raw_data;
  }
  const decode::Scalars* scalars = typed_field(*record_, info());
  return (scalars != nullptr && scalars->present()) || !strings().empty() ? Storage::typed_field
                                                                          : Storage::none;
}

bool Tensor::has_values() const noexcept {
  return !is_external() || elements() == 0 || raw_bytes().has_value();
}

std::string_view Tensor::external_location() const noexcept {
  return record_->external_location;
}
std::uint64_t Tensor::external_offset() const noexcept {
  return record_->external_offset;
}

std::optional<Bytes> Tensor::raw_bytes() const noexcept {
  return raw_layout(*record_, info());
}

DecodeResult Tensor::read(std::uint64_t first, std::span<float> out) const noexcept {
  return read_elements(*this, *record_, first, out);
}
DecodeResult Tensor::read(std::uint64_t first, std::span<double> out) const noexcept {
  return read_elements(*this, *record_, first, out);
}
DecodeResult Tensor::read(std::uint64_t first, std::span<std::int64_t> out) const noexcept {
  return read_elements(*this, *record_, first, out);
}
DecodeResult Tensor::read(std::uint64_t first, std::span<std::uint64_t> out) const noexcept {
  return read_elements(*this, *record_, first, out);
}
DecodeResult Tensor::read(std::uint64_t first, std::span<std::complex<double>> out) const noexcept {
  return read_elements(*this, *record_, first, out);
}

DecodeResult Tensor::visit_raw(const std::function<void(Bytes)>& piece) const {
  if (const DecodeStatus status = judge(*this, 0, elements()); status != DecodeStatus::ok) {
    return {status, 0};
  }
  const std::uint64_t bytes = value_bytes();
  if (bytes == 0) {
    return {};
  }
  if (const std::optional<Bytes> raw = raw_bytes()) {
    if (raw->size() < bytes) {
      return {DecodeStatus::out_of_range, 0};
    }
    piece(raw->first(bytes));
    return {};
  }
  const decode::Scalars& scalars = *typed_field(*record_, info());
  std::uint64_t entries = 0;
  if (!typed_entries(info(), elements(), entries) || entries > scalars.count()) {
    return {DecodeStatus::out_of_range, 0};
  }
  StoredEntries stored(scalars, info());
  std::array<std::byte, StoredEntries::kBytes> buffer;
  while (entries != 0) {
    const std::uint64_t count = std::min(entries, StoredEntries::kEntries);
    piece({buffer.data(), stored.take(count, buffer.data())});
    entries -= count;
  }
  return {};
}

DecodeResult Tensor::copy_raw(std::span<std::byte> out) const noexcept {
  if (out.size() != value_bytes()) {
    return {DecodeStatus::out_of_range, 0};
  }
  std::byte* at = out.data();
  return visit_raw([&](Bytes bytes) {
    std::memcpy(at, bytes.data(), bytes.size());
    at += bytes.size();
  });
}

std::span<const std::string_view> Tensor::strings() const noexcept {
  if (element_type() != ElementType::string) {
    return {};
  }
  return {record_->string_data.data, record_->string_data.size};
}

Tensor Tensor::element(const void* first, std::size_t index) noexcept {
  return Tensor(view::at<TensorRecord>(first, index));
}

Tensor TensorFile::tensor() const& noexcept {
  return view::make<Tensor>(view::root<TensorRecord>(document()));
}

Result<TensorFile> read_tensor(Bytes bytes, const Policy& policy) noexcept {
  return view::read_file<TensorFile>(bytes, Kind::tensor, policy);
}

}  // namespace assay
