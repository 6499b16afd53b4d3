// The bytes of a file, field by field, with what they mean and what was found at them: for `assay
// explain`, the explorer, and whoever wants to show a person where a file is at fault.
//
// It reads whatever it is given, however broken, and judges nothing: findings come from check().
// Where the framing is lost, the rest of that message is one field at fault, and reading goes on in
// the message around it. Nothing is copied, and memory follows what is shown. Nothing is thrown but
// std::bad_alloc. The bytes must stay, unchanged, as long as an object here is used.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/bytes.hpp"
#include "assay/element_type.hpp"
#include "assay/finding.hpp"
#include "assay/kind.hpp"

namespace assay {

namespace schema {
struct Field;
struct Message;
}  // namespace schema

// A message of onnx.proto or onnx-data.proto.
class MessageType {
 public:
  static MessageType of(Kind kind) noexcept;
  explicit MessageType(const schema::Message& schema) noexcept : schema_(&schema) {}
  std::string_view name() const noexcept;  // "TensorProto", "TypeProto.Tensor"
  const schema::Message& schema() const noexcept { return *schema_; }
  friend bool operator==(MessageType, MessageType) noexcept = default;

 private:
  const schema::Message* schema_;
};

// Why a field cannot be read to its end. Each but `none` ends its message: the field then takes all
// that is left of it.
enum class FieldFault : std::uint8_t {
  none,
  tag_cut,            // the bytes end inside the tag
  tag_too_long,       // a tag of more than five bytes
  number_zero,        // field number 0
  number_too_large,   // field number above 2^29 - 1
  wire_type_unknown,  // wire type 6 or 7
  end_group,          // END_GROUP without a START_GROUP
  group_open,         // a group that does not end, or nests too deep to follow
  value_cut,          // the bytes end inside the value or the length
  varint_too_long,    // a value or a length without an end in ten bytes
  length_beyond       // more bytes claimed than the message has: those that are there are payload
};
// In words, without a full stop.
std::string_view field_fault_text(FieldFault fault) noexcept;

// "VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32", as protobuf's own description has them; empty
// for 6 and 7.
std::string_view wire_type_name(std::uint8_t wire_type) noexcept;

// A field as it stands in the file. The fields of a message lie side by side, without a gap.
struct WireField {
  std::uint64_t offset = 0;  // of the tag, from the beginning of the file
  std::uint64_t length = 0;  // of tag, length and payload together
  std::uint64_t payload_offset = 0;
  std::uint64_t payload_length = 0;
  // Among the fields of its number, in this message, that are as declared.
  std::uint64_t index = 0;
  std::uint32_t number = 0;    // 0 where the tag cannot be read, and for the root
  std::uint8_t wire_type = 0;  // 0 to 7
  FieldFault fault = FieldFault::none;
  bool reserved = false;                  // the schema has set the number aside
  const schema::Field* schema = nullptr;  // null: the message has no such field

  std::uint64_t end() const noexcept { return offset + length; }
  std::uint64_t payload_end() const noexcept { return payload_offset + payload_length; }
  // As the schema has it: "raw_data", empty where it has no such field; "repeated int64",
  // "TensorProto".
  std::string_view name() const noexcept;
  std::string type() const;
  // Whether the wire type is one that the field may have.
  bool as_declared() const noexcept;
  // A repeated number in its packed form.
  bool packed() const noexcept;
  // The message that the payload is; none for other fields and for wire types that cannot hold one.
  std::optional<MessageType> message() const noexcept;
  // What findings call it within its message: "dims", "node[3]"; empty where it has no name.
  std::string step() const;
};

// How much of a value is put into words, and how deep an explanation goes.
struct MeaningLimits {
  std::uint64_t values = 8;   // of raw_data and of packed numbers
  std::uint64_t text = 64;    // bytes of a string
  std::uint32_t depth = 100;  // messages below the root that are opened: Limits::depth, or less
};

// Walks the fields of one message. A copy is a place to come back to: it costs no memory beyond its
// own 350 bytes.
class FieldWalker {
 public:
  // The fields of the file itself.
  FieldWalker(Bytes file, Kind kind) noexcept
      : FieldWalker(file, root_field(file), MessageType::of(kind)) {}
  // Those of the message that a field of `file` holds. Whatever else it holds has none.
  FieldWalker(Bytes file, const WireField& field) noexcept;
  FieldWalker(Bytes file, const WireField& field, MessageType type) noexcept;

  // The root as a field: no tag, the whole file as its payload.
  static WireField root_field(Bytes file) noexcept;

  MessageType type() const noexcept { return MessageType(*schema_); }
  std::uint64_t begin() const noexcept { return begin_; }
  std::uint64_t end() const noexcept { return end_; }
  // Where the next field begins.
  std::uint64_t position() const noexcept { return at_; }

  // The next field. False at the end. Cost: constant, except for groups.
  bool next(WireField& field) noexcept;
  // Leaves out the fields that are left.
  void finish() noexcept { at_ = end_; }
  // Passes over so many fields, or as many as there are, and returns how many. Cost: linear in
  // them.
  std::uint64_t skip(std::uint64_t count) noexcept;

  // What `field`, of this message, says: `2`, `FLOAT (1)`, `"weights"`, `[2, 3]`, `6 FLOAT: 1, 2,
  // 3, 4, 5, 6`; of a message, its summary. Printable, whatever the file holds. Cost: linear in the
  // text; the first time, where a type decides what bytes mean, in the fields of this message; for
  // a message, in its fields. Payloads are not read beyond what is shown.
  std::string meaning(const WireField& field, const MeaningLimits& limits = MeaningLimits());
  // What this message is, in a few words: `FLOAT [2, 3] "weights"`, `Add(x, bias) -> sum`. Cost:
  // linear in its fields.
  std::string summary() const;

  // How many values the field holds: elements of raw_data, entries of a packed number; 0 for fields
  // that have none or whose element type is not known. Cost: of packed varints, linear in their
  // bytes; else constant.
  std::uint64_t value_count(const WireField& field);
  // Those values from `first` on, at most `count` of them, one text each: "1.5", "0.5 (0x3800)",
  // "-8 -8 (0x88)" where one entry holds two elements. Cost: linear in them; of packed varints, in
  // those before them, too.
  std::vector<std::string> values(const WireField& field, std::uint64_t first, std::uint64_t count);

  // What the other fields say about the values in this one: the element type of a tensor or of a
  // map's keys, or null; how many elements the dims of a tensor ask for.
  const ElementTypeInfo* element_type();
  std::optional<std::uint64_t> elements();

 private:
  void find_facts();

  Bytes file_;
  const schema::Message* schema_;
  std::uint64_t begin_;
  std::uint64_t at_;
  std::uint64_t end_;
  std::array<std::uint64_t, 32> seen_{};
  bool facts_found_ = false;
  const ElementTypeInfo* element_type_ = nullptr;
  std::optional<std::uint64_t> elements_;
};

// The fields that lead to a finding, the outermost first; the last is the one at which it stands.
// Empty where it stands at the file itself. At most Limits::kMaxDepth of them. Cost: linear in the
// fields passed over on the way.
std::vector<WireField> fields_to(Bytes file, Kind kind, const Finding& finding);
// Those that lead to a byte, as far in as they go.
std::vector<WireField> fields_to(Bytes file, Kind kind, std::uint64_t offset);

// Why nothing in the file has this path, as a sentence; empty where something has it.
std::string path_problem(Bytes file, Kind kind, std::string_view path);

// One line of an explanation.
struct ExplainedField {
  WireField field;          // of the root: number 0
  std::uint32_t depth = 0;  // messages around it
  std::string path;         // as findings have it; empty for the root, and where a name is missing
  std::string meaning;
  // Those that stand here, and not at a field within. They are those that the explanation was
  // given.
  std::vector<const Finding*> findings;
  bool closed = false;        // a message whose fields are left out
  std::uint64_t skipped = 0;  // above 0: no field, but that many fields that are left out
};

// Every field of a file, depth first, each with the findings that stand at it. Cost: linear in the
// file's fields; memory: the nesting, and what is shown of one field.
class Explanation {
 public:
  // The findings must outlive the explanation.
  Explanation(Bytes file, Kind kind, std::span<const Finding> findings,
              const MeaningLimits& limits = MeaningLimits());
  Explanation(Explanation&&) noexcept;
  Explanation& operator=(Explanation&&) noexcept;
  ~Explanation();

  // Narrow it down, before the first next(). What has this path, with all within, and the messages
  // around it: "graph.node[3]"; without the index, all of them.
  void only_at(std::string_view path);
  // What stands around a byte, or around the findings of a rule: the fields that lead there, and
  // the nearest ones beside them. May be called for several.
  void only_around(std::uint64_t offset);
  void only_around(Rule rule);

  bool next(ExplainedField& line);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay
