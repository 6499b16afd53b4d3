// Steps as the library takes them: how often it enters a piece of code without a branch in it, so
// that every turn of a loop counts. Of builds that count (ASSAY_COUNT_STEPS): the compiler puts a
// call into each piece. What the C library does within one call is one step.
#pragma once

#include <cstdint>

namespace assay::fuzz {

extern const bool kStepsAreCounted;

// Counts those between its construction and the call.
class CountedSteps {
 public:
  CountedSteps() noexcept;
  std::uint64_t count() const noexcept;

 private:
  std::uint64_t before_;
};

}  // namespace assay::fuzz
