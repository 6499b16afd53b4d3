// A TensorProto: dims, types, every way to keep values; and the values as C++ has them, which must
// be the same whichever way they are asked for.
#include "assay/tensor.hpp"

#include <algorithm>
#include <bit>
#include <complex>
#include <limits>
#include <vector>

#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/share.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {
namespace {

// Enough to see every case of a loop that goes by words or blocks.
constexpr std::uint64_t kMost = 1u << 12;

template <class T>
bool same_bits(const T& a, const T& b) {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  } else if constexpr (sizeof(T) == 8) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  } else {
    return same_bits(a.real(), b.real()) && same_bits(a.imag(), b.imag());
  }
}

// All values, and from `first` on: the second must be the rest of the first.
template <class T>
DecodeResult check_read(const Tensor& tensor, std::uint64_t first, std::vector<T>& all) {
  const DecodeResult whole = tensor.read(0, std::span(all));
  std::vector<T> rest(all.size() - first);
  const DecodeResult part = tensor.read(first, std::span(rest));
  if (whole.ok()) {
    require(part.ok(), "a part of what can be read can be read");
    require(std::equal(rest.begin(), rest.end(), all.begin() + static_cast<std::ptrdiff_t>(first),
                       same_bits<T>),
            "a part reads as it does in the whole");
  }
  std::vector<T> beyond(1);
  require(tensor.read(tensor.elements(), std::span(beyond)).status != DecodeStatus::ok,
          "nothing is read behind the last element");
  return whole;
}

// An element of an integer type, bit by bit.
std::int64_t plain_integer(const ElementTypeInfo& info, const std::vector<std::byte>& raw,
                           std::uint64_t index) {
  std::uint64_t value = 0;
  for (std::uint64_t bit = 0; bit < info.bits; ++bit) {
    const std::uint64_t place = index * info.bits + bit;
    const auto byte = static_cast<unsigned>(raw[place / 8]);
    value |= std::uint64_t{byte >> (place % 8) & 1u} << bit;
  }
  const bool is_signed = info.name.starts_with("INT");
  if (is_signed && info.bits < 64 && (value >> (info.bits - 1)) != 0) {
    value |= ~std::uint64_t{0} << info.bits;
  }
  return static_cast<std::int64_t>(value);
}

void check_integers(const Tensor& tensor, const std::vector<std::int64_t>& integers) {
  const std::string_view name = tensor.info().name;
  std::vector<std::byte> raw(tensor.value_bytes());
  if ((!name.starts_with("INT") && !name.starts_with("UINT")) || !tensor.copy_raw(raw).ok()) {
    return;
  }
  for (std::size_t i = 0; i < integers.size(); ++i) {
    require(integers[i] == plain_integer(tensor.info(), raw, i), "an integer is its bits", name);
  }
}

void check_raw(const Tensor& tensor) {
  std::vector<std::byte> copied(tensor.value_bytes());
  std::vector<std::byte> visited;
  const DecodeResult visit = tensor.visit_raw(
      [&](Bytes piece) { visited.insert(visited.end(), piece.begin(), piece.end()); });
  const DecodeResult copy = tensor.copy_raw(copied);
  require(visit.status == copy.status, "visiting and copying agree");
  if (visit.ok()) {
    require(visited == copied, "what is visited is what is copied");
    const auto raw = tensor.raw_bytes();
    // A tensor that only a lenient policy lets pass may have more of them than it needs.
    require(!raw || (raw->size() >= copied.size() &&
                     std::equal(copied.begin(), copied.end(), raw->begin())),
            "raw bytes in place are those that are copied");
  }
}

void check_values(const Tensor& tensor) {
  const std::uint64_t count = tensor.elements();
  if (count > kMost) {
    return;
  }
  const std::uint64_t first = count / 3;
  std::vector<double> doubles(count);
  std::vector<float> floats(count);
  std::vector<std::int64_t> integers(count);
  std::vector<std::uint64_t> naturals(count);
  std::vector<std::complex<double>> complex(count);
  const bool real = check_read(tensor, first, doubles).ok();
  require(check_read(tensor, first, floats).ok() == real, "float reads what double reads");
  const bool whole = check_read(tensor, first, integers).ok();
  const bool natural = check_read(tensor, first, naturals).ok();
  (void)check_read(tensor, first, complex);
  for (std::size_t i = 0; real && whole && i < count; ++i) {
    require(static_cast<double>(integers[i]) == doubles[i], "an integer is the number it is");
    require(!natural || integers[i] < 0 || naturals[i] == static_cast<std::uint64_t>(integers[i]),
            "signed and unsigned agree");
  }
  if (whole) {
    check_integers(tensor, integers);
  }
  check_raw(tensor);
}

}  // namespace

void target_tensor(Bytes input) {
  const std::optional<Profile> profile = check_file(Kind::tensor, input);
  // What no profile accepts a lenient policy may still let pass: its members stay safe to call.
  if (profile || Share(input).one_in(8)) {
    if (const auto file = read_tensor(input, profile ? Policy(*profile) : lenient())) {
      check_values(file->tensor());
    }
  }
}

}  // namespace assay::fuzz
