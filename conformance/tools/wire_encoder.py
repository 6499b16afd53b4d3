"""Encodes the `message` form of an input, as docs/conformance.md describes it. The runner has its own
encoder in C++; a test compares the bytes of every case. Here the encoder serves to work out offsets:
an entry marked with at() is where a finding is expected.
"""

import struct

from onnx_schema import MESSAGES, enumerator

WIRE_TYPES = ["varint", "fixed64", "length", "start-group", "end-group", "fixed32", "six", "seven"]
MARK = "@"


def varint(value, width=0):
    value &= (1 << 64) - 1
    if not width:
        width = max(1, -(-value.bit_length() // 7))
    return bytes((value >> 7 * i & 0x7f) | (0x80 if i + 1 < width else 0) for i in range(width))


class Encoder:
    def __init__(self, definitions):
        self.definitions = definitions
        self.marks = []  # offsets, relative to the list being encoded

    def list(self, entries, message, hole=b""):
        """The bytes, with self.marks relative to their start."""
        out, marks = b"", []
        for entry in entries:
            self.marks = []
            piece = self.entry(entry, message, hole)
            marks += [m + len(out) for m in self.marks]
            out += piece
        self.marks = marks
        return out

    def entry(self, entry, message, hole):
        if "raw" in entry:
            if MARK in entry:
                self.marks.append(0)
            return bytes.fromhex(entry["raw"]) * entry.get("times", 1)
        if "hole" in entry:
            return hole
        if "use" in entry:
            return self.list(self.definitions[entry["use"]], message, hole)
        if "nest" in entry:
            inner = self.list(entry["message"], message, hole)
            for _ in range(entry["nest"]):
                inner = self.list(entry["around"], message, inner)
            return inner
        return self.field(entry, message, hole) * entry.get("times", 1)

    def field(self, entry, message, hole):
        name = entry["field"]
        number, kind = MESSAGES[message][name] if isinstance(name, str) else (name, None)
        given = WIRE_TYPES.index(entry["wire_type"]) if "wire_type" in entry else None

        def tag(default):
            return varint(number << 3 | (default if given is None else given),
                          entry.get("tag_width", 0))

        marks = []
        if "value" in entry:
            values = entry["value"] if isinstance(entry["value"], list) else [entry["value"]]
            out = b""
            for value in values:
                head, body = tag(self.wire_type(kind)), self.single(entry, value, message, name, kind, given)
                out += head + body
        elif "group" in entry:
            head = tag(3)
            out = head + self.list(entry["group"], None, hole)
            marks = [m + len(head) for m in self.marks]
            out += varint(entry.get("end", number) << 3 | 4)
        elif any(k in entry for k in ("message", "hex", "fill", "packed")):
            if "message" in entry:
                body = self.list(entry["message"], kind, hole)
                marks = self.marks
            elif "hex" in entry:
                body = bytes.fromhex(entry["hex"])
            elif "fill" in entry:
                body = bytes([entry["fill"]["byte"]]) * entry["fill"]["count"]
            else:
                body = b"".join(self.scalar(entry, v, message, name, kind) for v in entry["packed"])
            head = tag(2)
            length = varint(entry.get("length", len(body)), entry.get("length_width", 0))
            out = head + length + body
            marks = [m + len(head) + len(length) for m in marks]
        else:
            head = out = tag(self.wire_type(kind))
        if MARK in entry:
            where = {"tag": 0, "length": len(head)}
            where["value"] = len(head)
            if "packed" in entry or "hex" in entry or "fill" in entry or "message" in entry:
                where["value"] += len(length)
            elif "value" in entry and (given == 2 or (given is None and kind == "text")):
                where["value"] += len(self.length_of(entry, values[-1]))
            marks.append(where[entry[MARK]])
        self.marks = marks
        return out

    @staticmethod
    def wire_type(kind):
        return {"varint": 0, "fixed64": 1, "fixed32": 5}.get(kind, 2)

    @staticmethod
    def length_of(entry, text):
        return varint(entry.get("length", len(text.encode())), entry.get("length_width", 0))

    def single(self, entry, value, message, name, kind, given):
        if given is not None:
            if given == 2:
                return self.length_of(entry, value) + value.encode()
            if given in (1, 5):
                size = 8 if given == 1 else 4
                return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            return varint(value, entry.get("width", 0))
        if kind == "text":
            return self.length_of(entry, value) + value.encode()
        return self.scalar(entry, value, message, name, kind)

    @staticmethod
    def scalar(entry, value, message, name, kind):
        real = kind in ("fixed32", "fixed64")
        if isinstance(value, str):
            number = int(value, 16) if value.startswith("0x") else enumerator(message, name, value)
            if real:
                return number.to_bytes(4 if kind == "fixed32" else 8, "little")
            return varint(number, entry.get("width", 0))
        if real:
            return struct.pack("<f" if kind == "fixed32" else "<d", value)
        return varint(value, entry.get("width", 0))


def strip(value):
    """The same without marks."""
    if isinstance(value, dict):
        return {k: strip(v) for k, v in value.items() if k != MARK}
    if isinstance(value, list):
        return [strip(v) for v in value]
    return value
