"""Reader cases of sequences, optionals and maps."""

from reader_suite import ReaderSuite, at, f, h, m, packed, zeros


def tensor(field, element="FLOAT", count=1, **options):
    size = {"FLOAT": 4, "INT64": 8, "INT8": 1, "DOUBLE": 8}[element] * count
    return m(field, f("dims", count), f("data_type", element), zeros("raw_data", size), **options)


def sparse(field):
    return m(field, tensor("values"), m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)),
             f("dims", 3))


def strings(field, *texts):
    return m(field, f("dims", len(texts)), f("data_type", "STRING"), f("string_data", *texts))


def values():
    s = ReaderSuite("values", "Sequences, optionals and maps: kinds of elements, keys, nesting.")

    def bad(case_id, text, kind, entries, rule, readers="OR", flags="structure", **options):
        s.reject(case_id, text, kind, entries, rule, readers, flags, **options)

    def good(case_id, text, kind, entries, readers="OA", flags="legal", **options):
        s.accept(case_id, text, kind, entries, readers, flags, **options)

    map_of = [f("key_type", "INT64"), packed("keys", 1, 2),
              m("values", f("elem_type", "TENSOR"), tensor("tensor_values"), tensor("tensor_values"))]
    one = [f("elem_type", "TENSOR"), tensor("tensor_values")]
    elements = {"TENSOR": tensor("tensor_values"), "SPARSE_TENSOR": sparse("sparse_tensor_values"),
                "SEQUENCE": m("sequence_values", *one), "MAP": m("map_values", *map_of),
                "OPTIONAL": m("optional_values", f("elem_type", "TENSOR"), tensor("tensor_value"))}
    singles = {"TENSOR": tensor("tensor_value"), "SPARSE_TENSOR": sparse("sparse_tensor_value"),
               "SEQUENCE": m("sequence_value", *one), "MAP": m("map_value", *map_of),
               "OPTIONAL": m("optional_value", f("elem_type", "TENSOR"), tensor("tensor_value"))}

    # Sequences
    for kind, element in elements.items():
        name = kind.lower().replace("_", "-")
        good(f"sequence-of-{name}", f"A sequence of one {kind}.", "sequence", [f("elem_type", kind), element],
             readers="OA" if kind != "OPTIONAL" else "E")
        good(f"sequence-of-no-{name}", f"A sequence of no {kind}.", "sequence", [f("elem_type", kind)],
             readers="OA" if kind != "OPTIONAL" else "E")
        other = "MAP" if kind == "TENSOR" else "TENSOR"
        bad(f"sequence-{name}-stray", f"A sequence of {kind} with a {other} beside.", "sequence",
            [f("elem_type", kind), element, elements[other]], "sequence/wrong-field", "RR")
        bad(f"sequence-{name}-misnamed", f"A sequence of {other} that holds a {kind}.", "sequence",
            [f("elem_type", other), element], "sequence/wrong-field", "RR")
    good("sequence-named", "A sequence with a name.", "sequence", [f("name", "seq"), *one])
    good("sequence-three", "Three tensors of one type and different shapes.", "sequence",
         [f("elem_type", "TENSOR"), *[tensor("tensor_values", count=n) for n in (1, 2, 0)]])
    bad("sequence-untyped", "A sequence without elem_type.", "sequence", [tensor("tensor_values")],
        "sequence/elem-type", flags="type")
    bad("sequence-undefined", "A sequence of UNDEFINED.", "sequence",
        [f("elem_type", "UNDEFINED"), tensor("tensor_values")], "sequence/elem-type", flags="type")
    for number in (6, 99, -1):
        bad(f"sequence-of-{number}".replace("--", "-minus-"), f"A sequence of kind {number}.", "sequence",
            [f("elem_type", number)], "sequence/elem-type", flags="type")
    bad("sequence-mixed-types", "A sequence of FLOAT and INT64.", "sequence",
        [f("elem_type", "TENSOR"), tensor("tensor_values"), tensor("tensor_values", "INT64")],
        "sequence/heterogeneous", "RR", "type")
    bad("sequence-mixed-last", "A sequence whose last tensor is of another type.", "sequence",
        [f("elem_type", "TENSOR"), *[tensor("tensor_values")] * 4, tensor("tensor_values", "INT8")],
        "sequence/heterogeneous", "RR", "type")
    bad("sequence-bad-tensor", "A sequence whose second tensor is too short.", "sequence",
        [f("elem_type", "TENSOR"), tensor("tensor_values"),
         m("tensor_values", f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 4))],
        "tensor/raw-data-size", flags="size", path="tensor_values[1].raw_data")
    # Readers may judge a long list in parts.
    many = [tensor("tensor_values", "INT8", 0)] * 299
    good("sequence-many", "Three hundred tensors.", "sequence",
         [f("elem_type", "TENSOR"), *many, tensor("tensor_values", "INT8")])
    bad("sequence-many-last-short", "Three hundred tensors, the last without its byte.", "sequence",
        [f("elem_type", "TENSOR"), *many,
         m("tensor_values", f("dims", 1), f("data_type", "INT8"), zeros("raw_data", 0))],
        "tensor/raw-data-size", flags="size", path="tensor_values[299].raw_data")
    bad("sequence-bad-sparse", "A sequence with a sparse tensor without dims.", "sequence",
        [f("elem_type", "SPARSE_TENSOR"), m("sparse_tensor_values", tensor("values"),
         m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)))], "sparse/dims",
        flags="sparse", path="sparse_tensor_values[0].dims")
    bad("sequence-empty-tensor", "A sequence with a tensor message without fields.", "sequence",
        [f("elem_type", "TENSOR"), m("tensor_values")], "tensor/data-type-missing", flags="type")
    bad("sequence-external", "A sequence whose tensor is in a file: from memory there is no folder.",
        "sequence", [f("elem_type", "TENSOR"), m("tensor_values", f("dims", 1), f("data_type", "FLOAT"),
        m("external_data", f("key", "location"), f("value", "w.bin")), f("data_location", "EXTERNAL"))],
        "external/no-folder", "E", "external")

    # Optionals
    for kind, element in singles.items():
        name = kind.lower().replace("_", "-")
        good(f"optional-of-{name}", f"An optional {kind}.", "optional", [f("elem_type", kind), element],
             readers="OA" if kind != "OPTIONAL" else "E")
        good(f"optional-of-no-{name}", f"An optional {kind} that is not there.", "optional",
             [f("elem_type", kind)], readers="OA" if kind != "OPTIONAL" else "E")
        other = "MAP" if kind == "TENSOR" else "TENSOR"
        bad(f"optional-{name}-misnamed", f"An optional {other} that holds a {kind}.", "optional",
            [f("elem_type", other), element], "optional/wrong-field", "RR")
        bad(f"optional-{name}-two-values", f"An optional with a {kind} and a {other}.", "optional",
            [f("elem_type", kind), element, singles[other]], "optional/multiple-values", "RR",
            flags="location")
    good("optional-empty", "An optional of UNDEFINED without a value is an empty one.", "optional",
         [f("elem_type", "UNDEFINED")])
    good("optional-only-named", "An optional with a name alone.", "optional", [f("name", "o")], readers="E")
    bad("optional-undefined-with-value", "An optional of UNDEFINED with a value.", "optional",
        [f("elem_type", "UNDEFINED"), tensor("tensor_value")], "optional/elem-type", "RR", "type")
    bad("optional-untyped-with-value", "An optional without elem_type and with a value.", "optional",
        [tensor("tensor_value")], "optional/elem-type", "RR", "type")
    for number in (6, 99, -1):
        bad(f"optional-of-{number}".replace("--", "-minus-"), f"An optional of kind {number}.", "optional",
            [f("elem_type", number)], "optional/elem-type", flags="type")
    bad("optional-bad-tensor", "An optional tensor that is too short.", "optional",
        [f("elem_type", "TENSOR"), m("tensor_value", f("dims", 2), f("data_type", "FLOAT"),
                                     zeros("raw_data", 4))],
        "tensor/raw-data-size", flags="size", path="tensor_value.raw_data")
    bad("optional-twice", "An optional tensor given twice: protobuf merges the two.", "optional",
        [f("elem_type", "TENSOR"), tensor("tensor_value"), at(m("tensor_value", f("name", "a")))],
        "wire/duplicate-field", "PA", "duplicate-field")

    # Maps
    def map_case(key_type, keys, count=None, field="keys"):
        count = len(keys) if count is None else count
        listed = [packed("keys", *keys)] if field == "keys" else [f("string_keys", *keys)] if keys else []
        return [f("key_type", key_type), *listed,
                m("values", f("elem_type", "TENSOR"), *[tensor("tensor_values")] * count)]

    bounds = {"INT8": (-128, 127), "UINT8": (0, 255), "INT16": (-32768, 32767), "UINT16": (0, 65535),
              "INT32": (-(1 << 31), (1 << 31) - 1), "UINT32": (0, (1 << 32) - 1),
              "INT64": (-(1 << 63), (1 << 63) - 1)}
    for key_type, (low, high) in bounds.items():
        name = key_type.lower()
        good(f"map-{name}", f"A map with the lowest and the highest key of {key_type}.", "map",
             map_case(key_type, [low, high]))
        if key_type == "INT64":
            continue
        bad(f"map-{name}-below", f"A key below {key_type}.", "map", map_case(key_type, [low - 1]),
            "map/key-range", "RR", "value")
        bad(f"map-{name}-above", f"A key above {key_type}.", "map", map_case(key_type, [high + 1]),
            "map/key-range", "RR", "value")
    good("map-uint64", "A map with keys of UINT64.", "map", map_case("UINT64", [0, (1 << 63) - 1]))
    good("map-unsorted", "Keys need no order.", "map", map_case("INT64", [3, 1, 2]))
    good("map-unpacked", "Keys one by one.", "map", [f("key_type", "INT64"), f("keys", 1, 2),
         m("values", f("elem_type", "TENSOR"), tensor("tensor_values"), tensor("tensor_values"))],
         flags="packed")
    good("map-empty", "A map without entries.", "map", map_case("INT64", []), readers="E")
    good("map-string", "A map with keys of text.", "map", map_case("STRING", ["a", "", "\u00e9"], field="s"))
    good("map-of-sequences", "A map of sequences.", "map", [f("key_type", "INT8"), packed("keys", 1),
         m("values", f("elem_type", "SEQUENCE"), m("sequence_values", *one))])
    for key_type in ("FLOAT", "DOUBLE", "BOOL", "FLOAT16", "BFLOAT16", "COMPLEX64", "FLOAT8E5M2", "INT4",
                     "UINT2", "FLOAT6E2M3", "UNDEFINED"):
        bad(f"map-key-{key_type.lower()}", f"A map with keys of {key_type}.", "map", map_case(key_type, [1]),
            "map/key-type", flags="type")
    for number in (99, -3):
        bad(f"map-key-{number}".replace("--", "-minus-"), f"A map with keys of type {number}.", "map",
            map_case(number, [1]), "map/key-type", flags="type")
    bad("map-key-missing", "A map without key_type.", "map", map_case("INT64", [1])[1:], "map/key-type",
        flags="type")
    bad("map-both-keys", "A map with keys in both lists.", "map",
        [*map_case("INT64", [1], 2), f("string_keys", "a")], "map/keys", flags="location")
    bad("map-int-keys-for-string", "Numbers as keys under STRING.", "map", map_case("STRING", [1]),
        "map/keys", "RR", "location")
    bad("map-string-keys-for-int", "Text as keys under INT64.", "map", map_case("INT64", ["a"], field="s"),
        "map/keys", "RR", "location")
    bad("map-key-twice", "A key twice.", "map", map_case("INT64", [1, 2, 1]), "map/duplicate-key", "RR", "value")
    bad("map-string-key-twice", "A key of text twice.", "map", map_case("STRING", ["a", "b", "a"], field="s"),
        "map/duplicate-key", "RR", "value")
    bad("map-fewer-values", "Two keys and one value.", "map", map_case("INT64", [1, 2], 1), "map/length",
        flags="size")
    bad("map-more-values", "One key and two values.", "map", map_case("INT64", [1], 2), "map/length",
        flags="size")
    bad("map-string-fewer-values", "Two keys of text and one value.", "map",
        map_case("STRING", ["a", "b"], 1, "s"), "map/length", flags="size")
    bad("map-values-missing", "Keys and no values.", "map", [f("key_type", "INT64"), packed("keys", 1)],
        "map/values-missing")
    bad("map-values-bad", "Values whose tensor is too short.", "map",
        [f("key_type", "INT64"), packed("keys", 1), m("values", f("elem_type", "TENSOR"),
         m("tensor_values", f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 4)))],
        "tensor/raw-data-size", flags="size", path="values.tensor_values[0].raw_data")
    bad("map-string-key-not-utf8", "A key of text that is not UTF-8.", "map",
        [f("key_type", "STRING"), h("string_keys", "ff"), m("values", f("elem_type", "TENSOR"),
         tensor("tensor_values"))], "tensor/string-utf8", "E", "utf8")

    # One message read as another
    s.reject("sequence-as-tensor", "A sequence read as a tensor, as in a model zoo's input_0.pb: it seems to "
             "have a segment.", "tensor", [{"field": 2, "value": 1, "wire_type": "varint"},
             {"field": 3, "message": [{"raw": "08 01 10 01 4a 04 00 00 00 00"}]}], "file/wrong-kind", "E",
             "structure", source="onnx/onnx#5916")
    good("auto-sequence", "A sequence of unknown kind is found to be one.", "auto",
         {"hex": "0a 03 73 65 71 10 01 1a 0a 08 01 10 01 4a 04 00 00 00 00"}, readers="E", at_kind="sequence")
    good("auto-tensor", "A tensor of unknown kind is found to be one.", "auto",
         {"hex": "08 01 10 01 4a 04 00 00 00 00"}, readers="E", at_kind="tensor")

    # Nesting
    for depth, fits in ((99, True), (100, False)):
        # The root, its nested sequences, and the tensor in the last one.
        entries = [{"nest": depth, "around": [f("elem_type", "SEQUENCE"), m("sequence_values", {"hole": True})],
                    "message": one}]
        if fits:
            good(f"sequence-nested-{depth}", f"{depth} sequences in one another, and a tensor: 100 messages "
                 "below the root.", "sequence", entries, readers="PA", flags="depth")
        else:
            bad(f"sequence-nested-{depth}", f"{depth} sequences in one another, and a tensor: 101 messages "
                "below the root.", "sequence", entries, "limit/depth", "PR", "depth")
    bad("sequence-nested-20000", "20000 sequences in one another.", "sequence",
        [{"nest": 20000, "around": [m("sequence_values", {"hole": True})], "message": []}], "limit/depth",
        "PR", "depth")
    for depth, fits in ((49, True), (50, False)):
        entries = [{"nest": depth, "around": [f("key_type", "INT8"), packed("keys", 1),
                    m("values", f("elem_type", "MAP"), m("map_values", {"hole": True}))],
                    "message": [f("key_type", "INT8"), m("values", f("elem_type", "TENSOR"))]}]
        text = f"{depth} maps in one another, and a sequence: a map costs two messages."
        if fits:
            good(f"map-nested-{depth}", text, "map", entries, readers="PA", flags="depth")
        else:
            bad(f"map-nested-{depth}", text, "map", entries, "limit/depth", "PR", "depth")
    good("optional-nested-100", "100 optionals in one another.", "optional",
         [{"nest": 100, "around": [f("elem_type", "OPTIONAL"), m("optional_value", {"hole": True})],
           "message": [f("elem_type", "TENSOR")]}], readers="PA", flags="depth")
    bad("optional-nested-101", "101 optionals in one another.", "optional",
        [{"nest": 101, "around": [f("elem_type", "OPTIONAL"), m("optional_value", {"hole": True})],
          "message": [f("elem_type", "TENSOR")]}], "limit/depth", "PR", "depth")
    return s.suite()
