// A suite in memory: what conformance/schema/suite.schema.json describes, checked and typed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "assay/kind.hpp"
#include "assay/policy.hpp"

#include "json_reader.hpp"

namespace assay::conformance {

enum class Verdict : std::uint8_t { accept, reject, either };
// Who has to give a verdict: every reader, since the rules of protobuf or those of ONNX say so;
// every careful one; or only those that choose to be strict.
enum class Level : std::uint8_t { protobuf, onnx, recommended, strict };

std::string_view verdict_name(Verdict verdict) noexcept;
std::string_view level_name(Level level) noexcept;

// A file beside the model.
struct BesideFile {
  enum class Sort : std::uint8_t { regular, symlink, hard_link, directory, fifo, socket };
  std::string path;
  Sort sort = Sort::regular;
  std::string content;  // bytes, or the target of a link
};

struct ReaderCase {
  std::optional<Kind> kind;  // none: to be found out
  std::string input;         // the bytes
  std::vector<BesideFile> files;
  bool has_folder = false;          // files were given, if only none
  std::string name = "model.onnx";  // of the model in that folder
  Policy policy;
  bool ours_alone = false;  // speaks of a setting of Assay's: profile compat, or a policy
  Json settings;            // that setting, as it stands in the suite

  Verdict verdict = Verdict::accept;  // ours
  bool only_verdict = false;          // findings that do not decide are nobody's business
  std::optional<Kind> expected_kind;
  std::optional<Rule> rule;
  std::uint64_t times = 1;  // how often that rule is found
  std::vector<Rule> also;
  std::optional<std::string> path;
  std::optional<std::uint64_t> offset;

  Verdict others = Verdict::either;  // of other readers
};

struct OperatorTensor {
  std::string type;
  std::vector<std::uint64_t> shape;
  std::vector<std::int64_t> values;
  std::string sha256;  // instead of values, in an expectation
};

using OperatorAttribute = std::variant<std::int64_t, std::string, std::vector<std::int64_t>>;

struct OperatorCase {
  std::string op;
  std::int64_t opset = 0;
  Profile profile = Profile::strict;
  std::map<std::string, OperatorAttribute> attributes;
  std::map<std::string, OperatorTensor> inputs;
  std::map<std::string, OperatorTensor> outputs;  // empty: an error is expected
  std::string error;                              // a rule, or "area/*"
};

struct Case {
  std::string id;
  std::string description;
  std::string source;
  std::vector<std::string> flags;
  Level level = Level::onnx;
  std::variant<ReaderCase, OperatorCase> body;
};

struct Flag {
  std::string severity_class;
  std::string meaning;
  std::string consequence;
};

struct Suite {
  std::string name;
  std::string description;
  std::map<std::string, Flag> flags;
  std::vector<Case> cases;
};

}  // namespace assay::conformance
