// Every file of every table of cases, read by libprotobuf and by us: what compat takes, libprotobuf
// takes too, and finds the same values; and the other way round, but for what is named here.
#include <boost/test/unit_test.hpp>
#include <set>

#include "rules/document.hpp"
#include "schema/kind.hpp"
#include "support/cases.hpp"
#include "support/decoded.hpp"
#include "support/protobuf.hpp"

using namespace assay;
using namespace assay::testing;

namespace {

// What libprotobuf reads, or cannot know, and compat refuses.
const std::set<Rule> kRefusedAlone = {
    Rule::limit_memory,             // a budget is ours alone
    Rule::wire_field_number_range,  // libprotobuf cuts the number to 29 bits
};

void check_file(const Message& file, MessageId id, const Policy& policy) {
  const Decoded ours(file, id, policy);
  const auto theirs = parse(id, file.view());
  if (theirs == nullptr) {
    BOOST_TEST(!ours.report.accepted(), "libprotobuf refuses it");
    return;
  }
  if (ours.report.accepted()) {
    BOOST_REQUIRE(ours.root != nullptr);
    BOOST_TEST(!ours.source().damaged);
    BOOST_TEST(difference(id, ours.root, *theirs) == "");
    return;
  }
  for (const Finding& finding : ours.report.findings) {
    BOOST_TEST((finding.severity != Severity::error || kRefusedAlone.contains(finding.rule)),
               "libprotobuf reads it; we find " << brief(ours.report));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(peer)

BOOST_AUTO_TEST_CASE(libprotobuf_reads_what_compat_reads_and_the_same_values) {
  for (const Case& one : all_cases()) {
    BOOST_TEST_CONTEXT(one.sentence) {
      const Policy policy = policy_of(one, Profile::compat);
      check_file(one.faulty, schema::message_of(faulty_kind(one)), policy);
      check_file(one.sound, one.sound.id(), policy);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
