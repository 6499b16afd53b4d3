#!/usr/bin/env python3
"""Writes the summary of a matrix between the marks in docs/conformance.md.

  update_docs.py MATRIX.json DOCUMENT
"""

import json
import pathlib
import sys

BEGIN, END = "<!-- matrix: begin -->\n", "<!-- matrix: end -->\n"


def cell(text):
    return text.replace("|", "\\|")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(cell(str(c)) for c in row) + " |" for row in rows]) + "\n"


def main():
    matrix = json.loads(pathlib.Path(sys.argv[1]).read_text())
    document = pathlib.Path(sys.argv[2])
    subjects = matrix["subjects"]
    names = [s["name"] for s in subjects]
    out = [table(["subject", "version", "as it must be", "wrong", "differs from advice", "no answer", "not asked"],
                 [[s["name"], s["version"]] + [s["counts"][k] for k in ("pass", "fail", "differs", "broken", "skipped")]
                  for s in subjects])]
    rows = []
    for suite in matrix["suites"]:
        row = [suite["suite"], len(suite["cases"])]
        for i in range(len(names)):
            marks = [case["cells"][i]["mark"] for case in suite["cases"]]
            asked = [m for m in marks if m != "skipped"]
            wrong = sum(m in ("fail", "broken") for m in asked)
            row.append(f"{wrong} of {len(asked)}" if asked else "")
        rows.append(row)
    out.append("Wrong answers, of the cases that were asked:\n\n" + table(["suite", "cases"] + names, rows))
    rows, described = [], 0
    for suite in matrix["suites"]:
        for case in suite["cases"]:
            said = [c["digest"] for c in case["cells"] if c.get("digest") and c["outcome"] == "accepted"]
            read = set(said)
            described += len(said) > 1
            if len(read) > 1:
                groups = sorted(read)
                rows.append([f"{suite['suite']}/{case['id']}: {case['description']}"] +
                            ["contents " + "ABCDEF"[groups.index(c["digest"])]
                             if c.get("digest") in read and c["outcome"] == "accepted"
                             else "" if c["mark"] == "skipped" else c["outcome"] for c in case["cells"]])
    out.append(f"Two readers or more accept and describe {described} of the files. "
               + (f"All but these {len(rows)} hold the\nsame to all of them:\n\n" + table(["case"] + names, rows)
                  if rows else "Each holds the same to all of them.\n"))
    text = document.read_text()
    if BEGIN not in text or END not in text:
        sys.exit(f"{document} has no marks for the matrix")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    document.write_text(before + BEGIN + "\n" + "\n".join(out) + "\n" + END + after)


if __name__ == "__main__":
    main()
