// The decoder alone, without any rule of ONNX: what it makes of a ModelProto is what libprotobuf
// makes of it, and it refuses nothing that libprotobuf reads but for limits of our own.
#include <string>

#include "base/arena.hpp"
#include "base/checked.hpp"
#include "base/findings.hpp"
#include "decode/decoder.hpp"
#include "fuzz/properties.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"

#ifdef ASSAY_FUZZ_PROTOBUF
#include "protobuf/dynamic_schema.hpp"
#include "support/protobuf.hpp"
#endif

namespace assay::fuzz {
namespace {

constexpr schema::MessageId kId = schema::MessageId::model;

struct Decoded {
  Decoded(Bytes input, const Policy& policy)
      : arena(saturating_add(policy.limits.memory_base,
                             saturating_mul(policy.limits.memory_per_byte, input.size()))) {
    report.bytes = input.size();
    Findings findings(input, policy, report);
    root = decode::decode_message(kId, input, arena, findings);
  }
  Arena arena;
  Report report;
  const void* root = nullptr;
};

#ifdef ASSAY_FUZZ_PROTOBUF
bool refuses_what_libprotobuf_reads(const Report& report) {
  for (const Finding& finding : report.findings) {
    if (finding.severity == Severity::error && finding.rule != Rule::limit_memory &&
        finding.rule != Rule::wire_field_number_range) {
      return true;
    }
  }
  return false;
}
#endif

}  // namespace

void target_wire(Bytes input) {
  const Decoded strict(input, Policy::strict());
  const Decoded compat(input, Policy::compat());
  for (const Decoded* decoded : {&strict, &compat}) {
    check_report(decoded->report, input);
    require(decoded->root != nullptr || !decoded->report.accepted(), "a root, or a reason");
    require(
        !decoded->report.accepted() || !static_cast<const decode::Source*>(decoded->root)->damaged,
        "nothing is damaged without a finding");
  }
  require(!strict.report.accepted() || compat.report.accepted(),
          "what strict accepts, compat accepts");
  require(same_report(strict.report, Decoded(input, Policy::strict()).report),
          "the same bytes give the same report");
#ifdef ASSAY_FUZZ_PROTOBUF
  static testing::DynamicSchema schema;
  const auto theirs =
      schema.parse(kId, std::string(reinterpret_cast<const char*>(input.data()), input.size()));
  if (compat.report.accepted()) {
    require(theirs != nullptr, "libprotobuf reads what is accepted");
    const std::string difference = testing::difference(kId, compat.root, *theirs);
    require(difference.empty(), "libprotobuf reads the same", difference);
  }
  require(theirs == nullptr || !refuses_what_libprotobuf_reads(compat.report),
          "what libprotobuf reads is refused by a limit of ours alone");
#endif
}

}  // namespace assay::fuzz
