#!/bin/sh
# Sets Coffer up if need be, then builds the program that is carried in (dist/Coffer) and tries it; on Linux, packs it into one file too.
set -eu
script=$0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

exec "$python" "$root/packaging/build_program.py" "$@"
