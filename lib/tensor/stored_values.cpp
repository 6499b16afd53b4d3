#include "tensor/stored_values.hpp"

#include <algorithm>

namespace assay {
namespace {

unsigned fixed_width(TypedField field) noexcept {
  switch (field) {
    case TypedField::float_data:
      return 4;
    case TypedField::double_data:
      return 8;
    default:
      return 0;
  }
}

}  // namespace

const decode::Scalars* typed_field(const decode::TensorRecord& tensor,
                                   const ElementTypeInfo& info) noexcept {
  switch (info.typed_field) {
    case TypedField::float_data:
      return &tensor.rest->float_data;
    case TypedField::int32_data:
      return &tensor.rest->int32_data;
    case TypedField::int64_data:
      return &tensor.rest->int64_data;
    case TypedField::double_data:
      return &tensor.rest->double_data;
    case TypedField::uint64_data:
      return &tensor.rest->uint64_data;
    case TypedField::string_data:
      break;
  }
  return nullptr;
}

std::optional<Bytes> raw_layout(const decode::TensorRecord& tensor,
                                const ElementTypeInfo& info) noexcept {
  if (info.bits == 0) {
    return std::nullopt;
  }
  if (is_external(tensor)) {
    return tensor.rest->external.data() == nullptr ? std::nullopt
                                                   : std::optional(tensor.rest->external);
  }
  if (tensor.raw_data.data() != nullptr) {
    return bytes_of(tensor.raw_data);
  }
  const decode::Scalars* scalars = typed_field(tensor, info);
  const decode::Run* run = scalars == nullptr ? nullptr : scalars->first();
  if (run != nullptr && run == scalars->last && run->tag_bytes == 0 &&
      fixed_width(info.typed_field) != 0) {
    return Bytes(run->begin, run->end);
  }
  return std::nullopt;
}

StoredEntries::StoredEntries(const decode::Scalars& scalars, const ElementTypeInfo& info) noexcept
    : entries_(decode::Entries::of(scalars)),
      fixed_(fixed_width(info.typed_field)),
      boolean_(info.type == ElementType::boolean),
      width_(fixed_ != 0      ? fixed_
             : info.bits == 6 ? 0
                              : std::max(info.bits / 8, 1u)) {}

std::size_t StoredEntries::take(std::uint64_t entries, std::byte* out) noexcept {
  std::byte* at = out;
  std::uint64_t value = 0;
  if (width_ != 0) {
    for (; entries != 0 && entries_.next(fixed_, value); --entries) {
      if (boolean_) {
        value = wire::low_int32(value) != 0 ? 1 : 0;  // 256 is true, too
      }
      for (unsigned i = 0; i < width_; ++i) {
        *at++ = static_cast<std::byte>(value >> (8 * i) & 0xff);
      }
    }
    return static_cast<std::size_t>(at - out);
  }
  std::uint32_t bits = 0;
  unsigned filled = 0;
  for (; entries != 0 && entries_.next(fixed_, value); --entries) {
    bits |= static_cast<std::uint32_t>(value & 0x3f) << filled;
    filled += 6;
    if (filled >= 8) {
      *at++ = static_cast<std::byte>(bits & 0xff);
      bits >>= 8;
      filled -= 8;
    }
  }
  if (filled != 0) {
    *at++ = static_cast<std::byte>(bits);
  }
  return static_cast<std::size_t>(at - out);
}

}  // namespace assay
