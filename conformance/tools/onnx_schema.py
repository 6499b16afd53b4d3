"""The messages of onnx.proto and onnx-data.proto as the suites need them: a second statement of the
schema, from the .proto files' documentation, apart from the library's, so that each checks the other.

field name: (number, type). Types: varint, fixed32, fixed64, text, or the name of a message.
"""

V, F4, F8, T = "varint", "fixed32", "fixed64", "text"
PROPS = (16, "Entry")

MESSAGES = {
    "Model": {"ir_version": (1, V), "producer_name": (2, T), "producer_version": (3, T),
              "domain": (4, T), "model_version": (5, V), "doc_string": (6, T), "graph": (7, "Graph"),
              "opset_import": (8, "Opset"), "metadata_props": (14, "Entry"),
              "training_info": (20, "Training"), "functions": (25, "Function"),
              "configuration": (26, "DeviceConfiguration")},
    "Graph": {"node": (1, "Node"), "name": (2, T), "initializer": (5, "Tensor"), "doc_string": (10, T),
              "input": (11, "ValueInfo"), "output": (12, "ValueInfo"), "value_info": (13, "ValueInfo"),
              "quantization_annotation": (14, "Annotation"), "sparse_initializer": (15, "Sparse"),
              "metadata_props": PROPS},
    "Node": {"input": (1, T), "output": (2, T), "name": (3, T), "op_type": (4, T),
             "attribute": (5, "Attribute"), "doc_string": (6, T), "domain": (7, T),
             "overload": (8, T), "metadata_props": (9, "Entry"),
             "device_configurations": (10, "NodeDevice")},
    "Attribute": {"name": (1, T), "f": (2, F4), "i": (3, V), "s": (4, T), "t": (5, "Tensor"),
                  "g": (6, "Graph"), "floats": (7, F4), "ints": (8, V), "strings": (9, T),
                  "tensors": (10, "Tensor"), "graphs": (11, "Graph"), "doc_string": (13, T),
                  "tp": (14, "Type"), "type_protos": (15, "Type"), "type": (20, V),
                  "ref_attr_name": (21, T), "sparse_tensor": (22, "Sparse"),
                  "sparse_tensors": (23, "Sparse")},
    "Tensor": {"dims": (1, V), "data_type": (2, V), "segment": (3, "Segment"), "float_data": (4, F4),
               "int32_data": (5, V), "string_data": (6, T), "int64_data": (7, V), "name": (8, T),
               "raw_data": (9, T), "double_data": (10, F8), "uint64_data": (11, V),
               "doc_string": (12, T), "external_data": (13, "Entry"), "data_location": (14, V),
               "metadata_props": PROPS},
    "Segment": {"begin": (1, V), "end": (2, V)},
    "Sparse": {"values": (1, "Tensor"), "indices": (2, "Tensor"), "dims": (3, V)},
    "Entry": {"key": (1, T), "value": (2, T)},
    "Opset": {"domain": (1, T), "version": (2, V)},
    "Annotation": {"tensor_name": (1, T), "quant_parameter_tensor_names": (2, "Entry")},
    "ValueInfo": {"name": (1, T), "type": (2, "Type"), "doc_string": (3, T),
                  "metadata_props": (4, "Entry")},
    "Shape": {"dim": (1, "Dimension")},
    "Dimension": {"dim_value": (1, V), "dim_param": (2, T), "denotation": (3, T)},
    "Type": {"tensor_type": (1, "TypeTensor"), "sequence_type": (4, "TypeSequence"),
             "map_type": (5, "TypeMap"), "denotation": (6, T), "opaque_type": (7, "TypeOpaque"),
             "sparse_tensor_type": (8, "TypeTensor"), "optional_type": (9, "TypeSequence")},
    "TypeTensor": {"elem_type": (1, V), "shape": (2, "Shape")},
    "TypeSequence": {"elem_type": (1, "Type")},
    "TypeMap": {"key_type": (1, V), "value_type": (2, "Type")},
    "TypeOpaque": {"domain": (1, T), "name": (2, T)},
    "Function": {"name": (1, T), "input": (4, T), "output": (5, T), "attribute": (6, T),
                 "node": (7, "Node"), "doc_string": (8, T), "opset_import": (9, "Opset"),
                 "domain": (10, T), "attribute_proto": (11, "Attribute"), "value_info": (12, "ValueInfo"),
                 "overload": (13, T), "metadata_props": (14, "Entry")},
    "Training": {"initialization": (1, "Graph"), "algorithm": (2, "Graph"),
                 "initialization_binding": (3, "Entry"), "update_binding": (4, "Entry")},
    "DeviceConfiguration": {"name": (1, T), "num_devices": (2, V), "device": (3, T)},
    "NodeDevice": {"configuration_id": (1, T), "sharding_spec": (2, "Sharding"),
                   "pipeline_stage": (3, V)},
    "Sharding": {"tensor_name": (1, T), "device": (2, V), "index_to_device_group_map": (3, "IntList"),
                 "sharded_dim": (4, "ShardedDim")},
    "IntList": {"key": (1, V), "value": (2, V)},
    "ShardedDim": {"axis": (1, V), "simple_sharding": (2, "SimpleSharding")},
    "SimpleSharding": {"dim_value": (1, V), "dim_param": (2, T), "num_shards": (3, V)},
    "Sequence": {"name": (1, T), "elem_type": (2, V), "tensor_values": (3, "Tensor"),
                 "sparse_tensor_values": (4, "Sparse"), "sequence_values": (5, "Sequence"),
                 "map_values": (6, "Map"), "optional_values": (7, "Optional")},
    "Optional": {"name": (1, T), "elem_type": (2, V), "tensor_value": (3, "Tensor"),
                 "sparse_tensor_value": (4, "Sparse"), "sequence_value": (5, "Sequence"),
                 "map_value": (6, "Map"), "optional_value": (7, "Optional")},
    "Map": {"name": (1, T), "key_type": (2, V), "keys": (3, V), "string_keys": (4, T),
            "values": (5, "Sequence")},
}
ROOTS = {"auto": "Model", "model": "Model", "tensor": "Tensor", "sparse-tensor": "Sparse",
         "sequence": "Sequence", "optional": "Optional", "map": "Map"}

# name: (number, bits, IR version, typed field, elements an entry, entries an element, lowest, highest)
DATA_TYPES = {
    "FLOAT": (1, 32, 1, "float_data", 1, 1, None, None),
    "UINT8": (2, 8, 1, "int32_data", 1, 1, 0, 255),
    "INT8": (3, 8, 1, "int32_data", 1, 1, -128, 127),
    "UINT16": (4, 16, 1, "int32_data", 1, 1, 0, 65535),
    "INT16": (5, 16, 1, "int32_data", 1, 1, -32768, 32767),
    "INT32": (6, 32, 1, "int32_data", 1, 1, -(1 << 31), (1 << 31) - 1),
    "INT64": (7, 64, 1, "int64_data", 1, 1, -(1 << 63), (1 << 63) - 1),
    "STRING": (8, 0, 1, "string_data", 1, 1, None, None),
    "BOOL": (9, 8, 1, "int32_data", 1, 1, 0, 1),
    "FLOAT16": (10, 16, 1, "int32_data", 1, 1, 0, 65535),
    "DOUBLE": (11, 64, 1, "double_data", 1, 1, None, None),
    "UINT32": (12, 32, 1, "uint64_data", 1, 1, 0, (1 << 32) - 1),
    "UINT64": (13, 64, 1, "uint64_data", 1, 1, 0, (1 << 64) - 1),
    "COMPLEX64": (14, 64, 1, "float_data", 1, 2, None, None),
    "COMPLEX128": (15, 128, 1, "double_data", 1, 2, None, None),
    "BFLOAT16": (16, 16, 4, "int32_data", 1, 1, 0, 65535),
    "FLOAT8E4M3FN": (17, 8, 9, "int32_data", 1, 1, 0, 255),
    "FLOAT8E4M3FNUZ": (18, 8, 9, "int32_data", 1, 1, 0, 255),
    "FLOAT8E5M2": (19, 8, 9, "int32_data", 1, 1, 0, 255),
    "FLOAT8E5M2FNUZ": (20, 8, 9, "int32_data", 1, 1, 0, 255),
    "UINT4": (21, 4, 10, "int32_data", 2, 1, 0, 255),
    "INT4": (22, 4, 10, "int32_data", 2, 1, 0, 255),
    "FLOAT4E2M1": (23, 4, 11, "int32_data", 2, 1, 0, 255),
    "FLOAT8E8M0": (24, 8, 12, "int32_data", 1, 1, 0, 255),
    "UINT2": (25, 2, 13, "int32_data", 4, 1, 0, 255),
    "INT2": (26, 2, 13, "int32_data", 4, 1, 0, 255),
    "FLOAT6E2M3": (27, 6, 14, "int32_data", 1, 1, 0, 63),
    "FLOAT6E3M2": (28, 6, 14, "int32_data", 1, 1, 0, 63),
}
ATTRIBUTE_TYPES = ["UNDEFINED", "FLOAT", "INT", "STRING", "TENSOR", "GRAPH", "FLOATS", "INTS",
                   "STRINGS", "TENSORS", "GRAPHS", "SPARSE_TENSOR", "SPARSE_TENSORS", "TYPE_PROTO",
                   "TYPE_PROTOS"]
VALUE_TYPES = ["UNDEFINED", "TENSOR", "SPARSE_TENSOR", "SEQUENCE", "MAP", "OPTIONAL"]


def enumerator(message, field, name):
    if field == "type" and message == "Attribute":
        return ATTRIBUTE_TYPES.index(name)
    if field == "data_location":
        return ["DEFAULT", "EXTERNAL"].index(name)
    if message in ("Sequence", "Optional"):
        return VALUE_TYPES.index(name)
    return 0 if name == "UNDEFINED" else DATA_TYPES[name][0]
