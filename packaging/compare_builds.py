"""Compare two built programs, file by file: `compare_builds.py ONE OTHER`, each a folder with its SHA256SUMS.

Both must hold the same files with the same content. What may differ is named here, each with why; everything else fails.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from console import say

MAY_DIFFER: Mapping[str, str] = {}
"""Files whose content may differ between two builds of the same source on the same machine, and why."""


def main(arguments: Sequence[str]) -> int:
    """Compare, and say what differs."""
    one, other = (read_sums(Path(each)) for each in arguments)
    differing = differences(one, other)
    for line in differing:
        say(line)
    say(f"{len(one)} files, {len(differing)} surprises, {len(MAY_DIFFER)} named exceptions")
    return 1 if differing else 0


def read_sums(folder: Path) -> dict[str, str]:
    """The hash of each file, from SHA256SUMS."""
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def differences(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """What is in one only, or differs and is no named exception; a line each."""
    alone = [f"only in the one: {name}" for name in sorted(one.keys() - other.keys())]
    alone += [f"only in the other: {name}" for name in sorted(other.keys() - one.keys())]
    changed = [name for name in sorted(one.keys() & other.keys()) if one[name] != other[name] and name not in MAY_DIFFER]
    return alone + [f"differs: {name}" for name in changed]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
