#!/usr/bin/env python3
"""Instructions that checks of small inputs take, held to those in bench/instruction_counts.json.

usage: bench/instruction_counts.py CHECK_ONCE COMPILER [--renew]

Times blur when a machine is busy; counts do not. Callgrind counts what assay::check() executes, on
the path that every x86-64 has, so that all machines agree. More than 3 % above the record fails:
make it faster, or say in the commit what the instructions buy, and renew the record with
`./dev counts --renew`. Exits with 77, "skipped", where there is no valgrind or another compiler.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instruction_counts.json")
MARGIN = 0.03
SKIPPED = 77
SCALES = {
    "weights": 0.001,
    "metadata": 0.01,
    "packed_int64_mixed": 0.01,
    "packed_int64_small": 0.01,
    "packed_uint8": 0.01,
    "unpacked_int64": 0.02,
    "unpacked_uint8": 0.02,
    "strings": 0.01,
    "sparse_linear": 0.005,
    "sparse_coordinates": 0.005,
    "sequence": 0.01,
    "bool": 0.005,
}


def skip(why):
    print(f"instruction counts are not compared: {why}")
    sys.exit(SKIPPED)


def count(program, name, scale):
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "ASSAY_SIMD": "baseline",
        # The C library, too, takes what all machines have.
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-ERMS,-AVX_Fast_Unaligned_Load",
    }
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--toggle-collect=assay::check(*",
             f"--callgrind-out-file={folder}/out", program, name, str(scale)],
            env=environment, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or found is None:
        sys.exit(f"instruction counts: {name} ended with {run.returncode}\n{run.stderr}")
    return int(found.group(1))


def main():
    arguments = [a for a in sys.argv[1:] if a != "--renew"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    program, compiler = arguments
    try:
        subprocess.run(["valgrind", "--version"], capture_output=True, check=True)
    except FileNotFoundError:
        skip("valgrind is not installed")
    if "--renew" not in sys.argv:
        with open(RECORD, encoding="utf-8") as file:
            record = json.load(file)
        if record["compiler"] != compiler:
            skip(f"the record is of {record['compiler']}, this is {compiler}")
    counts = {name: count(program, name, scale) for name, scale in SCALES.items()}
    if "--renew" in sys.argv:
        with open(RECORD, "w", encoding="utf-8") as file:
            json.dump({"compiler": compiler, "instructions": counts}, file, indent=2)
            file.write("\n")
        return 0
    risen = False
    for name, now in counts.items():
        before = record["instructions"].get(name)
        if before is None:
            sys.exit(f"instruction counts: {name} has no record; ./dev counts --renew makes one")
        change = now / before - 1
        verdict = ""
        if change > MARGIN:
            risen = True
            verdict = "  risen: make it faster, or say why and run ./dev counts --renew"
        elif change < -MARGIN:
            verdict = "  fallen: ./dev counts --renew keeps the gain"
        print(f"{name:20} {before:12} -> {now:12} {change:+7.1%}{verdict}")
    return 1 if risen else 0


if __name__ == "__main__":
    sys.exit(main())
