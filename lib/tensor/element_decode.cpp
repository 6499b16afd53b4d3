// One loader for each layout of elements, one conversion for each pair of kinds of number, and a
// loop that joins them.
#include "tensor/element_decode.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/checked.hpp"
#include "tensor/numeric_formats.hpp"

namespace assay {
namespace {

static_assert(std::endian::native == std::endian::little ||
              std::endian::native == std::endian::big);

// An unsigned little-endian number of 1, 2, 4 or 8 bytes.
template <std::unsigned_integral U>
U load(const std::byte* bytes) noexcept {
  U value;
  std::memcpy(&value, bytes, sizeof(U));
  if constexpr (std::endian::native == std::endian::big) {
    U swapped = 0;
    for (std::size_t i = 0; i < sizeof(U); ++i) {
      swapped = static_cast<U>(swapped << 8 | (value >> (8 * i) & 0xff));
    }
    return swapped;
  } else {
    return value;
  }
}

// Loaders: operator()(raw, i) is element i of the tensor that starts at raw, as a C++ number.

template <std::integral T>
struct LoadInteger {
  T operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(load<U>(raw + i * sizeof(U)));
  }
};

struct LoadBool {
  std::uint8_t operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return raw[i] != std::byte{0} ? 1 : 0;
  }
};

struct LoadFloat {
  float operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return std::bit_cast<float>(load<std::uint32_t>(raw + i * 4));
  }
};

struct LoadDouble {
  double operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return std::bit_cast<double>(load<std::uint64_t>(raw + i * 8));
  }
};

template <float (*Value)(std::uint16_t)>
struct LoadHalf {
  float operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return Value(load<std::uint16_t>(raw + i * 2));
  }
};

template <typename Part>
struct LoadComplex {
  std::complex<double> operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return {double{Part()(raw, 2 * i)}, double{Part()(raw, 2 * i + 1)}};
  }
};

// The bit pattern of element i, for elements of 2, 4, 6 or 8 bits.
template <unsigned Bits>
std::uint8_t load_pattern(const std::byte* raw, std::uint64_t i) noexcept {
  if constexpr (Bits == 6) {
    // Four elements in three bytes. The second byte is read only where the element reaches into it.
    const std::byte* at = raw + i / 4 * 3 + i % 4 * 6 / 8;
    const unsigned shift = i % 4 * 6 % 8;
    unsigned pattern = std::to_integer<unsigned>(*at) >> shift;
    if (shift > 2) {
      pattern |= std::to_integer<unsigned>(at[1]) << (8 - shift);
    }
    return pattern & 0x3f;
  } else {
    constexpr std::uint64_t kPerByte = 8 / Bits;
    const unsigned shift = static_cast<unsigned>(i % kPerByte) * Bits;
    return std::to_integer<unsigned>(raw[i / kPerByte]) >> shift & ((1u << Bits) - 1);
  }
}

template <unsigned Bits>
struct LoadUnsigned {
  std::uint8_t operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return load_pattern<Bits>(raw, i);
  }
};

template <unsigned Bits>
struct LoadSigned {
  std::int8_t operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    constexpr int kSign = 1 << (Bits - 1);
    return static_cast<std::int8_t>((load_pattern<Bits>(raw, i) ^ kSign) - kSign);
  }
};

template <unsigned Bits>
struct LoadNarrowFloat {
  explicit LoadNarrowFloat(ElementType type) noexcept : values(narrow_float_values(type).data()) {}
  float operator()(const std::byte* raw, std::uint64_t i) const noexcept {
    return values[load_pattern<Bits>(raw, i)];
  }
  const float* values;
};

template <typename T>
inline constexpr bool kIsComplex = std::same_as<T, std::complex<double>>;

// The conversion to another kind of number. False when To has no such number.
template <typename To, typename From>
bool convert(From value, To& result) noexcept {
  if constexpr (std::floating_point<To> || kIsComplex<To>) {
    result = static_cast<To>(value);
    return true;
  } else if constexpr (std::integral<From>) {
    // An int8_t is a number here, never a character.
    result = static_cast<To>(value);  // NOLINT(bugprone-signed-char-misuse,cert-str34-c)
    return std::in_range<To>(value);
  } else {
    // 2^63 or 2^64: the first number that is too large, and exact as float and double.
    constexpr From kEnd = 2 * static_cast<From>(To{1} << (std::numeric_limits<To>::digits - 1));
    constexpr From kBegin = static_cast<From>(std::numeric_limits<To>::min());
    if (!(value >= kBegin && value < kEnd)) {
      return false;
    }
    result = static_cast<To>(value);
    return static_cast<From>(result) == value;
  }
}

// Whether every From is a To, so that the loop needs no way out.
template <typename To, typename From>
consteval bool always_converts() {
  if constexpr (std::integral<To> && std::integral<From>) {
    return std::in_range<To>(std::numeric_limits<From>::min()) &&
           std::in_range<To>(std::numeric_limits<From>::max());
  } else {
    return !std::integral<To>;
  }
}

template <typename To, typename Loader>
DecodeResult decode_with(const Loader& load_element, const std::byte* __restrict raw,
                         std::uint64_t first, To* __restrict out, std::size_t count) noexcept {
  using From = decltype(load_element(raw, 0));
  if constexpr (kIsComplex<From> != kIsComplex<To>) {
    return {DecodeStatus::no_conversion, 0};
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      [[maybe_unused]] const bool exact = convert(load_element(raw, first + i), out[i]);
      if constexpr (!always_converts<To, From>()) {
        if (!exact) {
          return {DecodeStatus::inexact, first + i};
        }
      }
    }
    return {};
  }
}

// Whether `raw` holds the elements [first, first + count).
bool covers(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
            std::uint64_t count) noexcept {
  std::uint64_t end = 0;
  std::uint64_t bytes = 0;
  return checked_add(first, count, end) && raw_data_bytes(info, end, bytes) && bytes <= raw.size();
}

template <typename To>
DecodeResult decode(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                    std::span<To> out) noexcept {
  if (!covers(info, raw, first, out.size())) {
    return {DecodeStatus::out_of_range, 0};
  }
  const auto with = [&](const auto& loader) {
    return decode_with(loader, raw.data(), first, out.data(), out.size());
  };
  switch (info.type) {
    case ElementType::float32:
      return with(LoadFloat());
    case ElementType::float64:
      return with(LoadDouble());
    case ElementType::float16:
      return with(LoadHalf<float16_value>());
    case ElementType::bfloat16:
      return with(LoadHalf<bfloat16_value>());
    case ElementType::float8e4m3fn:
    case ElementType::float8e4m3fnuz:
    case ElementType::float8e5m2:
    case ElementType::float8e5m2fnuz:
    case ElementType::float8e8m0:
      return with(LoadNarrowFloat<8>(info.type));
    case ElementType::float6e2m3:
    case ElementType::float6e3m2:
      return with(LoadNarrowFloat<6>(info.type));
    case ElementType::float4e2m1:
      return with(LoadNarrowFloat<4>(info.type));
    case ElementType::uint8:
      return with(LoadInteger<std::uint8_t>());
    case ElementType::int8:
      return with(LoadInteger<std::int8_t>());
    case ElementType::uint16:
      return with(LoadInteger<std::uint16_t>());
    case ElementType::int16:
      return with(LoadInteger<std::int16_t>());
    case ElementType::uint32:
      return with(LoadInteger<std::uint32_t>());
    case ElementType::int32:
      return with(LoadInteger<std::int32_t>());
    case ElementType::uint64:
      return with(LoadInteger<std::uint64_t>());
    case ElementType::int64:
      return with(LoadInteger<std::int64_t>());
    case ElementType::uint4:
      return with(LoadUnsigned<4>());
    case ElementType::int4:
      return with(LoadSigned<4>());
    case ElementType::uint2:
      return with(LoadUnsigned<2>());
    case ElementType::int2:
      return with(LoadSigned<2>());
    case ElementType::boolean:
      return with(LoadBool());
    case ElementType::complex64:
      return with(LoadComplex<LoadFloat>());
    case ElementType::complex128:
      return with(LoadComplex<LoadDouble>());
    case ElementType::string:
    case ElementType::undefined:
      break;
  }
  return {DecodeStatus::no_conversion, 0};
}

}  // namespace

DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<float> out) noexcept {
  return decode(info, raw, first, out);
}

DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<double> out) noexcept {
  return decode(info, raw, first, out);
}

DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<std::int64_t> out) noexcept {
  return decode(info, raw, first, out);
}

DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<std::uint64_t> out) noexcept {
  return decode(info, raw, first, out);
}

DecodeResult decode_elements(const ElementTypeInfo& info, Bytes raw, std::uint64_t first,
                             std::span<std::complex<double>> out) noexcept {
  return decode(info, raw, first, out);
}

std::size_t find_bad_bool(Bytes raw) noexcept {
  // Whole blocks are judged by the union of their bytes, in a loop without a branch.
  constexpr std::size_t kBlock = 512;
  std::size_t at = 0;
  for (; raw.size() - at >= kBlock; at += kBlock) {
    std::array<std::uint64_t, 8> seen{};
    for (std::size_t i = 0; i < kBlock; i += sizeof(seen)) {
      std::array<std::uint64_t, 8> words;
      std::memcpy(words.data(), raw.data() + at + i, sizeof(words));
      for (std::size_t k = 0; k < words.size(); ++k) {
        seen[k] |= words[k];
      }
    }
    std::uint64_t all = 0;
    for (const std::uint64_t word : seen) {
      all |= word;
    }
    if ((all & 0xfefefefefefefefeu) != 0) {
      break;
    }
  }
  for (; at < raw.size(); ++at) {
    if (raw[at] > std::byte{1}) {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace assay
