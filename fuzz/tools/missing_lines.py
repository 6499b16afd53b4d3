#!/usr/bin/env python3
"""Lists the lines of lib that were not run (llvm-cov export -format=lcov, on standard input), each
file's with their code, and how many branches of its other lines were not taken.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    files = {}
    for line in sys.stdin:
        kind, _, rest = line.strip().partition(":")
        if kind == "SF":
            # A compiler cache makes names relative to the build.
            name = re.search(r"(?:^|/)(lib/.*)$", rest)
            lines, branches = files.setdefault(name[1], ({}, {})) if name else ({}, {})
        elif kind == "DA":
            number, count = map(int, rest.split(",")[:2])
            lines[number] = max(count, lines.get(number, 0))
        elif kind == "BRDA":
            number, block, branch, count = rest.split(",")
            key = int(number), block, branch
            branches[key] = max(0 if count == "-" else int(count), branches.get(key, 0))
    for name, (lines, branches) in sorted(files.items()):
        missing = sorted(number for number, count in lines.items() if count == 0)
        one_sided = sum(count == 0 and key[0] not in missing for key, count in branches.items())
        if missing or one_sided:
            print(f"{name}: {len(missing)} lines; {one_sided} branches elsewhere")
            code = (ROOT / name).read_text().splitlines()
            for number in missing:
                print(f"{number:6}  {code[number - 1]}")


if __name__ == "__main__":
    main()
