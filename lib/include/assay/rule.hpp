// The rules: what can be wrong with a file, each under a name that never changes its meaning.
//
// The catalogue (lib/rules/catalogue.cpp) is the one home of what is said about a rule; `assay
// rules` and docs/rules.md print it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay {

// How much a finding weighs. One finding of severity `error` makes the verdict `reject`.
enum class Severity : std::uint8_t { off, note, warning, error };

// "off", "note", "warning", "error".
std::string_view severity_name(Severity severity) noexcept;
std::optional<Severity> find_severity(std::string_view name) noexcept;

// In the order of the catalogue, area by area.
enum class Rule : std::uint16_t {
  // internal: what cannot happen, reported instead of aborted on.
  internal_error,

  // file
  file_unreadable,
  file_changed,
  file_empty,
  file_wrong_kind,
  file_not_onnx,

  // limit
  limit_file_bytes,
  limit_depth,
  limit_memory,
  limit_rank,
  limit_dense_bytes,
  limit_function_expansion,
  limit_call_depth,
  limit_external_reads,

  // wire
  wire_truncated,
  wire_varint_too_long,
  wire_varint_overflow,
  wire_varint_overlong,
  wire_tag_overlong,
  wire_field_number_zero,
  wire_field_number_range,
  wire_invalid_wire_type,
  wire_group,
  wire_end_group,
  wire_wrong_wire_type,
  wire_length_out_of_bounds,
  wire_packed_length,
  wire_int32_range,
  wire_duplicate_field,
  wire_oneof_conflict,

  // schema
  schema_unknown_field,
  schema_reserved_field,
  schema_enum_value,

  // string
  string_utf8,
  string_control_character,
  string_control_character_in_text,

  // tensor
  tensor_data_type_missing,
  tensor_data_type_unknown,
  tensor_negative_dim,
  tensor_dims_overflow,
  tensor_raw_data_size,
  tensor_typed_data_size,
  tensor_no_data,
  tensor_multiple_data,
  tensor_wrong_field,
  tensor_string_raw_data,
  tensor_value_range,
  tensor_bool_value,
  tensor_padding_bits,
  tensor_string_utf8,
  tensor_string_bom,
  tensor_string_trailing_nul,
  tensor_segment,

  // external
  external_no_location,
  external_duplicate_key,
  external_unknown_key,
  external_basepath,
  external_number,
  external_checksum,
  external_unexpected,
  external_path,
  external_path_absolute,
  external_path_escape,
  external_reserved_marker,
  external_size_mismatch,
  external_zero_length,
  external_no_folder,
  external_missing_file,
  external_unreadable,
  external_symlink,
  external_hard_link,
  external_not_regular,
  external_range,
  external_overlap,
  external_unaligned,
  external_file_longer,
  external_changed,

  // sparse
  sparse_values_missing,
  sparse_values_rank,
  sparse_dims,
  sparse_dense_overflow,
  sparse_indices_missing,
  sparse_index_type,
  sparse_nnz_mismatch,
  sparse_index_range,
  sparse_order,
  sparse_duplicate_index,

  // sequence, optional, map
  sequence_elem_type,
  sequence_wrong_field,
  sequence_heterogeneous,
  optional_elem_type,
  optional_wrong_field,
  optional_multiple_values,
  map_key_type,
  map_keys,
  map_key_range,
  map_duplicate_key,
  map_length,
  map_values_missing,

  // metadata
  metadata_duplicate_key,

  // ir, opset, model
  ir_version,
  ir_feature_too_new,
  opset_missing,
  opset_unexpected,
  opset_conflict,
  opset_duplicate,
  opset_version,
  opset_version_unknown,
  opset_domain,
  model_no_graph,

  // graph
  graph_no_name,
  graph_order,
  graph_ssa,
  graph_duplicate_input,
  graph_duplicate_output,
  graph_duplicate_initializer,
  graph_initializer_name,
  graph_initializer_type,
  graph_ir3_initializer,
  graph_undefined_value,
  graph_undefined_output,
  graph_outer_output,
  graph_shadowing,
  graph_duplicate_value_info,
  graph_no_outputs,

  // node
  node_op_type,
  node_empty,
  node_duplicate_name,
  node_unresolved_overload,

  // attribute
  attribute_name,
  attribute_type,
  attribute_undefined,
  attribute_multiple_values,
  attribute_type_mismatch,
  attribute_no_value,
  attribute_duplicate,
  attribute_ref_outside_function,
  attribute_ref_with_value,
  attribute_string_utf8,

  // type
  type_name_missing,
  type_value_info_name,
  type_missing,
  type_empty,
  type_empty_inner,
  type_elem_type,
  type_shape_missing,
  type_dim_negative,
  type_dim_unknown,
  type_map_key,
  type_opaque_name,

  // function
  function_cycle,
  function_duplicate,
  function_name,
  function_domain,
  function_empty_name,
  function_duplicate_name,
  function_attribute,
  function_undeclared_attribute,
  function_undefined_output,
  function_arity,
  function_unknown,
  function_overrides_standard,

  // training, quantization, device
  training_binding,
  quantization_annotation,
  device_configuration,
  device_sharding,

  // policy
  policy_domain,

  // conv-integer
  conv_integer_attribute,
  conv_integer_arity,
  conv_integer_type,
  conv_integer_rank,
  conv_integer_shape,
  conv_integer_channels,
  conv_integer_group,
  conv_integer_kernel_shape,
  conv_integer_strides,
  conv_integer_dilations,
  conv_integer_pads,
  conv_integer_auto_pad,
  conv_integer_zero_point,
  conv_integer_output_extent,
  conv_integer_overflow,
  conv_integer_limit,
  conv_integer_buffer,
  conv_integer_opset,
  conv_integer_kernel,

  count
};

inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::count);

// What the catalogue says of a rule.
struct RuleInfo {
  Rule rule;
  std::string_view id;       // "area/what-is-wrong"
  Severity strict;           // severity in the strict profile
  Severity compat;           // severity in the compat profile
  bool fixed;                // true: no policy can lower it, since there is no way to read on
  std::string_view meaning;  // one sentence: what was found
  std::string_view why;      // why it matters
  std::string_view remedy;   // what to do about it
  std::string_view source;   // the text, report or advisory that the rule rests on
};

// Every rule, ordered as `Rule` is.
std::span<const RuleInfo, kRuleCount> rule_catalogue() noexcept;
const RuleInfo& rule_info(Rule rule) noexcept;
// The rule of that id, if there is one. Cost: linear in the catalogue.
std::optional<Rule> find_rule(std::string_view id) noexcept;

}  // namespace assay
