// The elements of a list of records, a few at a time: of one that the decoder passed over, those
// that are read now, in the memory of those before.
#pragma once

#include <algorithm>

#include "rules/context.hpp"

namespace assay::rules {

template <class R>
class Batches {
 public:
  static constexpr std::uint32_t kMost = 16;

  Batches(Context& context, decode::Slice<R>& list)
      : context_(context), list_(list), size_(context.size_of(list)) {
    if (context.is_passed_over(list)) {
      mark_ = context.records.mark();
    }
  }

  // The next batch. False behind the last one, and where going on is idle: after a finding the list
  // is judged anew, with all of it kept.
  bool next() {
    first_ += batch_.size;
    if (!context_.is_passed_over(list_)) {
      batch_.data = list_.data + first_;
      batch_.size = std::min(kMost, size_ - first_);
      return batch_.size != 0;
    }
    if (!context_.records.rewind(mark_)) {
      mark_ = context_.records.mark();
    }
    batch_ = context_.read_on(kMost) ? list_ : decode::Slice<R>();
    list_ = {};
    return batch_.size != 0;
  }

  // What was read last stays where it is, for somebody keeps a pointer to it.
  void keep() {
    if (context_.is_passed_over(list_)) {
      mark_ = context_.records.mark();
    }
  }

  std::uint32_t size() const { return size_; }    // of the whole list
  std::uint32_t first() const { return first_; }  // the place of the batch in the list
  decode::Slice<R>& batch() { return batch_; }

 private:
  Context& context_;
  decode::Slice<R>& list_;
  std::uint32_t size_;
  std::uint32_t first_ = 0;
  decode::Slice<R> batch_;
  Arena::Mark mark_{};
};

}  // namespace assay::rules
