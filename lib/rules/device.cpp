#include "rules/device.hpp"

namespace assay::rules {
namespace {

using decode::ShardingSpecRecord;
using decode::Text;
using schema::MessageId;
using schema::number_of;

// An axis that is left out is axis 0: writers of proto3 leave a zero out.
void check_axis(Context& context, const decode::ShardedDimRecord& dim, Text tensor,
                std::uint64_t rank, const Path& path) {
  // Axes from either end count from 0: -1 is the first from behind.
  const auto from_its_end = static_cast<std::uint64_t>(dim.axis < 0 ? -(dim.axis + 1) : dim.axis);
  if (from_its_end >= rank) {
    context.report(
        Rule::device_sharding, path, "axis",
        decode::locate(dim.source, number_of(MessageId::sharded_dim, "axis")), "axis is ", dim.axis,
        "; ", Quoted{tensor}, " has rank ", rank,
        rank == 0 ? std::string(" and no axis") : cat(", axes -", rank, " to ", rank - 1));
  }
}

void check_sharding(Context& context, NameMap& values, const ShardingSpecRecord& spec,
                    KnownValues& known, const Path& path) {
  std::optional<std::uint64_t> rank;
  if (!spec.tensor_name.empty() && values.find(spec.tensor_name) != nullptr) {
    rank = known.find(spec.tensor_name).rank();
  } else {
    context.report(Rule::device_sharding, path, "tensor_name", decode::bytes_of(spec.source),
                   "the sharding is of ", Quoted{spec.tensor_name},
                   ", which is neither an input nor an output of the node");
  }
  for (std::uint32_t i = 0; i < spec.sharded_dim.size; ++i) {
    const decode::ShardedDimRecord& dim = spec.sharded_dim[i];
    const Path here{&path, "sharded_dim", i};
    if (rank) {
      check_axis(context, dim, spec.tensor_name, *rank, here);
    }
    for (std::uint32_t k = 0; k < dim.simple_sharding.size; ++k) {
      const decode::SimpleShardedDimRecord& simple = dim.simple_sharding[k];
      if (simple.num_shards < 1) {
        context.report(Rule::device_sharding, {&here, "simple_sharding", k}, "num_shards",
                       decode::bytes_of(simple.source), "num_shards is ", simple.num_shards,
                       "; it must be at least 1");
      }
    }
  }
}

}  // namespace

void check_configurations(Context& context,
                          const decode::Slice<decode::DeviceConfigurationRecord>& configurations,
                          NameMap& names) {
  for (std::uint32_t i = 0; i < configurations.size; ++i) {
    const decode::DeviceConfigurationRecord& record = configurations[i];
    if (record.source.damaged) {
      continue;
    }
    const Path path{nullptr, "configuration", i};
    const Bytes bytes = decode::bytes_of(record.source);
    const NameMap::Inserted inserted = names.insert(record.name, i);
    if (record.name.empty()) {
      context.report(Rule::device_configuration, path, "name", bytes,
                     "the configuration has no name");
    } else if (inserted.value != nullptr && !inserted.fresh) {
      context.report(Rule::device_configuration, path, "name", decode::bytes_of(record.name),
                     "configuration[", *inserted.value, "] is called ", Quoted{record.name},
                     " too");
    }
    if (record.num_devices < 1) {
      context.report(Rule::device_configuration, path, "num_devices", bytes, "num_devices is ",
                     record.num_devices, "; it must be at least 1");
    } else if (!record.device.empty() &&
               record.device.size != static_cast<std::uint32_t>(record.num_devices)) {
      context.report(Rule::device_configuration, path, "device", bytes, "num_devices is ",
                     record.num_devices, " and ", record.device.size, " devices are named");
    }
  }
}

void check_node_devices(Context& context, const decode::NodeRecord& node, const Path& path,
                        NameMap* configurations, KnownValues& known) {
  NameMap values(context.arena);
  if (!node.rest->device_configurations.empty()) {
    for (const decode::Slice<Text>* list : {&node.input, &node.output}) {
      for (const Text name : *list) {
        (void)values.insert(name, 0);
      }
    }
  }
  for (std::uint32_t i = 0; i < node.rest->device_configurations.size; ++i) {
    const decode::NodeDeviceConfigurationRecord& record = node.rest->device_configurations[i];
    const Path here{&path, "device_configurations", i};
    if (configurations != nullptr && configurations->find(record.configuration_id) == nullptr) {
      context.report(Rule::device_configuration, here, "configuration_id",
                     decode::bytes_of(record.source), "the model has no configuration ",
                     Quoted{record.configuration_id});
    }
    for (std::uint32_t k = 0; k < record.sharding_spec.size; ++k) {
      check_sharding(context, values, record.sharding_spec[k], known, {&here, "sharding_spec", k});
    }
  }
}

void check_quantization(Context& context, const decode::GraphRecord& graph, const Path& path,
                        Scope* scope) {
  const auto check_name = [&](Text name, const Path& where, const std::string& field,
                              const decode::Source& source) {
    if (name.empty() || (scope != nullptr && scope->find(name) == nullptr)) {
      context.report(Rule::quantization_annotation, where, field, decode::bytes_of(source),
                     "the graph has no tensor ", Quoted{name});
    }
  };
  for (std::uint32_t i = 0; i < graph.quantization_annotation.size; ++i) {
    const decode::TensorAnnotationRecord& record = graph.quantization_annotation[i];
    const Path here{&path, "quantization_annotation", i};
    if (record.source.damaged) {
      continue;
    }
    check_name(record.tensor_name, here, "tensor_name", record.source);
    NameMap keys(context.arena);
    for (std::uint32_t k = 0; k < record.quant_parameter_tensor_names.size; ++k) {
      const decode::StringStringEntryRecord& entry = record.quant_parameter_tensor_names[k];
      const std::string field = cat("quant_parameter_tensor_names[", k, "]");
      check_name(entry.value, here, field + ".value", entry.source);
      const NameMap::Inserted inserted = keys.insert(entry.key, k);
      if (inserted.value != nullptr && !inserted.fresh) {
        context.report(Rule::quantization_annotation, here, field + ".key",
                       decode::bytes_of(entry.source), "the key ", Quoted{entry.key},
                       " stands twice");
      }
    }
  }
}

}  // namespace assay::rules
