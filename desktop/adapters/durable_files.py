"""Files that survive a crash: written to a temporary name, flushed, renamed, and the folder flushed."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop.domain.errors import StorageProblem

LEFTOVERS = f"*.{'[0-9a-f]' * 8}.tmp"
"""Pattern of the temporary names, which no person would give a file."""

PRIVATE = 0o600
"""Nobody but the person reads what lies in a vault, whatever their account lets others read of new files."""

# Journalling file systems commit flushes that arrive together as one; one after the other they cost thirty times more.
_FLUSHES_AT_ONCE = 8

_HINTS = {
    errno.ENOSPC: "The disk is full. Free some space and try again; what was stored before is safe.",
    errno.EDQUOT: "Your quota on this disk is used up. Free some space and try again; what was stored before is safe.",
    errno.EROFS: "The disk can only be read. Copy the vault to a disk that can be written.",
    errno.EACCES: "You may not write there. Change the permissions of the vault's folder, or copy the vault to a place of your own.",
    errno.EPERM: "You may not write there. Change the permissions of the vault's folder, or copy the vault to a place of your own.",
    errno.ENOENT: "The vault's folder, or a part of it, is gone. If it is on a removable disk, connect it again.",
    errno.EIO: "The disk does not answer properly. If it is a removable disk, connect it again; else save a copy of the vault soon.",
}


@contextmanager
def storing(what: str) -> Iterator[None]:
    """Turn the operating system's errors into StorageProblem; `what` says what was being done, as in `could not be written`."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        hint = _HINTS.get(error.errno or 0, "Check the disk that holds the vault, then try again.")
        raise StorageProblem(f"{what}: {reason}.", hint) from error


class Staging:
    """New files under temporary names, which `commit` makes durable and puts into place together.

    What is not committed when the block ends is removed. After a crash midway, what has its name is whole, and what was staged
    first has its name first: originals stand before the Markdown that speaks of them, and an import that goes on finds both.
    """

    def __init__(self) -> None:
        self._open: list[tuple[int, Path, Path]] = []
        self._closed: list[Path] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for descriptor, temporary, _ in self._open:
            os.close(descriptor)
            self._closed.append(temporary)
        for temporary in self._closed:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    def create(self, target: Path, mode: int = PRIVATE) -> int:
        """Open a new temporary file beside `target`; returns its descriptor, which stays the staging's own."""
        temporary = target.with_name(f"{target.name[:180]}.{secrets.token_hex(4)}.tmp")
        descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        self._open.append((descriptor, temporary, target))
        os.fchmod(descriptor, mode)
        return descriptor

    def write(self, target: Path, content: bytes, mode: int = PRIVATE) -> None:
        """Stage a whole file."""
        write_fully(self.create(target, mode), content)

    def commit(self) -> None:
        """Flush every file, rename them in the order they were staged, and flush their folders.

        If one cannot get its name, those that are new lose theirs again. One that took the place of an older file stays: it
        is whole, and the older one is gone.
        """
        flush_descriptors([descriptor for descriptor, _, _ in self._open])
        named: list[tuple[Path, Path]] = []
        try:
            for at, (_, temporary, target) in enumerate(self._open):
                if not os.path.lexists(target):
                    named.append((target, temporary))
                temporary.replace(target)
                if at + 1 == len(self._open) or self._open[at + 1][2].parent != target.parent:
                    flush_folder(target.parent)
        except BaseException:
            _take_back(named)
            raise
        while self._open:
            os.close(self._open.pop()[0])


def _take_back(named: Iterable[tuple[Path, Path]]) -> None:
    """Give files their temporary names again, the last one first; on a disk that is gone they stay, whole as they are."""
    for target, temporary in reversed(list(named)):
        with suppress(OSError):
            target.replace(temporary)


def write_fully(descriptor: int, content: bytes) -> None:
    """Write all of `content`, however many calls that takes."""
    remaining = memoryview(content)
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]


def flush_descriptors(descriptors: Iterable[int]) -> None:
    """Bring what was written to these files onto the disk itself."""
    every = list(descriptors)
    if len(every) > 1:
        with ThreadPoolExecutor(min(_FLUSHES_AT_ONCE, len(every)), thread_name_prefix="flush") as pool:
            list(pool.map(os.fsync, every))
    elif every:
        os.fsync(every[0])
    if every and hasattr(fcntl, "F_FULLFSYNC"):  # macOS: fsync stops at the drive's cache, and one full flush empties that for all
        fcntl.fcntl(every[-1], fcntl.F_FULLFSYNC)


def flush_folder(folder: Path) -> None:
    """Bring the names in a folder onto the disk itself."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        flush_descriptors([descriptor])
    finally:
        os.close(descriptor)


def replace_file(target: Path, content: bytes) -> None:
    """Write one file so that either the old or the new content survives a crash, never a part."""
    with Staging() as staging:
        staging.write(target, content)
        staging.commit()
