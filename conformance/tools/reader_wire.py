"""Reader cases of the wire format."""

from reader_suite import ReaderSuite, at, at_value, bare, f, h, m, packed, raw, use, zeros
from wire_encoder import varint

MAX64 = (1 << 64) - 1
GOOD = [f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 8)]
HEAD = GOOD[:2]
RAW8 = GOOD[2]


def run_of(count):
    """Varints of every width a signed number takes, as bytes: readers take long runs in blocks."""
    return [varint(-7 if i % 10 == 9 else 1 << 7 * (i % 9)) for i in range(count)]


def long_runs(s):
    """Runs of varints that are longer than what readers look at in one step, with one fault anywhere."""
    int64 = [f("data_type", "INT64")]

    def first(values):
        """Where the values of a block begin: behind dims of 140, data_type, a tag and the length."""
        return 3 + 2 + 1 + len(varint(len(b"".join(values))))

    for count in (15, 16, 17, 63, 64, 65, 127, 200):
        values = run_of(count)
        good = [f("dims", count), *int64]
        for name, block in (("packed", [h("int64_data", b"".join(values).hex())]),
                            ("unpacked", [raw((b"\x38" + v).hex()) for v in values])):
            s.accept(f"run-{count}-{name}", f"{count} values of one to ten bytes, {name}.", "tensor", good + block,
                     "PA", "varint packed")
            for dims in (count - 1, count + 1):
                s.reject(f"run-{count}-{name}-for-{dims}", f"{count} values of one to ten bytes, {name}, for {dims}.",
                         "tensor", [f("dims", dims), *int64, *block], "tensor/typed-data-size", "OR", "varint packed")
    count = 140
    dims = f("dims", count)
    for place in (0, 1, 7, 15, 16, 31, 32, 63, 64, 100, 138, 139):
        values = run_of(count)
        before = sum(map(len, values[:place]))
        for fault, text, bad in (("overlong", "takes a byte more than it needs", b"\x81\x80\x00"),
                                 ("overflow", "holds bits beyond the 64th", b"\xff" * 9 + b"\x02")):
            values[place] = bad
            s.reject(f"run-{fault}-at-{place}-packed", f"Value {place} of {count} in a block {text}.", "tensor",
                     [dims, *int64, h("int64_data", b"".join(values).hex())], f"wire/varint-{fault}",
                     "PA", "varint packed", offset=first(values) + before)
            s.reject(f"run-{fault}-at-{place}-unpacked", f"Value {place} of {count} one by one {text}.", "tensor",
                     [dims, *int64, *[raw((b"\x38" + v).hex()) for v in values]], f"wire/varint-{fault}",
                     "PA", "varint packed", offset=3 + 2 + before + place + 1)
        small = [varint(-7 if i % 10 == 9 else 1 << 7 * (i % 4)) for i in range(count)]
        small[place] = varint(1 << 31)
        s.reject(f"run-range-at-{place}-packed", f"Value {place} of {count} in a block is no int32.", "tensor",
                 [dims, f("data_type", "INT32"), h("int32_data", b"".join(small).hex())], "wire/int32-range", "PA",
                 "int32-range packed", offset=first(small) + sum(map(len, small[:place])))
        bools = [b"\x01"] * count
        bools[place] = b"\x02"
        s.reject(f"run-bool-at-{place}-packed", f"Value {place} of {count} in a block is no BOOL.", "tensor",
                 [dims, f("data_type", "BOOL"), h("int32_data", b"".join(bools).hex())], "tensor/bool-value", "RR",
                 "packed", offset=first(bools) + place)
        values = run_of(place + 1)
        values[place] = b"\x80"
        s.reject(f"run-cut-at-{place}", f"Value {place}, the last one of a block, is cut.", "tensor",
                 [f("dims", place + 1), *int64, h("int64_data", b"".join(values).hex())], "wire/packed-length", "PR",
                 "varint packed")


def wire():
    s = ReaderSuite("wire", "The wire format of protobuf: varints, tags, lengths, wire types, packed "
                    "runs, repeated singular fields, unknown fields, groups. Mostly on the smallest "
                    "sound tensor, two floats of zero.")
    t = "tensor"

    def bad(case_id, text, entries, rule, readers="PR", flags="truncated", **options):
        s.reject(case_id, text, t, entries, rule, readers, flags, **options)

    def good(case_id, text, entries, readers="PA", flags="legal", **options):
        s.accept(case_id, text, t, entries, readers, flags, **options)

    good("sound", "Two floats of zero.", GOOD, flags="legal")
    good("order-reversed", "Fields may come in any order.", [RAW8, HEAD[1], HEAD[0]])
    good("order-split", "Values of a repeated field need not stand together.",
         [f("dims", 1), f("data_type", "FLOAT"), zeros("raw_data", 8), f("dims", 2)])
    good("defaults-written", "Defaults may be written out.",
         GOOD + [f("name", ""), f("doc_string", ""), f("data_location", "DEFAULT")], flags="real-files")
    s.reject("empty", "A file without bytes: protobuf reads an empty message.", t, [], "file/empty",
             "OR", "structure", source="ROCm/AMDMIGraphX#3001", offset=0)
    s.reject("empty-model", "A model file without bytes.", "model", [], "file/empty", "OR", "structure",
             source="microsoft/winml-cli#987", offset=0)

    # Truncation. The bytes: 08 02 10 01 4a 08 and eight zeros.
    for cut, text, offset in ((1, "after a tag", 1), (3, "after the second tag", 3),
                              (5, "after the tag of raw_data", 5), (6, "after the length", 5),
                              (7, "after one byte of eight", 5), (13, "before the last byte", 5)):
        bad(f"cut-{cut}", f"Cut {text}.", GOOD, "wire/truncated", cut=cut, offset=offset)
    bad("cut-in-varint", "Cut inside a varint of two bytes.", [f("data_type", "FLOAT"), f("dims", 300)],
        "wire/truncated", drop=1, offset=3)
    bad("cut-in-tag", "Cut inside a tag of two bytes.", HEAD + [RAW8, h(16, "")], "wire/truncated",
        drop=2, offset=14)
    bad("cut-in-length", "Cut inside a length of two bytes.",
        [f("data_type", "FLOAT"), h("raw_data", "", length=300)], "wire/truncated", drop=1, offset=3)
    bad("cut-in-fixed32", "A float of three bytes.", [f("float_data", 1)], "wire/truncated", drop=1,
        offset=1)
    bad("cut-in-fixed64", "A double of seven bytes.", [f("double_data", 1)], "wire/truncated", drop=1,
        offset=1)
    bad("length-100-of-2", "A length of 100 with two bytes there.",
        HEAD + [at(h("raw_data", "7878", length=100), "length")], "wire/truncated", flags="length",
        source="onnx/onnx#6446")
    bad("length-one-too-many", "A length larger by one than what is left.",
        HEAD + [at(zeros("raw_data", 8, length=9), "length")], "wire/truncated", flags="length")
    for bits, value in ((31, (1 << 31) - 1), (31, 1 << 31), (32, 1 << 32), (63, 1 << 63), (64, MAX64)):
        name = f"length-2-{bits}" + ("-less-one" if value % 2 else "")
        bad(name, f"A length of {value}.", HEAD + [at(h("raw_data", "", length=value), "length")],
            "wire/length-out-of-bounds" if value >= 1 << 31 else "wire/length-out-of-bounds",
            flags="length", source="protocolbuffers/protobuf#5512")
    bad("length-2-32-plus-8", "A length of 2^32 + 8, whose low half fits: protobufjs reads 8.",
        HEAD + [at(zeros("raw_data", 8, length=(1 << 32) + 8), "length")], "wire/length-out-of-bounds",
        flags="length")
    bad("child-past-parent", "A key of ten bytes in an entry of four, with bytes enough behind it.",
        GOOD + [m("external_data", at(h("key", "6161", length=10), "length"), length=4),
                f("doc_string", "0123456789")], "wire/length-out-of-bounds", flags="length")
    bad("child-one-past-parent", "A child that is longer by one than its parent.",
        GOOD + [m("external_data", at(h("key", "61", length=2), "length")), f("doc_string", "x")],
        "wire/length-out-of-bounds", flags="length")

    # Varints
    for width in (2, 3, 4, 9, 10):
        bad(f"value-in-{width}-bytes", f"A data_type of 1 in {width} bytes.",
            [HEAD[0], at_value(f("data_type", 1, width=width)), RAW8], "wire/varint-overlong", "PA",
            "varint")
        s.accept(f"value-in-{width}-bytes-compat", f"A data_type of 1 in {width} bytes, under compat.", t,
                 [HEAD[0], at_value(f("data_type", 1, width=width)), RAW8], "PA", "varint",
                 note="wire/varint-overlong", profile="compat")
    bad("zero-in-two-bytes", "A zero in two bytes.", [f("dims", 2), f("data_type", 1), RAW8,
        at_value(f("data_location", 0, width=2))], "wire/varint-overlong", "PA", "varint")
    for width in (2, 5, 6, 10):
        bad(f"length-in-{width}-bytes", f"A length of 8 in {width} bytes: protobuf's C++ stops at five.",
            HEAD + [at(zeros("raw_data", 8, length_width=width), "length")],
            "wire/varint-overlong" if width <= 5 else "wire/varint-too-long", "PA" if width <= 5 else "E",
            "varint length")
    bad("packed-value-in-two-bytes", "An overlong value inside a packed block.",
        [HEAD[1], h("dims", "82 00"), RAW8], "wire/varint-overlong", "PA", "varint packed", offset=4)
    bad("varint-11-bytes", "A varint of eleven bytes.", [HEAD[1], raw("08"),
        at(raw("81 80 80 80 80 80 80 80 80 80 00"))], "wire/varint-too-long", flags="varint")
    bad("varint-endless", "A varint that never ends.", [HEAD[1], raw("08"), at(raw("ff" * 20))],
        "wire/varint-too-long", flags="varint")
    bad("length-11-bytes", "A length of eleven bytes.", [*HEAD, raw("4a"),
        at(raw("88 80 80 80 80 80 80 80 80 80 00")), raw("00" * 8)], "wire/varint-too-long",
        flags="varint length")
    bad("varint-overflow", "A tenth byte that holds more than the 64th bit: protobuf drops the bits.",
        [raw("08"), at(raw("82 80 80 80 80 80 80 80 80 7e")), HEAD[1], RAW8], "wire/varint-overflow",
        "PA", "varint")
    bad("varint-overflow-2", "A tenth byte of 2.", [raw("08"), at(raw("82 80 80 80 80 80 80 80 80 02")),
        HEAD[1], RAW8], "wire/varint-overflow", "PA", "varint")
    good("varint-ten-bytes-minimal", "The largest varint there is, in ten bytes.",
         [f("dims", 1), f("data_type", "UINT64"), f("uint64_data", MAX64)])

    # Tags
    for width in (2, 3, 5):
        bad(f"tag-in-{width}-bytes", f"A tag in {width} bytes.",
            [at(f("dims", 2, tag_width=width)), HEAD[1], RAW8], "wire/tag-overlong", "PA", "tag")
    bad("tag-in-6-bytes", "A tag in six bytes: C++ refuses what others take.",
        [at(f("dims", 2, tag_width=6)), HEAD[1], RAW8], "wire/varint-too-long", "E", "tag")
    bad("tag-in-10-bytes", "A tag in ten bytes.", [at(f("dims", 2, tag_width=10)), HEAD[1], RAW8],
        "wire/varint-too-long", "E", "tag")
    s.accept("tag-in-2-bytes-compat", "A tag in two bytes, under compat.", t,
             [at(f("dims", 2, tag_width=2)), HEAD[1], RAW8], "PA", "tag", note="wire/tag-overlong",
             profile="compat")
    for wire_type in ("varint", "length", "fixed32", "fixed64"):
        value = "" if wire_type == "length" else 1
        bad(f"field-0-{wire_type}", f"Field number 0 as {wire_type}.",
            GOOD + [at(f(0, value, wire_type=wire_type))], "wire/field-number-zero", flags="tag")
    bad("trailing-zero", "One zero byte behind the message.", GOOD + [at(raw("00"))],
        "wire/field-number-zero", flags="tag")
    bad("trailing-zeros", "Zero bytes behind the message, as of a padded file.",
        GOOD + [at(raw("00" * 16))], "wire/field-number-zero", flags="tag")
    bad("zero-first", "Field number 0 at the begin.", [at(raw("00 01"))] + GOOD,
        "wire/field-number-zero", flags="tag")
    bad("field-number-max", "The largest field number there is.",
        GOOD + [at(f((1 << 29) - 1, 1, wire_type="varint"))], "schema/unknown-field", "PA",
        "unknown-field")
    bad("field-number-too-high", "Field number 2^29: a tag of more than 32 bits.",
        GOOD + [at(f(1 << 29, 1, wire_type="varint"))], "wire/field-number-range", flags="tag")
    bad("field-number-2-29-plus-1", "Field number 2^29 + 1, which some readers take for field 1.",
        [HEAD[1], RAW8, at(f((1 << 29) + 1, 2, wire_type="varint"))], "wire/field-number-range",
        flags="tag")
    for wire_type in ("six", "seven"):
        bad(f"wire-type-{wire_type}", f"Wire type {wire_type}, which does not exist.",
            GOOD + [at(bare(1, wire_type))], "wire/invalid-wire-type", flags="tag")
    bad("wire-type-six-unknown-field", "Wire type six on an unknown field.",
        GOOD + [at(bare(99, "six"))], "wire/invalid-wire-type", flags="tag")

    # Wrong wire types
    wrong = [("name", "varint", 5), ("name", "fixed32", 5), ("name", "fixed64", 5),
             ("data_type", "fixed32", 1), ("data_type", "fixed64", 1), ("data_type", "length", "x"),
             ("raw_data", "varint", 1), ("raw_data", "fixed64", 1), ("dims", "fixed32", 1),
             ("dims", "fixed64", 1), ("float_data", "varint", 1), ("float_data", "fixed64", 1),
             ("double_data", "fixed32", 1), ("double_data", "varint", 1), ("int32_data", "fixed32", 1),
             ("string_data", "varint", 1), ("metadata_props", "varint", 1), ("segment", "fixed64", 1),
             ("data_location", "length", "")]
    for field, wire_type, value in wrong:
        bad(f"{field.replace('_', '-')}-as-{wire_type}", f"{field} as {wire_type}: protobuf takes the "
            "field for unknown and reads on.", GOOD + [at(f(field, value, wire_type=wire_type))],
            "wire/wrong-wire-type", "PA", "wire-type")
    s.accept("name-as-varint-compat", "A name as varint is skipped under compat.", t,
             GOOD + [at(f("name", 5, wire_type="varint"))], "PA", "wire-type",
             note="wire/wrong-wire-type", profile="compat")

    # Packed and unpacked
    attr = [("dims", [f("dims", 1, 2)], [packed("dims", 1, 2)], [f("dims", 1), packed("dims", 2)],
             [f("data_type", "FLOAT"), zeros("raw_data", 8)])]
    for name, loose, block, mixed, rest in attr:
        good(f"{name}-unpacked", f"{name} one by one.", loose + rest, flags="packed")
        good(f"{name}-packed", f"{name} in one block.", block + rest, flags="packed real-files")
        good(f"{name}-mixed", f"{name} one by one and in a block.", mixed + rest, flags="packed",
             source="born-ml/born#54")
    good("dims-packed-empty", "An empty block of dims beside one value.",
         [packed("dims"), *GOOD], flags="packed")
    typed = [("float_data", "FLOAT", [1, 2]), ("int32_data", "INT32", [1, -2]),
             ("int64_data", "INT64", [1, -2]), ("double_data", "DOUBLE", [1, 2]),
             ("uint64_data", "UINT64", [1, MAX64])]
    for field, element, (a, b) in typed:
        slug, head = field.replace("_", "-"), [f("dims", 2), f("data_type", element)]
        good(f"{slug}-unpacked", f"{field} one by one.", head + [f(field, a, b)], flags="packed")
        good(f"{slug}-packed", f"{field} in one block.", head + [packed(field, a, b)], flags="packed")
        good(f"{slug}-two-blocks", f"{field} in two blocks.", head + [packed(field, a), packed(field, b)],
             flags="packed")
        good(f"{slug}-mixed", f"{field} in a block and by itself.", head + [packed(field, a), f(field, b)],
             flags="packed")
    for field, element, digits in (("float_data", "FLOAT", "00" * 5), ("float_data", "FLOAT", "00" * 3),
                                   ("double_data", "DOUBLE", "00" * 9), ("double_data", "DOUBLE", "00")):
        slug = field.replace("_", "-")
        bad(f"{slug}-block-{len(digits) // 2}", f"A block of {field} of {len(digits) // 2} bytes.",
            [f("dims", 1), f("data_type", element), at_value(h(field, digits))], "wire/packed-length",
            flags="packed")
    bad("int32-data-block-cut", "A block of int32_data that ends inside a varint.",
        [f("dims", 1), f("data_type", "INT32"), at_value(h("int32_data", "80"))], "wire/packed-length",
        flags="packed")
    bad("int64-data-block-cut", "A block of int64_data whose second varint is cut.",
        [f("dims", 2), f("data_type", "INT64"), h("int64_data", "01 80")], "wire/packed-length",
        flags="packed", offset=7)
    bad("dims-block-cut", "A block of dims that ends inside a varint.",
        [f("data_type", "FLOAT"), at_value(h("dims", "82"))], "wire/packed-length", flags="packed")

    # 64-bit numbers in 32-bit fields
    wide = (1 << 32) + 1
    bad("data-type-2-32-plus-1", "A data_type of 2^32 + 1, whose low half is FLOAT.",
        [HEAD[0], at_value(f("data_type", wide)), RAW8], "wire/int32-range", "PA", "int32-range")
    s.accept("data-type-2-32-plus-1-compat", "The same under compat, taken as protobuf takes it.", t,
             [HEAD[0], at_value(f("data_type", wide)), RAW8], "PA", "int32-range",
             note="wire/int32-range", profile="compat")
    bad("data-type-2-31", "A data_type of 2^31, negative to those who keep 32 bits.",
        [HEAD[0], at_value(f("data_type", 1 << 31)), RAW8], "wire/int32-range", "OR", "int32-range type",
        also="tensor/data-type-unknown")
    bad("int32-data-2-32-plus-5", "An entry of int32_data of 2^32 + 5.",
        [f("dims", 1), f("data_type", "INT32"), at_value(f("int32_data", (1 << 32) + 5))],
        "wire/int32-range", "PA", "int32-range")
    bad("int32-data-2-31", "An entry of int32_data of 2^31.",
        [f("dims", 1), f("data_type", "INT32"), at_value(f("int32_data", 1 << 31))],
        "wire/int32-range", "PA", "int32-range")
    bad("int32-data-below", "An entry of int32_data of -2^31 - 1.",
        [f("dims", 1), f("data_type", "INT32"), at_value(f("int32_data", -(1 << 31) - 1))],
        "wire/int32-range", "PA", "int32-range")
    bad("int32-data-packed-2-31", "An entry of 2^31 in a block of int32_data.",
        [f("dims", 2), f("data_type", "INT32"), packed("int32_data", 1, 1 << 31)],
        "wire/int32-range", "PA", "int32-range packed", offset=7)
    bad("int32-negative-in-five-bytes", "-1 as an unsigned 32-bit number.",
        [f("dims", 1), f("data_type", "INT32"), at_value(f("int32_data", (1 << 32) - 1))],
        "wire/int32-range", "PA", "int32-range")
    good("int32-data-lowest", "-2^31 in ten bytes.",
         [f("dims", 1), f("data_type", "INT32"), f("int32_data", -(1 << 31))], flags="int32-range")
    good("int32-data-highest", "2^31 - 1.",
         [f("dims", 1), f("data_type", "INT32"), f("int32_data", (1 << 31) - 1)], flags="int32-range")
    for value, text in ((2, "2"), (-1, "-1"), (99, "99")):
        bad(f"data-location-{text}".replace("--", "-minus-"), f"A data_location of {text}: inline for "
            "proto2 readers, unknown for proto3 ones.", GOOD + [at_value(f("data_location", value))],
            "schema/enum-value", "PA", "enum")
    bad("data-location-2-32", "A data_location of 2^32, whose low half is DEFAULT.",
        GOOD + [at_value(f("data_location", 1 << 32))], "wire/int32-range", "PA", "int32-range enum")

    # Repeated singular fields
    twice = [("data_type", f("data_type", 1), f("data_type", 7), None),
             ("data_type-same", f("data_type", 1), f("data_type", 1), None),
             ("name", f("name", "a"), f("name", "b"), None),
             ("doc_string", f("doc_string", "a"), f("doc_string", "b"), None),
             ("data_location", f("data_location", 0), f("data_location", 0), None)]
    for name, first, second, _ in twice:
        rest = [e for e in GOOD if e["field"] != first["field"]]
        extra = "tensor/raw-data-size" if name == "data_type" else None
        bad(f"{name.replace('_', '-')}-twice", f"{first['field']} twice: protobuf takes the last.",
            rest + [first, at(second)], "wire/duplicate-field", "PA", "duplicate-field", also=extra)
    bad("raw-data-twice", "raw_data twice: the last counts, some readers appended.",
        [f("dims", 1), HEAD[1], h("raw_data", "41" * 4), at(h("raw_data", "42" * 4))],
        "wire/duplicate-field", "PA", "duplicate-field", source="tokio-rs/prost#193")
    bad("raw-data-then-empty", "raw_data, then an empty one, which counts.",
        GOOD + [at(h("raw_data", ""))], "wire/duplicate-field", "E", "duplicate-field",
        also="tensor/raw-data-size")
    bad("data-type-three-times", "data_type three times: two findings.",
        [HEAD[0], f("data_type", 1), at(f("data_type", 1)), f("data_type", 1), RAW8],
        "wire/duplicate-field", "PA", "duplicate-field", times=2)
    s.accept("name-twice-compat", "A name twice under compat: the last one.", t,
             GOOD + [f("name", "a"), at(f("name", "b"))], "PA", "duplicate-field",
             note="wire/duplicate-field", profile="compat")
    s.reject("indices-twice", "A sub-message twice: protobuf merges the two.", "sparse-tensor",
             [m("values", f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 8)),
              m("indices", f("dims", 2), f("data_type", "INT64")),
              at(m("indices", f("int64_data", 1, 2))), f("dims", 5)],
             "wire/duplicate-field", "PA", "duplicate-field", source="square/wire#3537")
    s.accept("indices-twice-compat", "A sub-message twice under compat, merged.", "sparse-tensor",
             [m("values", f("dims", 2), f("data_type", "FLOAT"), zeros("raw_data", 8)),
              m("indices", f("dims", 2), f("data_type", "INT64")),
              at(m("indices", f("int64_data", 1, 2))), f("dims", 5)], "PA", "duplicate-field",
             note="wire/duplicate-field", profile="compat")

    # Unknown and reserved fields
    for wire_type, value in (("varint", 5), ("fixed32", 5), ("fixed64", 5), ("length", "hidden")):
        bad(f"unknown-{wire_type}", f"An unknown field as {wire_type}.",
            GOOD + [at(f(99, value, wire_type=wire_type))], "schema/unknown-field", "PA",
            "unknown-field", source="promptfoo/modelaudit#1399")
    bad("unknown-15", "Field 15, the gap in the numbers of a tensor.", GOOD + [at(f(15, 5, wire_type="varint"))],
        "schema/unknown-field", "PA", "unknown-field")
    bad("unknown-in-child", "An unknown field in a nested message.",
        GOOD + [m("metadata_props", f("key", "k"), at(f(7, 1, wire_type="varint")))],
        "schema/unknown-field", "PA", "unknown-field", path="metadata_props[0]")
    bad("unknown-cut", "An unknown field that is cut.", GOOD + [h(99, "01 02", length=3)],
        "wire/truncated", flags="unknown-field truncated", also="schema/unknown-field")
    s.accept("unknown-compat", "An unknown field under compat: skipped and counted.", t,
             GOOD + [at(f(99, "hidden", wire_type="length"))], "PA", "unknown-field",
             note="schema/unknown-field", profile="compat")

    # Groups
    bad("group-empty", "An empty group.", GOOD + [at({"field": 99, "group": []})], "wire/group", "PA",
        "group-field")
    bad("group-filled", "A group that holds a field.", GOOD + [at({"field": 99, "group": [raw("08 01")]})],
        "wire/group", "PA", "group-field")
    bad("group-nested", "A group in a group.",
        GOOD + [at({"field": 99, "group": [{"field": 98, "group": []}]})], "wire/group", "PA",
        "group-field")
    s.accept("group-compat", "A group under compat.", t, GOOD + [at({"field": 99, "group": [raw("08 01")]})],
             "PA", "group-field", note="wire/group", profile="compat")
    bad("group-on-known-field", "A known field as a group.", GOOD + [at({"field": "name", "group": []})],
        "wire/group", "PA", "group-field")
    # Under strict the group itself is the fault, and nothing in it is read.
    broken = [("group-other-end", "A group that another number ends.",
               [{"field": 99, "group": [], "end": 98}], "wire/end-group", "bufbuild/protobuf-es#810"),
              ("group-without-end", "A group that does not end.", [bare(99, "start-group")],
               "wire/truncated", None),
              ("group-flood", "100000 group starts: unbounded recursion in careless readers.",
               [{"field": 99, "wire_type": "start-group", "times": 100000}], "limit/depth",
               "CVE-2024-7254")]
    for name, text, entries, rule, source in broken:
        bad(name, text, GOOD + entries, "wire/group", "PR", "group-field", source=source)
        bad(name + "-compat", text[:-1] + ", under compat.", GOOD + entries, rule, "PR",
            "group-field", also="wire/group", profile="compat", source=source)
    bad("end-group", "A stray group end hides what follows.", GOOD + [at(bare(12, "end-group")), raw("ff ff")],
        "wire/end-group", "PR", "group-field", source="onnx/onnx-tensorrt#1032")
    bad("end-group-last", "A stray group end as the last byte.", GOOD + [at(bare(12, "end-group"))],
        "wire/end-group", "PR", "group-field")

    # Text
    for digits, text in (("fffe", "Bytes that never occur in UTF-8"), ("eda080", "A lone surrogate"),
                         ("c080", "An overlong zero"), ("f4908080", "A code point above U+10FFFF"),
                         ("e282", "A cut sequence"), ("80", "A continuation byte alone"),
                         ("c1bf", "An overlong form of two bytes"), ("e09fbf", "An overlong form of three"),
                         ("f08fbfbf", "An overlong form of four"), ("f5808080", "A first byte of 0xf5")):
        bad(f"name-{digits}", f"{text} in a name: proto2 takes it, proto3 refuses.",
            GOOD + [at_value(h("name", digits))], "string/utf8", "E", "utf8",
            source="protocolbuffers/protobuf#4970")
    bad("name-bad-at-end", "A sound name with one bad byte at its end.",
        GOOD + [h("name", "61 62 63 ff")], "string/utf8", "E", "utf8", offset=19)
    bad("doc-string-not-utf8", "A doc_string that is not UTF-8.", GOOD + [at_value(h("doc_string", "ff"))],
        "string/utf8", "E", "utf8")
    good("name-unicode", "A name in several scripts.",
         GOOD + [h("name", "c3a9 e282ac f09f9880 d79020 efbfbd")], flags="utf8 real-files")
    good("name-edges", "The last code points of each length.",
         GOOD + [h("name", "7e dfbf efbfbf f48fbfbf ed9fbf ee8080")], flags="utf8")
    good("name-347", "A name of 347 bytes.", GOOD + [{"field": "name", "fill": {"byte": 97, "count": 347}}],
         flags="real-files")
    for digits, text in (("61 00 62", "A zero byte"), ("61 0a", "A newline"), ("1b 5b 32 4a", "An escape"),
                         ("7f", "A delete"), ("09", "A tab")):
        bad("name-control-" + digits.replace(" ", ""), f"{text} in a name.",
            GOOD + [h("name", digits)], "string/control-character", "SR", "control-character")
    good("doc-string-lines", "A doc_string of two lines and a tab.", GOOD + [f("doc_string", "a\n\tb\r\n")],
         flags="legal")
    long_runs(s)
    return s.suite()
