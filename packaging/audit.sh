#!/bin/sh
# Asks the package index's database of advisories about every locked package; UPDATES.md says what is done about a finding.
# A package that the index has nothing to say about fails the audit too (--strict): silence is not a clean bill.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${COFFER_PYTHON:-python3}" -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: 'pip-audit==2.10.1'

unclear=''
for lock in requirements llama-build lancedb; do
    printf 'coffer: auditing packaging/%s.lock\n' "$lock" >&2
    "$tools/bin/pip-audit" --strict --disable-pip --require-hashes --progress-spinner off --requirement "$root/packaging/$lock.lock" ||
        unclear="$unclear $lock.lock"
done
if [ -n "$unclear" ]; then
    printf 'coffer: NOT CLEAN:%s. Above stands a finding, which UPDATES.md says what to do about, or a package of which this index\n' "$unclear" >&2
    printf 'coffer: knows no advisories: then nothing was audited, and it has to be done where the index has them. No release until then.\n' >&2
    exit 1
fi
printf 'coffer: every locked package was audited, and nothing is known against any\n' >&2
