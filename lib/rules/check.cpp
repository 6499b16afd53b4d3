#include "assay/check.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "base/checked.hpp"
#include "decode/decoder.hpp"
#include "rules/context.hpp"
#include "rules/data_files.hpp"
#include "rules/document.hpp"
#include "rules/model.hpp"
#include "rules/sniff.hpp"
#include "rules/sparse.hpp"
#include "rules/tensor.hpp"
#include "rules/values.hpp"
#include "schema/kind.hpp"

namespace assay {
namespace rules {
namespace {

using schema::message_of;
using schema::MessageId;
using schema::number_of;

constexpr std::uint32_t kNode = number_of(MessageId::graph, "node");
constexpr std::uint32_t kTensor = number_of(MessageId::sequence, "tensor_values");

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

// What the verdict does not speak of.
void say_what_was_not_checked(Report& report, const ExternalFolder* folder) {
  if (report.kind == Kind::model) {
    report.not_checked = {"operator schemas other than ConvInteger's",
                          "inference of types and shapes",
                          "what the model computes: a well-formed model can still do harm"};
    if (folder == nullptr) {
      report.not_checked.emplace_back("the files of external data: no folder was given");
    }
  } else {
    report.not_checked = {"whether the values make sense"};
  }
}

// The list of each kind that grows with the file.
decode::LongList long_list_of(Kind kind, std::uint32_t least) {
  decode::LongList list;
  list.holder = kind == Kind::model ? MessageId::graph : MessageId::sequence;
  list.number = kind == Kind::model ? kNode : kTensor;
  list.depth = kind == Kind::sequence ? 0 : 1;
  list.least = least;
  return list;
}

// Decodes and, where there is something to judge, judges. Sets document.root. With `list`, what
// that says is judged in passing, and files of external data are left alone; it ends early when
// there is a finding.
void judge(Findings& findings, Report& report, const ExternalFolder* folder, Document& document,
           decode::LongList* list = nullptr) {
  document.arena = arena_for(document.input, findings.policy().limits);
  document.root = decode::decode_message(message_of(document.kind), document.input, document.arena,
                                         findings, list);
  document.decode_errors = report.errors;
  const bool in_passing = list != nullptr && list->found();
  if (in_passing && (findings.saw_any() || !list->whole)) {
    return;
  }
  if (document.root != nullptr) {
    if (folder != nullptr && !in_passing) {
      document.files = std::make_unique<UsedFiles>(*folder, findings.policy(), document.arena);
    }
    Arena tables = Arena::beside(document.arena);
    Context context{findings, in_passing ? tables : document.arena, document.arena,
                    in_passing ? list : nullptr, document.files.get()};
    check_root(context, document.kind, document.root);
    if (document.files != nullptr) {
      document.files->finish(context);
    }
  }
  // What found no room has let something pass unseen. Rules need not each say so.
  if (document.arena.refused() && !findings.saw(Rule::limit_memory) &&
      findings.count(Rule::limit_memory)) {
    findings.keep(Rule::limit_memory,
                  "judging this file needs more memory than its records leave of the budget; raise "
                  "memory_base or memory_per_byte if you trust it",
                  "", document.input);
  }
}

// The report on the bytes read as `kind`, with no thought of other kinds.
Report judge_as(Bytes input, Kind kind, const Policy& policy, const ExternalFolder* folder,
                Document& document) {
  Report report;
  report.kind = kind;
  report.bytes = input.size();
  document.kind = kind;
  document.input = input;
  Findings findings(input, policy, report);
  judge(findings, report, folder, document);
  return report;
}

// Whether the bytes have fields that their message does not have, or has otherwise: the signs of
// another message. Another fault, such as a field given twice, is one of the message at hand even
// where another kind would take the bytes.
bool looks_foreign(const Findings& findings) {
  return findings.saw(Rule::wire_wrong_wire_type) || findings.saw(Rule::schema_unknown_field) ||
         findings.saw(Rule::schema_reserved_field) ||
         findings.saw(Rule::tensor_data_type_missing);  // A model reads as dims and int64_data.
}

// Another kind under which the bytes are accepted by the strict profile, be there a folder for
// their external data or not. The compat profile would find one too easily.
const Kind* find_other_kind(Bytes input, Kind kind, const Policy& policy) {
  Policy structure;
  structure.limits = policy.limits;
  (void)structure.set_severity(Rule::external_no_folder, Severity::note);
  for (const Kind& other : kKinds) {
    Document document;
    if (other != kind && judge_as(input, other, structure, nullptr, document).accepted()) {
      return &other;
    }
  }
  return nullptr;
}

}  // namespace

Report read_document(Bytes input, Kind kind, const Policy& policy, const ExternalFolder* folder,
                     Document& document, std::uint32_t long_list) {
  Report report;
  report.kind = kind;
  report.bytes = input.size();
  say_what_was_not_checked(report, folder);
  Findings findings(input, policy, report);
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
                        ", and no protobuf-based reader goes beyond 2147483647. Raise it to check "
                        "the rest"),
                    "", input);
    }
    if (findings.refuses(Rule::limit_file_bytes)) {
      return report;
    }
  }
  decode::LongList list = long_list_of(kind, long_list);
  judge(findings, report, folder, document, long_list == 0 || findings.saw_any() ? nullptr : &list);
  if (list.found() && (findings.saw_any() || !list.whole)) {
    return read_document(input, kind, policy, folder, document);
  }
  const bool foreign = looks_foreign(findings);
  if (const std::string_view type = foreign_type(input);
      !type.empty() && (document.decode_errors != 0 || (foreign && !report.accepted())) &&
      findings.refuses(Rule::file_not_onnx)) {
    replace_findings(report, policy, Rule::file_not_onnx, cat("this is ", type));
  } else if (foreign && findings.refuses(Rule::file_wrong_kind)) {
    if (const Kind* other = find_other_kind(input, kind, policy); other != nullptr) {
      replace_findings(report, policy, Rule::file_wrong_kind,
                       cat("this is no ", schema::message(message_of(kind)).name, " but a sound ",
                           schema::message(message_of(*other)).name, "; check it with --kind ",
                           kind_name(*other)));
    }
  }
  sort(report);
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
    return rules::read_document(input, kind, policy, folder, document, rules::kLongList);
  } catch (const std::bad_alloc&) {
    return rules::out_of_memory_report(kind, input.size());
  }
}

Report check_any(Bytes input, const Policy& policy, const ExternalFolder* folder) noexcept {
  // The most common kinds first: bytes that several kinds accept are taken for the first of them.
  constexpr Kind kOrder[] = {Kind::tensor,   Kind::model,         Kind::sequence,
                             Kind::optional, Kind::sparse_tensor, Kind::map};
  if (input.empty() || input.size() > policy.limits.file_bytes) {
    return check(input, Kind::tensor, policy, folder);
  }
  try {
    Kind best = Kind::tensor;
    std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
    for (const Kind kind : kOrder) {
      rules::Document document;
      Report report = rules::judge_as(input, kind, policy, folder, document);
      if (report.accepted()) {
        rules::say_what_was_not_checked(report, folder);
        rules::sort(report);
        return report;
      }
      // What does not even decode is further off than what breaks a rule.
      const std::uint64_t distance =
          saturating_add(report.errors, document.decode_errors == 0 ? 0 : std::uint64_t{1} << 32);
      if (distance < fewest) {
        best = kind;
        fewest = distance;
      }
    }
    return check(input, best, policy, folder);
  } catch (const std::bad_alloc&) {
    return rules::out_of_memory_report(Kind::tensor, input.size());
  }
}

}  // namespace assay
