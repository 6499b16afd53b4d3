"""Collects the cases of one ConvInteger suite and works out what each must give."""

import hashlib
import struct

from conv_integer_oracle import conv_integer
from flags import declare

INLINE = 300  # outputs of more elements are stated by their SHA-256
SPEC = ["https://onnx.ai/onnx/operators/onnx__ConvInteger.html"]


def tensor(element_type, shape, *values):
    """A tensor whose values stand in the case."""
    return {"type": element_type, "shape": list(shape), "values": list(values)}


def u8(shape, *values):
    return tensor("uint8", shape, *values)


def i8(shape, *values):
    return tensor("int8", shape, *values)


def ramp(element_type, shape, start=0, step=1):
    return {"type": element_type, "shape": list(shape), "fill": "ramp", "start": start % 256,
            "step": step}


def constant(element_type, shape, value):
    return {"type": element_type, "shape": list(shape), "fill": "constant", "value": value}


def lcg(element_type, shape, seed):
    return {"type": element_type, "shape": list(shape), "fill": "lcg", "seed": seed}


def scalar(element_type, value):
    return tensor(element_type, [], value)


def expected_tensor(shape, values):
    y = {"type": "int32", "shape": shape}
    if len(values) <= INLINE:
        y["values"] = values
    else:
        y["sha256"] = hashlib.sha256(struct.pack(f"<{len(values)}i", *values)).hexdigest()
    return y


class OpSuite:
    def __init__(self, name, description):
        self.name, self.description = name, description
        self.cases = []

    def _case(self, case_id, description, inputs, attributes, options):
        case = {"id": case_id, "description": description, "op": "ConvInteger",
                "opset": options.get("opset", 10)}
        for key in ("profile", "level"):
            if key in options:
                case[key] = options[key]
        if attributes:
            case["attributes"] = attributes
        case["inputs"] = {k: v for k, v in inputs.items() if v is not None}
        return case

    def value(self, case_id, description, x, w, zx=None, zw=None, flags=("basic",), source=None,
              attributes=None, **options):
        """A valid case; the oracle computes its output."""
        inputs = {"x": x, "w": w, "x_zero_point": zx, "w_zero_point": zw}
        case = self._case(case_id, description, inputs, attributes or {}, options)
        shape, values = conv_integer(case["inputs"], attributes or {})
        case["expect"] = {"outputs": {"y": expected_tensor(shape, values)}}
        self._finish(case, flags, source)

    def error(self, case_id, description, rule, x, w, zx=None, zw=None,
              flags=("invalid-operator",), source=None, attributes=None, **options):
        """An invalid case, with the rule that it breaks."""
        inputs = {"x": x, "w": w, "x_zero_point": zx, "w_zero_point": zw}
        case = self._case(case_id, description, inputs, attributes or {}, options)
        case["expect"] = {"error": "conv-integer/" + rule}
        self._finish(case, flags, source)

    def _finish(self, case, flags, source):
        case["flags"] = list(flags)
        if source:
            case["source"] = source
        self.cases.append(case)

    def suite(self):
        used = {flag for case in self.cases for flag in case["flags"]}
        return {"suite": self.name, "version": 1, "description": self.description, "spec": SPEC,
                "flags": declare(used), "cases": self.cases}
