"""Reader cases of attributes, types and functions."""

from onnx_schema import ATTRIBUTE_TYPES, DATA_TYPES
from reader_model import DEFINITIONS, body, entry, graph, info, model_of, node, opset
from reader_suite import ReaderSuite, f, h, m, packed, use, zeros

TENSOR = [f("dims", 1), f("data_type", "FLOAT"), zeros("raw_data", 4)]
SHORT = [f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 4)]
SPARSE = [m("values", *TENSOR), m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)),
          f("dims", 3)]
TYPE = [m("tensor_type", f("elem_type", "FLOAT"), m("shape"))]
VALUES = {"FLOAT": f("f", 1), "INT": f("i", 1), "STRING": f("s", "a"), "TENSOR": m("t", *TENSOR),
          "GRAPH": m("g", f("name", "b")), "FLOATS": f("floats", 1, 2), "INTS": f("ints", 1, 2),
          "STRINGS": f("strings", "a", "b"), "TENSORS": m("tensors", *TENSOR),
          "GRAPHS": m("graphs", f("name", "b")), "SPARSE_TENSOR": m("sparse_tensor", *SPARSE),
          "SPARSE_TENSORS": m("sparse_tensors", *SPARSE), "TYPE_PROTO": m("tp", *TYPE),
          "TYPE_PROTOS": m("type_protos", *TYPE)}


def attribute(name, kind, *values, field="attribute"):
    return m(field, f("name", name), *values, *([] if kind is None else [f("type", kind)]))


def with_attribute(*entries):
    """A model whose only node, of a custom domain, has these attributes."""
    return [use("head"), opset(1, "com.example"),
            graph(node("Foo", ["x"], ["y"], *entries, f("domain", "com.example")))]


def attributes():
    s = ReaderSuite("attributes", "Attributes: the type against the field that holds the value, no value, two "
                    "values, references.", DEFINITIONS)

    def bad(case_id, text, entries, rule, readers="OR", flags="attribute", **options):
        s.reject(case_id, text, "model", with_attribute(*entries), rule, readers, flags, **options)

    # A runtime may refuse a model for an operator that it does not have: accepting is but recommended.
    def good(case_id, text, entries, readers="RA", flags="legal", **options):
        s.accept(case_id, text, "model", with_attribute(*entries), readers, flags, **options)

    for kind, value in VALUES.items():
        name = kind.lower().replace("_", "-")
        good(name, f"An attribute of type {kind}.", [attribute("a", kind, value)])
        other = "INT" if kind != "INT" else "FLOAT"
        bad(f"{name}-as-{other.lower()}", f"An attribute of type {other} with the value of a {kind}.",
            [attribute("a", other, value)], "attribute/type-mismatch", source="onnx/onnx#5762")
        bad(f"{name}-and-other", f"An attribute of type {kind} with another value beside it.",
            [attribute("a", kind, value, VALUES[other])], "attribute/multiple-values",
            source="microsoft/onnxruntime#18338")
    for kind in ("INT", "FLOAT", "STRING", "INTS", "FLOATS", "STRINGS", "TENSORS", "GRAPHS", "SPARSE_TENSORS",
                 "TYPE_PROTOS"):
        good(f"{kind.lower().replace('_', '-')}-without-value", f"An attribute of type {kind} without a value: "
             "the default, or an empty list.", [attribute("a", kind)], readers="E", source="onnx/onnx#1495")
    for kind in ("TENSOR", "GRAPH", "SPARSE_TENSOR", "TYPE_PROTO"):
        bad(f"{kind.lower().replace('_', '-')}-without-value", f"An attribute of type {kind} without one.",
            [attribute("a", kind)], "attribute/no-value", "RR")
    good("ints-packed", "A list of integers in one block.", [attribute("a", "INTS", packed("ints", 1, -1))],
         flags="packed")
    good("ints-mixed", "A list of integers, one by one and in a block.",
         [attribute("a", "INTS", f("ints", 1), packed("ints", 2, 3))], flags="packed", source="born-ml/born#54")
    good("floats-packed", "A list of floats in one block.", [attribute("a", "FLOATS", packed("floats", 1, 2))],
         flags="packed")
    good("string-not-terminated", "Text of four bytes without a terminator.",
         [attribute("a", "STRING", f("s", "abcd"))], source="xboot/libonnx#39")
    good("string-blob", "Bytes that are no text in a string attribute.",
         [attribute("a", "STRING", h("s", "ff fe 00"))], readers="E", flags="real-files",
         note="attribute/string-utf8")
    good("strings-blob", "Bytes that are no text in a list of strings.",
         [attribute("a", "STRINGS", f("strings", "ok"), h("strings", "ff"))], readers="E", flags="real-files",
         note="attribute/string-utf8")
    bad("untyped", "An attribute without a type.", [attribute("a", None, f("i", 1))], "attribute/type",
        source="onnx/onnx#942")
    bad("undefined", "An attribute of type UNDEFINED without a value.", [attribute("a", "UNDEFINED")],
        "attribute/undefined", "RR")
    good("undefined-compat", "The same under compat: onnx.checker takes it on nodes of custom domains.",
         [attribute("a", "UNDEFINED")], readers="E", flags="attribute", note="attribute/undefined", profile="compat")
    bad("undefined-with-value", "An attribute of type UNDEFINED with a value.",
        [attribute("a", "UNDEFINED", f("i", 1))], "attribute/type")
    bad("type-99", "An attribute type that does not exist vanishes for proto2 readers.",
        [attribute("a", 99, f("i", 1))], "schema/enum-value", "RR", "enum attribute", also="attribute/type")
    bad("type-minus-1", "An attribute type of -1.", [attribute("a", -1, f("i", 1))], "schema/enum-value", "RR",
        "enum attribute", also="attribute/type")
    bad("unnamed", "An attribute without a name.", [m("attribute", f("i", 1), f("type", "INT"))],
        "attribute/name", flags="structure")
    bad("empty-name", "An attribute with an empty name.", [attribute("", "INT", f("i", 1))], "attribute/name",
        flags="structure")
    bad("twice", "Two attributes of one name.", [attribute("a", "INT", f("i", 1)), attribute("a", "INT", f("i", 2))],
        "attribute/duplicate", source="microsoft/onnxruntime#3096")
    bad("reference-in-main-graph", "A reference outside of a function.",
        [m("attribute", f("name", "a"), f("ref_attr_name", "b"), f("type", "INT"))],
        "attribute/ref-outside-function", "RR")
    bad("reference-with-value", "A reference and a value, outside of a function.",
        [m("attribute", f("name", "a"), f("ref_attr_name", "b"), f("i", 1), f("type", "INT"))],
        "attribute/ref-with-value", "RR", also="attribute/ref-outside-function")
    bad("tensor-short", "A tensor value that is too short.", [attribute("a", "TENSOR", m("t", *SHORT))],
        "tensor/raw-data-size", flags="size", path="graph.node[0].attribute[0].t.raw_data")
    bad("tensors-short", "The second of two tensor values is too short.",
        [attribute("a", "TENSORS", m("tensors", *TENSOR), m("tensors", *SHORT))], "tensor/raw-data-size",
        flags="size", path="graph.node[0].attribute[0].tensors[1].raw_data")
    bad("sparse-order", "A sparse value whose indices descend.",
        [attribute("a", "SPARSE_TENSOR", m("sparse_tensor", m("values", f("dims", 2), f("data_type", "FLOAT"),
         zeros("raw_data", 8)), m("indices", f("dims", 2), f("data_type", "INT64"), f("int64_data", 1, 0)),
         f("dims", 3)))], "sparse/order", flags="sparse")
    bad("graph-ssa", "A graph value that makes a value twice.",
        [attribute("a", "GRAPH", body(node("Relu", ["x"], ["t"]), node("Relu", ["x"], ["t"])))], "graph/ssa",
        flags="scope")
    bad("graphs-undefined", "The second of two graphs reads a value that is nowhere.",
        [attribute("a", "GRAPHS", body(node("Relu", ["x"], ["t"]), field="graphs"),
                   body(node("Relu", ["q"], ["t"]), field="graphs"))], "graph/undefined-value", flags="scope")
    bad("type-proto-bad", "A type value with an unknown element type.",
        [attribute("a", "TYPE_PROTO", m("tp", m("tensor_type", f("elem_type", 99))))], "type/elem-type", "RR",
        "type")
    s.accept("ir-1-untyped", "At IR version 1 attributes have no type.", "model",
             [f("ir_version", 1), graph(node("Foo", ["x"], ["y"], attribute("a", None, f("i", 1))))], "E",
             "version legacy")
    assert set(VALUES) == set(ATTRIBUTE_TYPES[1:])
    return s.suite()


def types():
    s = ReaderSuite("types", "Types of inputs, outputs and inner values.", DEFINITIONS)

    def with_type(*entries, field="value_info", name="v"):
        return model_of(use("relu"), m(field, f("name", name), m("type", *entries)))

    def bad(case_id, text, entries, rule, readers="OR", flags="type", **options):
        s.reject(case_id, text, "model", entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="legal", **options):
        s.accept(case_id, text, "model", entries, readers, flags, **options)

    for name, (number, _, since, *_rest) in DATA_TYPES.items():
        readers = "OA" if number <= 16 else "E"
        # Models are of IR version 8, but for those with INT4: see with_right_head.
        note = "ir/feature-too-new" if since > (10 if name == "INT4" else 8) else None
        good(f"elem-{name.lower()}", f"A value of {name}.", with_type(m("tensor_type", f("elem_type", name), m("shape"))),
             readers=readers, note=note)
    good("elem-0", "An inner value of element type 0: nobody relies on it.",
         with_type(m("tensor_type", f("elem_type", 0), m("shape"))), readers="E", flags="type real-files")
    bad("input-elem-0", "An input of element type 0.",
        with_type(m("tensor_type", f("elem_type", 0), m("shape")), field="input"), "type/elem-type", "RR",
        source="microsoft/onnxruntime#4349")
    for number, name in ((29, "29"), (99, "99"), (-1, "minus-1")):
        bad(f"elem-{name}", f"An inner value of element type {number}.",
            with_type(m("tensor_type", f("elem_type", number), m("shape"))), "type/elem-type", "RR",
            source="microsoft/onnxruntime#4349")
        bad(f"input-elem-{name}", f"An input of element type {number}.",
            with_type(m("tensor_type", f("elem_type", number), m("shape")), field="input"), "type/elem-type", "RR",
            source="microsoft/onnxruntime#4349")
        bad(f"sparse-elem-{name}", f"A sparse value of element type {number}.",
            with_type(m("sparse_tensor_type", f("elem_type", number), m("shape"))), "type/elem-type", "RR")
        bad(f"sequence-elem-{name}", f"A sequence of tensors of element type {number}.",
            with_type(m("sequence_type", m("elem_type", m("tensor_type", f("elem_type", number))))),
            "type/elem-type", "RR")
    good("elem-missing", "An inner value of a tensor type without an element type.",
         with_type(m("tensor_type", m("shape"))), readers="E", flags="type real-files")
    bad("elem-2-32-plus-1", "An element type of 2^32 + 1.",
        with_type(m("tensor_type", f("elem_type", (1 << 32) + 1), m("shape"))), "wire/int32-range", "PA",
        "int32-range")
    bad("input-elem-missing", "An input of a tensor without an element type.",
        with_type(m("tensor_type", m("shape")), field="input"), "type/elem-type")

    kinds = {"sequence": m("sequence_type", m("elem_type", *TYPE)), "optional": m("optional_type", m("elem_type", *TYPE)),
             "map": m("map_type", f("key_type", "STRING"), m("value_type", *TYPE)),
             "sparse": m("sparse_tensor_type", f("elem_type", "FLOAT"), m("shape")),
             "opaque": m("opaque_type", f("domain", "d"), f("name", "o"))}
    for name, entry_ in kinds.items():
        good(f"{name}-inner", f"An inner value of kind {name}.", with_type(entry_), readers="OA")
        good(f"{name}-input", f"An input of kind {name}.", with_type(entry_, field="input"), readers="OA"
             if name != "opaque" else "E")
    for name, text, entry_ in (("sequence-of-nothing", "A sequence without an element type", m("sequence_type")),
                               ("optional-of-nothing", "An optional without an element type", m("optional_type")),
                               ("map-of-nothing", "A map without a value type",
                                m("map_type", f("key_type", "INT64"))),
                               ("nothing", "A type that names no kind", None)):
        entries = [entry_] if entry_ else []
        good(name, f"{text}, of an inner value.", with_type(*entries), readers="E", flags="type real-files",
             note="type/empty-inner")
        bad(f"{name}-input", f"{text}, of an input.", with_type(*entries, field="input"), "type/empty",
            "OR", "type")
    bad("map-key-missing", "A map without a key type.", with_type(m("map_type", m("value_type", *TYPE))),
        "type/map-key", "RR")
    for key in ("FLOAT", "DOUBLE", "BOOL", "UNDEFINED", "INT4", "FLOAT16"):
        bad(f"map-key-{key.lower()}", f"A map with keys of {key}.",
            with_type(m("map_type", f("key_type", key), m("value_type", *TYPE))), "type/map-key", "RR")
    bad("map-key-99", "A map with keys of type 99.",
        with_type(m("map_type", f("key_type", 99), m("value_type", *TYPE))), "type/map-key", "RR")
    for key in ("INT8", "UINT8", "INT16", "UINT16", "INT32", "UINT32", "INT64", "UINT64", "STRING"):
        good(f"map-key-{key.lower()}", f"A map with keys of {key}.",
             with_type(m("map_type", f("key_type", key), m("value_type", *TYPE))))
    bad("opaque-unnamed", "An opaque type without a name.", with_type(m("opaque_type", f("domain", "d"))),
        "type/opaque-name", "RR")
    bad("missing-input", "An input without a type.", model_of(use("relu"), m("input", f("name", "v"))),
        "type/missing", source="onnx/onnx#71")
    bad("missing-output", "An output without a type.",
        [use("head"), m("graph", f("name", "g"), info("input", "x"), m("output", f("name", "y")), use("relu"))],
        "type/missing")
    bad("shapeless-input", "An input of a tensor without a shape.",
        with_type(m("tensor_type", f("elem_type", "FLOAT")), field="input"), "type/shape-missing")
    bad("shapeless-output", "An output of a tensor without a shape.",
        [use("head"), m("graph", f("name", "g"), info("input", "x"), m("output", f("name", "y"), m("type",
         m("tensor_type", f("elem_type", "FLOAT")))), use("relu"))], "type/shape-missing")
    good("shapeless-inner", "An inner value without a shape.", with_type(m("tensor_type", f("elem_type", "FLOAT"))),
         flags="real-files")
    good("scalar-input", "An input that is a scalar: a shape without dims.", with_type(*TYPE, field="input"))
    bad("unnamed-input", "An input without a name.", model_of(use("relu"), m("input", m("type", *TYPE))),
        "type/name-missing", flags="structure")
    unnamed = model_of(use("relu"), m("value_info", m("type", *TYPE)))
    bad("unnamed-value", "A value info without a name.", unnamed, "type/value-info-name", "RR", "structure")
    good("unnamed-value-compat", "The same under compat: onnx.checker does not look at value infos.", unnamed,
         readers="E", flags="structure", note="type/value-info-name", profile="compat")
    good("elem-99-compat", "An input of element type 99 under compat: onnx.checker asks only whether it is there.",
         with_type(m("tensor_type", f("elem_type", 99), m("shape")), field="input"), readers="E", flags="type",
         note="type/elem-type", profile="compat")
    bad("empty-name-output", "An output with an empty name.", model_of(use("relu"), m("output", f("name", ""),
        m("type", *TYPE))), "type/name-missing", flags="structure")

    def dims(*entries):
        return with_type(m("tensor_type", f("elem_type", "FLOAT"), m("shape", *entries)), field="input")

    good("dim-0", "A dimension of 0.", dims(m("dim", f("dim_value", 0))), flags="real-files")
    good("dim-unknown", "A dimension that says nothing.", dims(m("dim")), flags="real-files")
    good("dim-denotation", "A dimension with a denotation.", dims(m("dim", f("dim_value", 1), f("denotation", "DATA_BATCH"))))
    for param in ("past_seq_len + 1", "", "Squeeze/decoder/Squeeze_output_0_dim_0", "\u00e9"):
        good(f"dim-param-{len(param)}", "A name of a dimension that is no identifier.", dims(m("dim", f("dim_param", param))),
             flags="real-files")
    good("dim-minus-1", "A dimension of -1, which exporters write for unknown.", dims(m("dim", f("dim_value", -1))),
         readers="E", flags="real-files", note="type/dim-unknown")
    for value, name in ((-2, "minus-2"), (-(1 << 63), "lowest")):
        bad(f"dim-{name}", f"A dimension of {value}.", dims(m("dim", f("dim_value", value))), "type/dim-negative",
            "RR", "overflow", source="onnx/onnx#3673")
    good("dims-giant", "Dimensions whose product no integer holds: the type has no payload.",
         dims(*[m("dim", f("dim_value", 1 << 62))] * 3), readers="E")
    good("denotation", "A type with a denotation.", model_of(use("relu"), m("value_info", f("name", "v"),
         m("type", *TYPE, f("denotation", "TENSOR")))))
    for depth, fits in ((47, True), (48, False)):
        # graph, value_info, type, then two messages a level, the innermost tensor type and its shape.
        entries = model_of(use("relu"), m("value_info", f("name", "v"), m("type", {"nest": depth,
                           "around": [m("sequence_type", m("elem_type", {"hole": True}))],
                           "message": [m("tensor_type", f("elem_type", "FLOAT"), m("shape"))]})))
        text = f"{depth} sequences in one another: {3 + 2 * depth + 2} messages below the root."
        if fits:
            good(f"type-nested-{depth}", text, entries, readers="PA", flags="depth")
        else:
            bad(f"type-nested-{depth}", text, entries, "limit/depth", "PR", "depth")
    s.accept("subgraph-empty-type", "A value of a subgraph whose type names no kind, as voice models have.", "model",
             [use("head"), opset(1, "com.example"), graph(node("Foo", ["x"], ["y"], attribute("a", "GRAPH", m("g",
              f("name", "b"), m("input", f("name", "i"), m("type")))), f("domain", "com.example")))], "E",
             "real-files", note="type/empty-inner")
    return s.suite()


def call(name, inputs=("x",), outputs=("y",), domain="d", *more):
    return node(name, list(inputs), list(outputs), f("domain", domain), *more)


def function(name, *nodes, inputs=("a",), outputs=("b",), domain="d", imports=None, more=()):
    return m("functions", f("name", name), *[f("input", i) for i in inputs], *[f("output", o) for o in outputs],
             *nodes, *(imports if imports is not None else [opset(17), opset(1, "d")]),
             *([] if domain is None else [f("domain", domain)]), *more)


def with_functions(*functions, nodes=None):
    return [use("head"), opset(1, "d"), graph(*(nodes or [call("F")])), *functions]


def functions():
    s = ReaderSuite("functions", "Local functions: identity, calls in circles, expansion, bodies and signatures.",
                    DEFINITIONS)

    def bad(case_id, text, entries, rule, readers="OR", flags="function", **options):
        s.reject(case_id, text, "model", entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="function", **options):
        s.accept(case_id, text, "model", entries, readers, flags, **options)

    relu = node("Relu", ["a"], ["b"])
    good("one", "A function that is called.", with_functions(function("F", relu)))
    good("uncalled", "A function that is not called.", with_functions(function("F", relu), nodes=[use("relu")]))
    good("chain", "A function that calls another.",
         with_functions(function("F", call("G", ["a"], ["b"])), function("G", relu)))
    good("called-twice", "A function that is called twice.",
         with_functions(function("F", relu), nodes=[call("F", outputs=["t"]), call("F", ["t"])]))
    good("identity", "A function whose output is its input.", with_functions(function("F", inputs=["a"], outputs=["a"])))
    good("overloads", "Two functions that differ in their overload.",
         with_functions(function("F", relu, more=[f("overload", "1")]), function("F", relu, more=[f("overload", "2")]),
                        nodes=[call("F", ("x",), ("y",), "d", f("overload", "1"))]))
    good("ir-7", "Functions before IR version 8 are checked all the same.",
         [f("ir_version", 7), opset(17), opset(1, "d"), graph(call("F")), function("F", relu)], readers="E",
         note="ir/feature-too-new")
    bad("self", "A function that calls itself.", with_functions(function("F", call("F", ["a"], ["b"]))),
        "function/cycle", source="GHSA-7w46-vvrh-m8q5")
    bad("mutual", "Two functions that call each other.",
        with_functions(function("F", call("G", ["a"], ["b"])), function("G", call("F", ["a"], ["b"]))),
        "function/cycle", source="onnx/onnx#7815")
    bad("three", "Three functions in a circle.",
        with_functions(function("F", call("G", ["a"], ["b"])), function("G", call("H", ["a"], ["b"])),
                       function("H", call("F", ["a"], ["b"]))), "function/cycle")
    bad("self-uncalled", "A function that calls itself and is never called.",
        with_functions(function("F", call("F", ["a"], ["b"])), nodes=[use("relu")]), "function/cycle")
    inner = m("attribute", f("name", "then_branch"), m("g", f("name", "b"), info("output", "t"),
              call("F", ["a"], ["t"])), f("type", "GRAPH"))
    bad("self-in-subgraph", "A function that calls itself within a branch.",
        with_functions(function("F", node("If", ["a"], ["b"], inner))), "function/cycle", source="onnx/onnx#8171")
    bad("twice", "Two functions of one name.", with_functions(function("F", relu), function("F", relu)),
        "function/duplicate")
    bad("twice-folded", "Two functions of one name in both spellings of the default domain.",
        [use("head"), graph(use("relu")), function("F", relu, domain="", imports=[opset(17)]),
         function("F", relu, domain="ai.onnx", imports=[opset(17)])], "function/duplicate", "RR",
        also="function/overrides-standard")

    # Expansion
    def doubling(levels):
        last = levels - 1
        return [function(f"F{i}", *([call(f"F{i + 1}", ["a"], ["t"]), call(f"F{i + 1}", ["t"], ["b"])]
                                    if i < last else [relu])) for i in range(levels)]

    bad("expansion-2-60", "61 functions, each calling the next twice: 2^60 nodes once inlined.",
        [use("head"), opset(1, "d"), graph(call("F0")), *doubling(61)], "limit/function-expansion", "RR",
        "function amplification", source="onnx/onnx#7815")
    bad("expansion-2-64", "66 functions, each calling the next twice: more nodes than 64 bits count.",
        [use("head"), opset(1, "d"), graph(call("F0")), *doubling(66)], "limit/function-expansion", "RR",
        "function amplification")
    good("expansion-2-10", "11 functions, each calling the next twice.",
         [use("head"), opset(1, "d"), graph(call("F0")), *doubling(11)])
    for limit, fits in ((8, True), (7, False)):
        entries = [use("head"), opset(1, "d"), graph(call("F0")), *doubling(4)]
        policy = {"limits": {"function_expansion": limit}}
        if fits:
            good("expansion-at-limit", "Eight nodes once inlined, and a limit of eight.", entries, readers="E",
                 policy=policy)
        else:
            bad("expansion-above-limit", "Eight nodes once inlined, and a limit of seven.", entries,
                "limit/function-expansion", "E", policy=policy)

    def chain(length, reverse=False):
        parts = [function(f"F{i}", call(f"F{i + 1}", ["a"], ["b"]) if i + 1 < length else relu)
                 for i in range(length)]
        return [use("head"), opset(1, "d"), graph(call("F0")), *(reversed(parts) if reverse else parts)]

    bad("chain-101-reversed", "A chain of 101 functions, the last one first: the order must not matter.",
        chain(101, True), "limit/call-depth", "RR", "function depth")
    short = {"limits": {"call_depth": 5}}
    for reverse in (False, True):
        suffix, text = ("-reversed", ", the last one first") if reverse else ("", "")
        good(f"chain-at-limit{suffix}", f"A chain of five functions{text}, and a limit of five.", chain(5, reverse),
             readers="E", policy=short)
        bad(f"chain-above-limit{suffix}", f"A chain of six functions{text}, and a limit of five.", chain(6, reverse),
            "limit/call-depth", "E", policy=short)

    # Signatures and bodies
    bad("unnamed", "A function without a name.", with_functions(m("functions", f("output", "b"), f("domain", "d"),
        opset(17), f("input", "b")), nodes=[use("relu")]), "function/name", flags="structure")
    bad("no-domain", "A function without a domain.",
        with_functions(function("F", relu, domain=None), nodes=[use("relu")]), "function/domain", flags="structure")
    good("empty-domain", "A function with the empty domain redefines a standard operator.",
         [use("head"), graph(use("relu")), function("F", relu, domain="", imports=[opset(17)])], readers="E",
         note="function/overrides-standard")
    bad("no-opset", "A function without operator sets.", with_functions(function("F", relu, imports=[])),
        "opset/missing")
    bad("opset-conflict", "A function that imports a domain in two versions.",
        with_functions(function("F", relu, imports=[opset(17), opset(1)])), "opset/conflict", "RR")
    bad("opset-domain", "A function whose body uses a domain that it does not import.",
        with_functions(function("F", node("Foo", ["a"], ["b"], f("domain", "e")))), "opset/domain")
    for field, options in (("input", {"inputs": ["a", "a"]}), ("output", {"outputs": ["b", "b"]})):
        bad(f"{field}-twice", f"A function with an {field} twice.", with_functions(function("F", relu, **options)),
            "function/duplicate-name", "OR")
    bad("attribute-twice", "A function with an attribute twice.",
        with_functions(function("F", relu, more=[f("attribute", "p", "p")])), "function/duplicate-name")
    bad("attribute-in-both", "A name both with and without a default.",
        with_functions(function("F", relu, more=[f("attribute", "p"), attribute("p", "INT", f("i", 1),
                                                                                field="attribute_proto")])),
        "function/attribute", "RR")
    bad("default-short", "A default that is a tensor too short.",
        with_functions(function("F", relu, more=[attribute("p", "TENSOR", m("t", *SHORT), field="attribute_proto")])),
        "tensor/raw-data-size", "RR", "size", path="functions[0].attribute_proto[0].t.raw_data")
    for field, options in (("input", {"inputs": ["a", ""]}), ("output", {"outputs": ["b", ""]})):
        bad(f"empty-{field}", f"A function with an {field} of empty name.", with_functions(function("F", relu, **options)),
            "function/empty-name", "RR", "structure")
    bad("output-undefined", "A function whose output nothing makes.", with_functions(function("F", node("Relu", ["a"], ["t"]))),
        "function/undefined-output", "RR")
    bad("body-undefined", "A function that reads a value that is nowhere.",
        with_functions(function("F", node("Relu", ["q"], ["b"]))), "graph/undefined-value")
    bad("body-outer", "A function that reads a value of the main graph.",
        with_functions(function("F", node("Relu", ["x"], ["b"]))), "graph/undefined-value")
    bad("body-order", "A function whose nodes are out of order.",
        with_functions(function("F", node("Relu", ["t"], ["b"]), node("Relu", ["a"], ["t"]))), "graph/order")
    bad("body-ssa", "A function that makes a value twice.",
        with_functions(function("F", relu, node("Relu", ["a"], ["b"]))), "graph/ssa")
    bad("body-makes-input", "A function that makes its own input.",
        with_functions(function("F", node("Relu", ["a"], ["a"]), relu)), "graph/ssa")
    reference = m("attribute", f("name", "alpha"), f("ref_attr_name", "p"), f("type", "FLOAT"))
    good("reference", "A reference to an attribute of the function.",
         with_functions(function("F", node("Elu", ["a"], ["b"], reference), more=[f("attribute", "p")]),
                        nodes=[call("F", ("x",), ("y",), "d", attribute("p", "FLOAT", f("f", 1)))]))
    good("reference-with-default", "A reference to an attribute with a default.",
         with_functions(function("F", node("Elu", ["a"], ["b"], reference),
                                 more=[attribute("p", "FLOAT", f("f", 1), field="attribute_proto")])))
    bad("reference-undeclared", "A reference to an attribute that the function does not have.",
        with_functions(function("F", node("Elu", ["a"], ["b"], reference))), "function/undeclared-attribute", "RR")
    bad("reference-with-value", "A reference and a value.",
        with_functions(function("F", node("Elu", ["a"], ["b"], m("attribute", f("name", "alpha"),
                       f("ref_attr_name", "p"), f("f", 1), f("type", "FLOAT"))), more=[f("attribute", "p")])),
        "attribute/ref-with-value", "RR")
    good("arity-more-inputs", "A call with more inputs than the function.",
         with_functions(function("F", relu), nodes=[call("F", ["x", "x"])]), readers="E", note="function/arity")
    good("arity-more-outputs", "A call with more outputs than the function.",
         with_functions(function("F", relu), nodes=[call("F", outputs=["y", "z"])]), readers="E", note="function/arity")
    good("arity-fewer-inputs", "A call with fewer inputs: those left out are optional.",
         with_functions(function("F", relu, inputs=["a", "o"])))
    good("unknown-function", "A call of a function that is not there, in a domain of local functions.",
         with_functions(function("F", relu), nodes=[call("G")]), readers="E", note="function/unknown")
    good("unresolved-overload", "A call of an overload that is not there.",
         with_functions(function("F", relu), nodes=[call("F", ("x",), ("y",), "d", f("overload", "9"))]), readers="E",
         note="node/unresolved-overload")
    good("value-info", "A function with value infos.",
         with_functions(function("F", relu, more=[m("value_info", f("name", "b"), m("type", *TYPE))])), readers="E")
    bad("metadata-twice", "A metadata key twice on a function.",
        with_functions(function("F", relu, more=[entry("metadata_props", "k", "a"), entry("metadata_props", "k", "b")])),
        "metadata/duplicate-key", "RR", "structure")
    bad("two-bad-bodies", "Faults in two functions are both found.",
        with_functions(function("F", node("Relu", ["q"], ["b"])), function("G", relu, node("Relu", ["a"], ["b"]))),
        "graph/undefined-value", also="graph/ssa")
    return s.suite()
