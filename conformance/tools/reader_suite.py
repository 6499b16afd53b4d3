"""Collects the cases of one reader suite, and the short words in which they are written."""

import json

from flags import declare
from onnx_schema import ROOTS
from wire_encoder import MARK, Encoder, strip

SPEC = ["https://github.com/onnx/onnx/blob/main/onnx/onnx.proto",
        "https://github.com/onnx/onnx/blob/main/docs/IR.md",
        "https://protobuf.dev/programming-guides/encoding/"]

# What other readers have to do. Protobuf or ONNX require it; careful readers do it; strict ones do.
READERS = {
    "PA": ("accept", "protobuf"), "PR": ("reject", "protobuf"),
    "OA": ("accept", "onnx"), "OR": ("reject", "onnx"),
    "RA": ("accept", "recommended"), "RR": ("reject", "recommended"),
    "SA": ("accept", "strict"), "SR": ("reject", "strict"),
    "E": ("either", "strict"),
}


def f(field, *values, **options):
    """A field of numbers or text, once for each value."""
    return {"field": field, "value": values[0] if len(values) == 1 else list(values), **options}


def m(field, *entries, **options):
    """A field that holds a message."""
    return {"field": field, "message": list(entries), **options}


def h(field, digits, **options):
    """A field of bytes, in hexadecimal digits."""
    return {"field": field, "hex": digits, **options}


def packed(field, *values, **options):
    return {"field": field, "packed": list(values), **options}


def zeros(field, count, **options):
    return {"field": field, "fill": {"byte": 0, "count": count}, **options}


def raw(digits, **options):
    return {"raw": digits, **options}


def bare(field, wire_type=None):
    """A tag without anything behind it."""
    return {"field": field, "wire_type": wire_type} if wire_type else {"field": field}


def use(name):
    return {"use": name}


def with_right_head(entries):
    """Models are of IR version 8, which most readers know; what came later is said in one of 10."""
    late = ('"overload"', '"attribute_proto"', '"metadata_props"', '"INT4"')
    inner = [(e["field"], json.dumps(e)) for e in entries
             if e.get("field") in ("graph", "functions", "training_info")]
    needs_10 = any(word in text for _, text in inner for word in late) or \
        any(field == "functions" and '"value_info"' in text for field, text in inner)
    return [use("head-10") if needs_10 and e == use("head") else e for e in entries]


def at(entry, where="tag"):
    """The finding is expected at this entry's tag, length or value."""
    return {**entry, MARK: where}


def at_value(entry):
    return at(entry, "value")


class ReaderSuite:
    def __init__(self, name, description, definitions=None):
        self.name, self.description = name, description
        self.definitions = definitions or {}
        self.cases = []

    def case(self, case_id, description, kind, source_input, expect, readers, flags, source=None,
             **options):
        case = {"id": case_id, "description": description, "kind": kind}
        if isinstance(source_input, list):
            source_input = with_right_head(source_input)
            encoder = Encoder(self.definitions)
            self.bytes = encoder.list(source_input, ROOTS[kind])
            if encoder.marks:
                assert len(encoder.marks) == 1, f"{self.name}/{case_id}: marks {encoder.marks}"
                expect["offset"] = encoder.marks[0]
            body = {"message": strip(source_input)}
            for key in ("cut", "drop"):
                if key in options:
                    body[key] = options.pop(key)
            case["input"] = body
        else:
            case["input"] = source_input
        for key in ("files", "name", "profile", "policy"):
            if key in options:
                case[key] = options.pop(key)
        assert not options, options
        case["expect"] = expect
        verdict, level = READERS[readers]
        case["readers"] = {"verdict": verdict, "level": level}
        case["flags"] = flags.split()
        if source:
            case["source"] = source
        self.cases.append(case)

    def accept(self, case_id, description, kind, source_input, readers="OA", flags="legal", note=None,
               also=None, **options):
        """Accepted; without a finding, or with a `note` or warning of that rule."""
        expect = {"verdict": "accept"}
        if note:
            expect["rule"] = note
        if also:
            expect["also"] = also.split()
        if "at_kind" in options:
            expect["kind"] = options.pop("at_kind")
        if "path" in options:
            expect["path"] = options.pop("path")
        self.case(case_id, description, kind, source_input, expect, readers, flags, **options)

    def reject(self, case_id, description, kind, source_input, rule, readers="OR", flags="structure",
               also=None, **options):
        """Rejected, by `rule` alone or with those in `also`; found once, or as many `times`."""
        expect = {"verdict": "reject"}
        if "at_kind" in options:
            expect["kind"] = options.pop("at_kind")
        expect["rule"] = rule
        if also:
            expect["also"] = also.split()
        times = options.pop("times", 1)
        if times > 1:
            expect["times"] = times
        for key in ("path", "offset"):
            if key in options:
                expect[key] = options.pop(key)
        self.case(case_id, description, kind, source_input, expect, readers, flags, **options)

    def suite(self):
        used = {flag for case in self.cases for flag in case["flags"]}
        suite = {"suite": self.name, "version": 1, "description": self.description, "spec": SPEC,
                 "flags": declare(used)}
        if self.definitions:
            suite["definitions"] = self.definitions
        suite["cases"] = self.cases
        return suite
