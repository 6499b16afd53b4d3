"""Writes generated suites to files, or compares them with the files that are there."""

import pathlib
import sys

from suite_writer import suite_text

DEFAULT = pathlib.Path(__file__).resolve().parent.parent / "suites"


def main(builders):
    arguments = sys.argv[1:]
    check = "--check" in arguments
    folders = [a for a in arguments if a != "--check"]
    folder = pathlib.Path(folders[0]) if folders else DEFAULT
    stale, total = [], 0
    for build in builders:
        suite = build()
        ids = [case["id"] for case in suite["cases"]]
        repeated = {i for i in ids if ids.count(i) > 1}
        if repeated:
            sys.exit(f"{suite['suite']}: repeated ids {sorted(repeated)}")
        total += len(ids)
        path, text = folder / (suite["suite"] + ".json"), suite_text(suite)
        if not check:
            path.write_text(text, encoding="ascii")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            stale.append(path.name)
        print(f"{suite['suite']}: {len(ids)} cases")
    print(f"{total} cases in all")
    if stale:
        sys.exit("stale: " + ", ".join(stale) + "; run this program without --check")
