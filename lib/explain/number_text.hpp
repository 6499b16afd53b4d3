// Numbers as text, the shortest that reads back as the same number. No locale has a say in it.
#pragma once

#include <string>

namespace assay::explain {

// "0.1", "1e+30", "inf", "-inf", "nan".
std::string number_text(float value);
std::string number_text(double value);

}  // namespace assay::explain
