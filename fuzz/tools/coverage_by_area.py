#!/usr/bin/env python3
"""Sums up coverage (llvm-cov export -summary-only, on standard input) for each area of lib. With
--gate, exits with 1 when the areas that fuzzing is about have less than is asked of a replay.
"""

import json
import pathlib
import sys

# What fuzzing is about. Kernels of instruction sets depend on the machine.
GATED = ("decode", "external", "ops (portable)", "rules", "tensor", "wire")
LINES, BRANCHES = 95, 90
KERNELS = ("avx2", "avxvnni", "avx512vnni", "neon", "ymm")


def area_of(name):
    parts = pathlib.Path(name).parts
    area = parts[len(parts) - 1 - parts[::-1].index("lib") + 1]
    if area != "ops":
        return area
    return "ops (kernels)" if any(kernel in name for kernel in KERNELS) else "ops (portable)"


def percent(covered, count):
    return 100.0 if count == 0 else 100.0 * covered / count


def main():
    sums = {}
    for file in json.load(sys.stdin)["data"][0]["files"]:
        for area in (area_of(file["filename"]),) + (
                ("gated",) if area_of(file["filename"]) in GATED else ()):
            totals = sums.setdefault(area, [0, 0, 0, 0])
            for i, kind in enumerate(("lines", "branches")):
                totals[2 * i] += file["summary"][kind]["covered"]
                totals[2 * i + 1] += file["summary"][kind]["count"]
    gated = sums.pop("gated")
    print(f"{'area':<16}{'lines':>9}{'branches':>10}")
    for area, totals in sorted(sums.items()) + [("all but kernels", gated)]:
        label = ", ".join(GATED) if area == "all but kernels" else area
        print(f"{label:<16}{percent(*totals[:2]):8.1f}%{percent(*totals[2:]):9.1f}%")
    if "--gate" in sys.argv[1:]:
        good = percent(*gated[:2]) >= LINES and percent(*gated[2:]) >= BRANCHES
        print(f"asked: {LINES} % of lines, {BRANCHES} % of branches: {'yes' if good else 'NO'}")
        sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
