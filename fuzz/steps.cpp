#include "steps.hpp"

namespace assay::fuzz {
namespace {

std::uint64_t steps = 0;

}  // namespace

#ifdef ASSAY_COUNT_STEPS
const bool kStepsAreCounted = true;
#else
const bool kStepsAreCounted = false;
#endif

CountedSteps::CountedSteps() noexcept : before_(steps) {}
std::uint64_t CountedSteps::count() const noexcept {
  return steps - before_;
}

}  // namespace assay::fuzz

#ifdef ASSAY_COUNT_STEPS
// What -fsanitize-coverage=trace-pc-guard calls. The sanitizers' own, which does nothing unless
// asked to, is weak.
extern "C" void __sanitizer_cov_trace_pc_guard(std::uint32_t* guard);
extern "C" void __sanitizer_cov_trace_pc_guard(std::uint32_t*) {
  ++assay::fuzz::steps;
}
#endif
