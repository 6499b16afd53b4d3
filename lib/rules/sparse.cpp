#include "rules/sparse.hpp"

#include <limits>
#include <span>

#include "base/checked.hpp"
#include "rules/data_files.hpp"
#include "rules/tensor.hpp"
#include "tensor/index_order.hpp"

namespace assay::rules {
namespace {

using decode::SparseTensorRecord;
using decode::TensorRecord;

// Judges indices one after another, in the order of the file: range, and order as tuples. A linear
// index is a tuple of one, whose limit is the dense size.
class IndexCheck {
 public:
  // `place` is where to point when the numbers are not part of the input; else empty.
  IndexCheck(Context& context, const Path& path, std::string_view field, Bytes place,
             std::span<const std::int64_t> limits, std::span<std::int64_t> last)
      : context_(context),
        path_(path),
        field_(field),
        place_(place),
        limits_(limits),
        last_(last) {}

  // The next number of the list. False once nothing more can be found.
  bool next(std::int64_t value, const std::byte* at, std::uint64_t size) {
    const std::int64_t limit = limits_[axis_];
    if (axis_ == 0) {
      tuple_ = at;
      above_ = count_ == 0;
      below_ = false;
    }
    if ((value < 0 || value >= limit) && !ranged_) {
      ranged_ = true;
      context_.report(Rule::sparse_index_range, path_, field_, place_of({at, size}), "index ",
                      count_, " is ", value, axis_text(), "; the dense shape allows 0 to ",
                      limit - 1);
    }
    if (!above_ && !below_) {
      above_ = value > last_[axis_];
      below_ = value < last_[axis_];
    }
    last_[axis_] = value;
    if (++axis_ < limits_.size()) {
      return true;
    }
    axis_ = 0;
    const Bytes tuple{tuple_, static_cast<std::uint64_t>(at + size - tuple_)};
    if (below_ && !unordered_) {
      unordered_ = true;
      context_.report(Rule::sparse_order, path_, field_, place_of(tuple), "index ", count_,
                      " is below the one before it; indices ascend");
    } else if (!above_ && !below_ && !repeated_) {
      repeated_ = true;
      context_.report(Rule::sparse_duplicate_index, path_, field_, place_of(tuple), "index ",
                      count_, " is the same as the one before it");
    }
    ++count_;
    return !(ranged_ && unordered_ && repeated_);
  }

 private:
  Bytes place_of(Bytes numbers) const noexcept { return place_.empty() ? numbers : place_; }

  std::string axis_text() const {
    return limits_.size() == 1 ? std::string() : cat(" on axis ", axis_);
  }

  Context& context_;
  const Path& path_;
  std::string_view field_;
  Bytes place_;
  std::span<const std::int64_t> limits_;
  std::span<std::int64_t> last_;
  const std::byte* tuple_ = nullptr;
  std::uint64_t count_ = 0;
  std::uint64_t axis_ = 0;
  bool above_ = false;
  bool below_ = false;
  bool ranged_ = false;
  bool unordered_ = false;
  bool repeated_ = false;
};

class SparseCheck {
 public:
  SparseCheck(Context& context, SparseTensorRecord& sparse, const Path& path)
      : context_(context), sparse_(sparse), path_(path) {}

  bool run() {
    if (sparse_.source.damaged) {
      return false;
    }
    const std::uint64_t before = context_.findings.errors();
    const bool shaped = check_shape();
    const bool valued = check_values_tensor();
    if (shaped && valued) {
      check_dense_size();
    }
    check_indices(shaped, valued);
    // A policy that makes nothing of a missing part does not make it sound.
    return shaped && valued && context_.findings.errors() == before;
  }

 private:
  template <class... Parts>
  void report(Rule rule, std::string_view field, Bytes bytes, const Parts&... parts) {
    context_.report(rule, path_, field, bytes, parts...);
  }

  // The dense shape: at least one dim, all above 0.
  bool check_shape() {
    rank_ = sparse_.dims.count();
    bool positive = rank_ != 0;
    decode::for_each_varint(sparse_.dims, false,
                            [&](std::uint64_t dim, const std::byte*, std::uint64_t) {
                              positive = static_cast<std::int64_t>(dim) > 0;
                              return positive;
                            });
    if (!positive) {
      report(Rule::sparse_dims, "dims",
             rank_ == 0 ? decode::bytes_of(sparse_.source) : decode::bytes_of(sparse_.dims),
             rank_ == 0 ? cat("the dense shape is missing")
                        : cat("the dense shape ", describe_dims(sparse_.dims),
                              " has a dim that is not above 0"));
      return false;
    }
    // Tuples can be told apart and put in order even where the dense size overflows.
    return check_dims(context_, sparse_.dims, path_, Rule::sparse_dense_overflow, dense_,
                      sparse_.shape);
  }

  bool check_values_tensor() {
    if (sparse_.values == nullptr) {
      report(Rule::sparse_values_missing, "values", decode::bytes_of(sparse_.source),
             "the sparse tensor has no values");
      return false;
    }
    if (!check_tensor(context_, *sparse_.values, {&path_, "values"})) {
      return false;
    }
    if (sparse_.values->shape.size() != 1) {
      report(Rule::sparse_values_rank, "values.dims", decode::bytes_of(sparse_.values->source),
             "values has the shape ", describe_dims(sparse_.values->dims), "; it must be [NNZ]");
      return false;
    }
    nnz_ = sparse_.values->elements;
    return true;
  }

  void check_dense_size() {
    const ElementTypeInfo& info = type_of(*sparse_.values);
    std::uint64_t bytes = dense_;
    if (info.bits != 0 && !raw_data_bytes(info, dense_, bytes)) {
      bytes = std::numeric_limits<std::uint64_t>::max();
    }
    if (bytes > context_.policy().limits.dense_bytes) {
      report(Rule::limit_dense_bytes, "dims", decode::bytes_of(sparse_.dims), "the dense form, ",
             info.name, " ", describe_dims(sparse_.dims), ", takes more than ",
             context_.policy().limits.dense_bytes, " bytes");
    }
  }

  void check_indices(bool shaped, bool valued) {
    if (sparse_.indices == nullptr) {
      if (valued && nnz_ != 0) {
        report(Rule::sparse_indices_missing, "indices", decode::bytes_of(sparse_.source),
               "the sparse tensor has ", nnz_, " values and no indices");
      }
      return;
    }
    TensorRecord& indices = *sparse_.indices;
    const Path path{&path_, "indices"};
    if (!check_tensor(context_, indices, path)) {
      return;
    }
    const ElementTypeInfo& info = type_of(indices);
    if (info.type != ElementType::int64) {
      report(
          Rule::sparse_index_type, "indices.data_type",
          decode::locate(indices.source, schema::number_of(schema::MessageId::tensor, "data_type")),
          "the indices are ", info.name, "; they must be INT64");
      return;
    }
    const decode::Shape shape = indices.shape;
    if (!valued || sparse_.shape.empty() || (!shaped && shape.size() != 2)) {
      return;
    }
    if (shape.empty() || shape.size() > 2 || static_cast<std::uint64_t>(shape[0]) != nnz_ ||
        (shape.size() == 2 && static_cast<std::uint64_t>(shape[1]) != rank_)) {
      report(Rule::sparse_nnz_mismatch, "indices.dims",
             indices.dims.present() ? decode::bytes_of(indices.dims)
                                    : decode::bytes_of(indices.source),
             "the shape of indices is ", describe_dims(indices.dims), "; it must be [", nnz_,
             "] or [", nnz_, ",", rank_, "]");
      return;
    }
    walk_indices(indices, path, shape.size() == 2);
  }

  void walk_indices(TensorRecord& indices, const Path& path, bool coordinates) {
    const auto dense = static_cast<std::int64_t>(dense_);
    const decode::Shape limits = coordinates ? sparse_.shape : decode::Shape(&dense, 1);
    auto* last = context_.arena.make<std::int64_t>(limits.size());
    if (last == nullptr) {
      return;
    }
    Bytes raw = decode::bytes_of(indices.raw_data);
    std::string_view field = raw.data() != nullptr ? "raw_data" : "int64_data";
    Bytes place;
    if (indices.rest->external_file != 0) {
      // Without the values, the finding about them stands for those about the indices.
      raw = external_values(context_, indices, path).value_or(Bytes());
      if (raw.data() == nullptr) {
        return;
      }
      field = "external_data";
      place = decode::bytes_of(indices.rest->external_location);
    }
    IndexCheck check(context_, path, field, place, limits, {last, limits.size()});
    if (raw.data() == nullptr) {
      decode::for_each_varint(indices.rest->int64_data, false,
                              [&](std::uint64_t value, const std::byte* at, std::uint64_t size) {
                                return check.next(static_cast<std::int64_t>(value), at, size);
                              });
      return;
    }
    if (indices_ascend(raw, limits)) {
      return;
    }
    for (std::uint64_t at = 0; at + 8 <= raw.size(); at += 8) {
      const std::byte* here = raw.data() + at;
      if (!check.next(static_cast<std::int64_t>(wire::load_fixed64(here)), here, 8)) {
        return;
      }
    }
  }

  Context& context_;
  SparseTensorRecord& sparse_;
  const Path& path_;
  std::uint64_t rank_ = 0;
  std::uint64_t dense_ = 0;
  std::uint64_t nnz_ = 0;
};

}  // namespace

bool check_sparse_tensor(Context& context, SparseTensorRecord& sparse, const Path& path) {
  return SparseCheck(context, sparse, path).run();
}

}  // namespace assay::rules
