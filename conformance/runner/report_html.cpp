// The HTML report: one page that holds the matrix and needs no network. All text reaches the page
// as JSON and is set as text, never as markup.
#include "matrix.hpp"
#include "report_page.hpp"

namespace assay::conformance {

std::string html_report(const Json& matrix) {
  // Within a script element only "</script" and "<!--" could end the data: no "<" is left in it.
  std::string data;
  for (const char c : matrix.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<') {
      data += "\\u003c";
    } else {
      data += c;
    }
  }
  constexpr std::string_view kPlace = "@MATRIX@";
  std::string page(kReportPage);
  page.replace(page.find(kPlace), kPlace.size(), data);
  return page;
}

}  // namespace assay::conformance
