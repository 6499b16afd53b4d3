#include "json.hpp"

#include "assay/report_writer.hpp"

namespace assay::explorer {

Json& Json::text(std::string_view value) {
  separate();
  quote(printable(value));
  return *this;
}

void Json::quote(std::string_view value) {
  out_ += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out_ += '\\';
    }
    out_ += c;
  }
  out_ += '"';
}

}  // namespace assay::explorer
