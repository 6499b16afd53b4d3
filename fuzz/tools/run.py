#!/usr/bin/env python3
"""Runs fuzz targets for a while and says what came of it, or minimises their corpora.

usage: run.py [TARGET...] [--minutes N | --seconds N] [--jobs N] [--beside] [--build FOLDER]
       run.py [TARGET...] --minimise FOLDER...

Each target in turn runs for that time in as many processes as there are jobs; with --beside each in
one process, as many targets at once. What a run finds worth keeping goes to
build/fuzz-corpus/TARGET and is read by the next one; inputs that break a property go to
build/fuzz-findings/TARGET. A row of the table is printed, and added to build/fuzz-record.md, as
soon as its target is through. The exit status is 1 when there is a finding.

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
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FINDINGS = ROOT / "build/fuzz-findings"
KEPT = ROOT / "build/fuzz-corpus"
RECORD = ROOT / "build/fuzz-record.md"
# Most bytes of an input. Short ones are tried much faster; lists and blocks want room.
SHORT, MAX_LEN = 1024, 4096
GRACE = 120  # seconds to stop in
# The library's own limits should make those of time and memory never fire.
LIMITS = ["-timeout=5", "-rss_limit_mb=2048", "-malloc_limit_mb=256",
          "-entropic=0"]  # its bookkeeping takes longer than the targets
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="quarantine_size_mb=32:malloc_context_size=4",
                   ASAN_SYMBOLIZER_PATH="/usr/lib/llvm-14/bin/llvm-symbolizer")


def all_targets():
    return sorted(path.stem for path in (ROOT / "fuzz/targets").glob("*.cpp"))


def corpora(target):
    place = ROOT / "corpus" / target
    return [str(place / part) for part in ("seeds", "regressions") if (place / part).is_dir()]


def dictionary(build, target):
    tool = build / "fuzz/fuzz_tool"
    if not tool.exists():
        tool = ROOT / "build/release/fuzz/fuzz_tool"
    text = subprocess.run([tool, "dictionary", target], check=True,
                          capture_output=True, text=True).stdout
    path = KEPT / f"{target}.dict"
    path.write_text(text)
    return [f"-dict={path}"] if text else []


def number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def run_process(build, target, seconds, job):
    found = FINDINGS / target
    # One process in two looks at values, too, in inputs of any length.
    kind = ["-use_value_profile=1", f"-max_len={MAX_LEN}"] if job % 2 else [f"-max_len={SHORT}"]
    command = [build / f"fuzz/fuzz_{target}", f"-max_total_time={seconds}", "-print_final_stats=1",
               f"-artifact_prefix={found}/", *kind, *LIMITS,
               *dictionary(build, target), KEPT / target, *corpora(target)]
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        try:
            status = subprocess.run(command, stdout=log, stderr=log, check=False, env=ENVIRONMENT,
                                    timeout=seconds + GRACE).returncode
        except subprocess.TimeoutExpired:
            status = "none: it did not stop by itself"
        log.seek(0)
        return status, log.read()


def run(build, target, seconds, processes, first_job):
    """A row of the table: what all processes of the target came to."""
    for folder in (KEPT / target, FINDINGS / target):
        folder.mkdir(parents=True, exist_ok=True)
    before = set((FINDINGS / target).iterdir())
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        ended = list(pool.map(lambda job: run_process(build, target, seconds, first_job + job),
                              range(processes)))
    took = time.monotonic() - begin
    findings = sorted(set((FINDINGS / target).iterdir()) - before)
    for status, log in ended:
        if status != 0:
            sys.stderr.write(f"\n== {target} ended with status {status}\n{log[-6000:]}\n")
            findings = findings or [None]
    texts = [log for _, log in ended]
    executions = sum(number(r"stat::number_of_executed_units:\s*(\d+)", log) for log in texts)
    framed = sum(number(r"framing kept: (\d+) of", log) for log in texts)
    return {
        "target": target,
        "seconds": round(took),
        "processes": processes,
        "executions": f"{executions:,}",
        "exec/s": f"{round(executions / took):,}",
        "coverage": max(number(r"cov: (\d+)", log) for log in texts),
        "features": max(number(r"ft: (\d+)", log) for log in texts),
        "new": sum(number(r"stat::new_units_added:\s*(\d+)", log) for log in texts),
        "framing kept": f"{100 * framed / max(executions, 1):.0f} %" if framed else "",
        "findings": findings,
    }


HEADS = ["target", "seconds", "processes", "executions", "exec/s", "coverage", "features", "new",
         "framing kept", "findings"]


def commit():
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True,
                              check=False).stdout.strip()
    return (git("rev-parse", "--short", "HEAD") or "no commit") + (
        " with changes" if git("status", "--porcelain", "--untracked-files=no") else "")


class Record:
    """The table, in Markdown, as it grows."""

    def __init__(self, what):
        self.write(f"\n{time.strftime('%d %B %Y, %H:%M', time.gmtime())} UTC, commit {commit()}, "
                   f"{what}\n")
        self.row(HEADS)
        self.row(["---"] + ["--:"] * (len(HEADS) - 1))

    @staticmethod
    def write(line):
        print(line, flush=True)
        with RECORD.open("a") as out:
            out.write(line + "\n")

    def row(self, cells):
        self.write("| " + " | ".join(str(cell) for cell in cells) + " |")

    def add(self, one):
        self.row(len(one[head]) if head == "findings" else one[head] for head in HEADS)
        for path in one["findings"]:
            if path:
                print(f"finding: ./dev fuzz --replay {one['target']} {path.relative_to(ROOT)}",
                      flush=True)


def minimise(build, target, folders):
    seeds = ROOT / "corpus" / target / "seeds"
    sources = [folder / target for folder in folders if (folder / target).is_dir()]
    with tempfile.TemporaryDirectory() as place:
        fresh = pathlib.Path(place) / "seeds"
        fresh.mkdir()
        command = [build / f"fuzz/fuzz_{target}", "-set_cover_merge=1", f"-max_len={MAX_LEN}", *LIMITS,
                   fresh, *sources]
        command += [seeds] if seeds.is_dir() else []
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              check=False, env=dict(ENVIRONMENT, ASSAY_FUZZ_THOROUGH="1"))
        if done.returncode != 0 or not any(fresh.iterdir()):
            sys.exit(f"{target}: the corpus could not be minimised\n{done.stderr[-4000:]}")
        # Of these the size is the point, and not what they reach.
        kept = [file for source in sources for file in source.glob("many-*")] or (
            [file for file in seeds.glob("many-*")] if seeds.is_dir() else [])
        for file in kept:
            shutil.copy(file, fresh)
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
    parser.add_argument("--beside", action="store_true")
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
    processes, at_once = (1, options.jobs) if options.beside else (options.jobs, 1)
    record = Record(f"{options.build.name}, {seconds} seconds a target")
    found = False
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        rows = [pool.submit(run, options.build, target, seconds, processes, job)
                for job, target in enumerate(targets)]
        for row in concurrent.futures.as_completed(rows):
            record.add(row.result())
            found = found or bool(row.result()["findings"])
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
