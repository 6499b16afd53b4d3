// The numbers of a repeated field, read from the file's own bytes as they are asked for.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace assay {

namespace decode {
struct Scalars;
struct Run;
}  // namespace decode

// int64 (varints) or float (fixed32). Each step of an iterator reads one number; for random access
// copy them: std::vector<std::int64_t>(numbers.begin(), numbers.end()).
template <class T>
class Numbers {
  static_assert(std::same_as<T, std::int64_t> || std::same_as<T, float>);

 public:
  class Iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = T;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;

    Iterator() noexcept = default;
    T operator*() const noexcept {
      if constexpr (std::same_as<T, float>) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits_));
      } else {
        return static_cast<T>(bits_);
      }
    }
    Iterator& operator++() noexcept {
      ++index_;
      step();
      return *this;
    }
    Iterator operator++(int) noexcept {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
      return a.index_ == b.index_;
    }

   private:
    friend class Numbers;
    explicit Iterator(const decode::Scalars* scalars) noexcept;
    explicit Iterator(std::uint64_t index) noexcept : index_(index) {}
    void step() noexcept;

    const decode::Scalars* scalars_ = nullptr;
    const decode::Run* run_ = nullptr;
    const std::byte* at_ = nullptr;
    std::uint64_t bits_ = 0;
    std::uint64_t index_ = 0;
  };

  explicit Numbers(const decode::Scalars& scalars) noexcept;

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  Iterator begin() const noexcept { return Iterator(scalars_); }
  Iterator end() const noexcept { return Iterator(size_); }

 private:
  const decode::Scalars* scalars_;
  std::size_t size_;
};

extern template class Numbers<std::int64_t>;
extern template class Numbers<float>;

}  // namespace assay
