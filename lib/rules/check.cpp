#include "assay/check.hpp"

#include <algorithm>
#include <new>

#include "base/checked.hpp"
#include "decode/decoder.hpp"
#include "rules/context.hpp"
#include "rules/document.hpp"
#include "rules/model.hpp"
#include "rules/sniff.hpp"
#include "rules/sparse.hpp"
#include "rules/tensor.hpp"
#include "rules/values.hpp"

namespace assay {
namespace rules {
namespace {

using schema::MessageId;

void check_root(Context& context, Kind kind, void* root) {
  const Path path;
  switch (kind) {
    case Kind::model:
      check_model(context, *static_cast<decode::ModelRecord*>(root));
      return;
    case Kind::tensor:
      check_tensor(context, *static_cast<decode::TensorRecord*>(root), path);
      return;
    case Kind::sparse_tensor:
      check_sparse_tensor(context, *static_cast<decode::SparseTensorRecord*>(root), path);
      return;
    case Kind::sequence:
      check_sequence(context, *static_cast<decode::SequenceRecord*>(root), path);
      return;
    case Kind::optional:
      check_optional(context, *static_cast<decode::OptionalRecord*>(root), path);
      return;
    case Kind::map:
      check_map(context, *static_cast<decode::MapRecord*>(root), path);
      return;
  }
}

Arena arena_for(Bytes input, const Limits& limits) {
  return Arena(
      saturating_add(limits.memory_base, saturating_mul(limits.memory_per_byte, input.size())));
}

// Findings stand in the order of the bytes; those of one place, in the order they were found.
void sort(Report& report) {
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.offset < b.offset; });
}

// One finding that stands for all others of a file that is something else.
void replace_findings(Report& report, const Policy& policy, Rule rule, std::string message) {
  report.findings.clear();
  report.errors = report.warnings = report.notes = 0;
  Findings findings({}, policy, report);
  if (findings.count(rule)) {
    findings.keep(rule, std::move(message), "", {});
    report.findings.back().length = report.bytes;
  }
}

// The kind under which the bytes decode without an error, other than `kind`.
bool decodes_as(Bytes input, Kind kind, const Policy& policy) {
  Report report;
  Arena arena = arena_for(input, policy.limits);
  Findings findings(input, policy, report);
  (void)decode::decode_message(message_of(kind), input, arena, findings);
  return report.accepted();
}

}  // namespace

MessageId message_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::model:
      return MessageId::model;
    case Kind::tensor:
      return MessageId::tensor;
    case Kind::sparse_tensor:
      return MessageId::sparse_tensor;
    case Kind::sequence:
      return MessageId::sequence;
    case Kind::optional:
      return MessageId::optional;
    case Kind::map:
      return MessageId::map;
  }
  return MessageId::model;
}

Report read_document(Bytes input, Kind kind, const Policy& policy, const ExternalFolder* folder,
                     Document& document) {
  Report report;
  report.kind = kind;
  report.bytes = input.size();
  Findings findings(input, policy, report);
  Arena arena = arena_for(input, policy.limits);
  document.kind = kind;
  document.input = input;
  if (input.empty()) {
    if (findings.count(Rule::file_empty)) {
      findings.keep(Rule::file_empty, "the file is empty", "", input);
    }
    return report;
  }
  if (input.size() > policy.limits.file_bytes) {
    if (findings.count(Rule::limit_file_bytes)) {
      findings.keep(Rule::limit_file_bytes,
                    cat("the file has ", input.size(), " bytes; the limit file_bytes is ",
                        policy.limits.file_bytes,
                        ", which no protobuf-based reader goes beyond. Raise it to check the rest"),
                    "", input);
    }
    if (findings.refuses(Rule::limit_file_bytes)) {
      return report;
    }
  }
  document.root = decode::decode_message(message_of(kind), input, arena, findings);
  if (!report.accepted()) {
    if (const std::string_view type = foreign_type(input); !type.empty()) {
      replace_findings(report, policy, Rule::file_not_onnx, cat("this is ", type));
      return report;
    }
    if (static_cast<const decode::Source*>(document.root) == nullptr ||
        report.findings.front().path.empty()) {
      for (const Kind other : kKinds) {
        if (other != kind && decodes_as(input, other, policy)) {
          replace_findings(report, policy, Rule::file_wrong_kind,
                           cat("this is no ", schema::message(message_of(kind)).name,
                               " but reads as a ", schema::message(message_of(other)).name,
                               "; check it with --kind ", kind_name(other)));
          return report;
        }
      }
    }
  }
  if (document.root != nullptr) {
    Context context{findings, arena, folder};
    check_root(context, kind, document.root);
  }
  sort(report);
  document.arena = std::move(arena);
  return report;
}

Report out_of_memory_report(Kind kind, std::uint64_t bytes) noexcept {
  Report report;
  report.kind = kind;
  report.bytes = bytes;
  report.errors = 1;
  try {
    report.findings.push_back(
        {Rule::limit_memory, Severity::error, "the machine has no memory left", "", 0, bytes});
  } catch (const std::bad_alloc&) {
    report.findings.clear();  // The count says it all.
  }
  return report;
}

}  // namespace rules

Report check(Bytes input, Kind kind, const Policy& policy, const ExternalFolder* folder) noexcept {
  try {
    rules::Document document;
    return rules::read_document(input, kind, policy, folder, document);
  } catch (const std::bad_alloc&) {
    return rules::out_of_memory_report(kind, input.size());
  }
}

Report check_any(Bytes input, const Policy& policy, const ExternalFolder* folder) noexcept {
  // Of the kinds that fit, the first without an error; else the one that decodes; else the one with
  // the fewest errors.
  constexpr Kind kOrder[] = {Kind::tensor,   Kind::model,         Kind::sequence,
                             Kind::optional, Kind::sparse_tensor, Kind::map};
  Report best;
  bool found = false;
  for (const Kind kind : kOrder) {
    Report report = check(input, kind, policy, folder);
    if (report.accepted()) {
      return report;
    }
    const auto foreign = [](const Report& r) {
      return !r.findings.empty() && r.findings.front().rule == Rule::file_wrong_kind;
    };
    if (!found || (foreign(best) && !foreign(report)) ||
        (foreign(best) == foreign(report) && report.errors < best.errors)) {
      best = std::move(report);
      found = true;
    }
  }
  return best;
}

}  // namespace assay
