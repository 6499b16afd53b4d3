// Is a text nothing but printable ASCII? Asked of every name of a file, most of them short, and
// nearly always true: so it is inline, without a branch for each byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace assay {

// False when one of the eight bytes is anything but printable ASCII.
inline bool is_plain(std::uint64_t word) noexcept {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  // In the top bit of each byte, without a carry into the next one: at least 0x20; exactly 0x7f.
  const std::uint64_t low = word & (kOnes * 0x7f);
  const std::uint64_t at_least_space = low + kOnes * (0x80 - 0x20);
  const std::uint64_t is_delete = low + kOnes;
  return ((word | ~at_least_space | is_delete) & (kOnes * 0x80)) == 0;
}

inline std::uint64_t load_word(const char* at) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// Texts of less than a word.
inline bool is_short_plain_ascii(std::string_view text) noexcept {
  if (text.size() >= 4) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::memcpy(&first, text.data(), sizeof first);
    std::memcpy(&last, text.data() + text.size() - sizeof last, sizeof last);
    return is_plain(first | std::uint64_t{last} << 32);
  }
  std::uint64_t word = 0x2020202020202020;  // spaces
  for (const char c : text) {
    word = word << 8 | static_cast<std::uint8_t>(c);
  }
  return is_plain(word);
}

// Eight bytes a step. The last step may overlap the one before it: a byte that is looked at twice
// does no harm.
inline bool is_plain_ascii_by_words(std::string_view text) noexcept {
  if (text.size() < 8) {
    return is_short_plain_ascii(text);
  }
  const std::size_t last = text.size() - 8;
  for (std::size_t at = 0; at < last; at += 8) {
    if (!is_plain(load_word(text.data() + at))) {
      return false;
    }
  }
  return is_plain(load_word(text.data() + last));
}

#if defined(__SSE2__)

// True when every byte is printable ASCII: nothing left to judge. Cost: sixteen bytes a step.
inline bool is_plain_ascii(std::string_view text) noexcept {
  if (text.size() < 16) {
    return is_plain_ascii_by_words(text);
  }
  // One more than each byte, as a signed number: above 0x20 for printable ASCII and nothing else.
  const auto plain = [&text](std::size_t at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    return _mm_cmpgt_epi8(_mm_add_epi8(bytes, _mm_set1_epi8(1)), _mm_set1_epi8(0x20));
  };
  const std::size_t last = text.size() - 16;
  __m128i all = plain(last);
  for (std::size_t at = 0; at < last; at += 16) {
    all = _mm_and_si128(all, plain(at));
  }
  return _mm_movemask_epi8(all) == 0xffff;
}

#else

inline bool is_plain_ascii(std::string_view text) noexcept {
  return is_plain_ascii_by_words(text);
}

#endif

}  // namespace assay
