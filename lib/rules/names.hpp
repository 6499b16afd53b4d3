// The names that hold in a whole model: operator sets and local functions.
#pragma once

#include <string>

#include "base/name_map.hpp"
#include "rules/context.hpp"

namespace assay::rules {

// "ai.onnx" and the empty domain are one.
inline decode::Text fold(decode::Text domain) noexcept {
  return domain == "ai.onnx" ? decode::Text() : domain;
}

// The operator sets that a model or a function imports.
class Opsets {
 public:
  Opsets(Arena& arena, std::uint64_t expected) noexcept : domains_(arena, expected) {}

  // Judges and enters the imports. `path` is that of the message that holds them.
  void read(Context& context, const decode::Slice<decode::OperatorSetIdRecord>& imports,
            const Path& path);
  // A model of IR version 1 or 2 imports nothing and means version 1 of the default domain.
  void assume_default() noexcept { (void)domains_.insert(decode::Text(), 1); }

  // True, too, where no import could be read: that has its own finding.
  bool imports(decode::Text domain) noexcept {
    return domains_.size() == 0 || domains_.find(fold(domain)) != nullptr;
  }
  // The version of an imported domain; 0 when it is not imported.
  std::uint32_t version(decode::Text domain) noexcept {
    const std::uint32_t* version = domains_.find(fold(domain));
    return version == nullptr ? 0 : *version;
  }

 private:
  NameMap domains_;
};

// Local functions by domain, name and overload, and who calls whom.
class Functions {
 public:
  explicit Functions(Arena& arena, std::uint64_t expected) noexcept
      : arena_(arena), by_key_(arena, expected), domains_(arena) {}

  static constexpr std::uint32_t kMainGraph = 0;
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Judges identity and enters the functions. `complete`: all of them could be read.
  void read(Context& context, const decode::Slice<decode::FunctionRecord>& functions,
            bool complete);

  // Notes a node of `caller` (0: the main graph, n: function n-1), and judges its call, when it is
  // the call of a local function.
  void call(Context& context, std::uint32_t caller, const decode::NodeRecord& node,
            const Path& path);

  // Whether a function of the model stands for the operator of that node.
  bool defines(const decode::NodeRecord& node);

  // Cycles, depth and size of what was noted.
  void check_calls(Context& context);

 private:
  struct Edge {
    std::uint32_t callee;
    Edge* next;
  };
  struct Vertex {
    std::uint64_t nodes;     // of its own
    std::uint64_t expanded;  // after inlining
    std::uint32_t depth;     // longest chain of calls below it
    std::uint8_t state;      // 0 not visited, 1 open, 2 done
    bool on_cycle;           // and reported
    Edge* calls;
    Edge* next_call;  // while open: the next to follow
    std::uint32_t opener;
  };

  std::string_view key(decode::Text domain, decode::Text name, decode::Text overload);
  void report_unknown(Context& context, const decode::NodeRecord& node, const Path& path);
  void finish(Context& context, Vertex& vertex);

  Arena& arena_;
  NameMap by_key_;   // key -> index
  NameMap domains_;  // the domains that have local functions
  const decode::Slice<decode::FunctionRecord>* functions_ = nullptr;
  Vertex* vertices_ = nullptr;
  bool complete_ = true;
  std::string scratch_;
};

}  // namespace assay::rules
