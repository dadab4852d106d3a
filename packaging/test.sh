#!/bin/sh
# Sets Coffer up if need be, then checks everything: ruff, mypy, the import contracts, and the tests.
#   sh packaging/test.sh [--slow] [ARGUMENTS OF PYTEST]
# --slow runs the tests marked slow too. All checks are run, whatever the first ones say; paths are relative to the clone.
set -eu
script=$0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

cd "$root"
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
if [ "${1-}" = --slow ]; then
    shift
    set -- -m 'slow or not slow' "$@"
fi
failed=''

# check NAME COMMAND…: one line if all is well, everything the command said if not.
check() {
    name=$1
    shift
    if output=$("$@" 2>&1); then
        say "$name: ok"
    else
        failed="$failed, $name"
        say "$name: FAILED"
        printf '%s\n' "$output" >&2
    fi
}

check 'ruff check' "$python" -m ruff check .
check 'ruff format' "$python" -m ruff format --check .
check 'mypy' "$python" -m mypy
check 'import contracts' "$python" -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
"$python" -m pytest --numprocesses logical --dist loadscope "$@" || failed="$failed, pytest"

if [ -n "$failed" ]; then
    say "failed: ${failed#, }"
    exit 1
fi
