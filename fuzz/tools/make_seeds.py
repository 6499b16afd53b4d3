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

    def add(self, target, name, content):
        if 0 < len(content) <= LARGEST:
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
    for target, count in (("rules", 600), ("conv_integer", 1500), ("external", 300)):
        for i in range(count):
            size = dice.randrange(4, 160 if target == "rules" else 60)
            content = bytes(dice.randrange(256 if dice.random() < 0.5 else 8) for _ in range(size))
            seeds.add(target, f"random-{i}", content)


def external(seeds):
    """Options, type, extent, how many entries; then for each its key and its value."""
    locations = ["a", "w.bin", "d/b", "d/e/c", "twin", "link", "out", "up/outside", "pipe", "d",
                 "../outside", "d/../a", "/a", "./a", "d//b", "a/", "d\\b", "C:a", "a:b", "con",
                 "d/nul.txt", "com1", "lpt9.bin", "a.", "a ", "http://x", "*/_ORT_MEM_ADDR_/*",
                 "__ORT_MEM_ADDR__", "missing", "", "\x1b", "\u00e9"]
    numbers = ["0", "16", "8", "4096", "-1", "00", "9223372036854775807", "9223372036854775808",
               "1e3", "99999999999999999999"]
    keys = {"location": 0, "offset": 1, "length": 2, "checksum": 3, "basepath": 4}

    def program(options, kind, extent, entries):
        out = bytes([options, kind, extent, len(entries)])
        for key, value in entries:
            out += bytes([keys[key]]) if key in keys else bytes([5]) + key.encode() + b"\0"
            out += value.encode() + b"\0"
        return out

    for i, location in enumerate(locations):
        seeds.add("external", f"location-{i}", program(i % 2, 1, 16, [("location", location)]))
    for i, number in enumerate(numbers):
        entries = [("location", "w.bin"), ("offset", number), ("length", numbers[-1 - i])]
        seeds.add("external", f"number-{i}", program(i % 2, 0, 4, entries))
    for kind in range(28):
        entries = [("location", "w.bin"), ("offset", "4096"), ("length", "4")]
        seeds.add("external", f"type-{kind}", program(kind % 2, kind, 4, entries))
    for i, entries in enumerate([
            [("location", "a"), ("location", "w.bin")], [("offset", "0")], [("other", "x")],
            [("location", "a"), ("basepath", "/")], [("location", "a"), ("checksum", "0" * 40)],
            [("location", "a"), ("checksum", "zz")]]):
        seeds.add("external", f"entries-{i}", program(i % 2, 8, 16, entries))
    seeds.add("external", "ranges", program(0, 0, 0, []) + bytes([9, 0, 4, 8, 4, 0, 4, 2, 3, 20, 1]))


def texts(seeds):
    words = ["plain", "\x00", "\x1b[31m", "\x7f", "\u0085", "\u00e9", "\u202e", "\u2028", "\ufeff",
             "\U0001f600", "\"\\'", "a\tb\nc\r", "\\u{41}", "x" * 40]
    raw = [b"\x80", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80",
           b"\xe2\x82", b"\xf0\x9f\x98", b"1234567\xc3\xa9", b"12345678\xff"]
    for i, word in enumerate([word.encode() for word in words] + raw):
        seeds.add("utf8", f"word-{i}", word)
        seeds.add("utf8", f"within-{i}", b"before " + word + b" and after")


def varints(seeds):
    def varint(value, width=0):
        out = b""
        while value > 127 or len(out) + 1 < width:
            out += bytes([value & 127 | 128])
            value >>= 7
        return out + bytes([value])

    for bits in (0, 6, 7, 8, 13, 14, 15, 20, 21, 27, 28, 29, 31, 32, 35, 62, 63):
        for off in (-1, 0, 1):
            value = max((1 << bits) + off, 0)
            seeds.add("varint", f"value-{bits}-{off}", varint(value))
            seeds.add("varint", f"run-{bits}-{off}", varint(value) * 9)
            seeds.add("varint", f"tagged-{bits}-{off}", b"\x28" + (varint(value) + b"\x28") * 7)
            seeds.add("varint", f"wide-{bits}-{off}", varint(value, 10))
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
    random_programs(seeds)
    external(seeds)
    texts(seeds)
    varints(seeds)
    policies(seeds)
    answers(seeds)
    single_cases(seeds, suites)


if __name__ == "__main__":
    main()
