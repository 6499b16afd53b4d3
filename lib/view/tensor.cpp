#include "assay/tensor.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "base/checked.hpp"
#include "external/data_files.hpp"
#include "tensor/element_decode.hpp"
#include "tensor/stored_values.hpp"
#include "view/access.hpp"

namespace assay {
namespace {

using decode::TensorRecord;

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

// How many elements fill whole bytes together.
std::uint64_t elements_per_group(const ElementTypeInfo& info) noexcept {
  return info.bits % 8 == 0 ? 1 : info.bits == 4 ? 2 : 4;
}

// Gives the elements [first, first + count) as raw_data lays them out, in pieces. `first` starts a
// group.
DecodeStatus visit_elements(const TensorRecord& record, const ElementTypeInfo& info,
                            std::uint64_t first, std::uint64_t count,
                            const std::function<void(Bytes)>& piece) {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  if (count == 0) {
    return DecodeStatus::ok;
  }
  if (!raw_data_bytes(info, first, offset) || !raw_data_bytes(info, count, bytes)) {
    return DecodeStatus::out_of_range;
  }
  if (const std::optional<Bytes> raw = raw_layout(record, info)) {
    if (raw->size() < offset || raw->size() - offset < bytes) {
      return DecodeStatus::out_of_range;
    }
    piece(raw->subspan(offset, bytes));
    return DecodeStatus::ok;
  }
  if (is_external(record)) {
    const external::DataFiles::Range range{record.rest->external_file - 1u,
                                           record.rest->external_offset + offset, bytes};
    return record.rest->external_files->visit(range, piece) ? DecodeStatus::ok
                                                            : DecodeStatus::no_values;
  }
  const decode::Scalars& scalars = *typed_field(record, info);
  std::uint64_t skipped = 0;
  std::uint64_t entries = 0;
  if (!typed_entries(info, first, skipped) || !typed_entries(info, count, entries) ||
      saturating_add(skipped, entries) > scalars.count()) {
    return DecodeStatus::out_of_range;
  }
  StoredEntries stored(scalars, info);
  stored.skip(skipped);
  std::array<std::byte, StoredEntries::kBytes> buffer;
  while (entries != 0) {
    const std::uint64_t taken = std::min(entries, StoredEntries::kEntries);
    piece({buffer.data(), stored.take(taken, buffer.data())});
    entries -= taken;
  }
  return DecodeStatus::ok;
}

// Decodes pieces of any length as they come.
template <class T>
class PieceDecoder {
 public:
  // The pieces start at element `begin`, of which the first `skip` are not wanted.
  PieceDecoder(const ElementTypeInfo& info, std::uint64_t begin, std::uint64_t skip,
               std::span<T> out) noexcept
      : info_(info), begin_(begin), skip_(skip), out_(out) {}

  void add(Bytes piece) noexcept {
    while (!piece.empty() && result_.ok()) {
      const std::size_t count = std::min(piece.size(), buffer_.size() - filled_);
      std::memcpy(buffer_.data() + filled_, piece.data(), count);
      filled_ += count;
      piece = piece.subspan(count);
      if (filled_ == buffer_.size()) {
        decode();
      }
    }
  }

  DecodeResult finish() noexcept {
    if (result_.ok() && filled_ != 0) {
      decode();
    }
    return result_;
  }

 private:
  void decode() noexcept {
    const std::uint64_t elements = filled_ * 8 / info_.bits;
    const std::uint64_t count = std::min(elements - skip_, std::uint64_t{out_.size()});
    result_ = decode_elements(info_, Bytes(buffer_.data(), filled_), skip_, out_.first(count));
    result_.element += result_.ok() ? 0 : begin_;
    out_ = out_.subspan(count);
    begin_ += elements;
    skip_ = 0;
    filled_ = 0;
  }

  const ElementTypeInfo& info_;
  std::uint64_t begin_;
  std::uint64_t skip_;
  std::span<T> out_;
  // Whole elements of every type: a multiple of 3 and of 16.
  std::array<std::byte, 3072> buffer_;
  std::size_t filled_ = 0;
  DecodeResult result_;
};

template <class T>
DecodeResult read_elements(const Tensor& tensor, const TensorRecord& record, std::uint64_t first,
                           std::span<T> out) noexcept {
  const ElementTypeInfo& info = tensor.info();
  if (const DecodeStatus status = judge(tensor, first, out.size()); status != DecodeStatus::ok) {
    return {status, 0};
  }
  if (const std::optional<Bytes> raw = tensor.raw_bytes(); raw || out.empty()) {
    return decode_elements(info, raw.value_or(Bytes()), raw ? first : 0, out);
  }
  const std::uint64_t skip = first % elements_per_group(info);
  PieceDecoder<T> decoder(info, first - skip, skip, out);
  try {
    const DecodeStatus status = visit_elements(record, info, first - skip, skip + out.size(),
                                               [&](Bytes piece) { decoder.add(piece); });
    return status == DecodeStatus::ok ? decoder.finish() : DecodeResult{status, 0};
  } catch (const std::bad_alloc&) {  // opening a data file takes memory
    return {DecodeStatus::no_values, 0};
  }
}

}  // namespace

std::string_view Tensor::name() const noexcept {
  return record_->name;
}
std::string_view Tensor::doc_string() const noexcept {
  return record_->rest->doc_string;
}
Range<KeyValue> Tensor::metadata() const noexcept {
  return view::range<KeyValue>(record_->rest->metadata_props);
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
  if (assay::is_external(*record_)) {
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
  return !is_external() || elements() == 0 || record_->rest->external_files != nullptr;
}

std::string_view Tensor::external_location() const noexcept {
  return record_->rest->external_location;
}
std::uint64_t Tensor::external_offset() const noexcept {
  return record_->rest->external_offset;
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
  DecodeStatus status = judge(*this, 0, elements());
  if (status == DecodeStatus::ok) {
    status = visit_elements(*record_, info(), 0, elements(), piece);
  }
  return {status, 0};
}

DecodeResult Tensor::copy_raw(std::span<std::byte> out) const noexcept {
  if (out.size() != value_bytes()) {
    return {DecodeStatus::out_of_range, 0};
  }
  std::byte* at = out.data();
  try {
    return visit_raw([&](Bytes bytes) {
      std::memcpy(at, bytes.data(), bytes.size());
      at += bytes.size();
    });
  } catch (const std::bad_alloc&) {  // opening a data file takes memory
    return {DecodeStatus::no_values, 0};
  }
}

std::span<const std::string_view> Tensor::strings() const noexcept {
  if (element_type() != ElementType::string) {
    return {};
  }
  return {record_->rest->string_data.data, record_->rest->string_data.size};
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
