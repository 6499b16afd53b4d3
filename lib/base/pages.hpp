// Zeroed memory in large pieces, from the system.
//
// Where the system can, it comes in huge pages: a page of 4 KiB at a time, the first touch of a
// large arena costs as much as filling it with records.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

// Pieces of at least this size are worth huge pages, and are best a multiple of it.
inline constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

// `bytes` zeroed bytes, aligned for any type, or null.
std::byte* take_zeroed(std::uint64_t bytes) noexcept;

// Gives back what take_zeroed() gave; `bytes` as it was told.
void give_back(std::byte* memory, std::uint64_t bytes) noexcept;

}  // namespace assay
