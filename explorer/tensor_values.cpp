#include "tensor_values.hpp"

#include <algorithm>

#include "messages.hpp"

namespace assay::explorer {
namespace {

constexpr std::size_t kMostDims = 64;  // shown; no sound tensor has more
constexpr MeaningLimits kStringLimits{.values = 8, .text = 200};

// raw_data and the typed fields; external_data has entries instead.
bool is_payload(std::string_view name) {
  return name.ends_with("_data");
}

// A field that is one value: a string, or a number outside a packed block.
bool is_one_value(const WireField& field) {
  return field.name() != "raw_data" && !field.packed();
}

std::string value_of_entry(Bytes file, const WireField& entry, std::string_view wanted) {
  std::string key;
  std::string value;
  each_field(FieldWalker(file, entry), "", [&](const WireField& field) {
    (field.name() == "key" ? key : value) = text_of(file, field);
  });
  return key == wanted ? value : "";
}

}  // namespace

TensorValues::TensorValues(Bytes file, const FieldWalker& tensor) {
  walker_.push_back(tensor);
  FieldWalker& walker = walker_.front();
  type_ = walker.element_type();
  bool external = false;
  each_field(tensor, "", [&](const WireField& field) {
    const std::string_view name = field.name();
    if (name == "dims") {
      if (is_one_value(field)) {
        dims_.push_back(walker.meaning(field));
      } else {
        for (std::string& dim : walker.values(field, 0, kMostDims)) {
          dims_.push_back(std::move(dim));
        }
      }
      dims_.resize(std::min(dims_.size(), kMostDims));
    } else if (name == "name") {
      name_ = text_of(file, field);
    } else if (name == "external_data") {
      external = true;
      const std::string location = value_of_entry(file, field, "location");
      location_ = location.empty() ? location_ : location;
    } else if (is_payload(name)) {
      const std::uint64_t here = is_one_value(field) ? 1 : walker.value_count(field);
      // Two fields with values are a fault; the list then shows those of the first.
      if (here != 0 && (storage_.empty() || storage_ == name)) {
        storage_ = name;
        parts_.push_back({field, count_});
        count_ += here;
      }
    }
  });
  if (storage_.empty() && external) {
    storage_ = "external_data";
  }
  if (type_ != nullptr && storage_ == "int32_data") {
    per_entry_ = type_->elements_per_entry;
  }
}

std::vector<std::string> TensorValues::slice(std::uint64_t first, std::uint64_t count) {
  std::vector<std::string> out;
  auto part = std::upper_bound(parts_.begin(), parts_.end(), first,
                               [](std::uint64_t at, const Part& p) { return at < p.first; });
  if (part == parts_.begin()) {
    return out;
  }
  for (--part; part != parts_.end() && out.size() < count; ++part) {
    if (is_one_value(part->field)) {
      out.push_back(walker_.front().meaning(part->field, kStringLimits));
      continue;
    }
    const std::uint64_t from = std::max(first, part->first) - part->first;
    for (std::string& text : walker_.front().values(part->field, from, count - out.size())) {
      out.push_back(std::move(text));
    }
  }
  return out;
}

}  // namespace assay::explorer
