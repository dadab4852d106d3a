#!/bin/sh
# Sets Coffer up if need be, then starts it: `sh packaging/run.sh` opens the window, `sh packaging/run.sh --help` tells the rest.
set -eu
script=$0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

# Modules are never looked for in the folder one happens to stand in: it may hold the files under examination.
export PYTHONSAFEPATH=1
exec "$python" -m desktop "$@"
