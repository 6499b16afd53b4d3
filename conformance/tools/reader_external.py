"""Reader cases of data in other files, and of limits."""

from reader_model import DEFINITIONS, entry, graph, model_of, node, opset, use
from reader_parts import attribute, function, with_functions
from reader_suite import ReaderSuite, f, m, packed, zeros

DATA = {"path": "w.bin", "fill": {"byte": 0, "count": 16}}


def stored(*entries, field="initializer", element="FLOAT", dims=(4,), name="w"):
    """A tensor of FLOAT [4] whose values are elsewhere; `entries` are (key, value) pairs."""
    return m(field, f("dims", *dims), f("data_type", element), f("name", name),
             *[entry("external_data", k, v) for k, v in entries], f("data_location", "EXTERNAL"))


def model_with(*entries, **options):
    return model_of(stored(*entries, **options), node("Identity", ["w"], ["y"]))


def external():
    s = ReaderSuite("external", "Tensors whose values are in other files: locations, numbers, sizes, links. Each case "
                    "brings its folder.", DEFINITIONS)

    def bad(case_id, text, entries, rule, readers="OR", flags="external", files=(DATA,), **options):
        s.reject(case_id, text, "model", entries, rule, readers, flags, files=list(files), **options)

    def good(case_id, text, entries, readers="OA", flags="external", files=(DATA,), **options):
        s.accept(case_id, text, "model", entries, readers, flags, files=list(files), **options)

    loc = ("location", "w.bin")

    # Sound uses
    good("sound", "Four floats in a file of sixteen bytes.", model_with(loc, ("offset", "0"), ("length", "16")))
    good("only-location", "A location alone.", model_with(loc), flags="external real-files")
    good("location-last", "The location after the numbers.", model_with(("length", "16"), ("offset", "0"), loc))
    good("subfolder", "A file in a folder.", model_with(("location", "d/e/w.bin")),
         files=[{"path": "d/e/w.bin", "fill": {"byte": 0, "count": 16}}])
    for name in ("w..bin", "..w", ".hidden", "#d", "-w", "CONSOLE"):
        slug = name.lower().replace(".", "dot").replace("#", "hash").replace("-", "dash")
        good(f"name-{slug}", f"A file called '{name}'.", model_with(("location", name)),
             files=[{"path": name, "fill": {"byte": 0, "count": 16}}],
             readers="OA" if ".." not in name else "E")
    good("longer-file", "A file that goes on behind the values, without a length.", model_with(loc), readers="E",
         files=[{"path": "w.bin", "fill": {"byte": 0, "count": 4096}}], note="external/file-longer")
    good("longer-file-with-length", "A file that goes on behind the last tensor, which has a length.",
         model_with(loc, ("length", "16")), readers="OA", note="external/file-longer", files=[{"path": "w.bin", "fill": {"byte": 0, "count": 4096}}])
    good("two-tensors", "Two tensors one behind the other.",
         model_of(stored(loc, ("offset", "0"), ("length", "16"), name="v"),
                  stored(loc, ("offset", "16"), ("length", "16")), node("Add", ["v", "w"], ["y"])),
         note="external/unaligned", files=[{"path": "w.bin", "fill": {"byte": 0, "count": 32}}])
    good("descending", "Two tensors in descending order.",
         model_of(stored(loc, ("offset", "16"), ("length", "16"), name="v"),
                  stored(loc, ("offset", "0"), ("length", "16")), node("Add", ["v", "w"], ["y"])),
         note="external/unaligned", files=[{"path": "w.bin", "fill": {"byte": 0, "count": 32}}])
    good("shared", "Two tensors of the same bytes: tied weights.",
         model_of(stored(loc, ("offset", "0"), ("length", "16"), name="v"),
                  stored(loc, ("offset", "0"), ("length", "16")), node("Add", ["v", "w"], ["y"])))
    good("overlap", "Two tensors that share a part.",
         model_of(stored(loc, ("offset", "0"), ("length", "16"), name="v"),
                  stored(loc, ("offset", "8"), ("length", "16")), node("Add", ["v", "w"], ["y"])), readers="E",
         files=[{"path": "w.bin", "fill": {"byte": 0, "count": 24}}], note="external/overlap", also="external/unaligned")
    good("unaligned", "An offset of 3.", model_with(loc, ("offset", "3"), ("length", "16")), readers="E",
         files=[{"path": "w.bin", "fill": {"byte": 0, "count": 19}}], note="external/unaligned")
    good("empty-tensor", "No elements, at the end of the file.", model_with(loc, ("offset", "16"), ("length", "0"), dims=(0,)),
         readers="E", note="external/unaligned")
    good("empty-tensor-plain", "No elements, of a file of some.", model_with(loc, dims=(0,)), readers="E")
    good("page", "Two tensors, the second at the next page.",
         model_of(stored(loc, ("offset", "0"), ("length", "16"), name="v"),
                  stored(loc, ("offset", "4096"), ("length", "16")), node("Add", ["v", "w"], ["y"])),
         files=[{"path": "w.bin", "fill": {"byte": 0, "count": 4112}}])
    good("checksum", "A checksum of 40 hexadecimal digits is not verified unless asked for.",
         model_with(loc, ("checksum", "0123456789abcdef0123456789abcdef01234567")), readers="E")
    good("basepath", "A leftover basepath.", model_with(loc, ("basepath", "/tmp")), readers="E",
         note="external/basepath")

    # Locations
    for case_id, location, rule in (
            ("parent", "../w.bin", "external/path-escape"), ("parents", "../../../etc/passwd", "external/path-escape"),
            ("parent-inside", "d/../w.bin", "external/path-escape"), ("parent-deep", "junk/../../secret", "external/path-escape"),
            ("parent-alone", "..", "external/path-escape"), ("parent-last", "d/..", "external/path-escape"),
            ("absolute", "/etc/passwd", "external/path-absolute"), ("root", "/", "external/path-absolute"),
            ("drive", "C:\\x", "external/path-absolute"), ("drive-relative", "C:x", "external/path-absolute"),
            ("drive-slash", "C:/x", "external/path-absolute"), ("unc", "\\\\host\\share", "external/path-absolute"),
            ("double-slash", "//host/share", "external/path-absolute")):
        bad(f"location-{case_id}", f"The location '{location}'.", model_with(("location", location)), rule, "OR", "path",
            source="CVE-2022-25882" if "parent" in case_id else "GHSA-q56x-g2fj-4rj6")
    for case_id, location in (("backslash", "d\\w.bin"), ("backslash-parent", "..\\w.bin"), ("stream", "w.bin:stream"),
                              ("url", "http://x/w.bin"), ("file-url", "file:///x"), ("dot", "."), ("dot-first", "./w.bin"),
                              ("dot-inside", "d/./w.bin"), ("empty-part", "d//w.bin"), ("slash-last", "w.bin/"),
                              ("dots-last", "w.."), ("dots", "..."), ("space-last", "w.bin "),
                              ("json", "{\"type\":\"stripped\"}")):
        bad(f"location-{case_id}", f"The location '{location}'.", model_with(("location", location)), "external/path",
            "RR", "path", also="external/path-escape" if case_id == "backslash-parent" else None)
    bad("location-nul", "A location with a zero byte.", model_with(("location", "w.bin\x00.evil")),
        "external/path", "RR", "path control-character", also="string/control-character-in-text",
        source="tracel-ai/burn#4158")
    for case_id, marker in (("new", "*/_ORT_MEM_ADDR_/*"), ("old", "__ORT_MEM_ADDR__")):
        bad(f"marker-{case_id}", "The marker of data in a runtime's memory.",
            model_with(("location", marker), ("offset", "4096"), ("length", "16")), "external/reserved-marker", "RR", "path",
            source="microsoft/onnxruntime#28617")
    bad("no-location", "Numbers and no location.", model_with(("offset", "0"), ("length", "16")), "external/no-location")
    bad("no-entries", "EXTERNAL without entries.", model_with(), "external/no-location")
    bad("empty-location", "An empty location.", model_with(("location", "")), "external/no-location")
    bad("missing-file", "A file that is not there.", model_with(("location", "nowhere.bin")), "external/missing-file")
    bad("missing-folder", "A folder that is not there.", model_with(("location", "d/w.bin")), "external/missing-file")
    bad("no-folder-files", "No files at all.", model_with(loc), "external/missing-file", files=[])
    s.reject("from-memory", "A model from memory has no folder to look in.", "model", model_with(loc),
             "external/no-folder", "E", "external", source="microsoft/onnxruntime#27430")
    s.accept("from-memory-compat", "The same under compat.", "model", model_with(loc), "E", "external",
             note="external/no-folder", profile="compat")
    s.reject("from-memory-escape", "A model from memory: the location is judged all the same.", "model",
             model_with(("location", "../w.bin")), "external/path-escape", "OR", "path")

    # What the path leads to
    bad("symlink", "A symbolic link.", model_with(loc), "external/symlink", "OR", "path",
        files=[{"path": "real.bin", "fill": {"byte": 0, "count": 16}}, {"path": "w.bin", "symlink": "real.bin"}],
        source="CVE-2026-34447")
    bad("symlink-outside", "A symbolic link to a file outside.", model_with(loc), "external/symlink", "OR", "path",
        files=[{"path": "w.bin", "symlink": "/etc/passwd"}])
    bad("symlink-dangling", "A symbolic link to nothing.", model_with(loc), "external/symlink", "OR", "path",
        files=[{"path": "w.bin", "symlink": "nowhere"}])
    bad("symlink-folder", "A folder on the way that is a symbolic link.", model_with(("location", "lnk/w.bin")),
        "external/symlink", "OR", "path", files=[{"path": "d/w.bin", "fill": {"byte": 0, "count": 16}},
        {"path": "lnk", "symlink": "d"}], source="CVE-2026-27489")
    bad("symlink-folder-outside", "A folder on the way that is a symbolic link to outside.",
        model_with(("location", "lnk/passwd")), "external/symlink", "OR", "path",
        files=[{"path": "lnk", "symlink": "/etc"}], source="CVE-2026-27489")
    bad("symlink-loop", "A symbolic link to itself.", model_with(loc), "external/symlink", "OR", "path",
        files=[{"path": "w.bin", "symlink": "w.bin"}])
    bad("hard-link", "A file with two names.", model_with(loc), "external/hard-link", "OR", "path",
        files=[DATA, {"path": "other.bin", "hardlink": "w.bin"}], source="CVE-2026-34446")
    s.accept("hard-link-compat", "The same under compat.", "model", model_with(loc), "E", "path",
             files=[DATA, {"path": "other.bin", "hardlink": "w.bin"}], note="external/hard-link", profile="compat")
    bad("folder", "A folder.", model_with(loc), "external/not-regular", "OR", "path",
        files=[{"path": "w.bin", "directory": True}])
    bad("fifo", "A FIFO, on which a careless reader waits for ever.", model_with(loc), "external/not-regular", "OR", "path",
        files=[{"path": "w.bin", "fifo": True}])
    bad("socket", "A socket.", model_with(loc), "external/not-regular", "OR", "path",
        files=[{"path": "w.bin", "socket": True}])
    bad("file-as-folder", "A file on the way where a folder must be.", model_with(("location", "w.bin/x")),
        "external/missing-file", "OR", "path")
    hub = [{"path": "blobs/aa", "text": ""}, {"path": "blobs/bb", "fill": {"byte": 0, "count": 16}},
           {"path": "snapshots/r/w.bin", "symlink": "../../blobs/bb"}]
    bad("hub-cache", "The layout of a hub's cache: data behind a symbolic link.", model_with(loc), "external/symlink", "E",
        "path real-files", files=hub, name="snapshots/r/model.onnx", source="microsoft/onnxruntime#27353")

    # Keys
    bad("location-twice", "Two locations.", model_with(loc, loc), "external/duplicate-key", "RR",
        source="microsoft/onnxruntime#32135")
    bad("offset-twice", "Two offsets.", model_with(loc, ("offset", "0"), ("offset", "0")), "external/duplicate-key", "RR")
    bad("length-twice", "Two lengths.", model_with(loc, ("length", "16"), ("length", "16")), "external/duplicate-key", "RR")
    for case_id, key in (("class", "__class__"), ("empty", ""), ("case", "Location"), ("space", "offset ")):
        bad(f"key-{case_id}", f"The key '{key}'.", model_with(loc, (key, "1")), "external/unknown-key", "RR",
            source="CVE-2026-34445")
    bad("key-unnamed", "An entry without a key.",
        model_of(m("initializer", f("dims", 4), f("data_type", "FLOAT"), f("name", "w"), entry("external_data", "location", "w.bin"),
                   m("external_data", f("value", "1")), f("data_location", "EXTERNAL")), node("Identity", ["w"], ["y"])),
        "external/unknown-key", "RR")

    # Numbers
    for case_id, text in (("minus-1", "-1"), ("empty", ""), ("space-first", " 1"), ("space-last", "1 "), ("plus", "+1"),
                          ("hex", "0x10"), ("exponent", "1e3"), ("underscore", "1_000"), ("arabic", "\u0661"), ("tail", "12abc"),
                          ("leading-zero", "00"), ("leading-zero-16", "016"), ("2-63", str(1 << 63)), ("2-64", str(1 << 64)),
                          ("20-digits", "9" * 20), ("point", "1.0"), ("comma", "1,000")):
        bad(f"offset-{case_id}", f"The offset '{text}'.", model_with(loc, ("offset", text)), "external/number", "RR",
            source="microsoft/onnxruntime#28297")
        bad(f"length-{case_id}", f"The length '{text}'.", model_with(loc, ("length", text)), "external/number", "RR",
            source="GHSA-538c-55jv-c5g9")
    bad("offset-17", "An offset behind the end.", model_with(loc, ("offset", "17")), "external/range", "OR",
        source="microsoft/onnxruntime#11848")
    bad("offset-8", "An offset that leaves half of the values.", model_with(loc, ("offset", "8"), ("length", "16")), "external/range")
    bad("offset-1", "An offset that leaves one byte too few.", model_with(loc, ("offset", "1"), ("length", "16")), "external/range")
    bad("offset-highest", "The highest offset there is, plus the length, overflows.",
        model_with(loc, ("offset", str((1 << 63) - 1)), ("length", "16")), "external/range", flags="external overflow", source="openvinotoolkit/openvino#34070")
    bad("file-short", "A file that is too short, without a length.", model_with(loc), "external/range",
        files=[{"path": "w.bin", "fill": {"byte": 0, "count": 15}}])
    bad("file-empty", "An empty file.", model_with(loc), "external/range", files=[{"path": "w.bin", "text": ""}])
    for length in ("3", "15", "17", "64", str(10**15), str((1 << 63) - 1)):
        bad(f"length-{length}-for-16", f"A length of {length} for sixteen bytes.", model_with(loc, ("length", length)),
            "external/size-mismatch", "RR", source="openvinotoolkit/openvino#14783",
            files=[{"path": "w.bin", "fill": {"byte": 0, "count": 64}}])
    bad("length-0", "A length of 0 for sixteen bytes.", model_with(loc, ("length", "0")), "external/zero-length", "E",
        source="robertknight/rten#1394")
    s.accept("length-0-compat", "The same under compat, as if it were not given.", "model", model_with(loc, ("length", "0")),
             "E", "external", files=[DATA], note="external/zero-length", profile="compat")
    s.accept("hub-cache-allowed", "The layout of a hub's cache, and a policy that follows it.", "model", model_with(loc), "E",
             "path real-files", files=hub + [{"path": "snapshots/r/model.onnx", "symlink": "../../blobs/aa"}],
             name="snapshots/r/model.onnx", policy={"follow_model_symlinks": True})
    s.accept("hub-cache-regular", "The same policy, and data that lies beside the link to the model.", "model", model_with(loc),
             "E", "path real-files", files=[hub[0], {"path": "snapshots/r/w.bin", "fill": {"byte": 0, "count": 16}},
             {"path": "snapshots/r/model.onnx", "symlink": "../../blobs/aa"}], name="snapshots/r/model.onnx",
             policy={"follow_model_symlinks": True})
    s.reject("hub-cache-gone", "The same policy, and data behind a link into a folder that is not there.", "model",
             model_with(loc), "external/symlink", "OR", "path", files=[hub[0],
             {"path": "snapshots/r/w.bin", "symlink": "../../gone/bb"},
             {"path": "snapshots/r/model.onnx", "symlink": "../../blobs/aa"}], name="snapshots/r/model.onnx",
             policy={"follow_model_symlinks": True})
    s.reject("hub-cache-elsewhere", "The same policy, and data behind a link that leads to another folder.", "model",
             model_with(loc), "external/symlink", "OR", "path", files=[hub[0], {"path": "other/bb", "fill": {"byte": 0,
             "count": 16}}, {"path": "snapshots/r/w.bin", "symlink": "../../other/bb"},
             {"path": "snapshots/r/model.onnx", "symlink": "../../blobs/aa"}], name="snapshots/r/model.onnx",
             policy={"follow_model_symlinks": True})
    for case_id, text in (("zz", "zz"), ("39", "0" * 39), ("41", "0" * 41), ("empty", "")):
        bad(f"checksum-{case_id}", f"The checksum '{text}'.", model_with(loc, ("checksum", text)), "external/checksum", "RR")

    # The tensor around it
    for field in (zeros("raw_data", 16), f("float_data", 1, 2, 3, 4), zeros("raw_data", 0)):
        name = field["field"].replace("_", "-") + ("-empty" if field.get("fill", {}).get("count") == 0 else "")
        bad(f"inline-{name}", f"Values in {field['field']} too.",
            model_of(m("initializer", f("dims", 4), f("data_type", "FLOAT"), f("name", "w"), field, entry("external_data", "location", "w.bin"),
                       f("data_location", "EXTERNAL")), node("Identity", ["w"], ["y"])), "tensor/multiple-data",
            "OR" if "empty" not in name else "RR", "location external", source="facebookresearch/dlrm#135")
    bad("unexpected", "Entries of a tensor whose values are inline.",
        model_of(m("initializer", f("dims", 1), f("data_type", "FLOAT"), f("name", "w"), zeros("raw_data", 4),
                   entry("external_data", "location", "/etc/passwd")), node("Identity", ["w"], ["y"])),
        "external/unexpected", "RR", "location external")
    bad("dims-negative", "Negative dims of an external tensor.", model_with(loc, dims=(-5,)), "tensor/negative-dim", "RR", "overflow external")
    bad("dims-overflow", "Overflowing dims of an external tensor.", model_with(loc, dims=(1 << 62, 1 << 62)), "tensor/dims-overflow", "RR",
        "overflow external")
    bad("type-99", "An unknown type of an external tensor.", model_with(loc, element=99), "tensor/data-type-unknown", "RR", "type external")
    bad("type-missing", "No type of an external tensor.",
        model_of(m("initializer", f("dims", 4), f("name", "w"), entry("external_data", "location", "w.bin"), f("data_location", "EXTERNAL")),
                 node("Identity", ["w"], ["y"])), "tensor/data-type-missing", flags="type external")
    bad("string", "STRING in a file.", model_with(loc, element="STRING"), "tensor/string-raw-data", "RR", "location external",
        source="microsoft/onnxruntime#6257")
    bad("bool-value", "A BOOL byte of 2 in a file.", model_with(loc, element="BOOL"), "tensor/bool-value", "RR", "value external",
        files=[{"path": "w.bin", "hex": "00 01 02 00"}])
    good("bool", "BOOL bytes in a file.", readers="E", entries= model_with(loc, element="BOOL"), files=[{"path": "w.bin", "hex": "00 01 01 00"}])
    bad("padding-bits", "Padding bits in a file.", model_with(loc, element="INT4", dims=(3,)), "tensor/padding-bits", "SR",
        "padding-bits external", files=[{"path": "w.bin", "hex": "21 f3"}])
    good("int4", "INT4 in a file.", readers="E", entries= model_with(loc, element="INT4", dims=(3,)), files=[{"path": "w.bin", "hex": "21 03"}])

    # Tensors in every place
    escape = stored(("location", "../x"), field="t")
    bad("in-attribute", "A tensor attribute.", [use("head"), opset(1, "d"), graph(node("Foo", ["x"], ["y"], attribute("a", "TENSOR", escape),
        f("domain", "d")))], "external/path-escape", "OR", "path", path="graph.node[0].attribute[0].t.external_data[0].value")
    bad("in-attribute-list", "A list of tensors.", [use("head"), opset(1, "d"), graph(node("Foo", ["x"], ["y"], attribute("a", "TENSORS",
        stored(("location", "../x"), field="tensors")), f("domain", "d")))], "external/path-escape", "OR", "path")
    bad("in-constant", "A Constant node.", model_of(node("Constant", [], ["c"], attribute("value", "TENSOR", escape)),
        node("Add", ["x", "c"], ["y"])), "external/path-escape", "OR", "path")
    bad("in-subgraph", "An initializer of a branch.", [use("head"), opset(1, "d"), graph(node("Foo", ["x"], ["y"], attribute("a", "GRAPH",
        m("g", f("name", "b"), stored(("location", "../x")))), f("domain", "d")))], "external/path-escape", "OR", "path",
        source="onnx/onnx#7737")
    bad("in-function", "A node of a function.", with_functions(function("F", node("Constant", [], ["c"], attribute("value", "TENSOR", escape)),
        node("Add", ["a", "c"], ["b"]))), "external/path-escape", "RR", "path", source="onnx/onnx#6233")
    bad("in-default", "A default of a function.", with_functions(function("F", node("Relu", ["a"], ["b"]), more=[attribute("p", "TENSOR", escape,
        field="attribute_proto")])), "external/path-escape", "RR", "path", source="promptfoo/modelaudit#1399")
    bad("in-training", "A training graph.", [*model_of(use("relu")), m("training_info", m("algorithm", f("name", "a"),
        stored(("location", "../x"))))], "external/path-escape", "RR", "path")
    bad("in-sparse-values", "The values of a sparse initializer.", model_of(use("relu"), m("sparse_initializer", stored(("location", "../x"),
        field="values", dims=(1,)), m("indices", f("dims", 1), f("data_type", "INT64"), f("int64_data", 0)), f("dims", 3))),
        "external/path-escape", "RR", "path", source="microsoft/onnxruntime#28408")
    bad("in-sparse-indices", "The indices of a sparse initializer.", model_of(use("relu"), m("sparse_initializer",
        m("values", f("dims", 1), f("data_type", "FLOAT"), f("name", "w"), zeros("raw_data", 4)),
        stored(("location", "../x"), field="indices", element="INT64", dims=(1,), name="i"), f("dims", 3))),
        "external/path-escape", "RR", "path", source="microsoft/onnxruntime#28408")
    good("sparse-indices", "Indices in a file.", model_of(use("relu"), m("sparse_initializer",
         m("values", f("dims", 2), f("data_type", "FLOAT"), f("name", "w"), zeros("raw_data", 8)),
         stored(loc, field="indices", element="INT64", dims=(2,), name="i"), f("dims", 3))), readers="E",
         files=[{"path": "w.bin", "hex": "00 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"}])
    bad("sparse-indices-order", "Indices in a file that descend.", model_of(use("relu"), m("sparse_initializer",
        m("values", f("dims", 2), f("data_type", "FLOAT"), f("name", "w"), zeros("raw_data", 8)),
        stored(loc, field="indices", element="INT64", dims=(2,), name="i"), f("dims", 3))), "sparse/order", "RR", "sparse external",
        files=[{"path": "w.bin", "hex": "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"}])
    bad("sparse-indices-range", "Indices in a file that are out of range.", model_of(use("relu"), m("sparse_initializer",
        m("values", f("dims", 2), f("data_type", "FLOAT"), f("name", "w"), zeros("raw_data", 8)),
        stored(loc, field="indices", element="INT64", dims=(2,), name="i"), f("dims", 3))), "sparse/index-range", "RR", "sparse external",
        files=[{"path": "w.bin", "hex": "00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00"}])
    return s.suite()


def limits():
    s = ReaderSuite("limits", "What a reader must bound: nesting, memory, rank, findings. Limits are the policy's; each "
                    "stands on both sides.", DEFINITIONS)

    def bad(case_id, text, kind, entries, rule, readers="SR", flags="amplification", **options):
        s.reject(case_id, text, kind, entries, rule, readers, flags, **options)

    def good(case_id, text, kind, entries, readers="E", flags="policy", **options):
        s.accept(case_id, text, kind, entries, readers, flags, **options)

    two = [f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 8)]  # 14 bytes
    good("file-bytes-at", "A file as large as the limit.", "tensor", two, policy={"limits": {"file_bytes": 14}})
    bad("file-bytes-above", "A file larger by one than the limit.", "tensor", two, "limit/file-bytes", flags="policy",
        policy={"limits": {"file_bytes": 13}})
    for rank, fits in ((64, True), (65, False)):
        entries = [packed("dims", *[1] * rank), f("data_type", "FLOAT"), zeros("raw_data", 4)]
        if fits:
            good(f"rank-{rank}", f"{rank} dims.", "tensor", entries)
        else:
            bad(f"rank-{rank}", f"{rank} dims.", "tensor", entries, "limit/rank", source="opencv/opencv#12694")
    bad("rank-million", "A million dims of 1.", "tensor", [f("data_type", "FLOAT"), f("dims", 1, times=1000000),
        zeros("raw_data", 4)], "limit/rank", source="opencv/opencv#12694")
    bad("rank-million-packed", "A million dims of 1 in one block.", "tensor",
        [f("data_type", "FLOAT"), {"field": "dims", "fill": {"byte": 1, "count": 1000000}}, zeros("raw_data", 4)],
        "limit/rank")
    good("rank-raised", "65 dims and a limit of 65.", "tensor", [packed("dims", *[1] * 65), f("data_type", "FLOAT"),
         zeros("raw_data", 4)], policy={"limits": {"rank": 65}})
    bad("rank-lowered", "Two dims and a limit of one.", "tensor", [packed("dims", 1, 1), f("data_type", "FLOAT"),
        zeros("raw_data", 4)], "limit/rank", flags="policy", policy={"limits": {"rank": 1}})

    def nested(depth):
        return [{"nest": depth, "around": [f("elem_type", "SEQUENCE"), m("sequence_values", {"hole": True})],
                 "message": [f("elem_type", "TENSOR")]}]

    for limit in (0, 1, 5, 99, 101, 300):
        good(f"depth-{limit}-at", f"{limit} messages deep, and a limit of {limit}.", "sequence", nested(limit), flags="depth",
             policy={"limits": {"depth": limit}})
        bad(f"depth-{limit}-above", f"{limit + 1} messages deep, and a limit of {limit}.", "sequence", nested(limit + 1),
            "limit/depth", flags="depth", policy={"limits": {"depth": limit}})
    good("depth-1000", "A thousand deep, the highest limit there is.", "sequence", nested(1000), flags="depth",
         policy={"limits": {"depth": 1000}})
    bad("depth-capped", "A limit above a thousand counts as a thousand.", "sequence", nested(1001), "limit/depth", flags="depth",
        policy={"limits": {"depth": 4000000000}})
    bad("depth-200-model", "A model nested 201 deep.", "model", [use("head"), graph({"nest": 66, "around": [node("If", ["c"], ["y"], m(
        "attribute", f("name", "then_branch"), m("g", f("name", "b"), {"hole": True}), f("type", "GRAPH")))], "message": []})],
        "limit/depth", "PR", "depth")

    million = [use("head"), m("graph", f("name", "g"), {"field": "node", "hex": "", "times": 1000000})]
    bad("million-empty-nodes", "A million empty nodes in two megabytes: 198 MB to protobuf.", "model", million, "limit/memory", "SR",
        source="anthropics/buffa#301")
    for field in ("initializer", "input", "value_info", "sparse_initializer"):
        bad(f"million-empty-{field.replace('_', '-')}", f"A million empty messages of {field}.", "model",
            [use("head"), m("graph", f("name", "g"), {"field": field, "hex": "", "times": 1000000})], "limit/memory", "SR")
    bad("million-empty-metadata-props", "A million empty entries of metadata: the findings are bounded, too.", "model",
        model_of(use("relu"), {"field": "metadata_props", "hex": "", "times": 1000000}),
        "metadata/duplicate-key", "RR", times=100)
    bad("million-external-entries", "A million entries of external data in one tensor.", "tensor",
        [f("dims", 1), f("data_type", "FLOAT"), {"field": "external_data", "hex": "", "times": 1000000}, f("data_location", "EXTERNAL")],
        "limit/memory", "SR", source="GHSA-538c-55jv-c5g9")
    bad("memory-none", "A budget of nothing.", "tensor", two, "limit/memory", flags="policy",
        policy={"limits": {"memory_base": 0, "memory_per_byte": 0}})
    bad("million-empty-sequences", "A million empty sequences.", "sequence",
        [f("elem_type", "SEQUENCE"), {"field": "sequence_values", "hex": "", "times": 1000000}], "limit/memory", "SR")
    good("strings-100000", "A hundred thousand empty strings.", "tensor",
         [f("dims", 100000), f("data_type", "STRING"), {"field": "string_data", "hex": "", "times": 100000}], readers="OA",
         flags="amplification")
    good("dims-unpacked-64", "64 dims one by one.", "tensor", [f("dims", 1, times=64), f("data_type", "FLOAT"), zeros("raw_data", 4)])

    # A finding is counted where it is not kept: the verdict stays.
    bad("findings-kept-one", "A hundred unknown fields, of which one finding is kept.", "tensor",
        two + [{**f(99, 1, wire_type="varint"), "times": 100}], "schema/unknown-field", "PA", "unknown-field",
        policy={"limits": {"findings": 1}})
    bad("findings-kept-many", "Two hundred unknown fields.", "tensor", two + [{**f(99, 1, wire_type="varint"), "times": 200}],
        "schema/unknown-field", "PA", "unknown-field", times=100)
    return s.suite()
