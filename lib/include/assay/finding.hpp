// One thing that is wrong (or worth saying), and where.
#pragma once

#include <cstdint>
#include <string>

#include "assay/rule.hpp"

namespace assay {

struct Finding {
  Rule rule = Rule::internal_error;
  Severity severity = Severity::error;
  // What was expected and what was there. Printable: names from the file are quoted and escaped.
  std::string message;
  // The field, from the root: "graph.node[3].attribute[0].t.raw_data"; empty for the file itself.
  std::string path;
  // The bytes concerned. offset + length <= size of the input, always.
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

}  // namespace assay
