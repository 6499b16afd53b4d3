#!/usr/bin/env python3
"""Builds the input of every reader case a second time, with the encoder and the schema of these tools,
and compares it with what `assay conform --export` wrote. Two encoders and two statements of the schema
that agree on every case are unlikely to be wrong in the same way.

  compare_export.py ASSAY [SUITES]
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile

from onnx_schema import ROOTS
from wire_encoder import Encoder


def input_bytes(case, definitions):
    given = case["input"]
    if "hex" in given:
        return bytes.fromhex(given["hex"])
    if "base64" in given:
        return base64.b64decode(given["base64"])
    if "text" in given:
        return given["text"].encode()
    data = Encoder(definitions).list(given["message"], ROOTS[case["kind"]])
    if "cut" in given:
        data = data[:given["cut"]]
    return data[:len(data) - given["drop"]] if "drop" in given else data


def main():
    command = sys.argv[1]
    suites = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else \
        pathlib.Path(__file__).resolve().parent.parent / "suites"
    compared, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([command, "conform", str(suites), "--export", folder], check=True)
        index = {e["case"]: e["file"] for e in
                 json.loads((pathlib.Path(folder) / "index.json").read_text())}
        for path in sorted(suites.glob("*.json")):
            suite = json.loads(path.read_text())
            for case in suite["cases"]:
                if "kind" not in case or "file" in case["input"]:
                    continue
                name = suite["suite"] + "/" + case["id"]
                written = (pathlib.Path(folder) / index[name]).read_bytes()
                compared += 1
                if written != input_bytes(case, suite.get("definitions", {})):
                    wrong.append(name)
    print(f"{compared} inputs compared, {len(wrong)} differ")
    if wrong or not compared:
        sys.exit("differ: " + ", ".join(wrong[:20]))


if __name__ == "__main__":
    main()
