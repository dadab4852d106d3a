# Sourced by run.sh and test.sh, which say where the clone is ($root) and what they are called ($script). Leaves $python, the clone's own, with everything in place.
# When nothing has changed since the last time, that takes a few milliseconds; packaging/set_up.py does the work otherwise.

python=$root/.venv/bin/python
stamp=$root/.venv/coffer-ready

say() {
    printf 'coffer: %s\n' "$*" >&2
}

# Everything that decides what a set-up would do. A checksum notices a change; what is fetched is checked by SHA-256 elsewhere.
fingerprint() {
    { printf '%s\n' "$root"; cat "$root/.venv/pyvenv.cfg" "$root"/packaging/*.lock "$root"/packaging/*.py "$root/packaging/setup.sh" "$root/resources/models.toml"; } | cksum
}

is_ready() {
    [ -x "$python" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ] &&
        [ -z "$(find "$root/resources/models" -newer "$stamp")" ]
}

# Prints the first Python on this machine that is new enough.
find_python() {
    if [ -n "${COFFER_PYTHON-}" ]; then
        set -- "$COFFER_PYTHON"
    else
        set -- python3 python3.13 python3.12 python3.11
    fi
    for candidate in "$@"; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    say "Coffer needs Python 3.11 or newer, and found none. Tried: $*."
    say "Install one, or say where it is: COFFER_PYTHON=/path/to/python3.12 sh $script"
    return 1
}

if ! is_ready; then
    base_python=$(find_python)
    "$base_python" "$root/packaging/set_up.py"
    # Written last and whole: a set-up that was stopped before this line is not taken for a finished one.
    fingerprint >"$stamp.new"
    mv "$stamp.new" "$stamp"
fi
