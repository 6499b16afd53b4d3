// What every rule has at hand, and how it reports.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/check.hpp"
#include "assay/element_type.hpp"

#include "base/arena.hpp"
#include "base/findings.hpp"
#include "base/text.hpp"
#include "decode/long_list.hpp"
#include "decode/runs.hpp"

namespace assay::rules {

// A place in the tree of messages, as a chain on the stack of the rules that walk it.
struct Path {
  const Path* parent = nullptr;
  std::string_view field;
  std::int64_t index = -1;  // -1: the field is not repeated

  // "graph.node[3]"; empty for the root.
  std::string text() const;
};

class UsedFiles;

class Context {
 public:
  Context(Findings& findings_of_check, Arena& arena_of_check, Arena& arena_of_records,
          decode::LongList* passed_over, UsedFiles* files_of_document) noexcept
      : findings(findings_of_check),
        arena(arena_of_check),
        records(arena_of_records),
        files(files_of_document),
        long_list_(passed_over) {}

  Findings& findings;
  Arena& arena;      // for tables
  Arena& records;    // for what belongs to a record and lives as long; often the same arena
  UsedFiles* files;  // null: no folder was given
  std::int64_t ir_version = 0;  // 0: not known, as in a file that is no model

  // A field that came after the model's ir_version, said once a model for each field. Cost:
  // constant.
  template <class R>
  void check_age(const R& record, const Path& path) {
    if (ir_version > 0 && (record.source.present & newer_fields(R::kId, ir_version)) != 0) {
      report_newer(R::kId, record.source, path);
    }
  }

  // An element type that came after the model's ir_version, said once a model for each type, where
  // the rules come to it first: at a tensor or at a type. Cost: constant.
  void check_age(const ElementTypeInfo& info, const Path& path, std::string_view field,
                 const decode::Source& source, std::uint32_t number) {
    if (info.since_ir > ir_version && ir_version > 0 && first_use(info.type)) {
      report(Rule::ir_feature_too_new, path, field, decode::locate(source, number), info.name,
             " came with IR version ", info.since_ir, "; the model says ", ir_version);
    }
  }

  // Whether that list of a record is the one that the decoder passed over; Batches has its
  // elements.
  bool is_passed_over(const auto& list) const noexcept {
    return long_list_ != nullptr && long_list_->is(&list);
  }
  template <class R>
  std::uint32_t size_of(const decode::Slice<R>& list) const noexcept {
    return is_passed_over(list) ? long_list_->size : list.size;
  }
  // Reads the next elements of the list that was passed over, unless there is something to report.
  bool read_on(std::uint32_t most) {
    return !findings.saw_any() &&
           decode::read_on(*long_list_, most, findings.input(), records, findings);
  }

  const Policy& policy() const noexcept { return findings.policy(); }

  // Reports about `field` of the message at `path` (or about the message, when it is empty).
  template <class... Parts>
  void report(Rule rule, const Path& path, std::string_view field, Bytes bytes,
              const Parts&... parts) {
    if (findings.count(rule)) {
      std::string where = path.text();
      if (!where.empty() && !field.empty()) {
        where += '.';
      }
      where += field;
      findings.keep(rule, cat(parts...), std::move(where), bytes);
    }
  }

 private:
  static constexpr std::int64_t kNewestIr = 14;
  // By message and IR version, the fields that came after it, a bit each.
  using NewerFields = std::array<std::array<std::uint32_t, kNewestIr + 1>, schema::kMessageCount>;
  static const NewerFields kNewerFields;

  static std::uint32_t newer_fields(schema::MessageId id, std::int64_t ir_version) noexcept {
    return ir_version > kNewestIr
               ? 0
               : kNewerFields[static_cast<std::size_t>(id)][static_cast<std::size_t>(ir_version)];
  }
  void report_newer(schema::MessageId id, const decode::Source& source, const Path& path);
  bool first_use(ElementType type) noexcept {
    const std::uint32_t bit = 1u << static_cast<std::uint32_t>(type);
    const bool first = (used_types_ & bit) == 0;
    used_types_ |= bit;
    return first;
  }

  decode::LongList* long_list_;  // null: nothing was passed over
  std::uint32_t said_newer_[schema::kMessageCount] = {};
  std::uint32_t used_types_ = 0;
};

}  // namespace assay::rules
