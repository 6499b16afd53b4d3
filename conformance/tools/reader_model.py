"""Reader cases of whole models: versions, the graph, nodes and their names."""

from reader_suite import ReaderSuite, at, at_value, f, m, raw, use, zeros


def info(field, name, element="FLOAT", dims=(2,), **options):
    """A value info of a tensor."""
    shape = m("shape", *[m("dim", f("dim_param" if isinstance(d, str) else "dim_value", d)) for d in dims])
    return m(field, f("name", name), m("type", m("tensor_type", f("elem_type", element), shape)), **options)


def node(op, inputs, outputs, *more, field="node", **options):
    parts = [f("input", *inputs)] * bool(inputs) + [f("output", *outputs)] * bool(outputs)
    return m(field, *parts, f("op_type", op), *more, **options)


def weight(field, name, element="FLOAT", count=2, dims=None):
    size = {"FLOAT": 4, "INT64": 8, "UINT8": 1}[element] * count
    return m(field, f("dims", *(dims or [count])), f("data_type", element), f("name", name),
             zeros("raw_data", size))


def opset(version, domain=None, **options):
    return m("opset_import", *([] if domain is None else [f("domain", domain)]),
             *([] if version is None else [f("version", version)]), **options)


# ir_version 10, producer_name "p", opset_import 21, and a graph of the identity on a scalar.
SOUND_HEX = ("08 0a 12 01 70 42 02 10 15 3a 1d 12 01 67 5a 0b 0a 01 78 12 06 0a 04 08 01 12 00 "
             "62 0b 0a 01 78 12 06 0a 04 08 01 12 00")
HEAD = [f("ir_version", 8), opset(17)]
HEAD10 = [f("ir_version", 10), opset(17)]
RELU = node("Relu", ["x"], ["y"])
DEFINITIONS = {"head": HEAD, "head-10": HEAD10,
               "io": [f("name", "g"), info("input", "x"), info("output", "y", dims=("N",))],
               "relu": [RELU]}


def graph(*entries, **options):
    """A graph with input x and output y."""
    return m("graph", use("io"), *entries, **options)


def model_of(*entries):
    return [use("head"), graph(*entries)]


def body(*entries, name="b", field="g"):
    return m(field, f("name", name), *entries)


def if_node(then, els, outputs=("y",), cond="c"):
    return node("If", [cond], list(outputs),
                m("attribute", f("name", "then_branch"), then, f("type", "GRAPH")),
                m("attribute", f("name", "else_branch"), els, f("type", "GRAPH")))


def entry(field, key, value):
    return m(field, f("key", key), f("value", value))


def model():
    s = ReaderSuite("model", "Whole models: IR versions, operator sets, and models that several readers take "
                    "for different ones.", DEFINITIONS)

    def bad(case_id, text, entries, rule, readers="OR", flags="version", **options):
        s.reject(case_id, text, "model", entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="legal", **options):
        s.accept(case_id, text, "model", entries, readers, flags, **options)

    sound = [graph(use("relu"))]
    good("sound", "A model of one Relu.", model_of(use("relu")))
    good("fields-reversed", "The graph before the versions.", [graph(use("relu")), opset(17), f("ir_version", 8)],
         flags="real-files")
    good("texts", "Everything said about a model.", [use("head"), f("producer_name", "a"),
         f("producer_version", "1"), f("domain", "com.example"), f("model_version", -1), f("doc_string", "b\nc"),
         *sound, entry("metadata_props", "k", "v")])
    good("defaults-written", "Defaults written out.", [use("head"), f("producer_name", ""), f("domain", ""),
         f("model_version", 0), f("doc_string", ""), *sound], flags="real-files")

    # IR versions
    for version in range(3, 14):
        head = [f("ir_version", version), opset(7)]
        good(f"ir-{version}", f"IR version {version}.", head + sound, flags="version")
    good("ir-14", "IR version 14, new with onnx 1.23.", [f("ir_version", 14), opset(17)] + sound, readers="E",
         flags="version")
    good("ir-1", "IR version 1, which has no operator sets.", [f("ir_version", 1)] + sound, readers="E",
         flags="version legacy")
    good("ir-2", "IR version 2.", [f("ir_version", 2)] + sound, readers="E", flags="version legacy")
    bad("ir-missing", "No ir_version.", [opset(17)] + sound, "ir/version", source="onnx/onnx#95")
    for version, name in ((0, "0"), (-1, "minus-1"), (15, "15"), (1 << 40, "2-40"),
                          (0xFFFFFFFF00000008, "high-bits"), ((1 << 32) + 10, "2-32-plus-10"), (99, "99")):
        bad(f"ir-{name}", f"ir_version {version}.", [at_value(f("ir_version", version)), opset(17)] + sound,
            "ir/version", "OR" if version in (0,) else "RR", source="microsoft/onnxruntime#20559")
    good("ir-newer-type", "An IR version older than an element type.",
         [f("ir_version", 8), opset(17), graph(use("relu"), m("initializer", f("dims", 2), f("data_type", "INT4"),
          f("name", "w"), zeros("raw_data", 1)))], readers="E", flags="version real-files",
         note="ir/feature-too-new")
    good("ir-newer-type-not-more", "The IR version that has the element type.",
         [f("ir_version", 10), opset(17), graph(use("relu"), m("initializer", f("dims", 2), f("data_type", "INT4"),
          f("name", "w"), zeros("raw_data", 1)))], flags="version")

    # Operator sets
    bad("opset-missing", "No operator set at IR version 3.", [f("ir_version", 3)] + sound, "opset/missing",
        source="onnx/onnxmltools#4")
    bad("opset-missing-10", "No operator set at IR version 10.", [f("ir_version", 10)] + sound, "opset/missing")
    bad("opset-before-ir-3", "An operator set at IR version 2.", [f("ir_version", 2), opset(7)] + sound,
        "opset/unexpected", "OR", also="ir/feature-too-new")
    good("opset-twice-same", "The same import twice.", [use("head"), opset(17)] + sound, readers="E",
         flags="version real-files", note="opset/duplicate")
    good("opset-twice-both-spellings", "The same version under both names of the default domain.",
         [use("head"), opset(17, "ai.onnx")] + sound, readers="E", flags="version", note="opset/duplicate")
    bad("opset-conflict", "Two versions of one domain.", [use("head"), opset(1)] + sound, "opset/conflict", "RR",
        source="apache/tvm#13065")
    bad("opset-conflict-both-spellings", "Two versions under the two names of the default domain.",
        [use("head"), opset(1, "ai.onnx")] + sound, "opset/conflict", "RR")
    good("opset-spelled-out", "The default domain spelled out.", [f("ir_version", 8), opset(17, "ai.onnx")] + sound,
         flags="real-files")
    good("opset-empty-domain", "The default domain as empty text.", [f("ir_version", 8), opset(17, "")] + sound,
         flags="real-files")
    good("opset-two-domains", "Two domains.", [use("head"), opset(3, "ai.onnx.ml")] + sound)
    for version, name in ((0, "0"), (-5, "minus-5"), (1 << 40, "2-40"), (1 << 31, "2-31"), (None, "missing")):
        bad(f"opset-version-{name}", f"An operator set of version {version}.",
            [f("ir_version", 8), opset(version)] + sound, "opset/version", "RR")
        bad(f"opset-custom-version-{name}", f"A custom operator set of version {version}.",
            [use("head"), opset(version, "com.example")] + sound, "opset/version", "RR")
    good("opset-version-999", "A version newer than any.", [f("ir_version", 8), opset(999)] + sound, readers="E",
         flags="version", note="opset/version-unknown")
    good("opset-custom-999", "A custom domain may have any version.",
         [use("head"), opset(999, "com.example")] + sound)
    good("opset-only-ml", "Only ai.onnx.ml, and only its nodes.", [f("ir_version", 8), opset(3, "ai.onnx.ml"),
         graph(node("Scaler", ["x"], ["y"], f("domain", "ai.onnx.ml")))], source="tracel-ai/burn-onnx#434")
    bad("opset-node-domain-missing", "A node of a domain that is not imported.",
        model_of(node("Foo", ["x"], ["y"], f("domain", "com.example"))), "opset/domain")
    good("opset-node-domain", "A node of a domain that is imported.",
         [use("head"), opset(1, "com.example"), graph(node("Foo", ["x"], ["y"], f("domain", "com.example")))],
         readers="E")
    good("opset-node-spelled-out", "A node of ai.onnx under an import of the empty domain.",
         model_of(node("Relu", ["x"], ["y"], f("domain", "ai.onnx"))), readers="E", flags="real-files")
    good("opset-import-spelled-out", "A node of the empty domain under an import of ai.onnx.",
         [f("ir_version", 8), opset(17, "ai.onnx"), graph(use("relu"))])
    bad("opset-default-missing", "Nodes of the default domain, which is not imported.",
        [f("ir_version", 8), opset(3, "ai.onnx.ml"), graph(use("relu"))], "opset/domain")

    # The graph
    bad("no-graph", "A model without a graph.", [use("head")], "model/no-graph", flags="structure",
        source="sonos/tract#499")
    bad("no-graph-producer", "Four fields that crashed a reader.", {"hex": "08 08 42 02 10 0d"}, "model/no-graph",
        flags="structure", source="sonos/tract#500")
    bad("graph-empty", "A graph without fields.", [use("head"), m("graph")], "graph/no-name", flags="structure",
        also="graph/no-outputs")
    bad("metadata-twice", "A metadata key twice.", [use("head"), *sound, entry("metadata_props", "k", "a"),
        entry("metadata_props", "k", "b")], "metadata/duplicate-key", "OR", "structure")
    good("metadata-large", "A metadata value of 65727 bytes.", [use("head"), *sound,
         m("metadata_props", f("key", "k"), {"field": "value", "fill": {"byte": 97, "count": 65727}})],
         flags="real-files")

    # What several readers read differently
    bad("graph-split", "The graph in two fields, its node in the first: protobuf merges, two readers show an "
        "empty graph.", [use("head"), m("graph", use("relu")), at(graph())], "wire/duplicate-field", "PA",
        "duplicate-field")
    s.accept("graph-split-compat", "The same under compat: merged.", "model",
             [use("head"), m("graph", use("relu")), at(graph())], "PA", "duplicate-field",
             note="wire/duplicate-field", profile="compat")
    bad("graph-twice", "The whole graph twice.", [use("head"), graph(use("relu")), at(graph(use("relu")))],
        "wire/duplicate-field", "E", "duplicate-field", times=2,
        also="graph/duplicate-input graph/duplicate-output graph/ssa")
    bad("models-joined", "Two models one behind the other are one model to protobuf.",
        [use("head"), graph(use("relu")), use("head"), m("graph", f("name", "h"), node("Relu", ["y"], ["z"]))],
        "wire/duplicate-field", "E", "duplicate-field", times=3, also="opset/duplicate")
    bad("ir-version-twice", "ir_version twice, the last of them 99.",
        [use("head"), *sound, at(f("ir_version", 99))], "wire/duplicate-field", "E", "duplicate-field",
        also="ir/version")
    bad("graph-as-varint", "The graph as a varint beside a real one.", [use("head"), *sound,
        at(f("graph", 1, wire_type="varint"))], "wire/wrong-wire-type", "PA", "wire-type")
    bad("length-plus-2-32", "The graph's length written as 2^32 more.", [use("head"),
        at(m("graph", f("name", "g"), length=(1 << 32) + 3), "length")], "wire/length-out-of-bounds", "PR",
        "length")
    bad("end-group-tail", "A model, a stray group end, and another model.", [use("head"), *sound,
        at({"field": 12, "wire_type": "end-group"}), use("head")], "wire/end-group", "PR", "group-field",
        source="onnx/onnx-tensorrt#1032")
    bad("field-2-29-plus-1", "A field number that some readers take for ir_version.", [use("head"), *sound,
        at(f((1 << 29) + 1, 1, wire_type="varint"))], "wire/field-number-range", "PR", "tag")
    bad("trailing-zeros", "A model padded with zeros.", [use("head"), *sound, at(raw("00" * 8))],
        "wire/field-number-zero", "PR", "tag")
    bad("unknown-field", "Bytes under a number that no version has.", [use("head"), *sound,
        at(f(1000, "payload", wire_type="length"))], "schema/unknown-field", "PA", "unknown-field")
    for number in (9, 13, 15, 19, 21, 24, 27):
        bad(f"unknown-{number}", f"Field {number} of a model, which is not used.", [use("head"), *sound,
            at(f(number, 1, wire_type="varint"))], "schema/unknown-field", "PA", "unknown-field")
    reserved = {"graph": (3, 4, 6, 7, 8, 9), "attribute": (12, 16, 17, 18, 19), "function": (2, 3),
                "opaque": (3,)}
    for number in reserved["graph"]:
        bad(f"reserved-graph-{number}", f"Field {number} of a graph, which is reserved.",
            model_of(use("relu"), at(f(number, 3, wire_type="varint"))), "schema/reserved-field", "PA",
            "unknown-field")
    for number in reserved["attribute"]:
        bad(f"reserved-attribute-{number}", f"Field {number} of an attribute, which is reserved.",
            model_of(node("LeakyRelu", ["x"], ["y"], m("attribute", f("name", "alpha"), f("f", 1),
                          f("type", "FLOAT"), at(f(number, 3, wire_type="varint"))))),
            "schema/reserved-field", "PA", "unknown-field")
    for number in reserved["function"]:
        bad(f"reserved-function-{number}", f"Field {number} of a function, used before IR version 8.",
            [use("head"), *sound, m("functions", f("name", "F"), f("domain", "d"), opset(17),
             at(f(number, 1, wire_type="varint")))], "schema/reserved-field", "PA", "unknown-field legacy")
    bad("reserved-opaque-3", "Field 3 of an opaque type, which is reserved.",
        model_of(use("relu"), m("value_info", f("name", "v"), m("type", m("opaque_type", f("name", "o"),
                 at(f(3, 1, wire_type="varint")))))), "schema/reserved-field", "PA", "unknown-field")
    for where, entries, flag in (("dimension", m("dim", f("dim_value", 5), f("dim_param", "N")), "oneof"),
                                 ("dimension-reversed", m("dim", f("dim_param", "N"), f("dim_value", 5)), "oneof")):
        bad(f"oneof-{where}", "A dimension with a value and a name: the later one counts.",
            [use("head"), graph(use("relu"), m("value_info", f("name", "v"), m("type", m("tensor_type",
             f("elem_type", "FLOAT"), m("shape", entries)))))], "wire/oneof-conflict", "PA", flag)
    bad("oneof-type", "A type of a tensor and of a sequence: the later one counts.",
        model_of(use("relu"), m("value_info", f("name", "v"), m("type", m("tensor_type", f("elem_type", 1)),
                 m("sequence_type", m("elem_type", m("tensor_type", f("elem_type", 1))))))),
        "wire/oneof-conflict", "PA", "oneof")
    bad("name-control-character", "A newline in the name of a value.",
        [use("head"), m("graph", f("name", "g"), info("input", "x\n"), info("output", "y"),
         node("Relu", ["x\n"], ["y"]))], "string/control-character", "SR", "control-character real-files", times=2)
    bad("op-type-nul", "A zero byte in an operator's type.", model_of(node("Re\x00lu", ["x"], ["y"])),
        "string/control-character", "SR", "control-character")

    # Policy
    s.reject("domain-denied", "A domain that the policy denies.", "model", [use("head"), opset(1, "com.example"),
             graph(node("Foo", ["x"], ["y"], f("domain", "com.example")))], "policy/domain", "E", "policy",
             policy={"denied_domains": ["com.example"]})
    s.accept("domain-not-denied", "A domain beside those that the policy denies.", "model",
             [use("head"), opset(1, "com.example"), graph(node("Foo", ["x"], ["y"], f("domain", "com.example")))],
             "E", "policy", policy={"denied_domains": ["com.other"]})
    s.reject("domain-not-allowed", "A domain that the policy does not allow.", "model",
             [use("head"), opset(1, "com.example"), graph(node("Foo", ["x"], ["y"], f("domain", "com.example")))],
             "policy/domain", "E", "policy", policy={"allowed_domains": ["ai.onnx"]})
    s.accept("domain-allowed", "Only allowed domains.", "model", model_of(use("relu")), "E", "policy",
             policy={"allowed_domains": ["ai.onnx"]})
    s.accept("severity-lowered", "A rule that the policy turns into a note.", "model",
             [use("head"), opset(1)] + sound, "E", "policy", note="opset/conflict",
             policy={"severities": {"opset/conflict": "note"}})
    s.accept("severity-off", "A rule that the policy turns off.", "model", [use("head"), opset(1)] + sound, "E",
             "policy", policy={"severities": {"opset/conflict": "off"}})
    s.reject("severity-raised", "A note that the policy turns into an error.", "model",
             [use("head"), opset(17)] + sound, "opset/duplicate", "E", "policy",
             policy={"severities": {"opset/duplicate": "error"}})

    # Other things under a model's name
    for name, content, rule in (("text", {"text": "dummy\n"}, "file/not-onnx"),
                                ("html", {"text": "<!DOCTYPE html>\n<html><body>404</body></html>\n"}, "file/not-onnx"),
                                ("json", {"text": "{\"error\": \"not found\"}\n"}, "file/not-onnx"),
                                ("lfs-pointer", {"text": "version https://git-lfs.github.com/spec/v1\noid sha256:"
                                 + "0" * 64 + "\nsize 12345\n"}, "file/not-onnx"),
                                ("zip", {"hex": "50 4b 03 04 14 00 00 00 08 00 00 00 21 00"}, "file/not-onnx"),
                                ("pickle", {"hex": "80 04 95 0a 00 00 00 00 00 00 00 8c 01 61 94 2e"}, "file/not-onnx"),
                                ("gzip", {"hex": "1f 8b 08 00 00 00 00 00 00 03"}, "file/not-onnx"),
                                ("hdf5", {"hex": "89 48 44 46 0d 0a 1a 0a 00 00 00 00"}, "file/not-onnx")):
        bad(f"not-onnx-{name}", f"A file of another sort: {name}.", content, rule, "PR" if name != "pickle" else "E",
            "structure")
    bad("tensor-as-model", "A tensor under a model's name.", {"hex": "08 02 10 01 4a 08 00 00 00 00 00 00 00 00"},
        "file/wrong-kind", "E", "structure", source="onnx/onnx#2984")
    s.reject("model-as-tensor", "A model under a tensor's name.", "tensor", {"hex": SOUND_HEX}, "file/wrong-kind", "E",
             "structure")
    return s.suite()


def conv_integer_nodes(bad, good):
    """Nodes of the one operator whose text is checked, by what the model says of their inputs."""
    def conv(*more, x=("UINT8", (1, 1, 3, 3)), w=("UINT8", (1, 1, 2, 2)), takes=("x", "w"), before=(), extra=()):
        inputs = [info("input", name, *known) for name, known in (("x", x), ("w", w)) if known]
        return [use("head"), m("graph", f("name", "g"), *inputs, *extra, *before,
                               node("ConvInteger", list(takes), ["y"], *more), info("output", "y", "INT32", ("N", "M", "H", "W")))]

    def ints(name, *values):
        return m("attribute", f("name", name), f("ints", *values), f("type", "INTS"))

    def number(name, value):
        return m("attribute", f("name", name), f("i", value), f("type", "INT"))

    def constant(name, element, count, dims, **options):
        value = m("t", f("dims", *dims) if dims else raw(""), f("data_type", element), zeros("raw_data", count))
        return node("Constant", [], [name], m("attribute", f("name", "value"), value, f("type", "TENSOR")), **options)

    for case_id, text, entries in (
            ("fits", "Types and shapes that fit.", conv()),
            ("open-x", "An x of unknown extents.", conv(x=("UINT8", ("N", "C", "H", "W")))),
            ("open-x-large-kernel", "An x of unknown extents and a kernel of five.",
             conv(x=("UINT8", ("N", "C", "H", "W")), w=("UINT8", (1, 1, 5, 5)))),
            ("open-w", "A w of unknown extents.", conv(w=("UINT8", ("M", "C", "k", "k")))),
            ("open-w-channels", "A w of unknown channels beside a known x.",
             conv(number("group", 2), x=("UINT8", (1, 4, 3, 3)), w=("UINT8", (2, "C", 2, 2)))),
            ("zero-batch", "A batch of none.", conv(x=("UINT8", (0, 1, 3, 3)))),
            ("initializer", "A w that is an initializer.", conv(w=None, before=[weight("initializer", "w", "UINT8", 4, (1, 1, 2, 2))])),
            ("constant", "A w that a Constant makes.", conv(w=None, before=[constant("w", "UINT8", 4, (1, 1, 2, 2))])),
            ("zero-point-left-out", "A zero point of the empty name.", conv(takes=("x", "w", "")))):
        good(f"conv-integer-{case_id}", f"ConvInteger: {text}", entries, readers="OA", flags="basic")
    good("conv-integer-own-function", "ConvInteger: A function of the model that takes the operator's place.",
         [*conv(x=("FLOAT", (1, 1, 3, 3))), m("functions", f("name", "ConvInteger"), f("domain", "ai.onnx"),
          f("input", "a", "b"), f("output", "c"), opset(17), node("Add", ["a", "b"], ["c"]))],
         readers="E", flags="basic", note="function/overrides-standard")
    for case_id, text, entries, rule in (
            ("x-float", "x of FLOAT.", conv(x=("FLOAT", (1, 1, 3, 3))), "type"),
            ("x-rank-2", "x of two axes.", conv(x=("UINT8", (1, 1))), "rank"),
            ("channels", "Two channels of x, and w for one.", conv(x=("UINT8", (1, 2, 3, 3))), "channels"),
            ("no-channels", "No channels of x, and w for one.", conv(x=("UINT8", (1, 0, 3, 3))), "channels"),
            ("group", "A group that does not divide the outputs.", conv(number("group", 2), x=("UINT8", (1, 2, 3, 3)),
                                                                     w=("UINT8", (3, 1, 2, 2))), "group"),
            ("one-input", "No w.", conv(takes=("x",)), "arity"),
            ("w-left-out", "A w of the empty name.", conv(takes=("x", "")), "arity"),
            ("five-inputs", "Five inputs.", conv(takes=("x", "w", "", "", "x")), "arity"),
            ("no-such-attribute", "An attribute that it does not have.", conv(number("axis", 1)), "attribute"),
            ("kernel-shape", "A kernel_shape that is not w's.", conv(ints("kernel_shape", 3, 3)), "kernel-shape"),
            ("strides-zero", "A stride of 0.", conv(ints("strides", 1, 0)), "strides"),
            ("pads-short", "Pads for one axis of two.", conv(ints("pads", 1, 1)), "pads"),
            ("extent", "A kernel that is larger than x.", conv(w=("UINT8", (1, 1, 5, 2))), "output-extent"),
            ("initializer-rank", "An initializer w of one axis.",
             conv(w=None, before=[weight("initializer", "w", "UINT8", 4)]), "rank"),
            ("constant-float", "A Constant w of FLOAT.", conv(w=None, before=[constant("w", "FLOAT", 16, (1, 1, 2, 2))]), "type"),
            ("zero-point-list", "A zero point of x for each of two channels.",
             conv(takes=("x", "w", "z"), extra=[info("input", "z", "UINT8", (2,))]), "zero-point"),
            ("value-info-float", "An x that a value info says to be FLOAT.",
             conv(takes=("v", "w"), before=[node("Foo", ["x"], ["v"])], extra=[info("value_info", "v", "FLOAT", (1, 1, 3, 3))]), "type")):
        bad(f"conv-integer-{case_id}", f"ConvInteger: {text}", entries, f"conv-integer/{rule}",
            "OR" if rule in ("arity", "attribute") else "RR", "invalid-operator")  # the others take inference
    bad("conv-integer-output-float", "ConvInteger: an x that is the first output of the graph, of FLOAT.",
        [use("head"), m("graph", f("name", "g"), info("input", "x", "FLOAT", (1, 1, 3, 3)), info("input", "w", "UINT8", (1, 1, 2, 2)),
         info("output", "v", "FLOAT", (1, 1, 3, 3)), info("output", "y", "INT32", ("N", "M", "H", "W")),
         node("Relu", ["x"], ["v"]), node("ConvInteger", ["v", "w"], ["y"]))], "conv-integer/type", "RR", "invalid-operator")
    bad("conv-integer-beside-a-function", "ConvInteger: a Constant w of FLOAT, in a model that has a function.",
        [*conv(w=None, before=[constant("w", "FLOAT", 16, (1, 1, 2, 2))]), opset(1, "local"),
         m("functions", f("name", "f"), f("domain", "local"), f("input", "a"), f("output", "b"), opset(17),
           node("Relu", ["a"], ["b"]))], "conv-integer/type", "RR", "invalid-operator")


def graph_suite():
    s = ReaderSuite("graph", "Graphs: which name means which value, order, scopes, initializers, nodes.",
                    DEFINITIONS)

    def bad(case_id, text, entries, rule, readers="OR", flags="scope", **options):
        s.reject(case_id, text, "model", entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="legal", **options):
        s.accept(case_id, text, "model", entries, readers, flags, **options)

    cond = info("input", "c", "BOOL", ())
    id_then = body(info("output", "t"), node("Relu", ["x"], ["t"]), name="then")
    id_else = body(info("output", "e"), node("Relu", ["x"], ["e"]), name="else")

    good("chain", "Two nodes in order.", model_of(node("Relu", ["x"], ["t"]), node("Relu", ["t"], ["y"])))
    bad("order", "A node before the one whose value it takes.",
        model_of(node("Relu", ["t"], ["y"]), node("Relu", ["x"], ["t"])), "graph/order",
        source="ThanatosShinji/onnx-tool#71", path="graph.node[0].input[0]")
    bad("cycle", "Two nodes that take each other's value.",
        model_of(node("Relu", ["y"], ["t"]), node("Relu", ["t"], ["y"])), "graph/order")
    bad("self", "A node that takes its own value.", model_of(node("Relu", ["y"], ["y"])), "graph/order")
    bad("undefined", "A value that nothing makes.", model_of(node("Relu", ["z"], ["y"])), "graph/undefined-value",
        path="graph.node[0].input[0]", source="microsoft/onnxruntime#7459")
    bad("undefined-second", "The second input is not there.", model_of(node("Add", ["x", "z"], ["y"])),
        "graph/undefined-value", path="graph.node[0].input[1]")
    # Readers may judge a long list in parts.
    many = [node("Relu", ["x"], [f"t{i}"]) for i in range(299)]
    good("many-nodes", "Three hundred nodes.", model_of(*many, node("Relu", ["t298"], ["y"])))
    bad("many-nodes-last-undefined", "Three hundred nodes, the last of which takes what nothing makes.",
        model_of(*many, node("Relu", ["z"], ["y"])), "graph/undefined-value", path="graph.node[299].input[0]")
    good("omitted-input", "An empty name is an input left out.", model_of(node("Clip", ["x", "", ""], ["y"])),
         flags="real-files")
    good("omitted-output", "An empty name is an output left out.",
         model_of(node("Dropout", ["x"], ["y", ""])), flags="real-files")
    bad("ssa", "A value made twice.", model_of(use("relu"), node("Relu", ["x"], ["y"])), "graph/ssa",
        source="onnx/onnx#2401")
    bad("ssa-one-node", "A node with the same output twice.", model_of(node("Split", ["x"], ["y", "y"])),
        "graph/ssa")
    bad("ssa-input", "A node that makes a graph input.", model_of(node("Relu", ["x"], ["x"]), use("relu")), "graph/ssa")
    bad("ssa-initializer", "A node that makes an initializer.",
        model_of(weight("initializer", "w"), node("Relu", ["x"], ["w"]), use("relu")), "graph/ssa")
    bad("ssa-sparse-initializer", "A node that makes a sparse initializer.",
        model_of(m("sparse_initializer", m("values", f("dims", 1), f("data_type", "FLOAT"), f("name", "w"),
                 zeros("raw_data", 4)), m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)),
                 f("dims", 2)), node("Relu", ["x"], ["w"]), use("relu")), "graph/ssa")
    bad("duplicate-input", "Two inputs of one name.", model_of(info("input", "x"), use("relu")),
        "graph/duplicate-input", source="onnx/onnx#1946")
    good("duplicate-output", "An output listed twice.", model_of(info("output", "y"), use("relu")), readers="E",
         flags="scope real-files", note="graph/duplicate-output")
    bad("undefined-output", "An output that nothing makes.", model_of(node("Relu", ["x"], ["z"])),
        "graph/undefined-output", source="microsoft/onnxruntime#3755")
    good("output-is-input", "An output that is an input, without nodes.",
         [use("head"), m("graph", f("name", "g"), info("input", "x"), info("output", "x"))], flags="real-files")
    good("output-is-initializer", "An output that is an initializer.",
         [use("head"), m("graph", f("name", "g"), info("output", "w"), weight("initializer", "w"))],
         flags="real-files")
    good("no-outputs", "A graph without outputs.", [use("head"), m("graph", f("name", "g"), info("input", "x"))],
         readers="E", flags="real-files", note="graph/no-outputs")
    good("no-inputs", "A graph without inputs.",
         [use("head"), m("graph", f("name", "g"), info("output", "y"), weight("initializer", "w"),
                         node("Relu", ["w"], ["y"]))], flags="real-files")
    bad("no-name", "A graph without a name.", [use("head"), m("graph", info("input", "x"), info("output", "y"),
        use("relu"))], "graph/no-name", flags="structure")
    bad("empty-name", "A graph with an empty name.", [use("head"), m("graph", f("name", ""), info("input", "x"),
        info("output", "y"), use("relu"))], "graph/no-name", flags="structure")

    # Initializers
    good("initializer", "An initializer that is no input.",
         model_of(weight("initializer", "w"), node("Add", ["x", "w"], ["y"])))
    good("initializer-and-input", "An initializer that is the default of an input.",
         model_of(info("input", "w"), weight("initializer", "w"), node("Add", ["x", "w"], ["y"])))
    bad("initializer-twice", "Two initializers of one name.",
        model_of(weight("initializer", "w"), weight("initializer", "w"), use("relu")),
        "graph/duplicate-initializer", source="microsoft/onnxruntime#32474")
    sparse = m("sparse_initializer", m("values", f("dims", 1), f("data_type", "FLOAT"), f("name", "w"),
               zeros("raw_data", 4)), m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)),
               f("dims", 2))
    good("sparse-initializer", "A sparse initializer.", model_of(sparse, node("Add", ["x", "w"], ["y"])))
    bad("sparse-and-dense", "A dense and a sparse initializer of one name.",
        model_of(weight("initializer", "w"), sparse, use("relu")), "graph/duplicate-initializer")
    bad("sparse-twice", "Two sparse initializers of one name.", model_of(sparse, sparse, use("relu")),
        "graph/duplicate-initializer")
    bad("initializer-unnamed", "An initializer without a name.",
        model_of(m("initializer", f("dims", 1), f("data_type", "FLOAT"), zeros("raw_data", 4)), use("relu")),
        "graph/initializer-name", flags="structure")
    bad("initializer-empty-name", "An initializer with an empty name.",
        model_of(weight("initializer", ""), use("relu")), "graph/initializer-name", flags="structure")
    bad("sparse-unnamed", "A sparse initializer without a name.",
        model_of(m("sparse_initializer", m("values", f("dims", 1), f("data_type", "FLOAT"), zeros("raw_data", 4)),
                 m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)), f("dims", 2)),
                 use("relu")), "graph/initializer-name", flags="structure")
    bad("initializer-bad", "An initializer whose payload is too short.",
        model_of(m("initializer", f("dims", 3), f("data_type", "FLOAT"), f("name", "w"), zeros("raw_data", 8)),
                 use("relu")), "tensor/raw-data-size", flags="size", path="graph.initializer[0].raw_data")
    bad("ir-3-initializer", "At IR version 3 an initializer must be an input.",
        [f("ir_version", 3), opset(7), graph(weight("initializer", "w"), node("Add", ["x", "w"], ["y"]))],
        "graph/ir3-initializer", flags="version", source="onnx/onnx#3664")
    good("ir-3-initializer-input", "At IR version 3 an initializer that is an input.",
         [f("ir_version", 3), opset(7), graph(info("input", "w"), weight("initializer", "w"),
          node("Add", ["x", "w"], ["y"]))])
    good("ir-4-initializer", "From IR version 4 on it need not be.",
         [f("ir_version", 4), opset(7), graph(weight("initializer", "w"), node("Add", ["x", "w"], ["y"]))])
    bad("initializer-type", "An initializer of another type than the input of its name.",
        model_of(info("input", "w"), weight("initializer", "w", "INT64"), node("Add", ["x", "w"], ["y"])),
        "graph/initializer-type", "RR", "type", source="microsoft/onnxruntime#3015")
    bad("initializer-shape", "An initializer of another shape than the input of its name.",
        model_of(info("input", "w", dims=(3,)), weight("initializer", "w"), node("Add", ["x", "w"], ["y"])),
        "graph/initializer-type", "RR", "type")
    bad("initializer-rank", "An initializer of another rank than the input of its name.",
        model_of(info("input", "w", dims=(1, 2)), weight("initializer", "w"), node("Add", ["x", "w"], ["y"])),
        "graph/initializer-type", "RR", "type")
    good("initializer-symbolic", "An input whose shape is a name fits any initializer.",
         model_of(info("input", "w", dims=("N",)), weight("initializer", "w"), node("Add", ["x", "w"], ["y"])))

    # Subgraphs
    good("if", "An If whose branches read a value from outside.", model_of(cond, if_node(id_then, id_else)))
    good("if-outer-initializer", "A branch that reads an initializer from outside.",
         model_of(cond, weight("initializer", "w"), if_node(body(info("output", "t"), node("Relu", ["w"], ["t"])), id_else)))
    bad("if-undefined", "A branch that reads a value that is nowhere.",
        model_of(cond, if_node(body(info("output", "t"), node("Relu", ["q"], ["t"])), id_else)),
        "graph/undefined-value")
    bad("if-sibling", "A branch that reads a value of the other branch.",
        model_of(cond, if_node(body(info("output", "t"), node("Relu", ["x"], ["t"])),
                               body(info("output", "e"), node("Relu", ["t"], ["e"])))), "graph/undefined-value")
    bad("if-inner-used-outside", "A value of a branch used outside of it.",
        model_of(cond, if_node(id_then, id_else, ("z",)), node("Relu", ["t"], ["y"])), "graph/undefined-value")
    bad("if-later-outer", "A branch that reads an outer value made later.",
        model_of(cond, if_node(body(info("output", "t"), node("Relu", ["late"], ["t"])), id_else, ("y",)),
                 node("Relu", ["x"], ["late"])), "graph/order")
    good("if-same-names", "Both branches use the same names.",
         model_of(cond, if_node(body(info("output", "t"), node("Relu", ["x"], ["t"])),
                                body(info("output", "t"), node("Relu", ["x"], ["t"])))))
    good("if-name-defined-later-outside", "A name in a branch that the outer graph defines only later.",
         model_of(cond, if_node(body(info("output", "late"), node("Relu", ["x"], ["late"])), id_else, ("z",)),
                  node("Relu", ["x"], ["late"]), node("Add", ["z", "late"], ["y"])), flags="real-files")
    good("if-name-is-own-output", "A name in a branch that is the node's own output.",
         model_of(cond, if_node(body(info("output", "y"), node("Relu", ["x"], ["y"])),
                                body(info("output", "y"), node("Relu", ["x"], ["y"])))), flags="real-files")
    bad("shadowing-node", "A node in a branch that makes a name visible from outside.",
        model_of(cond, node("Relu", ["x"], ["t"]), if_node(body(info("output", "t"), node("Relu", ["x"], ["t"])), id_else)),
        "graph/shadowing", "OR", "scope")
    bad("shadowing-initializer", "An initializer in a branch that hides an outer value.",
        model_of(cond, if_node(body(info("output", "t"), weight("initializer", "x"), node("Relu", ["x"], ["t"])), id_else)),
        "graph/shadowing", "RR", "scope", source="onnx/onnx#6955")
    loop_body = body(info("input", "i", "INT64", ()), info("input", "k", "BOOL", ()), info("input", "x"),
                     info("output", "k2", "BOOL", ()), info("output", "v"), node("Identity", ["k"], ["k2"]),
                     node("Relu", ["x"], ["v"]))
    loop = node("Loop", ["n", "c", "x"], ["y"], m("attribute", f("name", "body"), loop_body, f("type", "GRAPH")))
    bad("shadowing-loop-input", "An input of a loop's body that hides an outer value.",
        model_of(info("input", "n", "INT64", ()), cond, loop), "graph/shadowing", "RR", "scope",
        source="microsoft/onnxscript#2348")
    s.accept("shadowing-compat", "The same under compat.", "model",
             model_of(info("input", "n", "INT64", ()), cond, loop), "E", "scope", note="graph/shadowing",
             profile="compat")
    bad("outer-output", "A branch whose output is a value from outside.",
        model_of(cond, if_node(body(info("output", "x")), id_else)), "graph/outer-output", "OR", "scope")
    bad("if-empty-branch", "A branch that is a graph without fields.",
        model_of(cond, if_node(m("g"), id_else)), "graph/no-name", flags="structure",
        source="microsoft/onnxruntime#28429")
    good("subgraph-untyped", "Values of a subgraph need no type.",
         model_of(cond, if_node(body(m("output", f("name", "t")), node("Relu", ["x"], ["t"])), id_else)),
         flags="real-files")
    bad("subgraph-ssa", "A value made twice in a branch.",
        model_of(cond, if_node(body(info("output", "t"), node("Relu", ["x"], ["t"]), node("Relu", ["x"], ["t"])), id_else)),
        "graph/ssa")
    bad("subgraph-undefined-output", "A branch whose output nothing makes.",
        model_of(cond, if_node(body(info("output", "t")), id_else)), "graph/undefined-output")
    bad("subgraph-bad-initializer", "An initializer of a branch that is too short.",
        model_of(cond, if_node(body(info("output", "t"), m("initializer", f("dims", 3), f("data_type", "FLOAT"),
                 f("name", "w"), zeros("raw_data", 4)), node("Relu", ["w"], ["t"])), id_else)),
        "tensor/raw-data-size", flags="size",
        path="graph.node[0].attribute[0].g.initializer[0].raw_data")
    for depth, fits in ((33, True), (34, False)):
        # Node, attribute and graph: three messages a level, and one for the main graph. What stands in
        # the innermost graph must go no deeper, so that it holds nothing but its name.
        entries = [use("head"), graph(cond, {"nest": depth, "around": [node("If", ["c"], ["y"], m("attribute",
                   f("name", "then_branch"), m("g", f("name", "b"), {"hole": True}), f("type", "GRAPH")))],
                   "message": []})]
        text = f"{depth} Ifs in one another: {3 * depth + 1} messages below the root."
        if fits:
            s.accept(f"if-nested-{depth}", text, "model", entries, "E", "depth",
                     source="microsoft/onnxruntime#32344")
        else:
            bad(f"if-nested-{depth}", text, entries, "limit/depth", "PR", "depth")

    # Nodes
    good("node-named", "A node with a name and a doc_string.",
         model_of(node("Relu", ["x"], ["y"], f("name", "n"), f("doc_string", "d"))))
    good("node-names-twice", "Two nodes of one name.",
         model_of(node("Relu", ["x"], ["t"], f("name", "n")), node("Relu", ["t"], ["y"], f("name", "n"))),
         readers="E", flags="real-files", note="node/duplicate-name", source="microsoft/onnxruntime#10706")
    good("node-names-empty", "Two nodes with empty names.",
         model_of(node("Relu", ["x"], ["t"], f("name", "")), node("Relu", ["t"], ["y"], f("name", ""))),
         flags="real-files")
    bad("node-no-op", "A node without op_type.",
        model_of(m("node", f("input", "x"), f("output", "y"))), "node/op-type", flags="structure")
    bad("node-empty-op", "A node with an empty op_type.", model_of(node("", ["x"], ["y"])), "node/op-type",
        flags="structure")
    bad("node-empty", "A node without inputs and outputs.", model_of(use("relu"), node("Relu", [], [])), "node/empty",
        flags="structure")
    bad("node-nothing", "A node without fields.", model_of(use("relu"), m("node")), "node/op-type",
        flags="structure", also="node/empty")
    good("node-no-inputs", "A node without inputs.",
         [use("head"), m("graph", f("name", "g"), info("output", "y"),
                         node("Constant", [], ["y"], m("attribute", f("name", "value"),
                         m("t", f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 8)), f("type", "TENSOR"))))])
    good("node-no-outputs", "A node without outputs.", model_of(use("relu"), node("Foo", ["x"], [])), readers="E")
    good("node-overload", "An overload that no function has.",
         model_of(node("Relu", ["x"], ["y"], f("overload", "v2"))), readers="E", flags="function",
         note="node/unresolved-overload")
    bad("node-metadata-twice", "A metadata key twice on a node.",
        model_of(node("Relu", ["x"], ["y"], entry("metadata_props", "k", "a"), entry("metadata_props", "k", "b"))),
        "metadata/duplicate-key", "RR", "structure")
    good("experimental-op", "An old experimental operator gets no exemption and needs none.",
         model_of(node("ATen", ["x"], ["y"])), readers="E", flags="legacy")
    bad("experimental-op-domain", "An old experimental operator of a domain that is not imported.",
        model_of(node("ATen", ["x"], ["y"], f("domain", "org.old"))), "opset/domain", flags="legacy")

    # Value infos, annotations, devices, training
    good("value-info", "The type of an inner value.",
         model_of(info("value_info", "t"), node("Relu", ["x"], ["t"]), node("Relu", ["t"], ["y"])))
    good("value-info-twice", "The same value info twice.",
         model_of(info("value_info", "t"), info("value_info", "t"), node("Relu", ["x"], ["t"]),
                  node("Relu", ["t"], ["y"])), readers="E", flags="real-files")
    bad("value-info-differs", "Two value infos of one name that differ.",
        model_of(info("value_info", "t"), info("value_info", "t", "INT64"), node("Relu", ["x"], ["t"]),
                 node("Relu", ["t"], ["y"])), "graph/duplicate-value-info", "RR", "type")
    good("value-info-of-input", "A value info that repeats an input.", model_of(info("value_info", "x"), use("relu")),
         flags="real-files", source="onnx/onnx-mlir#1323")
    good("value-info-of-nothing", "A value info of a name that is nowhere.",
         model_of(info("value_info", "nowhere"), use("relu")), flags="real-files")
    good("annotation", "A quantization annotation.",
         model_of(weight("initializer", "s", count=1), m("quantization_annotation", f("tensor_name", "x"),
                  entry("quant_parameter_tensor_names", "SCALE_TENSOR", "s")), use("relu")))
    good("annotation-of-nothing", "A quantization annotation of a name that is nowhere.",
         model_of(m("quantization_annotation", f("tensor_name", "nowhere")), use("relu")), readers="E",
         note="quantization/annotation")
    good("annotation-unnamed", "A quantization annotation that names no tensor.",
         model_of(m("quantization_annotation"), use("relu")), readers="E", note="quantization/annotation")
    good("annotation-key-twice", "A quantization annotation with a key twice.",
         model_of(weight("initializer", "s", count=1), m("quantization_annotation", f("tensor_name", "x"),
                  entry("quant_parameter_tensor_names", "SCALE_TENSOR", "s"),
                  entry("quant_parameter_tensor_names", "SCALE_TENSOR", "s")), use("relu")), readers="E",
         note="quantization/annotation")
    device = m("configuration", f("name", "c"), f("num_devices", 2), f("device", "a", "b"))
    head11 = [f("ir_version", 11), opset(17)]
    good("devices", "A device configuration and a sharding.", head11 + [device, graph(node("Relu", ["x"], ["y"],
         m("device_configurations", f("configuration_id", "c"), m("sharding_spec", f("tensor_name", "x"),
           f("device", 0, 1), m("sharded_dim", f("axis", 0), m("simple_sharding", f("num_shards", 2)))))))],
         readers="E")
    for case_id, text, config in (
            ("unnamed", "without a name", m("configuration", f("num_devices", 2))),
            ("no-devices", "without devices", m("configuration", f("name", "c"))),
            ("zero-devices", "of no devices", m("configuration", f("name", "c"), f("num_devices", 0))),
            ("few-names", "with fewer names than devices",
             m("configuration", f("name", "c"), f("num_devices", 2), f("device", "a")))):
        bad(f"device-{case_id}", f"A device configuration {text}.", head11 + [config, graph(use("relu"))],
            "device/configuration", "RR", "structure")
    bad("device-twice", "Two device configurations of one name.", head11 + [device, device, graph(use("relu"))],
        "device/configuration", "RR", "structure")
    bad("device-unknown", "A node on a configuration that is not there.", head11 + [device, graph(node(
        "Relu", ["x"], ["y"], m("device_configurations", f("configuration_id", "d"))))], "device/configuration",
        "RR", "structure")
    for case_id, text, spec in (
            ("tensor", "of a tensor that is not the node's", [f("tensor_name", "q")]),
            ("axis", "of an axis beyond the rank", [f("tensor_name", "x"), m("sharded_dim", f("axis", 1),
             m("simple_sharding", f("num_shards", 2)))]),
            ("shards", "into no shards", [f("tensor_name", "x"), m("sharded_dim", f("axis", 0),
             m("simple_sharding", f("num_shards", 0)))])):
        bad(f"sharding-{case_id}", f"A sharding {text}.", head11 + [device, graph(node("Relu", ["x"], ["y"],
            m("device_configurations", f("configuration_id", "c"), m("sharding_spec", *spec))))],
            "device/sharding", "RR", "structure")
    for case_id, text, dims, axis, accepted in (
            ("highest", "Axis 1 of a matrix.", (2, 4), [f("axis", 1)], True),
            ("above", "Axis 2 of a matrix.", (2, 4), [f("axis", 2)], False),
            ("lowest", "Axis -2 of a matrix.", (2, 4), [f("axis", -2)], True),
            ("below", "Axis -3 of a matrix.", (2, 4), [f("axis", -3)], False),
            ("symbolic", "Axis 1 of a matrix of unknown size.", ("n", "m"), [f("axis", 1)], True),
            ("symbolic-above", "Axis 2 of a matrix of unknown size.", ("n", "m"), [f("axis", 2)], False),
            ("left-out", "An axis that is left out, as proto3 writes axis 0.", (2, 4), [], True),
            ("scalar", "Axis 0 of a scalar.", (), [f("axis", 0)], False),
            ("left-out-scalar", "An axis of a scalar that is left out.", (), [], False)):
        spec = m("sharding_spec", f("tensor_name", "v"),
                 m("sharded_dim", *axis, m("simple_sharding", f("num_shards", 2))))
        entries = head11 + [device, graph(use("relu"), info("input", "v", dims=dims), node("Relu", ["v"], ["w"],
                            m("device_configurations", f("configuration_id", "c"), spec)))]
        if accepted:
            good(f"sharding-axis-{case_id}", text, entries, readers="E", flags="structure")
        else:
            bad(f"sharding-axis-{case_id}", text, entries, "device/sharding", "RR", "structure")
    training = m("training_info", m("algorithm", f("name", "a"), info("output", "w2"), node("Relu", ["w"], ["w2"])),
                 entry("update_binding", "w", "w2"))
    good("training", "Training information.", [use("head"), graph(weight("initializer", "w"), node("Add", ["x", "w"], ["y"])),
         training], readers="E")
    for case_id, text, binding in (("empty", "an empty key", [entry("update_binding", "", "w2")]),
                                   ("twice", "a key twice", [entry("update_binding", "w", "w2")] * 2),
                                   ("unknown", "a key that is no initializer", [entry("update_binding", "q", "w2")]),
                                   ("value", "a value that nothing makes", [entry("update_binding", "w", "q")])):
        bad(f"training-{case_id}", f"A binding with {text}.",
            [use("head"), graph(weight("initializer", "w"), node("Add", ["x", "w"], ["y"])),
             m("training_info", m("algorithm", f("name", "a"), info("output", "w2"), node("Relu", ["w"], ["w2"])),
               *binding)], "training/binding", "RR", "structure")
    bad("training-bad-tensor", "A tensor of a training graph that is too short.", [use("head"), graph(use("relu")),
        m("training_info", m("algorithm", f("name", "a"), m("initializer", f("dims", 2), f("data_type", "FLOAT"),
          f("name", "w"), zeros("raw_data", 4))))], "tensor/raw-data-size", "RR", "size",
        path="training_info[0].algorithm.initializer[0].raw_data")
    bad("graph-metadata-twice", "A metadata key twice on a graph.",
        model_of(use("relu"), entry("metadata_props", "k", "a"), entry("metadata_props", "k", "b")),
        "metadata/duplicate-key", "RR", "structure")
    bad("sparse-initializer-without-values", "A sparse initializer that has no values.",
        model_of(m("sparse_initializer", f("dims", 2)), use("relu")), "sparse/values-missing", "RR", "structure")
    bad("input-not-utf8", "The second input of a node is not UTF-8.",
        model_of(m("node", f("input", "x"), {"field": "input", "hex": "ff"}, f("output", "y"), f("op_type", "Add"))),
        "string/utf8", "E", "utf8", path="graph.node[0].input[1]", also="graph/undefined-value")
    conv_integer_nodes(bad, good)
    return s.suite()
