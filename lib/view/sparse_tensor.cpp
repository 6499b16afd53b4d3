#include "assay/sparse_tensor.hpp"

#include "base/checked.hpp"
#include "view/access.hpp"
#include "wire/cursor.hpp"

namespace assay {
namespace {

using decode::SparseTensorRecord;

// Puts the numbers of the indices together: each is a row-major index, or one of the coordinates of
// it. Of the indices it assumes nothing.
class IndexReader {
 public:
  IndexReader(std::span<const std::int64_t> dims, std::uint64_t elements,
              const std::function<void(SparseTensor::Entry)>& each) noexcept
      : dims_(dims), elements_(elements), each_(each) {}

  void take(Bytes piece) {
    for (std::size_t at = 0; at + 8 <= piece.size() && sound_; at += 8) {
      take(wire::load_fixed64(piece.data() + at));
    }
  }
  bool sound() const noexcept { return sound_; }

 private:
  void take(std::uint64_t number) {
    if (dims_.empty()) {
      index_ = number;
    } else {
      // Below the product of the dims so far, which fits: so does this.
      const auto dim = static_cast<std::uint64_t>(dims_[axis_]);
      sound_ = number < dim;
      index_ = sound_ ? index_ * dim + number : 0;
      axis_ = (axis_ + 1) % dims_.size();
    }
    sound_ = sound_ && index_ < elements_;
    if (sound_ && axis_ == 0) {
      each_({position_++, std::exchange(index_, 0)});
    }
  }

  std::span<const std::int64_t> dims_;  // empty: the indices are linear
  std::uint64_t elements_;
  const std::function<void(SparseTensor::Entry)>& each_;
  std::uint64_t position_ = 0;
  std::uint64_t index_ = 0;
  std::size_t axis_ = 0;
  bool sound_ = true;
};

}  // namespace

std::span<const std::int64_t> SparseTensor::dims() const noexcept {
  return record_->shape;
}

std::uint64_t SparseTensor::elements() const noexcept {
  std::uint64_t product = record_->shape.empty() ? 0 : 1;
  for (const std::int64_t dim : record_->shape) {
    product = saturating_mul(product, static_cast<std::uint64_t>(dim));
  }
  return product;
}

Tensor SparseTensor::values() const noexcept {
  return view::make_or_empty<Tensor>(record_->values);
}

std::optional<Tensor> SparseTensor::indices() const noexcept {
  return view::make_if<Tensor>(record_->indices);
}

SparseTensor::Form SparseTensor::form() const noexcept {
  return record_->indices != nullptr && record_->indices->shape.size() == 2 ? Form::coordinate
                                                                            : Form::linear;
}

DecodeResult SparseTensor::visit(const std::function<void(Entry)>& each) const {
  const std::optional<Tensor> indices = this->indices();
  if (!indices) {
    return {};
  }
  if (indices->element_type() != ElementType::int64) {
    return {DecodeStatus::no_conversion, 0};
  }
  const bool coordinates = form() == Form::coordinate;
  const std::uint64_t width = coordinates ? dims().size() : 1;
  if (indices->elements() != saturating_mul(count(), width)) {
    return {DecodeStatus::out_of_range, 0};
  }
  IndexReader reader(coordinates ? dims() : std::span<const std::int64_t>(), elements(), each);
  const DecodeResult result = indices->visit_raw([&](Bytes piece) { reader.take(piece); });
  return result.ok() && !reader.sound() ? DecodeResult{DecodeStatus::out_of_range, 0} : result;
}

void SparseTensor::coordinates(std::uint64_t index, std::span<std::int64_t> out) const noexcept {
  std::size_t axis = dims().size();
  while (axis != 0) {
    --axis;
    const auto dim = static_cast<std::uint64_t>(dims()[axis]);
    if (axis < out.size()) {
      out[axis] = dim == 0 ? 0 : static_cast<std::int64_t>(index % dim);
    }
    index = dim == 0 ? 0 : index / dim;
  }
}

SparseTensor SparseTensor::element(const void* first, std::size_t index) noexcept {
  return SparseTensor(view::at<SparseTensorRecord>(first, index));
}

SparseTensor SparseTensorFile::tensor() const& noexcept {
  return view::make<SparseTensor>(view::root<SparseTensorRecord>(document()));
}

Result<SparseTensorFile> read_sparse_tensor(Bytes bytes, const Policy& policy) noexcept {
  return view::read_file<SparseTensorFile>(bytes, Kind::sparse_tensor, policy);
}

}  // namespace assay
