"""Writes suites as JSON that a person reads: a value on one line where it fits, arrays of plain
values always on one line. The same suite gives the same text.
"""

import json

WIDTH = 100


def plain(value):
    return not isinstance(value, (dict, list))


def one_line(value):
    return json.dumps(value, ensure_ascii=True, separators=(", ", ": "))


def render(value, indent, used):
    """The text of a value that starts in column `used` of a line indented by `indent`."""
    line = one_line(value)
    if plain(value) or used + len(line) <= WIDTH:
        return line
    if isinstance(value, list) and all(plain(v) for v in value):
        return line
    inner = indent + 1
    pad = "\n" + " " * inner
    if isinstance(value, list):
        return "[" + ("," + pad).join(render(v, inner, inner + 1) for v in value) + "]"
    parts = []
    for key, item in value.items():
        head = json.dumps(key) + ": "
        parts.append(head + render(item, inner, inner + len(head) + 1))
    return "{" + ("," + pad).join(parts) + "}"


def suite_text(suite):
    """A whole suite, with each case starting on a line of its own."""
    lines = []
    for key, value in suite.items():
        if key != "cases":
            head = json.dumps(key) + ": "
            lines.append("  " + head + render(value, 2, 2 + len(head)))
    cases = ",\n".join("    " + render(case, 4, 5) for case in suite["cases"])
    lines.append('  "cases": [\n' + cases + "\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"
