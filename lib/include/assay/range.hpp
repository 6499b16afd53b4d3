// The elements of a repeated field, in order: as many views as there are messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace assay {

// Copies are cheap; what it refers to belongs to the file that was read. View has a static member
// `element(const void* first, std::size_t index)`, known to this class alone.
template <class View>
class Range {
 public:
  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    using reference = View;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    Iterator() noexcept = default;
    Iterator(const void* first, std::ptrdiff_t at) noexcept : first_(first), at_(at) {}
    View operator*() const noexcept { return (*this)[0]; }
    View operator[](std::ptrdiff_t n) const noexcept {
      return View::element(first_, static_cast<std::size_t>(at_ + n));
    }
    Iterator& operator++() noexcept { return *this += 1; }
    Iterator& operator--() noexcept { return *this -= 1; }
    Iterator operator++(int) noexcept { return {first_, at_++}; }
    Iterator operator--(int) noexcept { return {first_, at_--}; }
    Iterator& operator+=(std::ptrdiff_t n) noexcept {
      at_ += n;
      return *this;
    }
    Iterator& operator-=(std::ptrdiff_t n) noexcept {
      at_ -= n;
      return *this;
    }
    friend Iterator operator+(Iterator i, std::ptrdiff_t n) noexcept { return i += n; }
    friend Iterator operator+(std::ptrdiff_t n, Iterator i) noexcept { return i += n; }
    friend Iterator operator-(Iterator i, std::ptrdiff_t n) noexcept { return i -= n; }
    friend std::ptrdiff_t operator-(const Iterator& a, const Iterator& b) noexcept {
      return a.at_ - b.at_;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.at_ == b.at_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) noexcept {
      return a.at_ <=> b.at_;
    }

   private:
    const void* first_ = nullptr;
    std::ptrdiff_t at_ = 0;
  };

  Range() noexcept = default;
  Range(const void* first, std::size_t size) noexcept : first_(first), size_(size) {}

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  // Only for index < size().
  View operator[](std::size_t index) const noexcept { return View::element(first_, index); }
  Iterator begin() const noexcept { return {first_, 0}; }
  Iterator end() const noexcept { return {first_, static_cast<std::ptrdiff_t>(size_)}; }

 private:
  const void* first_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace assay
