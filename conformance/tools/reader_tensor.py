"""Reader cases of tensors: types, shapes, payloads, and elements smaller than a byte."""

from onnx_schema import DATA_TYPES
from reader_suite import ReaderSuite, at, at_value, f, h, m, packed, zeros

MIN64, MAX63, MAX64 = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
RAW_AT = 6  # where raw_data begins behind a dim, a data_type, a tag and a length of a byte each


def head(element, *dims):
    return [f("dims", *dims)] * bool(dims) + [f("data_type", element)]


def entries_needed(element, count):
    _, _, _, _, per_entry, per_element, _, _ = DATA_TYPES[element]
    return -(-count // per_entry) * per_element


def raw_bytes(element, count):
    return -(-count * DATA_TYPES[element][1] // 8)


def typed(element, count, value=1):
    field = DATA_TYPES[element][3]
    if field == "string_data":
        return [f(field, *["s"] * count)] if count else []
    return [packed(field, *[value] * count)]


def slug(element):
    return element.lower()


def tensor():
    s = ReaderSuite("tensor", "Tensors: element types, shapes, and payloads that must match them exactly.")
    t = "tensor"

    def bad(case_id, text, entries, rule, readers="OR", flags="size", **options):
        s.reject(case_id, text, t, entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="legal", **options):
        s.accept(case_id, text, t, entries, readers, flags, **options)

    # Each element type: exact, one too few, one too many, in each place.
    for element, (_, bits, _, field, _, _, low, high) in DATA_TYPES.items():
        name, need = slug(element), entries_needed(element, 8)
        good(f"{name}-typed", f"Eight elements of {element} in {field}: {need} entries.",
             head(element, 2, 4) + typed(element, need), flags="size")
        bad(f"{name}-typed-short", f"Eight elements of {element} with one entry too few.",
            head(element, 2, 4) + typed(element, need - 1), "tensor/typed-data-size",
            source="onnx/onnx#8319", path=field)
        bad(f"{name}-typed-long", f"Eight elements of {element} with one entry too many.",
            head(element, 2, 4) + typed(element, need + 1), "tensor/typed-data-size", path=field)
        bad(f"{name}-no-data", f"Eight elements of {element} and no payload.", head(element, 8),
            "tensor/no-data", flags="location", source="tracel-ai/burn#3904")
        good(f"{name}-empty", f"No elements of {element} and no payload.", head(element, 0), flags="real-files")
        if bits:
            size = raw_bytes(element, 8)
            good(f"{name}-raw", f"Eight elements of {element} in {size} bytes.",
                 head(element, 8) + [zeros("raw_data", size)], flags="size")
            bad(f"{name}-raw-short", f"Eight elements of {element} in one byte less than {size}.",
                head(element, 8) + [at_value(zeros("raw_data", size - 1))], "tensor/raw-data-size",
                source="sonos/tract#2390", path="raw_data")
            bad(f"{name}-raw-long", f"Eight elements of {element} in one byte more than {size}.",
                head(element, 8) + [at_value(zeros("raw_data", size + 1))], "tensor/raw-data-size",
                source="onnx/onnx-mlir#3608", path="raw_data")
        wrong = "double_data" if field != "double_data" else "float_data"
        bad(f"{name}-in-{wrong.replace('_', '-')}", f"One element of {element} in {wrong}.",
            head(element, 1) + [f(wrong, 1)], "tensor/wrong-field", flags="location", path=wrong,
            source="onnx/onnx#1577")
        if low is not None and bits < 32:
            good(f"{name}-lowest", f"{element}: the lowest entry, {low}.",
                 head(element, 1) + [f(field, low)], flags="value")
            top = high & ((1 << bits) - 1) if bits < 6 else high
            good(f"{name}-highest", f"{element}: the highest entry of one element, {top}.",
                 head(element, 1) + [f(field, top)], flags="value")
            rule = "tensor/bool-value" if element == "BOOL" else "tensor/value-range"
            bad(f"{name}-below", f"{element}: an entry of {low - 1}.",
                head(element, 1) + [f(field, low - 1)], rule, flags="value")
            bad(f"{name}-above", f"{element}: an entry of {high + 1}.",
                head(element, 1) + [f(field, high + 1)], rule, flags="value")
            bad(f"{name}-above-in-block", f"{element}: an entry of {high + 1} in a block.",
                head(element, *((3,) if bits >= 6 else (3 * 8 // bits,)))
                + [packed(field, 0, 0, high + 1)], rule, flags="value packed")
    bad("uint32-above", "UINT32: an entry of 2^32.", head("UINT32", 1) + [f("uint64_data", 1 << 32)],
        "tensor/value-range", flags="value")
    good("uint32-highest", "UINT32: 2^32 - 1.", head("UINT32", 1) + [f("uint64_data", (1 << 32) - 1)],
         flags="value")
    bad("uint32-2-40", "UINT32: 2^40, whose low half is 0.", head("UINT32", 1) + [f("uint64_data", 1 << 40)],
        "tensor/value-range", flags="value")
    good("uint64-highest", "UINT64: 2^64 - 1.", head("UINT64", 1) + [f("uint64_data", MAX64)], flags="value")
    good("int64-lowest", "INT64: -2^63.", head("INT64", 1) + [f("int64_data", MIN64)], flags="value")

    # More of wrong places
    for element, field in (("FLOAT16", "float_data"), ("UINT32", "int32_data"), ("INT64", "int32_data"),
                           ("FLOAT", "double_data"), ("UINT64", "int64_data"), ("INT32", "int64_data"),
                           ("BOOL", "int64_data"), ("STRING", "int32_data"), ("BFLOAT16", "float_data"),
                           ("INT4", "int64_data"), ("FLOAT", "string_data"), ("INT64", "uint64_data")):
        value = "a" if field == "string_data" else 1
        bad(f"{slug(element)}-in-{field.replace('_', '-')}-alone", f"{element} in {field}.",
            head(element, 1) + [f(field, value)], "tensor/wrong-field", flags="location")
    for element, field in (("FLOAT", "float_data"), ("INT64", "int64_data"), ("INT32", "int32_data"),
                           ("DOUBLE", "double_data"), ("UINT64", "uint64_data")):
        size = raw_bytes(element, 1)
        bad(f"{field.replace('_', '-')}-and-raw-data", f"One {element} in {field} and in raw_data.",
            head(element, 1) + [f(field, 0), zeros("raw_data", size)], "tensor/multiple-data",
            flags="location", source="onnx/onnx#183")
        bad(f"{field.replace('_', '-')}-and-empty-raw-data", f"One {element} in {field}, and a raw_data "
            "that is there and empty: some readers look whether it is there, some whether it is empty.",
            head(element, 1) + [zeros("raw_data", 0), f(field, 5)], "tensor/multiple-data", "RR",
            "location")
    bad("two-typed-fields", "Values in float_data and in int32_data.",
        head("FLOAT", 1) + [f("float_data", 1), f("int32_data", 1)], "tensor/multiple-data",
        flags="location")
    bad("typed-and-string", "Values in int64_data and in string_data.",
        head("INT64", 1) + [f("int64_data", 1), f("string_data", "a")], "tensor/multiple-data",
        flags="location")
    good("raw-data-and-empty-block", "Two INT64 in raw_data and an empty block, which adds nothing to any reader.",
         head("INT64", 2) + [zeros("raw_data", 16), packed("int64_data")], flags="packed")
    good("block-and-empty-block", "One FLOAT in float_data, and empty blocks of that and of another field.",
         head("FLOAT", 1) + [packed("float_data"), packed("float_data", 1), packed("int32_data")], flags="packed")
    bad("empty-block", "Two INT64 and an empty block.", head("INT64", 2) + [packed("int64_data")], "tensor/no-data")
    bad("raw-empty", "One FLOAT and a raw_data that is there and empty.",
        head("FLOAT", 1) + [zeros("raw_data", 0)], "tensor/raw-data-size", flags="size")

    # Scalars and empty tensors
    good("scalar-raw", "A scalar has one element.", head("FLOAT") + [zeros("raw_data", 4)],
         flags="legal", source="tracel-ai/burn#2699")
    good("scalar-typed", "A scalar in float_data.", head("FLOAT") + [f("float_data", 1)])
    bad("scalar-two", "A scalar with two elements.", head("FLOAT") + [f("float_data", 1, 2)],
        "tensor/typed-data-size")
    bad("scalar-five-bytes", "A scalar FLOAT of five bytes.", head("FLOAT") + [zeros("raw_data", 5)],
        "tensor/raw-data-size", source="microsoft/onnxruntime#18648")
    bad("scalar-none", "A scalar without a payload.", head("FLOAT"), "tensor/no-data", flags="location")
    good("empty-with-empty-raw", "No elements and an empty raw_data.",
         head("FLOAT", 0) + [zeros("raw_data", 0)], flags="real-files")
    good("empty-inner-zero", "A zero among other dims.", head("FLOAT", 5, 0, 3), source="onnx/onnx#1342")
    good("empty-with-empty-block", "No elements and an empty block.", head("INT64", 0) + [packed("int64_data")])
    bad("empty-with-raw", "No elements and four bytes.", head("FLOAT", 0) + [at_value(zeros("raw_data", 4))],
        "tensor/raw-data-size")
    bad("empty-with-typed", "No elements and an entry.", head("FLOAT", 0) + [f("float_data", 1)],
        "tensor/typed-data-size")
    bad("empty-in-wrong-field", "No elements, and an entry in a wrong field.",
        head("FLOAT", 0) + [f("int32_data", 1)], "tensor/wrong-field", flags="location")

    # Sizes that lie
    bad("million-of-four-bytes", "A million declared, one given.",
        head("FLOAT", 1000000) + [zeros("raw_data", 4)], "tensor/raw-data-size",
        source="huggingface.co/yibai777/onnx")
    bad("110-of-12-bytes", "110 declared, three given.", head("FLOAT", 110) + [zeros("raw_data", 12)],
        "tensor/raw-data-size", source="onnx/onnx-tensorrt#1058")
    bad("4096-bytes-for-one", "One INT64 and 4096 bytes.", head("INT64", 1) + [zeros("raw_data", 4096)],
        "tensor/raw-data-size", source="onnx/onnx-mlir#3608")
    bad("17-bytes-for-two", "Two INT64 and 17 bytes: not a multiple of eight.",
        head("INT64", 2) + [zeros("raw_data", 17)], "tensor/raw-data-size", source="onnx/onnx#8109")
    bad("widened-int8", "INT8 widened to 32 bits, as an old exporter did.",
        head("INT8", 4) + [zeros("raw_data", 16)], "tensor/raw-data-size",
        source="pytorch/pytorch#10718")
    bad("giant-int4", "700 million INT4 in one byte.", head("INT4", 700000000) + [zeros("raw_data", 1)],
        "tensor/raw-data-size", source="onnx/onnx#8033")
    bad("complex64-three-entries", "Three COMPLEX64 in five floats.",
        head("COMPLEX64", 3) + [packed("float_data", 1, 2, 3, 4, 5)], "tensor/typed-data-size")
    bad("complex64-one-per-element", "Three COMPLEX64 in three floats.",
        head("COMPLEX64", 3) + [packed("float_data", 1, 2, 3)], "tensor/typed-data-size",
        source="onnx/onnx#8319")
    bad("bool-32-in-4-entries", "32 BOOL in four entries.", head("BOOL", 32) + [packed("int32_data", 1, 1, 1, 1)],
        "tensor/typed-data-size", source="onnx/onnx#8211")

    # Types
    bad("type-missing", "No data_type.", [f("dims", 1), zeros("raw_data", 4)], "tensor/data-type-missing",
        flags="type", source="microsoft/onnxruntime#4349")
    bad("type-undefined", "data_type UNDEFINED.", head(0, 1) + [zeros("raw_data", 4)],
        "tensor/data-type-missing", flags="type")
    for number in (29, 99, -1, (1 << 31) - 1, -(1 << 31)):
        name = str(number).replace("-", "minus-")
        for field in ("raw_data", "int32_data"):
            payload = zeros("raw_data", 1) if field == "raw_data" else f("int32_data", 1)
            bad(f"type-{name}-{field.replace('_', '-')}", f"data_type {number} with {field}.",
                [f("dims", 1000), at_value(f("data_type", number)), payload], "tensor/data-type-unknown",
                flags="type", path="data_type")

    # Dims
    for dims, text in (([-1, 4], "A negative dim"), ([MIN64], "The lowest dim there is"),
                       ([0, -1], "A negative dim behind a zero"), ([-1, 0], "A negative dim before a zero"),
                       ([-2, -2], "Two negative dims whose product is four")):
        name = "-".join(str(d).replace("-", "minus-") for d in dims)
        bad(f"dims-{name}", f"{text}.", head("FLOAT", *dims) + [zeros("raw_data", 16)],
            "tensor/negative-dim", flags="overflow", source="sonos/tract#2814", times=sum(d < 0 for d in dims))
    for dims in ([1 << 62, 1 << 62], [1 << 32, 1 << 32], [3037000500, 3037000500], [MAX63, 2],
                 [1 << 31, 1 << 31, 4], [MAX63, MAX63, MAX63]):
        name = "-".join(f"2-{d.bit_length() - 1}" if d & (d - 1) == 0 else str(d) for d in dims)
        bad(f"dims-overflow-{name}", "A product of dims that no integer of 64 bits holds.",
            head("FLOAT", *dims) + [zeros("raw_data", 4)], "tensor/dims-overflow", flags="overflow",
            source="onnx/onnx#7580")
    bad("dims-overflow-zero-first", "An overflow behind a zero.", head("FLOAT", 0, 1 << 62, 1 << 62),
        "tensor/dims-overflow", "RR", "overflow")
    bad("dims-overflow-zero-last", "An overflow before a zero.", head("FLOAT", 1 << 62, 1 << 62, 0),
        "tensor/dims-overflow", "RR", "overflow")
    bad("dims-overflow-in-bits", "The elements fit, their bytes do not.",
        head("DOUBLE", 1 << 61) + [zeros("raw_data", 8)], "tensor/dims-overflow", flags="overflow")
    for element in ("INT4", "UINT4", "FLOAT4E2M1", "INT2", "UINT2"):
        bad(f"rounding-overflow-{slug(element)}", f"2^63 - 1 elements of {element} in one byte: a size "
            "rounded up must not overflow.", head(element, MAX63) + [zeros("raw_data", 1)],
            "tensor/dims-overflow" if "4" in element else "tensor/raw-data-size",
            flags="overflow sub-byte")
    good("rank-64", "64 dims of 1.", head("FLOAT", *[1] * 64) + [zeros("raw_data", 4)], readers="E")
    good("dims-large-and-zero", "A large dim and a zero.", head("FLOAT", 1 << 40, 0))

    # BOOL
    for digits in ("00", "01", "0001000101"):
        good(f"bool-raw-{digits}", "BOOL bytes 0 and 1.", head("BOOL", len(digits) // 2) + [h("raw_data", digits)],
             flags="value")
    for digits, offset in (("ff", 0), ("02", 0), ("80", 0), ("0001000200", 3), ("00" * 40 + "fe", 40)):
        bad(f"bool-raw-{digits[-4:]}-{len(digits) // 2}", "A BOOL byte other than 0 and 1.",
            head("BOOL", len(digits) // 2) + [h("raw_data", digits)], "tensor/bool-value", "RR", "value",
            offset=6 + offset, source="microsoft/onnxruntime#29238")
    bad("bool-minus-7", "A BOOL entry of -7.", head("BOOL", 1) + [f("int32_data", -7)], "tensor/bool-value",
        "RR", "value")

    # Strings
    good("string-utf8", "Strings, one of them empty.", head("STRING", 3) + [f("string_data", "a", "", "\u00e9")])
    bad("string-in-raw", "STRING in raw_data.", head("STRING", 1) + [h("raw_data", "61")],
        "tensor/string-raw-data", flags="location", source="microsoft/onnxruntime#3045")
    bad("string-in-empty-raw", "STRING with a raw_data that is there and empty, beside string_data.",
        head("STRING", 1) + [h("raw_data", ""), f("string_data", "a")], "tensor/multiple-data",
        "RR", "location")
    bad("string-not-utf8", "A string that is not UTF-8.", head("STRING", 1) + [at_value(h("string_data", "ff"))],
        "tensor/string-utf8", "RR", "utf8", source="onnx/onnx#1147")
    bad("string-not-utf8-second", "The second of three strings is not UTF-8.",
        head("STRING", 3) + [f("string_data", "a"), at_value(h("string_data", "c080")), f("string_data", "b")],
        "tensor/string-utf8", "RR", "utf8")
    good("string-bom", "A string with a byte-order mark, which the format forbids.",
         head("STRING", 1) + [h("string_data", "efbbbf 61")], "E", "utf8", note="tensor/string-bom")
    good("string-trailing-nul", "A string with a terminator, which the format forbids.",
         head("STRING", 1) + [h("string_data", "61 00")], "E", "utf8", note="tensor/string-trailing-nul")
    good("string-inner-nul", "A string with a zero byte inside is a string.",
         head("STRING", 1) + [h("string_data", "61 00 62")])

    # Segments
    for begin, end, count in ((0, 1, 2), (9, 1, 1), (-1, 5, 1), (0, 0, 1)):
        bad(f"segment-{begin}-{end}".replace("--", "-minus-"), f"A segment from {begin} to {end}: no reader "
            "has them, and their unit is undefined.",
            head("FLOAT", count) + [m("segment", f("begin", begin), f("end", end)), zeros("raw_data", 4 * count)],
            "tensor/segment", "RR", "structure", source="onnx/onnx#2630")
    bad("segment-empty", "A segment without content.", head("FLOAT", 1) + [m("segment"), zeros("raw_data", 4)],
        "tensor/segment", "RR", "structure")
    bad("segment-partial", "A segment that explains why there are fewer values.",
        head("FLOAT", 2) + [m("segment", f("begin", 0), f("end", 1)), zeros("raw_data", 4)],
        "tensor/segment", "RR", "structure")

    # Alignment, text, metadata
    for letters in (1, 2, 3):
        good(f"unaligned-{letters}", f"A payload that begins {letters} bytes off.",
             head("DOUBLE", 2) + [f("name", "a" * letters), zeros("raw_data", 16)], source="onnx/onnx#3626")
    good("nan-payloads", "FLOAT bits of NaNs and infinities.",
         head("FLOAT", 4) + [packed("float_data", "0x7fc00001", "0xff800000", "0x7f800001", "0x80000000")])
    good("metadata", "Metadata of a tensor.", head("FLOAT", 1)
         + [zeros("raw_data", 4), m("metadata_props", f("key", "a"), f("value", "1")),
            m("metadata_props", f("key", "b"), f("value", "1"))])
    bad("metadata-key-twice", "The same metadata key twice.", head("FLOAT", 1)
        + [zeros("raw_data", 4), m("metadata_props", f("key", "a"), f("value", "1")),
           m("metadata_props", at_value(f("key", "a")), f("value", "2"))], "metadata/duplicate-key", "RR",
        "structure", path="metadata_props[1].key")
    good("metadata-empty-key", "An empty metadata key.", head("FLOAT", 1)
         + [zeros("raw_data", 4), m("metadata_props", f("key", ""), f("value", "1"))], flags="real-files")

    # A few faults together: every finding, not the first
    bad("three-faults", "A wrong size, a bad name and an unknown field: three findings.",
        head("FLOAT", 2) + [h("name", "ff"), zeros("raw_data", 4), f(99, 1, wire_type="varint")],
        "tensor/raw-data-size", also="schema/unknown-field string/utf8")
    return s.suite()


def packing():
    s = ReaderSuite("packing", "Elements of 2, 4 and 6 bits: sizes counted in bits, order, padding bits.")
    t = "tensor"

    def bad(case_id, text, entries, rule, readers="OR", flags="sub-byte", **options):
        s.reject(case_id, text, t, entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="sub-byte", **options):
        s.accept(case_id, text, t, entries, readers, flags, **options)

    for element in ("INT4", "UINT4", "FLOAT4E2M1", "INT2", "UINT2", "FLOAT6E2M3", "FLOAT6E3M2"):
        name, bits = slug(element), DATA_TYPES[element][1]
        flag = "float6" if bits == 6 else "sub-byte"
        source = "onnx/onnx#8349" if bits == 6 else "onnx/onnx#8038"
        for count in (1, 2, 3, 4, 5, 7, 10):
            size = raw_bytes(element, count)
            good(f"{name}-{count}", f"{count} of {element} take {size} bytes.",
                 head(element, count) + [zeros("raw_data", size)], flags=flag)
        for size in (raw_bytes(element, 10) - 1, raw_bytes(element, 10) + 1, 10):
            bad(f"{name}-10-in-{size}", f"Ten of {element} in {size} bytes.",
                head(element, 10) + [at_value(zeros("raw_data", size))], "tensor/raw-data-size",
                flags=flag, source=source)
        entries = entries_needed(element, 10)
        good(f"{name}-10-typed", f"Ten of {element} in {entries} entries.",
             head(element, 10) + [packed("int32_data", *[0] * entries)], flags=flag)
        if bits < 6:
            few = -(-10 * bits // 32)
            bad(f"{name}-10-in-{few}-entries", f"Ten of {element} in {few} entries, as if an entry held 32 bits.",
                head(element, 10) + [packed("int32_data", *[0] * few)], "tensor/typed-data-size",
                flags=flag, source="onnx/onnx#8211")
            bad(f"{name}-10-in-10-entries", f"Ten of {element} in ten entries, one each.",
                head(element, 10) + [packed("int32_data", *[0] * 10)], "tensor/typed-data-size", flags=flag)
        else:
            bad(f"{name}-10-in-5-entries", f"Ten of {element} in five entries.",
                head(element, 10) + [packed("int32_data", *[0] * 5)], "tensor/typed-data-size", flags=flag)
            bad(f"{name}-5-in-6-bytes", f"Five of {element} in two whole groups.",
                head(element, 5) + [zeros("raw_data", 6)], "tensor/raw-data-size", flags=flag, source=source)
        # Padding bits: each count that leaves some, with all other bits set, then with one too many.
        for count in range(1, 8):
            used = count * bits
            size = -(-used // 8)
            spare = 8 * size - used
            full = (1 << used) - 1
            digits = full.to_bytes(size, "little").hex()
            good(f"{name}-{count}-all-bits", f"{count} of {element} with every bit set.",
                 head(element, count) + [h("raw_data", digits)], flags=flag)
            for bit in {used, 8 * size - 1} if spare else ():
                digits = (full | 1 << bit).to_bytes(size, "little").hex()
                bad(f"{name}-{count}-padding-bit-{bit}", f"{count} of {element} with padding bit {bit} set.",
                    head(element, count) + [h("raw_data", digits)], "tensor/padding-bits",
                    "OR" if bits == 6 else "SR", f"{flag} padding-bits".replace("sub-byte padding-bits",
                                                                               "padding-bits"),
                    source="onnx/onnx#8386" if bits == 6 else None, offset=RAW_AT + size - 1)
        if bits < 6:
            per = 8 // bits
            bad(f"{name}-typed-padding", f"One of {element} in an entry with a bit beyond it.",
                head(element, 1) + [f("int32_data", 1 << bits)], "tensor/padding-bits", "SR", "padding-bits")
            good(f"{name}-typed-full", f"{per} of {element} in an entry with every bit set.",
                 head(element, per) + [f("int32_data", 255)])
            s.accept(f"{name}-padding-compat", f"Padding bits of {element} under compat.", t,
                     head(element, 1) + [h("raw_data", "ff")], "E", "padding-bits",
                     note="tensor/padding-bits", profile="compat")
        else:
            good(f"{name}-typed-63", f"{element}: an entry of 63.",
                 head(element, 2) + [packed("int32_data", 63, 0)], flags=flag, source="onnx/onnx#8386")
            bad(f"{name}-typed-64", f"{element}: an entry of 64.",
                head(element, 2) + [packed("int32_data", 64, 0)], "tensor/value-range", flags=flag,
                source="onnx/onnx#8386")
    bad("int4-negative-entry", "INT4 as a signed byte, as an old exporter wrote it.",
        head("INT4", 2) + [f("int32_data", -52)], "tensor/value-range", source="onnx/onnx#6160")
    s.accept("int4-negative-entry-compat", "The same under compat.", t,
             head("INT4", 2) + [f("int32_data", -52)], "E", "sub-byte", note="tensor/value-range",
             profile="compat", source="onnx/onnx#6160")
    good("int4-3x3", "INT4 of shape [3, 3]: rows are not padded.", head("INT4", 3, 3) + [h("raw_data", "21 43 65 87 09")],
         source="microsoft/onnxruntime#28973")
    bad("int4-3x3-rows-padded", "INT4 of shape [3, 3] with padded rows.",
        head("INT4", 3, 3) + [zeros("raw_data", 6)], "tensor/raw-data-size")
    good("int4-25", "25 of INT4 in 13 entries, as in the format's example.",
         head("INT4", 5, 5) + [packed("int32_data", 0x88, 0xa9, 0xcb, 0xed, 0xff, 0, 0x11, 0x32, 0x54, 0x76, 0x77, 0x77, 7)])
    return s.suite()


def sparse():
    s = ReaderSuite("sparse", "Sparse tensors: values, indices in both forms, order, ranges, dense sizes.")
    t = "sparse-tensor"

    def values(count, element="FLOAT"):
        return m("values", f("dims", count), f("data_type", element), zeros("raw_data", raw_bytes(element, count)))

    def linear(*indices, dims=None):
        return m("indices", f("dims", len(indices) if dims is None else dims), f("data_type", "INT64"),
                 packed("int64_data", *indices))

    def coords(rows, rank):
        return m("indices", f("dims", len(rows), rank), f("data_type", "INT64"),
                 packed("int64_data", *[i for row in rows for i in row]))

    def bad(case_id, text, entries, rule, readers="OR", flags="sparse", **options):
        s.reject(case_id, text, t, entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="OA", flags="sparse", **options):
        s.accept(case_id, text, t, entries, readers, flags, **options)

    good("linear", "Two values by linear index.", [values(2), linear(1, 5), f("dims", 3, 3)])
    good("coordinates", "Two values by coordinates.", [values(2), coords([(0, 1), (1, 2)], 2), f("dims", 3, 3)])
    good("linear-first-and-last", "The first and the last element.", [values(2), linear(0, 8), f("dims", 3, 3)])
    good("coordinates-first-and-last", "The first and the last element by coordinates.",
         [values(2), coords([(0, 0), (2, 2)], 2), f("dims", 3, 3)])
    good("raw-indices", "Indices in raw_data.", [values(2), m("indices", f("dims", 2), f("data_type", "INT64"),
         h("raw_data", "0100000000000000 0500000000000000")), f("dims", 9)])
    good("unpacked-indices", "Indices one by one.", [values(2), m("indices", f("dims", 2), f("data_type", "INT64"),
         f("int64_data", 1, 5)), f("dims", 9)])
    good("full", "Every element given.", [values(4), linear(0, 1, 2, 3), f("dims", 2, 2)])
    good("one-dim-coordinates", "Coordinates of rank 1.", [values(2), coords([(0,), (3,)], 1), f("dims", 4)])
    good("three-dims", "Coordinates of rank 3.", [values(2), coords([(0, 1, 2), (1, 0, 0)], 3), f("dims", 2, 2, 3)])
    good("explicit-zeros", "A value that is the default may be given.", [values(1), linear(0), f("dims", 1)])
    good("strings", "Strings as values.", [m("values", f("dims", 1), f("data_type", "STRING"), f("string_data", "a")),
                                           linear(0), f("dims", 4)])
    good("int8", "INT8 as values.", [values(2, "INT8"), linear(0, 1), f("dims", 4)])
    good("int4", "Values of four bits.", [values(3, "INT4"), linear(0, 1, 2), f("dims", 4)], flags="sparse sub-byte")
    good("nnz-0-no-indices", "No values, no indices.", [values(0), f("dims", 3)], source="microsoft/onnxruntime#7004")
    good("nnz-0-linear", "No values, indices of shape [0].",
         [values(0), m("indices", f("dims", 0), f("data_type", "INT64")), f("dims", 3)])
    good("nnz-0-coordinates", "No values, indices of shape [0, 2].",
         [values(0), m("indices", f("dims", 0, 2), f("data_type", "INT64")), f("dims", 3, 3)])

    for indices, name in (((0, 9), "size"), ((0, 1 << 40), "2-40"), ((0, (1 << 63) - 1), "highest")):
        bad(f"linear-{name}", f"A linear index of {indices[1]} for nine elements.",
            [values(2), linear(*indices), f("dims", 3, 3)], "sparse/index-range",
            source="microsoft/onnxruntime#27323")
    bad("linear-negative", "A linear index of -1.", [values(2), linear(-1, 0), f("dims", 3, 3)], "sparse/index-range")
    bad("linear-lowest", "The lowest index there is.", [values(1), linear(-(1 << 63)), f("dims", 3)],
        "sparse/index-range")
    for rows, name in (([(0, 3)], "column"), ([(3, 0)], "row"), ([(-1, 0)], "negative-row"),
                       ([(0, -1)], "negative-column"), ([(0, 0), (1, 3)], "second")):
        bad(f"coordinates-{name}", "A coordinate outside of the shape.",
            [values(len(rows)), coords(rows, 2), f("dims", 3, 3)], "sparse/index-range")
    bad("coordinate-within-product", "A coordinate outside of its axis whose linear index is inside.",
        [values(1), coords([(0, 5)], 2), f("dims", 3, 3)], "sparse/index-range")
    bad("linear-descending", "Indices that descend.", [values(2), linear(5, 2), f("dims", 9)], "sparse/order")
    bad("linear-late-descent", "Indices that descend at the end.", [values(4), linear(1, 2, 8, 7), f("dims", 9)],
        "sparse/order")
    bad("linear-twice", "An index twice.", [values(2), linear(4, 4), f("dims", 9)], "sparse/duplicate-index")
    bad("coordinates-descending", "Coordinates that descend in the first axis.",
        [values(2), coords([(1, 0), (0, 1)], 2), f("dims", 2, 2)], "sparse/order")
    bad("coordinates-descending-last", "Coordinates that descend in the last axis.",
        [values(2), coords([(1, 1), (1, 0)], 2), f("dims", 2, 2)], "sparse/order")
    bad("coordinates-twice", "Coordinates twice.", [values(2), coords([(1, 1), (1, 1)], 2), f("dims", 2, 2)],
        "sparse/duplicate-index")
    good("coordinates-column-falls", "A later row may have a smaller column.",
         [values(2), coords([(0, 1), (1, 0)], 2), f("dims", 2, 2)])
    bad("order-hidden-by-overflow", "Coordinates that descend, though their linear indices wrap and seem to "
        "ascend.", [values(2), coords([(1 << 61, 1), (0, 2)], 2), f("dims", 1 << 62, 8)],
        "sparse/order", flags="sparse overflow", also="sparse/dense-overflow",
        source="onnx/onnx#7933")
    for dims in ([3037000499, 3037000501, 2], [1 << 33, (1 << 31) + 1], [1 << 32, (1 << 32) + (1 << 30)],
                 [1 << 32, 1 << 32, 4], [(1 << 63) - 1, 2]):
        name = "-".join(str(d) for d in dims)
        bad(f"dense-overflow-{name}", "A dense size that no integer of 64 bits holds.",
            [values(1), linear(0), f("dims", *dims)], "sparse/dense-overflow", "RR", "sparse overflow",
            source="onnx/onnx#7933")
    bad("few-indices", "Four values and two indices.", [values(4), linear(0, 1), f("dims", 9)], "sparse/nnz-mismatch",
        source="microsoft/onnxruntime#19681")
    bad("many-indices", "Two values and three indices.", [values(2), linear(0, 1, 2), f("dims", 9)],
        "sparse/nnz-mismatch")
    bad("narrow-coordinates", "Coordinates of one column for two dims.",
        [values(4), coords([(0,), (1,), (2,), (3,)], 1), f("dims", 3, 3)], "sparse/nnz-mismatch",
        source="microsoft/onnxruntime#28408")
    bad("wide-coordinates", "Coordinates of three columns for two dims.",
        [values(1), coords([(0, 0, 0)], 3), f("dims", 3, 3)], "sparse/nnz-mismatch")
    bad("indices-rank-3", "Indices of rank 3.", [values(1), m("indices", f("dims", 1, 1, 1), f("data_type", "INT64"),
        f("int64_data", 0)), f("dims", 3)], "sparse/nnz-mismatch")
    bad("indices-scalar", "Indices that are a scalar.", [values(1), m("indices", f("data_type", "INT64"),
        f("int64_data", 0)), f("dims", 3)], "sparse/nnz-mismatch")
    bad("indices-missing", "A value and no indices.", [values(1), f("dims", 3)], "sparse/indices-missing")
    for element, field in (("INT32", "int32_data"), ("UINT64", "uint64_data"), ("INT8", "int32_data"),
                           ("FLOAT", "float_data")):
        bad(f"indices-{slug(element)}", f"Indices of {element}.",
            [values(1), m("indices", f("dims", 1), f("data_type", element), f(field, 0)), f("dims", 3)],
            "sparse/index-type", source="microsoft/onnxruntime#8834")
    bad("indices-trailing-bytes", "Indices with four bytes behind them.",
        [values(1), m("indices", f("dims", 1), f("data_type", "INT64"), zeros("raw_data", 12)), f("dims", 3)],
        "tensor/raw-data-size", flags="sparse size", path="indices.raw_data")
    bad("values-missing", "No values.", [linear(0), f("dims", 1)], "sparse/values-missing")
    bad("only-dims", "Dims alone.", [f("dims", 1)], "sparse/values-missing")
    bad("values-scalar", "Values that are a scalar.", [m("values", f("data_type", "FLOAT"), zeros("raw_data", 4)),
        linear(0), f("dims", 3)], "sparse/values-rank")
    bad("values-matrix", "Values of rank 2.", [m("values", f("dims", 2, 2), f("data_type", "FLOAT"),
        zeros("raw_data", 16)), linear(0, 1, 2, 3), f("dims", 9)], "sparse/values-rank")
    bad("values-short", "Values whose payload is too short.", [m("values", f("dims", 2), f("data_type", "FLOAT"),
        zeros("raw_data", 4)), linear(0, 1), f("dims", 9)], "tensor/raw-data-size", flags="sparse size",
        path="values.raw_data")
    bad("dims-missing", "No dense shape.", [values(1), linear(0)], "sparse/dims")
    bad("dims-zero", "A dense shape with a zero.", [values(0), f("dims", 0, 3)], "sparse/dims", "OR")
    bad("dims-negative", "A dense shape with a negative number.", [values(1), linear(0), f("dims", -3)], "sparse/dims")
    bad("dense-bomb", "Sixty bytes that ask for 2^62 floats.", [values(1), linear(0), f("dims", 1 << 31, 1 << 31)],
        "limit/dense-bytes", "SR", "sparse amplification", source="microsoft/onnxruntime#32684")
    good("dense-at-limit", "A dense form of exactly 2^31 bytes.", [values(1), linear(0), f("dims", 1 << 29)], "E")
    bad("dense-above-limit", "A dense form of 2^31 bytes and one float.", [values(1), linear(0), f("dims", (1 << 29) + 1)],
        "limit/dense-bytes", "SR", "sparse amplification")
    s.accept("dense-limit-raised", "The same with a higher limit.", t, [values(1), linear(0), f("dims", (1 << 29) + 1)],
             "E", "sparse policy", policy={"limits": {"dense_bytes": 1 << 40}})
    return s.suite()
