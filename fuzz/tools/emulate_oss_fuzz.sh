#!/usr/bin/env bash
# Does here what OSS-Fuzz does in its containers: runs build.sh under their environment, then checks
# what it made, and runs each target on its own seeds. Needs clang and zip.
#
# usage: emulate_oss_fuzz.sh [address|undefined]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
sanitizer=${1:-address}
place=build/oss-fuzz
rm -rf "$place/out"
mkdir -p "$place/src" "$place/work" "$place/out"
ln -sfn "$root" "$place/src/assay"

export SRC=$root/$place/src WORK=$root/$place/work OUT=$root/$place/out
export CC=clang CXX=clang++ FUZZING_ENGINE=libfuzzer SANITIZER=$sanitizer ARCHITECTURE=x86_64
export LIB_FUZZING_ENGINE=-fsanitize=fuzzer
case $sanitizer in
  address) flags='-fsanitize=address -fsanitize-address-use-after-scope' ;;
  undefined) flags='-fsanitize=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unsigned-integer-overflow,unreachable,vla-bound,vptr -fno-sanitize-recover=all' ;;
  *) echo "emulate_oss_fuzz.sh: no sanitizer is called '$sanitizer'" >&2 && exit 2 ;;
esac
export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only -Wno-error -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION $flags -fsanitize=fuzzer-no-link"
export CXXFLAGS=$CFLAGS
"$SRC/assay/fuzz/oss-fuzz/build.sh"

for source in fuzz/targets/*.cpp; do
  target=fuzz_$(basename "$source" .cpp)
  for made in "$target" "${target}_seed_corpus.zip" "$target.options"; do
    [[ -s $OUT/$made ]] || { echo "emulate_oss_fuzz.sh: $made is missing" >&2 && exit 1; }
  done
  seeds=$WORK/seeds/$target
  rm -rf "$seeds"
  mkdir -p "$seeds"
  (cd "$seeds" && python3 -m zipfile -e "$OUT/${target}_seed_corpus.zip" .)
  options=()
  [[ ! -e $OUT/$target.dict ]] || options+=(-dict="$OUT/$target.dict")
  "$OUT/$target" -runs=0 -rss_limit_mb=2048 "${options[@]}" "$seeds" >"$WORK/$target.log" 2>&1 ||
    { tail -20 "$WORK/$target.log" >&2 && exit 1; }
  echo "$target: $(find "$seeds" -type f | wc -l) seeds"
done
