// A sparse tensor that passed: some values, and where in a dense tensor they stand.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "assay/tensor.hpp"

namespace assay {

namespace decode {
struct SparseTensorRecord;
}

// A view, as Tensor is.
class SparseTensor {
 public:
  // The name of its values: a sparse tensor has none of its own.
  std::string_view name() const noexcept { return values().name(); }
  ElementType element_type() const noexcept { return values().element_type(); }

  // The dense shape, and the product of it.
  std::span<const std::int64_t> dims() const noexcept;
  std::uint64_t elements() const noexcept;

  // The values that are given; all others are 0, or the empty string. Rank 1.
  Tensor values() const noexcept;
  // How many there are.
  std::uint64_t count() const noexcept { return values().elements(); }

  // How the file gives the places: a number each, or a tuple of numbers, one for each dim.
  enum class Form : std::uint8_t { linear, coordinate };
  Form form() const noexcept;
  // INT64, [count] or [count, rank]; may be missing where there are no values.
  std::optional<Tensor> indices() const noexcept;

  // Where values()[position] stands: `index` is row-major, below elements(). Ascending.
  struct Entry {
    std::uint64_t position = 0;
    std::uint64_t index = 0;
  };
  // Calls `each` for every value, in order, whatever the form. Statuses: ok, no_values, and, under
  // a policy that lets unsound indices pass, no_conversion or out_of_range. Throws what `each`
  // throws. Cost: linear in the indices.
  [[nodiscard]] DecodeResult visit(const std::function<void(Entry)>& each) const;

  // The coordinates of a row-major index: one number for each dim, as many as `out` holds. Only
  // for index < elements().
  void coordinates(std::uint64_t index, std::span<std::int64_t> out) const noexcept;

 private:
  friend struct view::Access;
  friend class Range<SparseTensor>;
  explicit SparseTensor(const decode::SparseTensorRecord& record) noexcept : record_(&record) {}
  static SparseTensor element(const void* first, std::size_t index) noexcept;
  const decode::SparseTensorRecord* record_;
};

// A SparseTensorProto as a file of its own.
class SparseTensorFile : public File {
 public:
  SparseTensor tensor() const& noexcept;
  SparseTensor tensor() const&& = delete;

 private:
  friend struct view::Access;
  using File::File;
};

// As read_tensor().
Result<SparseTensorFile> read_sparse_tensor(Bytes bytes, const Policy& policy = Policy()) noexcept;
template <TemporaryBytes C>
Result<SparseTensorFile> read_sparse_tensor(C&& bytes, const Policy& policy = Policy()) = delete;

}  // namespace assay
