// The schemas of conformance/schema/, built in.
#pragma once

#include <string_view>

namespace assay::conformance {

extern const std::string_view kSuiteSchema;
extern const std::string_view kSubjectSchema;
extern const std::string_view kAnswerSchema;
extern const std::string_view kExpectedSchema;

}  // namespace assay::conformance
