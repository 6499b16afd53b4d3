#include "rules/context.hpp"

namespace assay::rules {

std::string Path::text() const {
  std::string out = parent == nullptr ? std::string() : parent->text();
  if (!field.empty()) {
    if (!out.empty()) {
      out += '.';
    }
    out += field;
    if (index >= 0) {
      out += cat("[", index, "]");
    }
  }
  return out;
}

}  // namespace assay::rules
