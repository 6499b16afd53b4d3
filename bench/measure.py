#!/usr/bin/env python3
"""The figures of docs/measurements.md: time and peak memory of `assay check` as a whole process.

usage: bench/measure.py BUILD_FOLDER

Each line is the median of five runs. Files are made in a temporary folder and removed.
"""
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

TESTDATA = "/usr/share/libonnx-testdata/data"
RUNS = 5


def run(command):
    """Milliseconds and peak KiB of one run, children of the command not included."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    took = (time.perf_counter() - begin) * 1000
    return took, usage.ru_maxrss, os.waitstatus_to_exitcode(status)


def median_of(command, expect=0, runs=RUNS):
    results = [run(command) for _ in range(runs)]
    codes = {code for _, _, code in results}
    if codes != {expect}:
        sys.exit(f"measure: {command} ended with {sorted(codes)}, not {expect}")
    return (statistics.median(r[0] for r in results), max(r[1] for r in results))


def line(what, size, took, rss):
    print(f"| {what} | {size / 1e6:.1f} | {took:.1f} | {rss / 1024:.1f} |", flush=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = sys.argv[1]
    assay = os.path.join(build, "cli", "assay")
    write_input = os.path.join(build, "bench", "write_input")
    print("| input | MB | ms, process start included | peak MiB |\n|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        for name, kind, scales in [
            ("tensor_1gib", "tensor", [1]),
            ("sequence", "sequence", [0.01, 0.1, 1]),
            ("metadata", "model", [0.0625, 0.25, 1]),
            ("packed_int64_mixed", "tensor", [0.0625, 0.25, 1]),
            ("strings", "tensor", [0.0625, 0.25, 1]),
            ("sparse_coordinates", "sparse-tensor", [0.0625, 0.25, 1]),
            ("bool", "tensor", [0.0625, 0.25, 1]),
        ]:
            for scale in scales:
                subprocess.run([write_input, name, str(scale), path], check=True)
                took, rss = median_of([assay, "check", "-q", "--kind", kind, path])
                line(f"{name}, {scale}x", os.path.getsize(path), took, rss)
            os.remove(path)
        took, rss = median_of([assay, "check", "-q", "-j", "2", TESTDATA])
        files = [os.path.join(at, name) for at, _, names in os.walk(TESTDATA) for name in names
                 if name.endswith((".onnx", ".pb"))]
        line(f"all {len(files)} files of libonnx-testdata, -j 2", sum(map(os.path.getsize, files)),
             took, rss)
        models = sorted(f for f in files if f.endswith(".onnx"))
        tenth = models[::10]
        checker = (
            "import sys, onnx\n"
            "for path in sys.argv[1:]:\n"
            "    onnx.checker.check_model(onnx.load(path))\n"
        )
        took, rss = median_of(["/usr/bin/python3", "-c", checker, *tenth], runs=3)
        line(f"python3-onnx, load and check, a tenth of the models ({len(tenth)})",
             sum(map(os.path.getsize, tenth)), took, rss)


if __name__ == "__main__":
    main()
