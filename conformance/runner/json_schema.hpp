// Checks a JSON value against a JSON Schema, so that what a suite may hold is written once, in
// conformance/schema/, and enforced from there.
//
// It knows the keywords that those schemas use: $ref into $defs, type, enum, const, required,
// properties, additionalProperties, items, minItems, minimum, maximum, minLength, maxLength,
// pattern and oneOf. A schema with any other keyword is refused when it is built, so that none is
// ignored.
#pragma once

#include <optional>
#include <string>

#include "json_reader.hpp"

namespace assay::conformance {

class JsonSchema {
 public:
  // Throws std::invalid_argument when the schema uses what is not known here.
  explicit JsonSchema(Json schema);

  // The first violation in document order, or nothing. Cost: linear in the value, times the width
  // of its oneOf choices.
  std::optional<JsonFault> check(const Json& value) const;

 private:
  Json schema_;
};

}  // namespace assay::conformance
