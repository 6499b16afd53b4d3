#include <limits>

#include "rules/names.hpp"

namespace assay::rules {
namespace {

using schema::MessageId;
using schema::number_of;

struct KnownDomain {
  decode::Text domain;
  std::int64_t newest;
};
// The operator sets of onnx 1.23.
constexpr KnownDomain kKnown[] = {{"", 28},
                                  {"ai.onnx.ml", 5},
                                  {"ai.onnx.training", 1},
                                  {"ai.onnx.preview", 1},
                                  {"ai.onnx.preview.training", 1}};

decode::Text shown(decode::Text domain) {
  return domain.empty() ? "ai.onnx" : domain;
}

}  // namespace

void Opsets::read(Context& context, const decode::Slice<decode::OperatorSetIdRecord>& imports,
                  const Path& path) {
  for (std::uint32_t i = 0; i < imports.size; ++i) {
    const decode::OperatorSetIdRecord& import = imports[i];
    if (import.source.damaged) {
      continue;
    }
    const decode::Text domain = fold(import.domain);
    const Path here{&path, "opset_import", i};
    const Bytes at =
        decode::locate(import.source, number_of(MessageId::operator_set_id, "version"));
    if (import.version < 1 || import.version > std::numeric_limits<std::int32_t>::max()) {
      context.report(Rule::opset_version, here, "version", at, "the version of ",
                     Quoted{shown(domain)}, " is ", import.version, "; it must be 1 to 2^31-1");
      (void)domains_.insert(domain, 0);
      continue;
    }
    for (const KnownDomain& known : kKnown) {
      if (known.domain == domain && import.version > known.newest) {
        context.report(Rule::opset_version_unknown, here, "version", at, shown(domain), " version ",
                       import.version, " is above ", known.newest, ", the newest that is known");
      }
    }
    const auto version = static_cast<std::uint32_t>(import.version);
    const NameMap::Inserted inserted = domains_.insert(domain, version);
    if (inserted.value == nullptr || inserted.fresh) {
      continue;
    }
    if (*inserted.value == version) {
      context.report(Rule::opset_duplicate, here, "", decode::bytes_of(import.source),
                     Quoted{shown(domain)}, " version ", version, " is imported already");
    } else {
      context.report(Rule::opset_conflict, here, "version", at, Quoted{shown(domain)},
                     " is imported as version ", *inserted.value, " and as version ", version);
      *inserted.value = version;  // As onnx.checker does: the last one holds.
    }
  }
}

}  // namespace assay::rules
