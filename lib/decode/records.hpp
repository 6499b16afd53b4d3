// Records: what a decoded message is in memory. Plain data; strings, bytes and runs of numbers
// alias the input. All bytes zero is the record of an empty message.
//
// A record has one member for each field of its schema table, of the same name (decode/layout.hpp
// checks it). The members that most messages of a kind are without stand aside, in a part that is
// made when the first of them comes: records are most of what a check reads and writes. Presence: a
// string or bytes field is present when its data() is not null, a message when its pointer is not
// null, a repeated number when `last` is not null; for the other numbers there is has().
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "assay/bytes.hpp"

#include "schema/onnx.hpp"
#include "wire/varint_run.hpp"

namespace assay::external {
class DataFiles;
}

namespace assay::decode {

using schema::MessageId;

// Where a message stood and which of its fields were there.
struct Source {
  const std::byte* begin = nullptr;  // of its payload; of the first, where parts were merged
  std::uint64_t size = 0;
  std::uint32_t present = 0;  // bit n: field number n
  bool damaged = false;       // part of it, or of something inside it, could not be read
  bool merged = false;        // more than one part was merged, as libprotobuf does
};

// Consecutive values of one repeated number: a packed block, or the same tag again and again.
struct Run {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
  wire::RunSummary summary;    // of fixed-width values only the count
  Run* next = nullptr;         // a ring: the last one's next is the first
  std::uint8_t tag_bytes = 0;  // 0: packed; else what stands before each value
};

// All values of a repeated number, in order.
struct Scalars {
  Run* last = nullptr;

  bool present() const noexcept { return last != nullptr; }
  const Run* first() const noexcept { return last == nullptr ? nullptr : last->next; }
  const Run* after(const Run* run) const noexcept { return run == last ? nullptr : run->next; }
  // Cost: linear in the runs, of which there is nearly always one.
  wire::RunSummary summary() const noexcept {
    wire::RunSummary all;
    for (const Run* run = first(); run != nullptr; run = after(run)) {
      all.add(run->summary);
    }
    return all;
  }
  std::uint64_t count() const noexcept { return summary().count; }
};

template <class T>
struct Slice {
  T* data = nullptr;
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;

  const T* begin() const noexcept { return data; }
  const T* end() const noexcept { return data + size; }
  T* begin() noexcept { return data; }
  T* end() noexcept { return data + size; }
  const T& operator[](std::uint64_t index) const noexcept { return data[index]; }
  bool empty() const noexcept { return size == 0; }
};

// The part of a record that stands aside. Reading where there is none reads zeros.
template <class T>
struct Aside {
  T* made = nullptr;

  const T* operator->() const noexcept {
    static constexpr T kNone{};
    return made == nullptr ? &kNone : made;
  }
};

using Text = std::string_view;
using Shape = std::span<const std::int64_t>;  // dims as numbers

struct StringStringEntryRecord {
  static constexpr MessageId kId = MessageId::string_string_entry;
  Source source;
  Text key, value;
};
struct SegmentRecord {
  static constexpr MessageId kId = MessageId::segment;
  Source source;
  std::int64_t begin, end;
};
struct TensorRest {
  Scalars float_data, int32_data, int64_data, double_data, uint64_data;
  Slice<Text> string_data;
  SegmentRecord* segment;
  Text doc_string;
  Slice<StringStringEntryRecord> external_data, metadata_props;
  // Not of the schema: filled in by the rules once they hold.
  Bytes external;  // the values of a tensor whose data file was opened
  Text external_location;
  std::uint64_t external_offset;
  std::uint32_t external_file;                // its number among the document's data files, plus 1
  const external::DataFiles* external_files;  // these; null when no file has the values
};
struct TensorRecord {
  static constexpr MessageId kId = MessageId::tensor;
  Source source;
  Scalars dims;
  std::int32_t data_type;
  std::int32_t data_location;
  Text name, raw_data;
  Aside<TensorRest> rest;
  // Not of the schema: filled in by the rules once they hold.
  Shape shape;
  std::uint64_t elements;
};
struct SparseTensorRecord {
  static constexpr MessageId kId = MessageId::sparse_tensor;
  Source source;
  TensorRecord *values, *indices;
  Scalars dims;
  Shape shape;  // not of the schema: filled in by the rules once they hold
};

struct SequenceRecord;
struct MapRecord;
struct OptionalRecord {
  static constexpr MessageId kId = MessageId::optional;
  Source source;
  Text name;
  std::int32_t elem_type;
  TensorRecord* tensor_value;
  SparseTensorRecord* sparse_tensor_value;
  SequenceRecord* sequence_value;
  MapRecord* map_value;
  OptionalRecord* optional_value;
};
struct SequenceRecord {
  static constexpr MessageId kId = MessageId::sequence;
  Source source;
  Text name;
  std::int32_t elem_type;
  Slice<TensorRecord> tensor_values;
  Slice<SparseTensorRecord> sparse_tensor_values;
  Slice<SequenceRecord> sequence_values;
  Slice<MapRecord> map_values;
  Slice<OptionalRecord> optional_values;
};
struct MapRecord {
  static constexpr MessageId kId = MessageId::map;
  Source source;
  Text name;
  std::int32_t key_type;
  Scalars keys;
  Slice<Text> string_keys;
  SequenceRecord* values;
};

struct DimensionRecord {
  static constexpr MessageId kId = MessageId::dimension;
  Source source;
  std::int64_t dim_value;
  Text dim_param, denotation;
};
struct TensorShapeRecord {
  static constexpr MessageId kId = MessageId::tensor_shape;
  Source source;
  Slice<DimensionRecord> dim;
};
struct TypeRecord;
struct TypeTensorRecord {
  static constexpr MessageId kId = MessageId::type_tensor;
  Source source;
  std::int32_t elem_type;
  TensorShapeRecord* shape;
};
struct TypeSparseTensorRecord {
  static constexpr MessageId kId = MessageId::type_sparse_tensor;
  Source source;
  std::int32_t elem_type;
  TensorShapeRecord* shape;
};
struct TypeSequenceRecord {
  static constexpr MessageId kId = MessageId::type_sequence;
  Source source;
  TypeRecord* elem_type;
};
struct TypeOptionalRecord {
  static constexpr MessageId kId = MessageId::type_optional;
  Source source;
  TypeRecord* elem_type;
};
struct TypeMapRecord {
  static constexpr MessageId kId = MessageId::type_map;
  Source source;
  std::int32_t key_type;
  TypeRecord* value_type;
};
struct TypeOpaqueRecord {
  static constexpr MessageId kId = MessageId::type_opaque;
  Source source;
  Text domain, name;
};
struct TypeRecord {
  static constexpr MessageId kId = MessageId::type;
  Source source;
  TypeTensorRecord* tensor_type;
  TypeSequenceRecord* sequence_type;
  TypeMapRecord* map_type;
  TypeOpaqueRecord* opaque_type;
  TypeSparseTensorRecord* sparse_tensor_type;
  TypeOptionalRecord* optional_type;
  Text denotation;
};
struct ValueInfoRecord {
  static constexpr MessageId kId = MessageId::value_info;
  Source source;
  Text name, doc_string;
  TypeRecord* type;
  Slice<StringStringEntryRecord> metadata_props;
};

struct IntIntListEntryRecord {
  static constexpr MessageId kId = MessageId::int_int_list_entry;
  Source source;
  std::int64_t key;
  Scalars value;
};
struct SimpleShardedDimRecord {
  static constexpr MessageId kId = MessageId::simple_sharded_dim;
  Source source;
  std::int64_t dim_value, num_shards;
  Text dim_param;
};
struct ShardedDimRecord {
  static constexpr MessageId kId = MessageId::sharded_dim;
  Source source;
  std::int64_t axis;
  Slice<SimpleShardedDimRecord> simple_sharding;
};
struct ShardingSpecRecord {
  static constexpr MessageId kId = MessageId::sharding_spec;
  Source source;
  Text tensor_name;
  Scalars device;
  Slice<IntIntListEntryRecord> index_to_device_group_map;
  Slice<ShardedDimRecord> sharded_dim;
};
struct NodeDeviceConfigurationRecord {
  static constexpr MessageId kId = MessageId::node_device_configuration;
  Source source;
  Text configuration_id;
  Slice<ShardingSpecRecord> sharding_spec;
  std::int32_t pipeline_stage;
};
struct DeviceConfigurationRecord {
  static constexpr MessageId kId = MessageId::device_configuration;
  Source source;
  Text name;
  std::int32_t num_devices;
  Slice<Text> device;
};

struct GraphRecord;
struct AttributeRest {
  Text s, doc_string, ref_attr_name;
  TensorRecord* t;
  GraphRecord* g;
  TypeRecord* tp;
  SparseTensorRecord* sparse_tensor;
  Scalars floats, ints;
  Slice<Text> strings;
  Slice<TensorRecord> tensors;
  Slice<GraphRecord> graphs;
  Slice<TypeRecord> type_protos;
  Slice<SparseTensorRecord> sparse_tensors;
};
struct AttributeRecord {
  static constexpr MessageId kId = MessageId::attribute;
  Source source;
  Text name;
  std::int64_t i;
  float f;
  std::int32_t type;
  Aside<AttributeRest> rest;
};
struct NodeRest {
  Text overload, doc_string;
  Slice<StringStringEntryRecord> metadata_props;
  Slice<NodeDeviceConfigurationRecord> device_configurations;
};
struct NodeRecord {
  static constexpr MessageId kId = MessageId::node;
  Source source;
  Slice<Text> input, output;
  Text name, op_type, domain;
  Slice<AttributeRecord> attribute;
  Aside<NodeRest> rest;
};
struct TensorAnnotationRecord {
  static constexpr MessageId kId = MessageId::tensor_annotation;
  Source source;
  Text tensor_name;
  Slice<StringStringEntryRecord> quant_parameter_tensor_names;
};
struct GraphRecord {
  static constexpr MessageId kId = MessageId::graph;
  Source source;
  Slice<NodeRecord> node;
  Text name, doc_string;
  Slice<TensorRecord> initializer;
  Slice<SparseTensorRecord> sparse_initializer;
  Slice<ValueInfoRecord> input, output, value_info;
  Slice<TensorAnnotationRecord> quantization_annotation;
  Slice<StringStringEntryRecord> metadata_props;
};
struct OperatorSetIdRecord {
  static constexpr MessageId kId = MessageId::operator_set_id;
  Source source;
  Text domain;
  std::int64_t version;
};
struct FunctionRecord {
  static constexpr MessageId kId = MessageId::function;
  Source source;
  Text name, domain, overload, doc_string;
  Slice<Text> input, output, attribute;
  Slice<NodeRecord> node;
  Slice<OperatorSetIdRecord> opset_import;
  Slice<AttributeRecord> attribute_proto;
  Slice<ValueInfoRecord> value_info;
  Slice<StringStringEntryRecord> metadata_props;
};
struct TrainingInfoRecord {
  static constexpr MessageId kId = MessageId::training_info;
  Source source;
  GraphRecord *initialization, *algorithm;
  Slice<StringStringEntryRecord> initialization_binding, update_binding;
};
struct ModelRecord {
  static constexpr MessageId kId = MessageId::model;
  Source source;
  std::int64_t ir_version, model_version;
  Text producer_name, producer_version, domain, doc_string;
  GraphRecord* graph;
  Slice<OperatorSetIdRecord> opset_import;
  Slice<StringStringEntryRecord> metadata_props;
  Slice<TrainingInfoRecord> training_info;
  Slice<FunctionRecord> functions;
  Slice<DeviceConfigurationRecord> configuration;
};

// Whether an optional number of the record was there: has<"data_type">(tensor) is spelled
// has(tensor, number_of(MessageId::tensor, "data_type")).
template <class RecordType>
bool has(const RecordType& record, std::uint32_t number) noexcept {
  return (record.source.present >> number & 1u) != 0;
}

}  // namespace assay::decode
