// The text of conformance/schema/suite.schema.json, built in.
#pragma once

#include <string_view>

namespace assay::conformance {

extern const std::string_view kSuiteSchema;

}  // namespace assay::conformance
