// The rules of what tells runtimes where and how to run: device configurations, sharding,
// quantization annotations.
#pragma once

#include "base/name_map.hpp"
#include "rules/context.hpp"
#include "rules/known.hpp"
#include "rules/scope.hpp"

namespace assay::rules {

// Judges the configurations of a model and enters their names.
void check_configurations(Context& context,
                          const decode::Slice<decode::DeviceConfigurationRecord>& configurations,
                          NameMap& names);

// Judges what a node says of devices. `configurations` may be null. Asks `known` about the inputs
// and outputs that are sharded.
void check_node_devices(Context& context, const decode::NodeRecord& node, const Path& path,
                        NameMap* configurations, KnownValues& known);

// Judges the quantization annotations of a graph. `scope` knows what they may name; null when part
// of the file could not be read.
void check_quantization(Context& context, const decode::GraphRecord& graph, const Path& path,
                        Scope* scope);

}  // namespace assay::rules
