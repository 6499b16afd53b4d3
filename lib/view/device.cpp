#include "assay/device.hpp"

#include "view/access.hpp"

namespace assay {

using schema::MessageId;
using schema::number_of;

DeviceConfiguration DeviceConfiguration::element(const void* first, std::size_t index) noexcept {
  const auto& record = view::at<decode::DeviceConfigurationRecord>(first, index);
  return {record.name, record.num_devices, view::texts(record.device)};
}

SimpleShardedDim SimpleShardedDim::element(const void* first, std::size_t index) noexcept {
  const auto& record = view::at<decode::SimpleShardedDimRecord>(first, index);
  const bool number = decode::has(record, number_of(MessageId::simple_sharded_dim, "dim_value"));
  return {number ? std::optional(record.dim_value) : std::nullopt, record.dim_param,
          record.num_shards};
}

ShardedDim ShardedDim::element(const void* first, std::size_t index) noexcept {
  const auto& record = view::at<decode::ShardedDimRecord>(first, index);
  return {record.axis, view::range<SimpleShardedDim>(record.simple_sharding)};
}

DeviceGroup DeviceGroup::element(const void* first, std::size_t index) noexcept {
  const auto& record = view::at<decode::IntIntListEntryRecord>(first, index);
  return {record.key, Numbers<std::int64_t>(record.value)};
}

ShardingSpec ShardingSpec::element(const void* first, std::size_t index) noexcept {
  const auto& record = view::at<decode::ShardingSpecRecord>(first, index);
  return {record.tensor_name, Numbers<std::int64_t>(record.device),
          view::range<DeviceGroup>(record.index_to_device_group_map),
          view::range<ShardedDim>(record.sharded_dim)};
}

NodeDeviceConfiguration NodeDeviceConfiguration::element(const void* first,
                                                         std::size_t index) noexcept {
  const auto& record = view::at<decode::NodeDeviceConfigurationRecord>(first, index);
  const bool staged =
      decode::has(record, number_of(MessageId::node_device_configuration, "pipeline_stage"));
  return {record.configuration_id, view::range<ShardingSpec>(record.sharding_spec),
          staged ? std::optional(record.pipeline_stage) : std::nullopt};
}

}  // namespace assay
