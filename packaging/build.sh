#!/bin/sh
# Sets Coffer up if need be, then builds the program that is carried in (dist/Coffer) and tries it; on Linux, packs it into one file too.
#   sh packaging/build.sh [--release]
# --release audits every locked package first, and builds nothing unless that ends clean.
set -eu
script=$0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

if [ "${1-}" = --release ]; then
    sh "$root/packaging/audit.sh"
fi
exec "$python" "$root/packaging/build_program.py"
