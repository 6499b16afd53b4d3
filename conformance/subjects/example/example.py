"""An example of a subject for the conformance runner: one JSON request a line on standard input, one
answer a line on standard output, nothing else there. docs/conformance.md describes the protocol.

It takes a file for sound when its outermost fields can be told apart. Put your reader in its place.
"""

import base64
import json
import sys


def varint(data, at):
    value = 0
    for i in range(10):
        byte = data[at + i]
        value |= (byte & 0x7f) << 7 * i
        if byte < 0x80:
            return value, at + i + 1
    raise ValueError("a varint of more than ten bytes")


def check(data):
    """Raises an exception when `data` is not a row of fields."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag >> 3 == 0:
            raise ValueError("field number 0")
        if tag & 7 == 0:
            _, at = varint(data, at)
        elif tag & 7 == 2:
            length, at = varint(data, at)
            at += length
        elif tag & 7 in (1, 5):
            at += 8 if tag & 7 == 1 else 4
        else:
            raise ValueError(f"wire type {tag & 7}")
        if at > len(data):
            raise ValueError("a field ends behind the file")


for line in sys.stdin:
    request = json.loads(line)
    answer = {"seq": request["seq"]}
    if request["command"] == "start":
        answer.update(name="example", version="1", can=["parse"])
    else:
        try:
            path = request.get("path")
            check(open(path, "rb").read() if path else base64.b64decode(request["bytes"]))
            answer["outcome"] = "accepted"
        except (ValueError, IndexError) as error:
            answer.update(outcome="rejected", message=str(error))
    print(json.dumps(answer), flush=True)
