#include "rules/context.hpp"

namespace assay::rules {

std::string Path::text() const {
  std::string out = parent == nullptr ? std::string() : parent->text();
  if (!field.empty()) {
    if (!out.empty()) {
      out += '.';
    }
    out += field;
    if (index >= 0) {
      out += cat("[", index, "]");
    }
  }
  return out;
}

constexpr Context::NewerFields Context::kNewerFields = [] {
  NewerFields newer{};
  for (const schema::Message& message : schema::messages()) {
    for (const schema::Field& field : message.fields) {
      for (std::int64_t ir = 0; ir < field.since_ir; ++ir) {
        newer[static_cast<std::size_t>(message.id)][static_cast<std::size_t>(ir)] |=
            1u << field.number;
      }
    }
  }
  return newer;
}();

void Context::report_newer(schema::MessageId id, const decode::Source& source, const Path& path) {
  std::uint32_t& said = said_newer_[static_cast<std::size_t>(id)];
  const std::uint32_t fresh = source.present & newer_fields(id, ir_version) & ~said;
  said |= fresh;
  for (const schema::Field& field : schema::message(id).fields) {
    if ((fresh >> field.number & 1u) != 0) {
      report(Rule::ir_feature_too_new, path, field.name, decode::locate(source, field.number),
             schema::message(id).name, ".", field.name, " came with IR version ",
             unsigned{field.since_ir}, "; the model says ", ir_version);
    }
  }
}

}  // namespace assay::rules
