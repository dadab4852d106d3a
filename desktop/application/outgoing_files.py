"""Files outside the vault, which a person asked for by name: what had the name before is whole until the new file is."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from desktop.domain.errors import StorageProblem


def write_out(files: Sequence[tuple[Path, bytes]], advice: str) -> None:
    """Write files that belong together, all of them under other names first; StorageProblem, with an advice, if that cannot be done.

    Links are followed, and what is no regular file, such as a pipe, is written to as it is.
    """
    staged: list[tuple[Path, Path]] = []
    target = Path()
    try:
        for target, content in files:
            real = target.resolve()
            if real.exists() and not real.is_file():
                real.write_bytes(content)
                continue
            beside = real.with_name(f".{secrets.token_hex(8)}.tmp")
            staged.append((beside, real))
            _write_new(beside, content, real)
        for beside, target in staged:
            beside.replace(target)
    except OSError as error:
        raise StorageProblem(f"{target} could not be written: {error.strerror or error}.", advice) from error
    finally:
        for beside, _ in staged:
            with suppress(OSError):  # the disk went away, or it has its name by now
                beside.unlink(missing_ok=True)


def _write_new(file: Path, content: bytes, instead_of: Path) -> None:
    """Write a file to the disk itself; whoever might read the one that it replaces may read it, and nobody else."""
    with file.open("xb") as stream:
        if instead_of.exists():
            file.chmod(stat.S_IMODE(instead_of.stat().st_mode))
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
