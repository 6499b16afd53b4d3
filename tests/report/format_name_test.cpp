#include <boost/test/unit_test.hpp>

#include "assay/report_writer.hpp"

using namespace assay;

BOOST_AUTO_TEST_CASE(every_format_has_a_name_that_finds_it) {
  for (const ReportFormat format :
       {ReportFormat::text, ReportFormat::json, ReportFormat::ndjson, ReportFormat::sarif}) {
    BOOST_TEST((find_report_format(report_format_name(format)) == format));
  }
  BOOST_TEST(!find_report_format("").has_value());
  BOOST_TEST(!find_report_format("JSON").has_value());
}
