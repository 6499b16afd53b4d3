// The library as the page's worker calls it: bytes in, JSON out.
//
// One file is open at a time. Every answer is a text that stays until the next call. Offsets and
// counts come as doubles, which hold every size that fits the memory of WebAssembly. What is asked
// of a message or a field that is not there is answered by null.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/check.hpp"
#include "assay/explain.hpp"
#include "assay/report_writer.hpp"
#include "assay/version.hpp"

#include "json.hpp"
#include "messages.hpp"
#include "overview.hpp"
#include "tensor_values.hpp"

namespace assay::explorer {
namespace {

// How much of a value stands in a line of the tree.
constexpr MeaningLimits kLine{.values = 8, .text = 80};
constexpr std::uint64_t kMostAsked = 2000;  // fields or values at once

struct FreeBytes {
  void operator()(std::byte* bytes) const noexcept { std::free(bytes); }
};

// The parts of a sparse tensor.
struct Sparse {
  std::vector<std::string> dims;
  TensorValues values;
  TensorValues indices;
};

// What a message that has values holds, kept for the slices of it that follow.
struct Held {
  std::uint32_t message = 0;
  TensorValues tensor;
  Sparse sparse;
};

// The open file.
struct Session {
  std::unique_ptr<std::byte, FreeBytes> memory;
  Bytes file;
  Policy policy;
  Report report;
  std::optional<Messages> messages;
  std::optional<Held> held;
};

Session& session() {
  static Session the_session;
  return the_session;
}

const char* answer(Json& json) {
  static std::string text;
  text = json.take();
  return text.c_str();
}

std::uint64_t whole(double number) {
  return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

void write_field(Json& out, Messages::Message& message, const WireField& field,
                 std::uint64_t ordinal) {
  out.open('{').key("ordinal").number(ordinal);
  out.key("offset").number(field.offset).key("length").number(field.length);
  out.key("payload").number(field.payload_offset).key("size").number(field.payload_length);
  out.key("number").number(field.number).key("name").text(field.name());
  out.key("step").text(field.step()).key("type").text(field.type());
  out.key("wire").text(wire_type_name(field.wire_type));
  out.key("packed").truth(field.packed()).key("opens").truth(field.message().has_value());
  out.key("meaning").text(message.describe.meaning(field, kLine));
  if (field.fault != FieldFault::none) {
    out.key("fault").text(field_fault_text(field.fault));
  } else if (field.reserved) {
    out.key("fault").text("the schema reserves this number");
  } else if (field.schema == nullptr) {
    out.key("fault").text("the message has no such field");
  } else if (!field.as_declared()) {
    out.key("fault").text("not the wire type of this field");
  }
  out.close('}');
}

// The steps that lead to a byte, or to the field that begins with it: [[message, ordinal], ...].
// `depth` bounds how far in.
void write_way(Json& out, std::uint64_t offset, std::size_t depth) {
  Messages& messages = *session().messages;
  out.open('[');
  std::optional<std::uint32_t> message = Messages::kRoot;
  for (; message && depth > 0; --depth) {
    const std::optional<std::uint64_t> ordinal = messages.ordinal_of(*message, offset);
    if (!ordinal) {
      break;
    }
    out.open('[').number(*message).number(*ordinal).close(']');
    const std::optional<WireField> field = messages.field(*message, *ordinal);
    // A byte of the tag or of the length is the field's own.
    message = field && offset >= field->payload_offset && field->message()
                  ? messages.open(*message, *ordinal)
                  : std::nullopt;
  }
  out.close(']');
}

void write_tensor(Json& out, TensorValues& tensor) {
  out.open('{').key("name").text(tensor.name()).key("type").text(tensor.type());
  out.key("dims").open('[');
  for (const std::string& dim : tensor.dims()) {
    out.text(dim);
  }
  out.close(']').key("storage").text(tensor.storage()).key("location").text(tensor.location());
  out.key("count").number(tensor.count()).key("per_entry").number(tensor.elements_per_entry());
  out.close('}');
}

void write_slice(Json& out, TensorValues& tensor, std::uint64_t first, std::uint64_t count) {
  out.open('[');
  for (const std::string& text : tensor.slice(first, std::min(count, kMostAsked))) {
    out.text(text);
  }
  out.close(']');
}

Sparse sparse_parts(Bytes file, const FieldWalker& message) {
  Sparse parts;
  FieldWalker words = message;
  each_field(message, "", [&](const WireField& field) {
    if (field.name() == "values") {
      parts.values = TensorValues(file, FieldWalker(file, field));
    } else if (field.name() == "indices") {
      parts.indices = TensorValues(file, FieldWalker(file, field));
    } else if (field.name() == "dims" && field.packed()) {
      parts.dims = words.values(field, 0, 64);
    } else if (field.name() == "dims" && parts.dims.size() < 64) {
      parts.dims.push_back(words.meaning(field));
    }
  });
  return parts;
}

// Only for messages that are known.
Held& held(std::uint32_t message) {
  Session& s = session();
  if (!s.held || s.held->message != message) {
    s.held.emplace();
    s.held->message = message;
    const FieldWalker& walker = (*s.messages)[message].start;
    if (walker.type().name() == "TensorProto") {
      s.held->tensor = TensorValues(s.file, walker);
    } else if (walker.type().name() == "SparseTensorProto") {
      s.held->sparse = sparse_parts(s.file, walker);
    }
  }
  return *s.held;
}

bool known(std::uint32_t message) {
  return session().messages && message < session().messages->size();
}

}  // namespace
}  // namespace assay::explorer

using namespace assay;
using namespace assay::explorer;

extern "C" {

// Memory for a file of so many bytes, or null where there is not enough. It is the session's.
std::byte* explorer_reserve(double size) {
  Session& s = session();
  s.messages.reset();
  s.held.reset();
  s.file = {};
  s.memory.reset();
  if (size < 0 || size > 4.0e9) {
    return nullptr;
  }
  s.memory.reset(static_cast<std::byte*>(std::malloc(static_cast<std::size_t>(whole(size)) + 1)));
  if (s.memory != nullptr) {
    s.file = Bytes(s.memory.get(), static_cast<std::size_t>(whole(size)));
  }
  return s.memory.get();
}

// Judges what has been put there and opens it. `kind`: a number of Kind, or -1 to find out;
// `profile`: 0 strict, 1 compat. A page has no folder to look for data files in, which is no fault
// of the file.
const char* explorer_check(int kind, int profile) {
  Session& s = session();
  s.policy = profile == 0 ? Policy::strict() : Policy::compat();
  (void)s.policy.set_severity(Rule::external_no_folder, Severity::note);
  const bool given = kind >= 0 && kind < static_cast<int>(std::size(kKinds));
  s.report = given ? check(s.file, kKinds[kind], s.policy) : check_any(s.file, s.policy);
  s.held.reset();
  s.messages.emplace(s.file, s.report.kind);
  Json out;
  out.open('{').key("report");
  out.raw(ReportWriter(ReportFormat::json, s.policy).fragment("", s.report));
  // Where in the tree each finding stands.
  out.key("ways").open('[');
  for (const Finding& finding : s.report.findings) {
    const std::vector<WireField> fields = fields_to(s.file, s.report.kind, finding);
    if (fields.empty()) {
      out.open('[').close(']');
      continue;
    }
    write_way(out, fields.back().offset < s.file.size() ? fields.back().offset : finding.offset,
              fields.size());
  }
  out.close(']');
  const FieldWalker root(s.file, s.report.kind);
  out.key("root").open('{').key("type").text(root.type().name());
  out.key("count").number((*s.messages)[Messages::kRoot].count);
  out.key("meaning").text(root.summary()).close('}');
  out.close('}');
  return answer(out);
}

// The fields of a message from `first` on.
const char* explorer_fields(std::uint32_t message, double first, double count) {
  Json out;
  if (!known(message)) {
    return answer(out.raw("null"));
  }
  Messages& messages = *session().messages;
  std::uint64_t ordinal = whole(first);
  const std::uint64_t end = ordinal + std::min(whole(count), kMostAsked);
  FieldWalker walker = messages.at(message, ordinal);
  out.open('[');
  for (WireField field; ordinal < end && walker.next(field); ++ordinal) {
    write_field(out, messages[message], field, ordinal);
  }
  return answer(out.close(']'));
}

// Opens the message that a field holds: its number, type and count of fields.
const char* explorer_open(std::uint32_t message, double ordinal) {
  Json out;
  if (!known(message)) {
    return answer(out.raw("null"));
  }
  Messages& messages = *session().messages;
  const std::optional<std::uint32_t> opened = messages.open(message, whole(ordinal));
  if (!opened) {
    return answer(out.raw("null"));
  }
  out.open('{').key("message").number(*opened);
  out.key("type").text(messages[*opened].start.type().name());
  out.key("count").number(messages[*opened].count).close('}');
  return answer(out);
}

// The way to a byte: [[message, ordinal], ...], the outermost first.
const char* explorer_way(double offset) {
  Json out;
  if (!known(Messages::kRoot)) {
    return answer(out.raw("null"));
  }
  write_way(out, whole(offset), Limits::kMaxDepth);
  return answer(out);
}

// Tensors and sparse tensors: what there is to show. Other messages: null.
const char* explorer_tensor(std::uint32_t message) {
  Json out;
  const std::string_view type =
      known(message) ? (*session().messages)[message].start.type().name() : "";
  if (type == "TensorProto") {
    out.open('{').key("tensor");
    write_tensor(out, held(message).tensor);
    out.close('}');
  } else if (type == "SparseTensorProto") {
    Sparse& sparse = held(message).sparse;
    out.open('{').key("sparse").open('{').key("dims").open('[');
    for (const std::string& dim : sparse.dims) {
      out.text(dim);
    }
    out.close(']').key("values");
    write_tensor(out, sparse.values);
    out.key("indices");
    write_tensor(out, sparse.indices);
    out.close('}').close('}');
  } else {
    out.raw("null");
  }
  return answer(out);
}

// `part`: 0 the values of a tensor, 1 those of a sparse tensor, 2 its indices.
const char* explorer_values(std::uint32_t message, int part, double first, double count) {
  Json out;
  if (!known(message)) {
    return answer(out.raw("null"));
  }
  Held& kept = held(message);
  write_slice(out,
              part == 0   ? kept.tensor
              : part == 1 ? kept.sparse.values
                          : kept.sparse.indices,
              whole(first), whole(count));
  return answer(out);
}

const char* explorer_overview() {
  Json out;
  if (!known(Messages::kRoot) || session().report.kind != Kind::model) {
    return answer(out.raw("null"));
  }
  model_overview(out, session().file, (*session().messages)[Messages::kRoot].start);
  return answer(out);
}

// The catalogue of rules, and the version: {"version": "", "rules": {id: {...}, ...}}.
const char* explorer_rules() {
  Json out;
  out.open('{').key("version").text(version()).key("rules").open('{');
  for (const RuleInfo& rule : rule_catalogue()) {
    out.key(rule.id).open('{').key("meaning").text(rule.meaning).key("why").text(rule.why);
    out.key("remedy").text(rule.remedy).key("source").text(rule.source).close('}');
  }
  out.close('}').close('}');
  return answer(out);
}

}  // extern "C"
