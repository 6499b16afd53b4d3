#!/usr/bin/env python3
"""Breaks the library one line at a time and says which breaks the suites do not notice.

  mutate.py [--count N] [--only TEXT] [--build DIR]

Works on a copy of the sources, in build/mutants by default; each mutant changes one operator or constant
of one line of lib/, is built and judged by every suite. A mutant that does not compile is none. One that
survives must have its reason in conformance/tools/survivors.json: a map from "file: old line -> new
line" to the reason. The choice of lines is the same every time.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AREAS = ["lib/wire/cursor.cpp", "lib/wire/varint_run.cpp", "lib/decode/*.cpp", "lib/rules/*.cpp",
         "lib/external/entries.cpp", "lib/external/location.cpp", "lib/external/folder.cpp",
         "lib/ops/conv_reference.cpp", "lib/ops/conv_integer_infer.cpp", "lib/ops/conv_kernel_portable.cpp",
         "lib/ops/conv_pack.cpp", "lib/ops/conv_layout.cpp"]
SKIP = ("lib/rules/catalogue.cpp", "lib/rules/policy.cpp")
SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
         (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "),
         (" % ", " / "), ("return false;", "return true;"), ("return true;", "return false;"),
         (" << ", " >> "), (" & ", " | ")]


def candidates():
    for pattern in AREAS:
        for path in sorted(ROOT.glob(pattern)):
            name = str(path.relative_to(ROOT))
            if name in SKIP:
                continue
            lines = path.read_text().splitlines()
            for number, line in enumerate(lines):
                if lines.count(line) > 1:  # so that a mutant has a name that outlives the lines around it
                    continue
                code = line.split("//")[0]
                if not code.strip() or re.match(r"\s*(#|using |template|static_assert|namespace|constexpr)", code):
                    continue
                if '"' in code:  # texts are nobody's arithmetic
                    continue
                for old, new in SWAPS:
                    if old in code:
                        yield name, number, line, line.replace(old, new, 1)


def label_of(mutant):
    name, _, old, new = mutant
    return f"{name}: {old.strip()} -> {new.strip()}"


def chosen(count, only):
    """`count` mutants, spread over the files: each file's in the order of a hash, one file after another."""
    files = {}
    for mutant in candidates():
        if only in mutant[0]:
            files.setdefault(mutant[0], []).append(mutant)
    for mutants in files.values():
        mutants.sort(key=lambda m: hashlib.sha256(label_of(m).encode()).hexdigest())
    picked, turn = [], 0
    while len(picked) < count and any(len(m) > turn for m in files.values()):
        picked += [m[turn] for m in files.values() if len(m) > turn]
        turn += 1
    return picked[:count]


def run(command, timeout):
    """The exit status; None when it took too long."""
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=timeout,
                              check=False).returncode
    except subprocess.TimeoutExpired:
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/mutants")
    options = parser.parse_args()
    copy, build = options.build / "source", options.build / "build"
    for name in ("lib", "cli", "conformance", "cmake"):
        shutil.copytree(ROOT / name, copy / name, dirs_exist_ok=True, copy_function=copy_if_other)
    shutil.copy2(ROOT / "CMakeLists.txt", copy)
    subprocess.run(["cmake", "-G", "Ninja", "-S", copy, "-B", build, "-DCMAKE_BUILD_TYPE=None",
                    "-DASSAY_BUILD_TESTS=OFF", "-DASSAY_BUILD_FUZZ=OFF", "-DCMAKE_CXX_FLAGS=-O1"],
                   check=True, stdout=subprocess.DEVNULL)
    make = ["cmake", "--build", build, "--target", "assay_command"]
    judge = [build / "cli/assay", "conform", copy / "conformance/suites", "--expected",
             copy / "conformance/expected"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    if run(judge, 300) != 0:
        sys.exit("the suites fail without any mutant")
    reasons_file = ROOT / "conformance/tools/survivors.json"
    reasons = json.loads(reasons_file.read_text()) if reasons_file.exists() else {}

    killed, survivors, invalid = 0, [], 0
    for mutant in chosen(options.count * 2, options.only):
        name, number, old, new = mutant
        if killed + len(survivors) >= options.count:
            break
        path = copy / name
        original = path.read_text()
        lines = original.splitlines(keepends=True)
        lines[number] = new + "\n"
        path.write_text("".join(lines))
        started = time.monotonic()
        label = label_of(mutant)
        if run(make, 600) != 0:
            invalid += 1
            verdict = "does not compile"
        elif run(judge, 60) == 0:
            survivors.append(label)
            verdict = "SURVIVES" if label not in reasons else "survives: " + reasons[label]
        else:
            killed += 1
            verdict = "killed"
        path.write_text(original)
        print(f"{time.monotonic() - started:5.1f} s  {verdict}  {label}", flush=True)
    run(make, 600)
    unexplained = [s for s in survivors if s not in reasons]
    print(f"{killed} killed, {len(survivors)} survive ({len(unexplained)} without a reason), "
          f"{invalid} do not compile")
    sys.exit(1 if unexplained else 0)


def copy_if_other(source, target):
    """Copies what differs, so that only that is built again."""
    if not os.path.exists(target) or pathlib.Path(source).read_bytes() != pathlib.Path(target).read_bytes():
        shutil.copyfile(source, target)
    return target


if __name__ == "__main__":
    main()
