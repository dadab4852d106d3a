#!/bin/sh
# Makes the locks anew from pyproject.toml and llama-build.in, keeping versions that still fit:
#   sh packaging/lock.sh [--upgrade | --upgrade-package NAME]
# then sees that every package has a wheel for each system that Coffer is built on. Commit what changes.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$root"

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${COFFER_PYTHON:-python3}" -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: 'uv==0.9.30'

compile() {
    "$tools/bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header "$@"
}
compile pyproject.toml --extra dev --output-file packaging/requirements.lock "$@"
compile packaging/llama-build.in --output-file packaging/llama-build.lock "$@"
compile pyproject.toml --extra lancedb --constraint packaging/requirements.lock --output-file packaging/lancedb.lock "$@"

export MACOSX_DEPLOYMENT_TARGET=14.0
for system in x86_64-manylinux_2_36 aarch64-apple-darwin; do
    for version in 3.11 3.12 3.13; do
        "$tools/bin/uv" pip install --quiet --dry-run --target "$tools/target" --python-platform "$system" --python-version "$version" \
            --only-binary :all: --require-hashes --requirements packaging/requirements.lock --requirements packaging/llama-build.lock \
            --requirements packaging/lancedb.lock
        printf 'every package has a wheel for %s, Python %s\n' "$system" "$version"
    done
done
