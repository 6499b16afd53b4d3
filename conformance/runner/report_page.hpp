// The page of the HTML report, built in; "@MATRIX@" stands where the matrix goes.
#pragma once

#include <string_view>

namespace assay::conformance {

extern const std::string_view kReportPage;

}  // namespace assay::conformance
