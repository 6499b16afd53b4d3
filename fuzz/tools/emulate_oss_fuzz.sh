#!/usr/bin/env bash
# Does here what OSS-Fuzz does in its containers: runs build.sh on a copy of the sources under their
# environment, then checks what it made, and runs each target on its own seeds and, where seconds are
# given, as long beyond them, with its own dictionary and options. Needs clang and zip.
#
# usage: emulate_oss_fuzz.sh [address|undefined [SECONDS [JOBS]]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
sanitizer=${1:-address} seconds=${2:-0} jobs=${3:-1}
place=$root/build/oss-fuzz
export SRC=$place/src WORK=$place/work-$sanitizer OUT=$place/out-$sanitizer
rm -rf "$SRC" "$OUT"
mkdir -p "$SRC/assay" "$WORK" "$OUT"
# As their image has it: a copy, without what was built here.
tar -c --exclude=./build --exclude=./.git . | tar -x -C "$SRC/assay"

export CC=clang CXX=clang++ FUZZING_ENGINE=libfuzzer SANITIZER=$sanitizer ARCHITECTURE=x86_64
export LIB_FUZZING_ENGINE=-fsanitize=fuzzer
case $sanitizer in
  address) flags='-fsanitize=address -fsanitize-address-use-after-scope' ;;
  undefined)
    # What ends a program; unsigned overflow is but a thing more to see for the engine.
    checks=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr
    flags="-fsanitize=$checks,unsigned-integer-overflow -fno-sanitize-recover=$checks"
    export UBSAN_OPTIONS=silence_unsigned_overflow=1:print_stacktrace=1
    ;;
  *) echo "emulate_oss_fuzz.sh: no sanitizer is called '$sanitizer'" >&2 && exit 2 ;;
esac
export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -Wno-error -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $flags -fsanitize=fuzzer-no-link"
export CXXFLAGS=$CFLAGS
bash "$SRC/assay/fuzz/oss-fuzz/build.sh" >"$WORK/build.log" 2>&1 ||
  { tail -40 "$WORK/build.log" >&2 && exit 1; }

# What a machine of theirs does with a target. It has no file of the sources: only what is in $OUT.
check() {
  local target=$1 seeds=$WORK/seeds/$1 name value made
  local options=("-artifact_prefix=$WORK/found/$1/")
  for made in "$target" "${target}_seed_corpus.zip" "$target.options"; do
    [[ -s $OUT/$made ]] || { echo "emulate_oss_fuzz.sh: $made is missing" >&2 && return 1; }
  done
  while IFS=' =' read -r name value; do
    case $name in
      '' | \[*) ;;
      dict) options+=("-dict=$OUT/$value") ;;
      *) options+=("-$name=$value") ;;
    esac
  done <"$OUT/$target.options"
  rm -rf "$seeds"
  mkdir -p "$seeds" "$WORK/new/$target" "$WORK/found/$target"
  (cd "$seeds" && python3 -m zipfile -e "$OUT/${target}_seed_corpus.zip" .)
  local count
  count=$(find "$seeds" -type f | wc -l)
  if ((seconds == 0)); then
    options+=(-runs=0)
  else
    options+=(-max_total_time="$seconds" -print_final_stats=1 -entropic=0 "$WORK/new/$target")
  fi
  "$OUT/$target" "${options[@]}" "$seeds" >"$WORK/$target.log" 2>&1 ||
    { tail -40 "$WORK/$target.log" >&2 && return 1; }
  echo "$target: $count seeds; $(sed -n 's/^stat::number_of_executed_units: */executions: /p' "$WORK/$target.log")"
}
export -f check
export seconds
basename -s .cpp fuzz/targets/*.cpp | sed 's/^/fuzz_/' |
  xargs -P "$jobs" -I{} bash -euo pipefail -c 'check "$1"' check {}
