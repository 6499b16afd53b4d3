// Loops that are unrolled before the optimiser looks, so that arrays of vectors become registers.
//
// To be included once by a kernel, after it has defined ASSAY_TARGET, the attribute of its
// functions. All is local to that file: code for one instruction set must not be what another file
// links to.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#define ASSAY_INLINE __attribute__((always_inline)) ASSAY_TARGET

namespace assay::conv {
namespace {

template <typename F, std::size_t... I>
ASSAY_INLINE inline void unroll(F each, std::index_sequence<I...>) noexcept {
  (each(std::integral_constant<std::size_t, I>()), ...);
}

// each(0) ... each(Count - 1), the numbers as constants. `each` is ASSAY_INLINE, too.
template <std::size_t Count, typename F>
ASSAY_INLINE inline void unroll(F each) noexcept {
  unroll(each, std::make_index_sequence<Count>());
}

}  // namespace
}  // namespace assay::conv
