// What every rule has at hand, and how it reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "assay/check.hpp"

#include "base/arena.hpp"
#include "base/findings.hpp"
#include "base/text.hpp"
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

struct Context {
  Findings& findings;
  Arena& arena;
  const ExternalFolder* folder = nullptr;
  std::int64_t ir_version = 0;  // 0: not known, as in a file that is no model

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
};

}  // namespace assay::rules
