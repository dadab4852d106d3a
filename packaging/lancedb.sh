#!/bin/sh
# Adds LanceDB to a Coffer that runs from its source, for vaults of a million chunks and more: 120 MB to fetch, 350 MB on disk.
# A vault uses it with `vectors = "lancedb"` under [index] in its coffer.toml.
set -eu
script=$0
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/packaging/setup.sh"

"$python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --requirement "$root/packaging/lancedb.lock"
say 'LanceDB is there. A vault uses it with vectors = "lancedb" under [index] in its coffer.toml.'
