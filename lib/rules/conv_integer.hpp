// The one operator whose schema is checked: a ConvInteger node held to the operator's text, as far
// as the model says what its inputs are.
#pragma once

#include "rules/graph.hpp"

namespace assay::rules {

// The value infos of the graph or function that nodes stand in, by name; read when first asked.
class ValueInfos {
 public:
  ValueInfos(Arena& arena, const decode::Slice<decode::ValueInfoRecord>& infos) noexcept
      : infos_(infos), names_(arena) {}

  // The type that the list gives to that name, or null.
  const decode::TypeRecord* find(decode::Text name);

 private:
  const decode::Slice<decode::ValueInfoRecord>& infos_;
  NameMap names_;
  bool read_ = false;
};

// Judges the node when it is a ConvInteger. What the model leaves unknown (a dimension, a type, an
// input) is taken to be what the rest asks for, so that only what is known can be at fault. Cost:
// linear in the node and the shapes of its inputs.
void check_conv_integer(Context& context, Body& body, const decode::NodeRecord& node,
                        const Path& path, ValueInfos& infos);

}  // namespace assay::rules
