#!/usr/bin/env python3
"""Writes candidates for the seeds of every target into FOLDER/TARGET: the inputs of the conformance
suites, files of the generator, and words of each format. `./dev fuzz --seeds` minimises them.

usage: make_seeds.py ASSAY_COMMAND FUZZ_TOOL SUITES FOLDER
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

LARGEST = 4096
KINDS = ["model", "tensor", "sparse-tensor", "sequence", "optional", "map"]


class Seeds:
    def __init__(self, folder):
        self.folder = folder

    def add(self, target, name, content, most=LARGEST):
        if 0 < len(content) <= most:
            place = self.folder / target
            place.mkdir(parents=True, exist_ok=True)
            (place / name.replace("/", "-")).write_bytes(content)


def from_suites(seeds, command, suites):
    """Each input as a file; under a kind to be found out, for every kind."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([command, "conform", suites, "--export", place], check=True,
                       stdout=subprocess.DEVNULL)
        root = pathlib.Path(place)
        for entry in json.loads((root / "index.json").read_text()):
            path = root / entry["file"]
            if not path.is_file() or path.is_symlink():
                continue
            content = path.read_bytes()
            for kind in KINDS if entry["kind"] == "auto" else [entry["kind"]]:
                seeds.add(kind.replace("-", "_"), entry["case"], content)
                if kind == "model":
                    seeds.add("wire", entry["case"], content)
                seeds.add("explain", entry["case"], bytes([KINDS.index(kind)]) + content)
                name = b"a\xffb.onnx\0" if len(content) % 2 else b"model.onnx\0"
                seeds.add("report", entry["case"], bytes([KINDS.index(kind)]) + name + content)


def from_generator(seeds, tool):
    for target in KINDS:
        target = target.replace("-", "_")
        subprocess.run([tool, "generate", target, seeds.folder / target, "60"], check=True)


def random_programs(seeds):
    """Inputs that a generator reads as choices: bytes, small ones more often."""
    dice = random.Random(1)
    for target, count in (("rules", 600), ("conv_integer", 3000), ("external", 300)):
        for i in range(count):
            size = dice.randrange(4, 160 if target == "rules" else 60)
            content = bytes(dice.randrange(256 if dice.random() < 0.5 else 8) for _ in range(size))
            seeds.add(target, f"random-{i}", content)


def varint(value, width=0):
    """In at least that many bytes; a negative number as protobuf has it."""
    value %= 1 << 64
    out = b""
    while value > 127 or len(out) + 1 < width:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    """A field of a message: a number, bytes, text, or a message as a list of fields."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, list):
        value = b"".join(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def files(seeds):
    """What the suites have no reason to hold: long values, deep groups, pairs of types."""
    def tensor(data_type, dims, *values):
        return [field(1, dim) for dim in dims] + [field(2, data_type), *values]

    def int64s(values):
        return b"".join((value % (1 << 64)).to_bytes(8, "little") for value in values)

    def model(*graph):
        node = field(1, [field(1, "x"), field(2, "y"), field(4, "Identity")])
        return b"".join([field(1, 10), field(7, [node, field(2, "g"), *graph]),
                         field(8, [field(2, 21)])])

    for size in (511, 512, 513, 1600):
        for at in (None, 0, 300, size - 1):
            raw = bytearray(size)
            if at is not None:
                raw[at] = 2
            seeds.add("tensor", f"bool-{size}-{at}", b"".join(tensor(9, [size], field(9, bytes(raw)))))
            seeds.add("tensor", f"bools-{size}-{at}", b"".join(tensor(9, [size], field(5, bytes(raw)))))
    # Every element type, with values at the edges of many of them.
    raw = b"".join(bytes([byte] * 16) for byte in (0, 1, 0x7f, 0x80, 0xff, 0x3c, 0xc0)) + int64s(
        [0x41dfffffffc00000, 0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
         0x7ff0000000000000, 0x3ff8000000000000, 1 << 63, 0x4f0000005f000000])
    bits = [32, 8, 8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64, 64, 128, 16, 8, 8, 8, 8, 4, 4, 4, 8, 2, 2,
            6, 6]
    for kind, width in enumerate(bits, 1):
        for size in (16, 64, len(raw)) if width else ():
            for begin in (0, len(raw) - size):
                seeds.add("tensor", f"type-{kind}-{size}-{begin}",
                          b"".join(tensor(kind, [size * 8 // width], field(9, raw[begin:begin + size]))))
    # Typed values in runs of different widths and forms.
    for number, kind in ((5, 6), (5, 2), (7, 7), (11, 13), (11, 12)):
        for value in (0, 1, 127, 128, 255, 300, 1 << 31, -1):
            for count in (1, 9, 100):
                packed = field(number, varint(value) * count)
                single = (varint(number << 3) + varint(value)) * count
                for form, values in (("packed", packed), ("single", single), ("both", packed + single),
                                     ("wide", field(number, varint(value, 10) * count))):
                    size = count * (2 if form == "both" else 1)
                    seeds.add("tensor", f"run-{number}-{kind}-{value}-{count}-{form}",
                              b"".join(tensor(kind, [size], values)))
    for number, width in ((4, 4), (10, 8)):
        one = bytes(range(width))
        tag = varint(number << 3 | (5 if width == 4 else 1))
        for form, values in (("packed", field(number, one * 6)), ("single", (tag + one) * 6),
                             ("mixed", field(number, one * 3) + (tag + one) * 3)):
            for kind in {4: (1, 14), 10: (11, 15)}[number]:
                seeds.add("tensor", f"fixed-{number}-{kind}-{form}",
                          b"".join(tensor(kind, [6 if kind in (1, 11) else 3], values)))
    # Coordinates, ascending or not, in and out of range, as raw and as typed values.
    for rank in range(0, 7):
        dims = [3] * rank
        sound = [[0] * rank, [0] * (rank - 1) + [2] if rank else [], [1] * rank, [2] * rank]
        for name, rows in (("sound", sound), ("twice", sound[:2] + sound[1:3]),
                           ("backwards", sound[::-1]), ("beyond", sound[:3] + [[3] * rank]),
                           ("negative", [[-1] * rank] + sound[1:])):
            numbers = [number for row in rows for number in row]
            for form in (field(9, int64s(numbers)),
                         field(7, b"".join(varint(number) for number in numbers))):
                seeds.add("sparse_tensor", f"{name}-{rank}-{len(form)}", b"".join(
                    [field(1, tensor(1, [4], field(9, bytes(range(1, 17))))),
                     field(2, tensor(7, [4, rank], form))] + [field(3, dim) for dim in dims]))
    # A name with one type and then with another.
    def tensor_type(number, kind, *dims):
        return [field(number, [field(1, kind), field(2, [field(1, list(dim)) for dim in dims])])]

    two, three, batch = [field(1, 2)], [field(1, 3)], [field(2, "n")]
    types = [tensor_type(1, 1), tensor_type(1, 1, two), tensor_type(1, 1, three), tensor_type(1, 1, batch),
             tensor_type(1, 7, two), tensor_type(1, 1, two, two), [field(1, [field(1, 1)])],
             tensor_type(8, 1, two), tensor_type(8, 1, three), tensor_type(8, 7, two),
             [field(4, [field(1, tensor_type(1, 1, two))])], [field(4, [field(1, tensor_type(1, 7))])],
             [field(9, [field(1, tensor_type(1, 1, two))])], [field(9, [field(1, tensor_type(1, 7))])],
             [field(5, [field(1, 7), field(2, tensor_type(1, 1))])],
             [field(5, [field(1, 8), field(2, tensor_type(1, 1))])],
             [field(5, [field(1, 7), field(2, tensor_type(1, 7))])],
             [field(7, [field(1, "d"), field(2, "n")])], [field(7, [field(1, "d"), field(2, "m")])],
             [field(7, [field(1, "e"), field(2, "n")])], []]
    for i, first in enumerate(types):
        for k, second in enumerate(types):
            def info(number, name, kind):
                return field(number, [field(1, name)] + ([field(2, kind)] if kind else []))
            seeds.add("model", f"types-{i}-{k}", model(
                info(11, "x", types[1]), info(12, "y", types[1]), info(13, "y", first),
                info(13, "y", second)))
    # Groups in groups, and types of fields that there are none of.
    for depth in (1, 63, 64, 65, 99, 100, 101, 120):
        nest = varint(31 << 3 | 3) * depth + varint(31 << 3 | 4) * depth
        for target in ("wire", "model", "tensor"):
            seeds.add(target, f"groups-{depth}", nest)
            seeds.add(target, f"groups-{depth}-inside", field(7, nest) + field(8, nest))
            seeds.add(target, f"groups-{depth}-open", nest[:-depth])
    for wire_type in (3, 4, 6, 7):
        seeds.add("wire", f"wire-type-{wire_type}", varint(7 << 3 | wire_type) + b"\0" * 8)
        seeds.add("wire", f"wire-type-in-group-{wire_type}",
                  varint(31 << 3 | 3) + varint(7 << 3 | wire_type) + b"\0" * 8)
    # What is something else.
    for i, text in enumerate(["ir_version: 8", "graph {", "dims: 3", "name: x", "\ufeff{", "[1]", "<html>",
                              "../blobs/ab12", "a\nb/c", "hello", " \n ", "\ufeff", "{" * 3000]):
        for target in ("model", "tensor"):
            seeds.add(target, f"text-{i}", text.encode())


def many(seeds):
    """Fields by the hundred or thousand: what is worse than linear shows. Kept whatever they reach."""
    def repeated(number, make, most=40000):
        out, i = b"", 0
        while len(out) < most:
            out, i = out + field(number, make(i)), i + 1
        return out

    def model(*parts):
        return b"".join([field(1, 10), field(8, [field(2, 21)]), *parts])

    def graph(*parts):
        node = field(1, [field(1, "x"), field(2, "y"), field(4, "Identity")])
        info = [field(2, [field(1, [field(1, 1)])])]
        return field(7, [node, field(2, "g"), field(11, [field(1, "x"), *info]),
                         field(12, [field(1, "y"), *info]), *parts])

    def node(*parts):
        return [field(1, "x"), field(2, "y"), field(4, "Op"), field(7, "custom"), *parts]

    tensor = [field(1, 1), field(2, 1), field(4, b"\0\0\0\0")]
    call = [field(1, "x"), field(2, "y")]
    models = {
        "nodes": graph(repeated(1, lambda i: [field(1, "x"), field(2, f"n{i}"), field(4, "Identity")])),
        "chain": graph(repeated(1, lambda i: [field(1, f"n{i}"), field(2, f"n{i + 1}"), field(4, "Neg")])),
        "cycle": graph(repeated(1, lambda i: [field(1, f"n{i + 1}"), field(2, f"n{i}"), field(4, "Neg")])),
        "attributes": graph(field(1, node(repeated(5, lambda i: [field(1, f"a{i}"), field(20, 2)])))),
        "same-attribute": graph(field(1, node(repeated(5, lambda i: [field(1, "a"), field(20, 2)])))),
        "inputs": graph(field(1, node(repeated(1, lambda i: "x")))),
        "outputs": graph(field(1, node(repeated(2, lambda i: f"o{i}")))),
        "initializers": graph(repeated(5, lambda i: [*tensor, field(8, f"w{i}")])),
        "same-initializer": graph(repeated(5, lambda i: [*tensor, field(8, "w")])),
        "infos": graph(repeated(13, lambda i: [field(1, f"v{i}")])),
        "same-info": graph(repeated(13, lambda i: [field(1, "v")])),
        "metadata": repeated(14, lambda i: [field(1, f"k{i}"), field(2, "v")]),
        "imports": repeated(8, lambda i: [field(1, f"d{i}"), field(2, 1)]),
        "functions": repeated(25, lambda i: [field(1, f"f{i}"), field(10, "d"), *[
            field(7, [*call, field(4, f"f{i + k}"), field(7, "d")]) for k in (1, 2)]]),
        "annotations": graph(repeated(14, lambda i: [field(1, f"t{i}")])),
        "unknown": repeated(31, lambda i: "u"),
        "dimensions": graph(field(13, [field(1, "v"), field(2, [field(1, [field(1, 1), field(2, [
            repeated(1, lambda i: [field(1, i + 1)])])])])])),
        "bodies": graph(field(1, node(*[field(5, [field(1, f"g{i}"), field(20, 5), field(6, [
            field(2, "g"), repeated(1, lambda k: [field(1, "x"), field(2, f"b{i}x{k}"), field(4, "Neg")],
                                    5000)])]) for i in range(8)]))),
    }
    for name, parts in models.items():
        seeds.add("model", f"many-{name}", model(parts if name not in (
            "metadata", "imports", "functions", "unknown") else graph() + parts), 50000)
    tensors = {"dims": repeated(1, lambda i: 1), "strings": field(2, 8) + repeated(6, lambda i: "s"),
               "external": repeated(13, lambda i: [field(1, f"k{i}"), field(2, "v")]),
               "parts": field(2, 7) + field(1, 8000) + b"\x38\1" * 8000,
               "metadata": repeated(16, lambda i: [field(1, f"k{i}"), field(2, "v")])}
    for name, parts in tensors.items():
        seeds.add("tensor", f"many-{name}", parts, 50000)
    keys = repeated(4, lambda i: f"key{i}")
    values = field(5, [field(2, 1), repeated(3, lambda i: tensor)])
    seeds.add("map", "many-keys", field(2, 8) + keys + values, 90000)
    seeds.add("sequence", "many-tensors", field(2, 1) + repeated(3, lambda i: tensor), 50000)


def convolutions(seeds):
    """Shapes that no random bytes make: rows and columns that a block does not hold."""
    def extent(value):
        if value < 7:
            return bytes([value])
        return bytes([value + 205]) if value < 35 else b"\xf0" + value.to_bytes(8, "little")

    def program(x, w, given=0, *attributes):
        shapes = [b"\0" + b"".join(extent(value) for value in shape) for shape in (x, w)]
        operand = b"\0\0\7\3"  # UINT8; 7, 10, 13, ...
        return (bytes([len(x) - 3]) + b"".join(shapes) + bytes([given, 7]) + operand * 2 +
                b"".join(b"\0" + b"".join(extent(value) for value in one) for one in attributes))

    for name, x, w in (("columns", [1, 16, 9000], [1, 16, 1]), ("columns-3", [1, 4, 30011], [1, 4, 3]),
                       ("rows", [1, 1, 401, 300], [1, 1, 3, 1]), ("both", [1, 1, 3, 40000], [1, 1, 2, 3]),
                       ("volume", [1, 1, 5, 101, 211], [1, 1, 2, 1, 1]), ("wide", [2, 3, 70], [5, 3, 4])):
        seeds.add("conv_integer", name, program(x, w))
        strides = [2] * (len(x) - 2)
        seeds.add("conv_integer", f"{name}-strides", program(x, w, 2, strides))
        seeds.add("conv_integer", f"{name}-dilations", program(x, w, 6, strides, strides))
        seeds.add("conv_integer", f"{name}-pads", program(x, w, 10, strides, strides + strides))


# Of the options of the target `external`.
WALK, TWO, DESCRIPTOR, MODEL, MISSING = 1, 2, 4, 8, 12
MAPPED, CHECKSUMS, FOLLOW, CHANGING = 16, 32, 64, 128


def external(seeds):
    """Options, type, extent, how many entries; then for each its key and its value."""
    locations = ["a", "w.bin", "d/b", "d/e/c", "twin", "link", "out", "up/outside", "pipe", "d",
                 "../outside", "d/../a", "/a", "./a", "d//b", "a/", "d\\b", "C:a", "a:b", "con",
                 "d/nul.txt", "com1", "lpt9.bin", "a.", "a ", "http://x", "*/_ORT_MEM_ADDR_/*",
                 "__ORT_MEM_ADDR__", "missing", "", "\x1b", "\u00e9", "socket", "a/b", "x" * 290,
                 "com0", "com\u00b9", "lpt\u00b2.x", "com\u00b3", "com10", "con .x", "i"]
    numbers = ["0", "16", "8", "4096", "-1", "00", "9223372036854775807", "9223372036854775808",
               "1e3", "99999999999999999999"]
    keys = {"location": 0, "offset": 1, "length": 2, "checksum": 3, "basepath": 4}

    def entry_bytes(entries):
        out = bytes([len(entries)])
        for key, value in entries:
            out += bytes([keys[key]]) if key in keys else bytes([5]) + key.encode() + b"\0"
            out += value.encode() + b"\0"
        return out

    def program(options, kind, extent, entries, others=None):
        return (bytes([options | (TWO if others is not None else 0), kind, extent]) +
                entry_bytes(entries) + (b"" if others is None else entry_bytes(others)))

    for i, location in enumerate(locations):
        for options in (0, WALK, MAPPED):
            seeds.add("external", f"location-{i}-{options}",
                      program(options, 1, 16, [("location", location)]))
    for options in (DESCRIPTOR, MODEL, MODEL | FOLLOW, MODEL | FOLLOW | WALK, MISSING, MISSING | WALK):
        for location in ("a", "d/b", "out", "model.onnx", "missing", "d", "d/missing"):
            seeds.add("external", f"folder-{options}-{location}",
                      program(options, 1, 16, [("location", location)]))
    for i, number in enumerate(numbers):
        for options in (0, WALK):
            entries = [("location", "w.bin"), ("offset", number), ("length", numbers[-1 - i])]
            seeds.add("external", f"number-{i}-{options}", program(options, 0, 4, entries))
    # FLOAT, BOOL, INT4: values that need whole numbers of bytes, and ones that need not.
    for kind in range(28):
        for extent in (0, 3, 4, 33):
            for i, (offset, length) in enumerate([("4096", "4"), ("8998", ""), ("9001", ""), ("1", "0"),
                                                  ("4096", str(4 * extent)), ("0", "2")]):
                entries = [("location", "w.bin"), ("offset", offset)]
                entries += [("length", length)] if length else []
                seeds.add("external", f"type-{kind}-{extent}-{i}",
                          program(MAPPED * (i % 2), kind, extent, entries))
    whole = [("location", "w.bin"), ("offset", "0")]
    for i, others in enumerate([
            whole, [("location", "w.bin"), ("offset", "8")], [("location", "w.bin"), ("offset", "4096")],
            [("location", "a")], [("location", "i")], [("location", "i"), ("length", "32")],
            [("location", "d/e/c")], [("location", "twin")], []]):
        for options in (0, MAPPED, MODEL | FOLLOW):
            for kind in (0, 7):
                seeds.add("external", f"two-{i}-{options}-{kind}",
                          program(options, kind, 4, whole, others))
                seeds.add("external", f"swapped-{i}-{options}-{kind}",
                          program(options, kind, 4, others, whole))
    for i, entries in enumerate([
            [("location", "a"), ("location", "w.bin")], [("offset", "0")], [("other", "x")],
            [("location", "a"), ("basepath", "/")], [("location", "a"), ("checksum", "0" * 40)],
            [("location", "a"), ("checksum", "g" * 40)], [("location", "a"), ("checksum", "Af" * 20)],
            [("location", "a"), ("checksum", "zz")], [("location", "w.bin"), ("checksum", "0" * 40)],
            [("location", "d/e/c"), ("checksum", "0" * 40)]]):
        for options in (0, CHECKSUMS, CHECKSUMS | WALK | MAPPED, CHECKSUMS | CHANGING,
                        CHECKSUMS | CHANGING | MAPPED, MAPPED | CHANGING):
            seeds.add("external", f"entries-{i}-{options}", program(options, 2, 16, entries))
            seeds.add("external", f"entries-{i}-{options}-two", program(options, 2, 16, entries, entries))
    ranges = [[0, 4, 8, 4, 0, 4, 2, 3, 20, 1], [8, 4, 0, 4, 2, 3, 8, 4, 9, 1, 4, 4, 0, 0, 3, 7],
              [0, 7, 7, 7, 14, 7, 6, 2, 0, 7, 23, 7, 1, 0]]
    for i, one in enumerate(ranges):
        seeds.add("external", f"ranges-{i}", program(0, 0, 0, []) + bytes([len(one) // 2, *one]))


def texts(seeds):
    words = ["plain", "\x00", "\x1b[31m", "\x7f", "\u0085", "\u00e9", "\u202e", "\u2028", "\ufeff",
             "\U0001f600", "\"\\'", "a\tb\nc\r", "\\u{41}", "x" * 40]
    raw = [b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80",
           b"\xe2\x82", b"\xf0\x9f\x98", b"1234567\xc3\xa9", b"12345678\xff"]
    for i, word in enumerate([word.encode() for word in words] + raw):
        seeds.add("utf8", f"word-{i}", word)
        seeds.add("utf8", f"within-{i}", b"before " + word + b" and after")


def varints(seeds):
    for bits in (0, 6, 7, 8, 13, 14, 15, 20, 21, 27, 28, 29, 31, 32, 35, 62, 63):
        for off in (-1, 0, 1):
            value = max((1 << bits) + off, 0)
            seeds.add("varint", f"value-{bits}-{off}", varint(value))
            seeds.add("varint", f"run-{bits}-{off}", varint(value) * 9)
            seeds.add("varint", f"tagged-{bits}-{off}", b"\x28" + (varint(value) + b"\x28") * 7)
            seeds.add("varint", f"wide-{bits}-{off}", varint(value, 10))
    # Longer than a block of any instruction set: values of one byte, of two, of both.
    for i, unit in enumerate([b"\x01", b"\x7f", b"\x80\x01", b"\xff\x7f", b"\x05\x81\x02", b"\x80\x80\x01"]):
        for size in (64, 65, 130, 200):
            for tail in (b"", b"\x80", b"\xff" * 9 + b"\x01"):
                seeds.add("varint", f"block-{i}-{size}-{len(tail)}", unit * size + tail)
                seeds.add("varint", f"tagged-block-{i}-{size}-{len(tail)}",
                          b"\x28" + (unit + b"\x28") * size + tail)
    for i, content in enumerate([b"\xff" * 9, b"\xff" * 10, b"\xff" * 9 + b"\x7f", b"\x80" * 11]):
        seeds.add("varint", f"end-{i}", content)
        seeds.add("varint", f"after-{i}", b"\x01\x02" * 20 + content)


def policies(seeds):
    files = [{}, {"profile": "compat"}, {"profile": "strict", "description": "all"},
             {"limits": {"depth": 7, "file_bytes": 18446744073709551615}},
             {"limits": {"depth": 4294967296}}, {"limits": {"depth": -1}},
             {"rules": {"wire/varint-overlong": "note"}}, {"rules": {"wire/truncated": "off"}},
             {"rules": {"no/rule": "off"}}, {"rules": {"wire/group": "loud"}},
             {"domains": {"allowed": ["ai.onnx"], "denied": ["com.microsoft"]}},
             {"domains": {"allowed": []}}, {"external": {"follow_model_symlinks": True}},
             {"external": {"follow_model_symlinks": 1}}, {"unknown": 1}, [], 1]
    for i, content in enumerate(files):
        seeds.add("policy", f"file-{i}", json.dumps(content).encode())
    for i, text in enumerate(['{"limits":{"rank":1,"rank":2}}', '{"limits":{"rank":1.5}}', "{",
                              '{"limits":{"rank":1e2}}', '{"a":' * 12, '"\\ud800"']):
        seeds.add("policy", f"text-{i}", text.encode())


def answers(seeds):
    tensor = {"type": "int32", "shape": [2], "values": [1, -1]}
    lines = [{"seq": 7, "outcome": "accepted"}, {"seq": 7, "outcome": "rejected", "message": "no"},
             {"seq": 8, "outcome": "accepted"}, {"seq": 7}, {"seq": -7}, {"outcome": "accepted"},
             {"seq": 7, "outcome": "unsupported"}, {"seq": 7, "outcome": "maybe"},
             {"seq": 7, "name": "x", "can": ["parse", "check", "run:ConvInteger", "rules"],
              "version": "1", "kinds": ["model"]},
             {"seq": 7, "outcome": "rejected", "kind": "tensor", "findings": [
                 {"rule": "wire/truncated", "path": "dims", "offset": 1}]},
             {"seq": 7, "outcome": "accepted", "kind": "tensor", "digest": {"kind": "tensor"}},
             {"seq": 7, "outcome": "accepted", "outputs": {"y": tensor}},
             {"seq": 7, "outcome": "rejected", "findings": [{"rule": "conv-integer/strides"}]},
             {"seq": 7, "outcome": "accepted", "message": "\u0007\u001b[31m" + "\u00e9" * 200}]
    for i, line in enumerate(lines):
        seeds.add("protocol", f"line-{i}", json.dumps(line).encode())
        seeds.add("protocol", f"utf8-{i}", json.dumps(line, ensure_ascii=False).encode())


def single_cases(seeds, suites):
    """A suite of each case of the suites, with the flags that it names."""
    for path in sorted(pathlib.Path(suites).glob("*.json")):
        suite = json.loads(path.read_text())
        for case in suite["cases"]:
            one = dict(suite, cases=[case])
            one["flags"] = {name: flag for name, flag in suite["flags"].items()
                            if name in case.get("flags", [])}
            if "definitions" in one and "\"use\"" not in json.dumps(case):
                del one["definitions"]
            seeds.add("suite", f"{path.stem}-{case['id']}", json.dumps(one).encode())


def main():
    command, tool, suites, folder = sys.argv[1:]
    seeds = Seeds(pathlib.Path(folder))
    from_suites(seeds, command, suites)
    from_generator(seeds, tool)
    files(seeds)
    many(seeds)
    convolutions(seeds)
    random_programs(seeds)
    external(seeds)
    texts(seeds)
    varints(seeds)
    policies(seeds)
    answers(seeds)
    single_cases(seeds, suites)


if __name__ == "__main__":
    main()
