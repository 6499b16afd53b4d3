#!/usr/bin/env python3
"""Runs fuzz targets for a while and says what came of it, or minimises their corpora.

usage: run.py [TARGET...] [--minutes N | --seconds N] [--jobs N] [--build FOLDER]
       run.py [TARGET...] --minimise FOLDER...

What a run finds worth keeping goes to build/fuzz-corpus/TARGET and is read by the next one; inputs
that break a property go to build/fuzz-findings/TARGET. The exit status is 1 when there is one.

--minimise writes corpus/TARGET/seeds anew: the fewest files that reach what those of the seeds and
of FOLDER/TARGET reach.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FINDINGS = ROOT / "build/fuzz-findings"
KEPT = ROOT / "build/fuzz-corpus"
MAX_LEN = 4096
# The library's own limits should make those of time and memory never fire.
LIMITS = [f"-max_len={MAX_LEN}", "-timeout=5", "-rss_limit_mb=2048", "-malloc_limit_mb=256",
          "-entropic=0"]  # its bookkeeping takes longer than the targets
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=32:malloc_context_size=4",
                   ASAN_SYMBOLIZER_PATH="/usr/lib/llvm-14/bin/llvm-symbolizer")


def all_targets():
    return sorted(path.stem for path in (ROOT / "fuzz/targets").glob("*.cpp"))


def corpora(target):
    place = ROOT / "corpus" / target
    return [str(place / part) for part in ("seeds", "regressions") if (place / part).is_dir()]


def dictionary(build, target):
    text = subprocess.run([build / "fuzz/fuzz_tool", "dictionary", target], check=True,
                          capture_output=True, text=True).stdout
    path = KEPT / f"{target}.dict"
    path.write_text(text)
    return [f"-dict={path}"] if text else []


def number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run(build, target, seconds, job):
    kept = KEPT / target
    found = FINDINGS / target
    for folder in (kept, found):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    command = [build / f"fuzz/fuzz_{target}", f"-max_total_time={seconds}", "-print_final_stats=1",
               f"-artifact_prefix={found}/", f"-use_value_profile={job % 2}", *LIMITS,
               *dictionary(build, target), kept, *corpora(target)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                          env=ENVIRONMENT)
    framing = re.findall(r"framing kept: .* ([0-9.]+) %", done.stderr)
    result = {
        "target": target,
        "executions": number(r"stat::number_of_executed_units:\s*(\d+)", done.stderr),
        "exec/s": number(r"stat::average_exec_per_sec:\s*(\d+)", done.stderr),
        "coverage": number(r"cov: (\d+)", done.stderr),
        "features": number(r"ft: (\d+)", done.stderr),
        "new": number(r"stat::new_units_added:\s*(\d+)", done.stderr),
        "framing kept": framing[-1] + " %" if framing else "",
        "findings": sorted(set(found.iterdir()) - before),
    }
    if done.returncode != 0 or result["findings"]:
        sys.stderr.write(f"\n== {target} ended with status {done.returncode}\n")
        sys.stderr.write(done.stderr[-6000:])
        if not result["findings"]:
            result["findings"] = [None]
    return result


def print_table(results):
    heads = ["target", "executions", "exec/s", "coverage", "features", "new", "framing kept",
             "findings"]
    rows = [[str(len(one[head])) if head == "findings" else str(one[head]) for head in heads]
            for one in results]
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    for row in [heads, *rows]:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
    for one in results:
        for path in one["findings"]:
            if path:
                print(f"finding: ./dev fuzz --replay {one['target']} {path.relative_to(ROOT)}")


def minimise(build, target, folders):
    seeds = ROOT / "corpus" / target / "seeds"
    sources = [folder / target for folder in folders if (folder / target).is_dir()]
    with tempfile.TemporaryDirectory() as place:
        fresh = pathlib.Path(place) / "seeds"
        fresh.mkdir()
        command = [build / f"fuzz/fuzz_{target}", "-set_cover_merge=1", *LIMITS, fresh, *sources]
        command += [seeds] if seeds.is_dir() else []
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              check=False, env=ENVIRONMENT)
        if done.returncode != 0 or not any(fresh.iterdir()):
            sys.exit(f"{target}: the corpus could not be minimised\n{done.stderr[-4000:]}")
        shutil.rmtree(seeds, ignore_errors=True)
        shutil.copytree(fresh, seeds)
    files = list(seeds.iterdir())
    print(f"{target}: {len(files)} seeds, {sum(file.stat().st_size for file in files)} bytes")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/fuzz")
    parser.add_argument("--minimise", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    targets = options.targets or all_targets()
    for target in targets:
        if target not in all_targets():
            parser.error(f"there is no target {target}; there are {', '.join(all_targets())}")
    KEPT.mkdir(parents=True, exist_ok=True)
    if options.minimise:
        for target in targets:
            minimise(options.build, target, options.minimise)
        return
    seconds = options.seconds or round(options.minutes * 60)
    # A single target runs as often as there are jobs.
    runs = targets * options.jobs if len(targets) == 1 else targets
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = [pool.submit(run, options.build, target, seconds, job)
                   for job, target in enumerate(runs)]
        results = [one.result() for one in waiting]
    print_table(results)
    sys.exit(1 if any(one["findings"] for one in results) else 0)


if __name__ == "__main__":
    main()
