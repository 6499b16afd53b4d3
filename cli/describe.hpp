// What an accepted file holds, as JSON: `assay inspect --format json`. The text form is made of it.
//
// Every name is printable. Values are the first few of a tensor; numbers that JSON lacks are the
// strings "nan", "inf" and "-inf", complex numbers pairs. What nests is described to a fixed number
// of things in all, and counted beyond, so that the description stays small whatever the file.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/model.hpp"
#include "assay/sparse_tensor.hpp"
#include "assay/tensor.hpp"
#include "assay/values.hpp"

namespace assay::cli {

using Description = nlohmann::ordered_json;

class Describer {
 public:
  // `values`: how many values of each tensor to give.
  explicit Describer(std::size_t values) : values_(values) {}

  Description of(const Tensor& tensor);
  Description of(const SparseTensor& tensor);
  Description of(const Sequence& sequence);
  Description of(const Optional& optional);
  Description of(const Map& map);
  Description of(const Model& model);

 private:
  Description elements(const Sequence& sequence);
  template <class Views>
  void append_each(Description& list, const Views& views);

  std::size_t values_;
  // Things that may still be described one by one.
  std::size_t room_ = 100;
};

// The beginning of a text, printable; "..." stands for what is left out.
std::string shortened(std::string_view text, std::size_t most);

// The description of one file, as inspect's JSON has it, for a person to read.
std::string inspection_text(const Description& file);

// "FLOAT [2,3]", "sequence of INT64 [n]", "map from STRING to FLOAT []".
std::string type_text(const Type& type);

}  // namespace assay::cli
