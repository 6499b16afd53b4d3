#include "cli/describe.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/report_writer.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t kLongestString = 60;

std::string_view name_of(ElementType type) {
  const ElementTypeInfo* info = find_element_type(type);
  return info == nullptr ? "UNDEFINED" : info->name;
}

std::string_view storage_name(Tensor::Storage storage) {
  switch (storage) {
    case Tensor::Storage::none:
      return "none";
    case Tensor::Storage::raw_data:
      return "raw_data";
    case Tensor::Storage::typed_field:
      return "typed_field";
    case Tensor::Storage::external:
      return "external";
  }
  return "";
}

Description number(double value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  return value;
}
// The double that is written as the float is: 0.1f is 0.1, not 0.10000000149.
Description number(float value) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  double same = value;
  if (std::isfinite(value)) {
    std::from_chars(digits.data(), end, same);
  }
  return number(same);
}
Description number(std::int64_t value) {
  return value;
}
Description number(std::uint64_t value) {
  return value;
}
Description number(std::complex<double> value) {
  return {number(value.real()), number(value.imag())};
}

template <class T>
Description read_values(const Tensor& tensor, std::size_t count) {
  std::vector<T> values(count);
  const DecodeResult result = tensor.read(0, std::span(values));
  Description list = Description::array();
  if (result.status == DecodeStatus::ok || result.status == DecodeStatus::inexact) {
    for (const T value : values) {
      list.push_back(number(value));
    }
  }
  return list;
}

Description first_values(const Tensor& tensor, std::size_t most) {
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, tensor.elements()));
  switch (tensor.element_type()) {
    case ElementType::string: {
      Description list = Description::array();
      for (const std::string_view text :
           tensor.strings().first(std::min(count, tensor.strings().size()))) {
        list.push_back(shortened(text, kLongestString));
      }
      return list;
    }
    case ElementType::complex64:
    case ElementType::complex128:
      return read_values<std::complex<double>>(tensor, count);
    case ElementType::float64:
      return read_values<double>(tensor, count);
    case ElementType::uint64:
      return read_values<std::uint64_t>(tensor, count);
    case ElementType::uint8:
    case ElementType::int8:
    case ElementType::uint16:
    case ElementType::int16:
    case ElementType::int32:
    case ElementType::int64:
    case ElementType::boolean:
    case ElementType::uint32:
    case ElementType::uint4:
    case ElementType::int4:
    case ElementType::uint2:
    case ElementType::int2:
      return read_values<std::int64_t>(tensor, count);
    default:
      return read_values<float>(tensor, count);
  }
}

}  // namespace

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    return printable(text);
  }
  // Not within a character.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) {
    --most;
  }
  return printable(text.substr(0, most)) + "...";
}

Description Describer::of(const Tensor& tensor) {
  Description out = {
      {"name", printable(tensor.name())}, {"type", name_of(tensor.element_type())},
      {"shape", tensor.dims()},           {"elements", tensor.elements()},
      {"bytes", tensor.value_bytes()},    {"storage", storage_name(tensor.storage())}};
  if (tensor.is_external()) {
    out["location"] = printable(tensor.external_location());
    out["offset"] = tensor.external_offset();
  }
  if (tensor.has_values()) {
    out["values"] = first_values(tensor, values_);
  }
  return out;
}

Description Describer::of(const SparseTensor& tensor) {
  Description out = {
      {"name", printable(tensor.name())},
      {"type", name_of(tensor.element_type())},
      {"shape", tensor.dims()},
      {"elements", tensor.elements()},
      {"count", tensor.count()},
      {"form", tensor.form() == SparseTensor::Form::linear ? "linear" : "coordinate"},
      {"indices", Description::array()},
      {"values", first_values(tensor.values(), values_)}};
  const std::optional<Tensor> indices = tensor.indices();
  if (!indices) {
    return out;
  }
  const std::size_t width = tensor.form() == SparseTensor::Form::linear ? 1 : tensor.dims().size();
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(values_, tensor.count()));
  std::vector<std::int64_t> numbers(std::min<std::uint64_t>(count * width, indices->elements()));
  if (indices->read(0, std::span(numbers)).status != DecodeStatus::ok) {
    return out;
  }
  std::vector<std::int64_t> place(tensor.dims().size());
  for (std::size_t i = 0; i < count && (i + 1) * width <= numbers.size(); ++i) {
    if (tensor.form() == SparseTensor::Form::linear) {
      tensor.coordinates(static_cast<std::uint64_t>(numbers[i]), place);
    } else {
      std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * width), width, place.begin());
    }
    out["indices"].push_back(place);
  }
  return out;
}

template <class Views>
void Describer::append_each(Description& list, const Views& views) {
  for (const auto view : views) {
    if (room_ == 0) {
      return;
    }
    --room_;
    list.push_back(of(view));
  }
}

Description Describer::elements(const Sequence& sequence) {
  Description list = Description::array();
  append_each(list, sequence.tensors());
  append_each(list, sequence.sparse_tensors());
  append_each(list, sequence.sequences());
  append_each(list, sequence.maps());
  append_each(list, sequence.optionals());
  return list;
}

Description Describer::of(const Sequence& sequence) {
  return {{"name", printable(sequence.name())},
          {"of", value_kind_name(sequence.kind())},
          {"size", sequence.size()},
          {"elements", elements(sequence)}};
}

Description Describer::of(const Optional& optional) {
  Description out = {{"name", printable(optional.name())},
                     {"of", value_kind_name(optional.kind())},
                     {"has_value", optional.has_value()}};
  if (room_ == 0) {
    return out;
  }
  --room_;
  if (const auto tensor = optional.tensor()) {
    out["value"] = of(*tensor);
  } else if (const auto sparse = optional.sparse_tensor()) {
    out["value"] = of(*sparse);
  } else if (const auto sequence = optional.sequence()) {
    out["value"] = of(*sequence);
  } else if (const auto map = optional.map()) {
    out["value"] = of(*map);
  } else if (const auto inner = optional.optional()) {
    out["value"] = of(*inner);
  }
  return out;
}

Description Describer::of(const Map& map) {
  Description keys = Description::array();
  for (const std::int64_t key : map.keys()) {
    if (keys.size() == room_) {
      break;
    }
    // UINT64 keys stand as negative numbers where they are large.
    keys.push_back(map.key_type() == ElementType::uint64
                       ? Description(static_cast<std::uint64_t>(key))
                       : Description(key));
  }
  for (const std::string_view key : map.string_keys()) {
    if (keys.size() == room_) {
      break;
    }
    keys.push_back(printable(key));
  }
  Description values = of(map.values());
  return {{"name", printable(map.name())},
          {"key_type", name_of(map.key_type())},
          {"size", map.size()},
          {"keys", std::move(keys)},
          {"values", std::move(values)}};
}

}  // namespace assay::cli
