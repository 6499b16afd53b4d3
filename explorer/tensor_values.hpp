// The values of a tensor as a file has them, sound or not: one list, whatever fields they are in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/explain.hpp"

namespace assay::explorer {

class TensorValues {
 public:
  TensorValues() = default;
  // Of a TensorProto. Cost: linear in its fields and in packed varints.
  TensorValues(Bytes file, const FieldWalker& tensor);

  const std::vector<std::string>& dims() const noexcept { return dims_; }
  std::string type() const { return type_ == nullptr ? "" : std::string(type_->name); }
  const std::string& name() const noexcept { return name_; }
  // The field that has them: "raw_data"; "external_data" for those in another file.
  const std::string& storage() const noexcept { return storage_; }
  const std::string& location() const noexcept { return location_; }
  // Entries of the field: of 4-bit and 2-bit types outside raw_data, several elements each.
  std::uint64_t count() const noexcept { return count_; }
  std::uint32_t elements_per_entry() const noexcept { return per_entry_; }

  // The texts of entries from `first` on. Cost: as FieldWalker::values().
  std::vector<std::string> slice(std::uint64_t first, std::uint64_t count);

 private:
  struct Part {
    WireField field;
    std::uint64_t first;
  };

  std::vector<FieldWalker> walker_;  // one, or none
  const ElementTypeInfo* type_ = nullptr;
  std::vector<std::string> dims_;
  std::string name_;
  std::string storage_;
  std::string location_;
  std::vector<Part> parts_;
  std::uint64_t count_ = 0;
  std::uint32_t per_entry_ = 1;
};

}  // namespace assay::explorer
