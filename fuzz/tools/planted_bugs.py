#!/usr/bin/env python3
"""Plants ten bugs in the library, one at a time, and has the fuzz target that should find each of
them look for it for a minute. Exits with 1 when one is not found.

usage: planted_bugs.py [NAME...]

The sources are changed in place and put back; nothing else may build in build/fuzz meanwhile.
Inputs are the seeds alone, so that a bug is found by its target and not by a stored finding.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import run as fuzz

SECONDS = 60
# name, target, file, what stands there, what takes its place
BUGS = [
    ("a length may be one byte too long", "tensor", "lib/decode/decoder_loop.cpp",
     "length > static_cast<std::uint64_t>(end - at)",
     "length > static_cast<std::uint64_t>(end - at) + 1"),
    ("a length is compared in 32 bits", "wire", "lib/decode/decoder.cpp",
     "if (length.value > cursor.left()) {", "if ((length.value & 0xffffffffu) > cursor.left()) {"),
    ("the first of two strings holds", "wire", "lib/decode/decoder.cpp",
     "member<Text>(field) = text;",
     "if (member<Text>(field).data() == nullptr) { member<Text>(field) = text; }"),
    ("no index is too large", "rules", "lib/rules/sparse.cpp",
     "if ((value < 0 || value >= limit) && !ranged_) {", "if (value < 0 && !ranged_) {"),
    ("nibbles are read from the high bits down", "tensor", "lib/tensor/element_decode.cpp",
     "const unsigned shift = static_cast<unsigned>(i % kPerByte) * Bits;",
     "const unsigned shift = static_cast<unsigned>(kPerByte - 1 - i % kPerByte) * Bits;"),
    ("the tenth byte of a varint may hold two bits", "varint", "lib/wire/cursor.cpp",
     "byte > 1)", "byte > 3)"),
    ("one C1 control character passes", "utf8", "lib/base/utf8.cpp",
     "code_point <= 0x9f", "code_point <= 0x9e"),
    ("ranges that touch overlap", "external", "lib/external/ranges.cpp",
     "at->first < offset + length", "at->first <= offset + length"),
    ("a limit silences what is beyond it", "model", "lib/rules/conv_integer.cpp",
     "    report(Rule::limit_rank, field, bytes,",
     "    if (what.empty()) report(Rule::limit_rank, field, bytes,"),
    ("the last chunk of memory is kept", "map", "lib/base/arena.cpp",
     "while (last_ != nullptr) {", "while (last_ != nullptr && last_->before != nullptr) {"),
]


def build(target):
    done = subprocess.run(["cmake", "--build", fuzz.ROOT / "build/fuzz", "--target",
                           f"fuzz_{target}"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stdout[-3000:] + done.stderr)


def look(target):
    """The seconds until a finding and the property or fault that it breaks; None without one."""
    with tempfile.TemporaryDirectory() as place:
        command = [fuzz.ROOT / f"build/fuzz/fuzz/fuzz_{target}", f"-max_total_time={SECONDS}",
                   f"-artifact_prefix={place}/", f"-max_len={fuzz.MAX_LEN}", *fuzz.LIMITS,
                   *fuzz.dictionary(fuzz.ROOT / "build/fuzz", target), place,
                   fuzz.ROOT / "corpus" / target / "seeds"]
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              check=False, env=fuzz.ENVIRONMENT)
        if done.returncode == 0:
            return None
        signs = ("property broken", "ERROR: ", "runtime error")
        why = [line for line in done.stderr.splitlines() if any(sign in line for sign in signs)]
        return time.monotonic() - begin, why[0].strip() if why else "?"


def main():
    fuzz.KEPT.mkdir(parents=True, exist_ok=True)
    missed = 0
    for name, target, file, there, instead in BUGS:
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        path = fuzz.ROOT / file
        sound = path.read_text()
        if sound.count(there) != 1:
            sys.exit(f"{file} has no single '{there}' any more: {name}")
        try:
            path.write_text(sound.replace(there, instead))
            build(target)
            found = look(target)
        finally:
            path.write_text(sound)
        missed += found is None
        print(f"{name}: " + (f"{target}, {found[0]:.1f} s: {found[1]}" if found else
                             f"NOT FOUND by {target}"), flush=True)
    for target in sorted({bug[1] for bug in BUGS}):
        build(target)
    print(f"{len(BUGS)} bugs, {missed} not found")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
