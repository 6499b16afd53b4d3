#include "rules/tensor.hpp"

#include <array>
#include <limits>

#include "base/checked.hpp"
#include "base/name_map.hpp"
#include "base/utf8.hpp"
#include "rules/external.hpp"
#include "tensor/element_decode.hpp"

namespace assay::rules {
namespace {

using decode::Scalars;
using decode::TensorRecord;
using decode::Text;
using schema::MessageId;
using schema::number_of;

constexpr std::int32_t kExternal = 1;
constexpr std::uint32_t kDataType = number_of(MessageId::tensor, "data_type");
constexpr std::uint64_t kMaxElements = std::numeric_limits<std::int64_t>::max();

constexpr std::string_view kRawData = "raw_data";

// The seven places where values can be. raw_data is one when it is there, be it empty: readers that
// ask whether it is there look no further.
struct Place {
  std::string_view field;
  Bytes bytes;
  const Scalars* scalars;  // null for raw_data and string_data
  std::uint64_t entries;   // bytes for raw_data
};

struct Places {
  std::array<Place, 7> list;  // the first `count` of them
  std::size_t count;
  void add(const Place& place) { list[count++] = place; }
};

Places places_of(const TensorRecord& tensor) {
  Places places;
  places.count = 0;
  if (tensor.raw_data.data() != nullptr) {
    places.add({kRawData, decode::bytes_of(tensor.raw_data), nullptr, tensor.raw_data.size()});
  }
  if (tensor.rest.made == nullptr) {
    return places;
  }
  const auto add = [&](std::string_view field, const Scalars& scalars) {
    // An empty packed block holds nothing: to every parser it is as if it were not there.
    if (scalars.present() && scalars.count() != 0) {
      places.add({field, decode::bytes_of(scalars), &scalars, scalars.count()});
    }
  };
  add("float_data", tensor.rest->float_data);
  add("int32_data", tensor.rest->int32_data);
  if (const decode::Slice<Text>& strings = tensor.rest->string_data; !strings.empty()) {
    places.add({"string_data", decode::bytes_of(strings[0]), nullptr, strings.size});
  }
  add("int64_data", tensor.rest->int64_data);
  add("double_data", tensor.rest->double_data);
  add("uint64_data", tensor.rest->uint64_data);
  return places;
}

class TensorCheck {
 public:
  TensorCheck(Context& context, TensorRecord& tensor, const Path& path)
      : context_(context), tensor_(tensor), path_(path) {}

  bool run() {
    if (tensor_.source.damaged) {
      return false;
    }
    const std::uint64_t before = context_.findings.errors();
    context_.check_age(tensor_, path_);
    if (tensor_.rest.made != nullptr) {
      check_metadata(context_, tensor_.rest->metadata_props, path_);
    }
    check_type();
    decode::Shape shape;
    shaped_ =
        check_dims(context_, tensor_.dims, path_, Rule::tensor_dims_overflow, elements_, shape);
    if (shaped_ && info_ != nullptr && !raw_data_bytes(*info_, elements_, bytes_)) {
      context_.report(Rule::tensor_dims_overflow, path_, "dims", decode::bytes_of(tensor_.dims),
                      describe(tensor_), " has ", elements_, " elements of ", info_->bits,
                      " bits, more bits than 64-bit arithmetic can count");
      shaped_ = false;
    }
    if (const decode::SegmentRecord* segment = tensor_.rest->segment; segment != nullptr) {
      context_.report(Rule::tensor_segment, path_, "segment", decode::bytes_of(segment->source),
                      "the tensor is a segment, elements ", segment->begin, " to ", segment->end,
                      "; no reader puts segments together");
    } else if (tensor_.data_location == kExternal) {
      tensor_.elements = elements_;
      check_external_place();
    } else {
      check_inline_place();
    }
    if (!shaped_ || info_ == nullptr || context_.findings.errors() != before) {
      return false;
    }
    tensor_.shape = shape;
    tensor_.elements = elements_;
    return true;
  }

 private:
  template <class... Parts>
  void report(Rule rule, std::string_view field, Bytes bytes, const Parts&... parts) {
    context_.report(rule, path_, field, bytes, parts...);
  }

  void check_type() {
    if (!decode::has(tensor_, kDataType) || tensor_.data_type == 0) {
      report(Rule::tensor_data_type_missing, "data_type", decode::locate(tensor_.source, kDataType),
             decode::has(tensor_, kDataType) ? "data_type is UNDEFINED" : "data_type is missing");
      return;
    }
    info_ = find_element_type(tensor_.data_type);
    if (info_ == nullptr) {
      report(Rule::tensor_data_type_unknown, "data_type", decode::locate(tensor_.source, kDataType),
             "data_type is ", tensor_.data_type, "; onnx.proto has 1 to ", kElementTypes.size());
      return;
    }
    context_.check_age(*info_, path_, "data_type", tensor_.source, kDataType);
  }

  void check_external_place() {
    const Places places = places_of(tensor_);
    if (info_ != nullptr && info_->type == ElementType::string) {
      report(Rule::tensor_string_raw_data, "data_location",
             decode::locate(tensor_.source, number_of(MessageId::tensor, "data_location")),
             "a STRING tensor cannot be external; its strings belong in string_data");
    }
    for (std::size_t i = 0; i < places.count; ++i) {
      if (places.list[i].entries != 0 || !shaped_ || elements_ != 0) {
        report(Rule::tensor_multiple_data, places.list[i].field, places.list[i].bytes,
               "the tensor is external and has ", places.list[i].field, " too");
      }
    }
    check_external(context_, tensor_, path_, shaped_ && info_ != nullptr ? info_ : nullptr,
                   elements_, bytes_);
  }

  void check_inline_place() {
    if (tensor_.rest.made == nullptr && tensor_.raw_data.data() != nullptr) {
      if (shaped_ && info_ != nullptr) {
        check_raw_place(
            decode::bytes_of(tensor_.raw_data));  // As nearly always: there is no other.
      }
      return;
    }
    if (!tensor_.rest->external_data.empty()) {
      report(Rule::external_unexpected, "external_data",
             decode::bytes_of(tensor_.rest->external_data[0].source),
             "external_data on a tensor whose data_location is not EXTERNAL");
    }
    const Places places = places_of(tensor_);
    if (places.count > 1 && !(shaped_ && elements_ == 0)) {
      report(Rule::tensor_multiple_data, places.list[1].field, places.list[1].bytes,
             "the tensor has ", places.list[0].field, " and ", places.list[1].field,
             "; exactly one may hold the values");
      return;
    }
    if (!shaped_ || info_ == nullptr) {
      return;
    }
    if (places.count == 0 && elements_ != 0) {
      report(Rule::tensor_no_data, "", decode::bytes_of(tensor_.source), describe(tensor_),
             " needs ", elements_, elements_ == 1 ? " element" : " elements", " and has no values");
      return;
    }
    for (std::size_t i = 0; i < places.count; ++i) {
      check_place(places.list[i]);
    }
  }

  void check_place(const Place& place) {
    if (place.field == kRawData) {
      check_raw_place(place.bytes);
      return;
    }
    if (elements_ == 0 && place.entries == 0) {
      return;
    }
    if (place.field != typed_field_name(info_->typed_field)) {
      report(Rule::tensor_wrong_field, place.field, place.bytes, info_->name, " values belong in ",
             typed_field_name(info_->typed_field),
             info_->type == ElementType::string ? "" : " or raw_data", ", not in ", place.field);
      return;
    }
    std::uint64_t needed = 0;
    if (!typed_entries(*info_, elements_, needed) || place.entries != needed) {
      report(Rule::tensor_typed_data_size, place.field, place.bytes, place.field, " has ",
             place.entries, " entries; ", describe(tensor_), " needs ", needed);
      return;
    }
    if (info_->type == ElementType::string) {
      check_strings();
    } else if (place.scalars != nullptr && place.field != "float_data" &&
               place.field != "double_data") {
      check_entries(place);
    }
  }

  void check_raw_place(Bytes raw) {
    if (elements_ == 0 && raw.empty()) {
      return;
    }
    if (info_->type == ElementType::string) {
      report(Rule::tensor_string_raw_data, kRawData, raw,
             "a STRING tensor cannot have raw_data; its strings belong in string_data");
      return;
    }
    if (raw.size() != bytes_) {
      report(Rule::tensor_raw_data_size, kRawData, raw, "raw_data has ", raw.size(), " bytes; ",
             describe(tensor_), " needs ", bytes_);
      return;
    }
    if (info_->bits % 8 != 0 || info_->type == ElementType::boolean) {
      check_values(context_, *info_, elements_, raw, path_, kRawData);
    }
  }

  void check_entries(const Place& place) {
    const bool is_unsigned = info_->typed_field == TypedField::uint64_data;
    if (!is_unsigned) {
      const wire::RunSummary summary = place.scalars->summary();
      if (!entry_in_range(*info_, std::int64_t{summary.min}) ||
          !entry_in_range(*info_, std::int64_t{summary.max})) {
        report_bad_entry(place, is_unsigned);
        return;
      }
    } else if (info_->type == ElementType::uint32) {
      report_bad_entry(place, is_unsigned);
      return;
    }
    const std::byte padding = padding_mask(*info_, elements_);
    if (info_->elements_per_entry > 1 && padding != std::byte{0}) {
      std::uint64_t last = 0;
      Bytes at;
      decode::for_each_varint(*place.scalars, true,
                              [&](std::uint64_t value, const std::byte* begin, std::uint64_t size) {
                                last = value;
                                at = {begin, size};
                                return true;
                              });
      if ((static_cast<std::byte>(last & 0xff) & padding) != std::byte{0}) {
        report(Rule::tensor_padding_bits, place.field, at, "the last entry of ", describe(tensor_),
               " has bits set behind the last element");
      }
    }
  }

  // Looks for the first entry out of range.
  void report_bad_entry(const Place& place, bool is_unsigned) {
    std::uint64_t index = 0;
    const bool int32 = place.field == "int32_data";
    decode::for_each_varint(
        *place.scalars, int32, [&](std::uint64_t value, const std::byte* at, std::uint64_t size) {
          const auto as_signed = static_cast<std::int64_t>(value);
          if (is_unsigned ? entry_in_range(*info_, value) : entry_in_range(*info_, as_signed)) {
            ++index;
            return true;
          }
          const bool boolean = info_->type == ElementType::boolean;
          const std::string shown = is_unsigned ? cat(value) : cat(as_signed);
          report(boolean ? Rule::tensor_bool_value : Rule::tensor_value_range, place.field,
                 {at, size}, "entry ", index, " of ", place.field, " is ", shown, "; ", info_->name,
                 info_->elements_per_entry > 1 ? " packs one byte, " : " holds ", info_->entry_min,
                 " to ", info_->entry_max);
          return false;
        });
  }

  void check_strings() {
    std::uint64_t index = 0;
    for (const Text& text : tensor_.rest->string_data) {
      if (!is_plain_ascii(text)) {
        check_string(text, index);
      }
      ++index;
    }
  }

  void check_string(Text text, std::uint64_t index) {
    const Bytes bytes = decode::bytes_of(text);
    const std::size_t bad = find_invalid_utf8(text);
    if (bad != Text::npos) {
      report(Rule::tensor_string_utf8, "string_data", bytes.subspan(bad), "element ", index,
             " is not UTF-8 from byte ", bad, " on: ", Quoted{text});
      return;
    }
    if (text.starts_with("\xef\xbb\xbf")) {
      report(Rule::tensor_string_bom, "string_data", bytes.first(3), "element ", index,
             " starts with a byte-order mark");
    }
    if (text.ends_with('\0')) {
      report(Rule::tensor_string_trailing_nul, "string_data", bytes.last(1), "element ", index,
             " ends in a NUL byte");
    }
  }

  Context& context_;
  TensorRecord& tensor_;
  const Path& path_;
  const ElementTypeInfo* info_ = nullptr;
  bool shaped_ = false;
  std::uint64_t elements_ = 0;
  std::uint64_t bytes_ = 0;  // of raw_data
};

}  // namespace

bool check_tensor(Context& context, TensorRecord& tensor, const Path& path) {
  return TensorCheck(context, tensor, path).run();
}

void check_values(Context& context, const ElementTypeInfo& info, std::uint64_t elements, Bytes raw,
                  const Path& path, std::string_view field, Bytes place) {
  if (info.type == ElementType::boolean) {
    const std::size_t bad = find_bad_bool(raw);
    if (bad != std::string_view::npos) {
      context.report(Rule::tensor_bool_value, path, field,
                     place.data() != nullptr ? place : raw.subspan(bad, 1), "element ", bad, " is ",
                     static_cast<unsigned>(raw[bad]), "; a BOOL is 0 or 1");
    }
  }
  if (!padding_bits_clear(info, elements, raw)) {
    context.report(Rule::tensor_padding_bits, path, field,
                   place.data() != nullptr ? place : raw.last(1), "the last byte of ", elements,
                   " ", info.name, " elements has bits set behind the last element");
  }
}

bool check_dims(Context& context, const Scalars& dims, const Path& path, Rule overflow,
                std::uint64_t& elements, decode::Shape& shape) {
  const std::uint64_t rank = dims.count();
  const Bytes bytes = decode::bytes_of(dims);
  if (rank > context.policy().limits.rank) {
    context.report(Rule::limit_rank, path, "dims", bytes, "the tensor has ", rank,
                   " dims; the limit is ", context.policy().limits.rank);
    // Those beyond the limit are not looked at, unless the policy does not mind.
    if (context.findings.refuses(Rule::limit_rank)) {
      return false;
    }
  }
  std::uint64_t product = 1;
  shape = {};
  auto* kept = rank == 0 ? nullptr : context.records.make<std::int64_t>(rank);
  if (rank != 0 && kept == nullptr) {
    return false;  // No budget is left, which is a finding of its own.
  }
  bool zero = false;
  bool sound = true;
  std::uint64_t index = 0;
  decode::for_each_varint(
      dims, false, [&](std::uint64_t value, const std::byte* at, std::uint64_t size) {
        const auto dim = static_cast<std::int64_t>(value);
        kept[index] = dim;
        if (dim < 0) {
          context.report(Rule::tensor_negative_dim, path, "dims", {at, size}, "dim ", index, " is ",
                         dim);
          sound = false;
        } else if (dim == 0) {
          zero = true;
        } else if (sound && (!checked_mul(product, value, product) || product > kMaxElements)) {
          context.report(overflow, path, "dims", bytes, "the dims ", describe_dims(dims),
                         zero ? " overflow 2^63-1 elements even though one is 0"
                              : " make more than 2^63-1 elements");
          sound = false;
        }
        ++index;
        return true;
      });
  elements = zero ? 0 : product;
  if (kept != nullptr) {
    shape = {kept, rank};
  }
  return sound;
}

std::string describe_dims(const Scalars& dims) {
  std::string out = "[";
  std::uint64_t index = 0;
  decode::for_each_varint(dims, false, [&](std::uint64_t value, const std::byte*, std::uint64_t) {
    out += cat(index == 0 ? "" : ",", static_cast<std::int64_t>(value));
    if (++index < 16) {
      return true;
    }
    out += ",...";
    return false;
  });
  return out += ']';
}

std::string describe(const TensorRecord& tensor) {
  const ElementTypeInfo* info = find_element_type(tensor.data_type);
  return cat(info == nullptr ? "the tensor" : info->name, " ", describe_dims(tensor.dims));
}

void check_metadata(Context& context,
                    const decode::Slice<decode::StringStringEntryRecord>& metadata,
                    const Path& path) {
  if (metadata.size < 2) {
    return;
  }
  NameMap keys(context.arena, metadata.size);
  for (std::uint32_t i = 0; i < metadata.size; ++i) {
    const NameMap::Inserted inserted = keys.insert(metadata[i].key, i);
    if (inserted.value != nullptr && !inserted.fresh) {
      context.report(Rule::metadata_duplicate_key, path, cat("metadata_props[", i, "].key"),
                     metadata[i].key.data() == nullptr ? decode::bytes_of(metadata[i].source)
                                                       : decode::bytes_of(metadata[i].key),
                     "the key ", Quoted{metadata[i].key}, " stands in entry ", *inserted.value,
                     " already");
    }
  }
}

}  // namespace assay::rules
