// How a model is spread over devices.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "assay/numbers.hpp"
#include "assay/range.hpp"

namespace assay {

// Devices, by number and, maybe, by name.
struct DeviceConfiguration {
  std::string_view name;
  std::int32_t num_devices = 0;
  std::span<const std::string_view> devices;

 private:
  friend class Range<DeviceConfiguration>;
  static DeviceConfiguration element(const void* first, std::size_t index) noexcept;
};

// A part of an axis, given as a number or by name, and into how many shards it is cut.
struct SimpleShardedDim {
  std::optional<std::int64_t> dim_value;
  std::string_view dim_param;
  std::int64_t num_shards = 0;

 private:
  friend class Range<SimpleShardedDim>;
  static SimpleShardedDim element(const void* first, std::size_t index) noexcept;
};

struct ShardedDim {
  std::int64_t axis = 0;
  Range<SimpleShardedDim> simple_sharding;

 private:
  friend class Range<ShardedDim>;
  static ShardedDim element(const void* first, std::size_t index) noexcept;
};

// A group of devices that ShardingSpec::devices names by its key.
struct DeviceGroup {
  std::int64_t key;
  Numbers<std::int64_t> devices;

 private:
  friend class Range<DeviceGroup>;
  static DeviceGroup element(const void* first, std::size_t index) noexcept;
};

// How one tensor is cut.
struct ShardingSpec {
  std::string_view tensor_name;
  Numbers<std::int64_t> devices;
  Range<DeviceGroup> device_groups;
  Range<ShardedDim> sharded_dims;

 private:
  friend class Range<ShardingSpec>;
  static ShardingSpec element(const void* first, std::size_t index) noexcept;
};

// How one node runs under one configuration of the model.
struct NodeDeviceConfiguration {
  std::string_view configuration_id;
  Range<ShardingSpec> sharding_specs;
  std::optional<std::int32_t> pipeline_stage;

 private:
  friend class Range<NodeDeviceConfiguration>;
  static NodeDeviceConfiguration element(const void* first, std::size_t index) noexcept;
};

}  // namespace assay
