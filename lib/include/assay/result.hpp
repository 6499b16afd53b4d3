// What reading comes to: a value, or nothing; and in both cases the report.
#pragma once

#include <optional>
#include <utility>

#include "assay/report.hpp"

namespace assay {

// Holds a value exactly when the report accepts. A value that was read may still have warnings and
// notes. To ask for the value of a rejected file is a fault of the caller, and throws
// std::bad_optional_access; nothing else here throws.
//
// What refers to the result does not compile on a temporary one: keep the result, or move the value
// out of it.
template <class T>
class [[nodiscard]] Result {
 public:
  explicit Result(Report report) noexcept : report_(std::move(report)) {}
  Result(T value, Report report) noexcept : report_(std::move(report)), value_(std::move(value)) {}

  bool has_value() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }

  const T& value() const& { return value_.value(); }
  T value() && { return std::move(value_).value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  const T* operator->() const& { return &value(); }
  const T* operator->() const&& = delete;

  const Report& report() const& noexcept { return report_; }
  Report report() && noexcept { return std::move(report_); }

 private:
  Report report_;
  std::optional<T> value_;
};

}  // namespace assay
