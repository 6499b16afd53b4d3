#!/bin/bash -eu
# Builds every target for OSS-Fuzz and ClusterFuzzLite, with the compiler, flags and engine that they
# give, into $OUT: the programs, and for each its seeds, its dictionary and its options.
#
# libprotobuf as Debian has it is built with another C++ library and without the sanitizer, so the
# differential against it stays out.
cd "$SRC/assay"
build=$WORK/build
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CXX_FLAGS="$CXXFLAGS" \
  -DASSAY_BUILD_CLI=OFF -DASSAY_BUILD_TESTS=OFF -DASSAY_FUZZ_PROTOBUF=OFF \
  -DASSAY_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$build" --target fuzz_targets fuzz_tool

for target in $(basename -s .cpp fuzz/targets/*.cpp); do
  cp "$build/fuzz/fuzz_$target" "$OUT/"
  seeds=(corpus/"$target"/seeds)
  [[ ! -d corpus/$target/regressions ]] || seeds+=(corpus/"$target"/regressions)
  find "${seeds[@]}" -type f | sort | zip -q -j "$OUT/fuzz_${target}_seed_corpus.zip" -@
  "$build/fuzz/fuzz_tool" dictionary "$target" >"$OUT/fuzz_$target.dict"
  dictionary="dict = fuzz_$target.dict"
  [[ -s $OUT/fuzz_$target.dict ]] || { rm "$OUT/fuzz_$target.dict" && dictionary=; }
  printf '[libfuzzer]\nmax_len = 4096\ntimeout = 10\nrss_limit_mb = 2048\n%s\n' "$dictionary" \
    >"$OUT/fuzz_$target.options"
done
