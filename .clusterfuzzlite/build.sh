#!/bin/bash -eu
exec "$SRC/assay/fuzz/oss-fuzz/build.sh"
