"""Which indexes this person's Coffer wrote, noted outside any vault: one that came from elsewhere is made anew, not opened.

A vault may come from a stranger, and its index is a database that nobody can look through. What is noted is how the file lay when it was
closed, which whoever puts another into its place cannot bring about, and a word of chance that stands inside it, for one whose program
was killed.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from desktop.adapters.durable_files import replace_file, storing
from desktop.domain.errors import StorageProblem

MOST_HASHED = 64_000_000
"""Up to this size an index is also known by its content: it may be carried to another disk, or lie on one that keeps no such notes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is noted of an index; `changed` and `size` are those of the closed file, `digest` its SHA-256 if it is small."""

    vault: str
    inode: int
    seal: str
    changed: int = 0
    size: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """An index that is ours; unless it is `whole`, only if it holds the seal."""

    seal: str
    whole: bool


class IndexRegister:
    """A folder with a small file for each vault; only the process that holds a vault's lock notes something of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def known(self, index: Path) -> Known | None:
        """What is known of an index as it lies, which no process of ours has open; None for one from elsewhere.

        One whose folder was moved is found again. Raises StorageProblem.
        """
        index = _placed(index)
        with storing(f"{index} could not be looked at"):
            found = index.lstat()
            if not stat.S_ISREG(found.st_mode):
                return None
            own = self._read(self._file(index))
            entries = ([own] if own else []) + [each for each in self._others(found.st_ino) if each != own]
            return next(filter(None, (_judge(each, index, found) for each in entries)), None)

    def note_open(self, index: Path, seal: str) -> None:
        """Note that an index is being written. Raises StorageProblem."""
        index = _placed(index)
        with storing("What Coffer knows of this index could not be noted"):
            self._write(index, Entry(str(index), index.stat().st_ino, seal))

    def note_closed(self, index: Path, seal: str) -> None:
        """Note how an index lies that was closed; one that others read still may have changes beside it, and stays as it was noted."""
        index = _placed(index)
        with suppress(OSError, StorageProblem):  # a disk that was pulled out, or is full: the index is known by its seal, or made anew
            found = index.stat()
            if not _has_changes_beside(index):
                digest = _digest(index, found.st_size)
                found = index.stat()
                self._write(index, Entry(str(index), found.st_ino, seal, found.st_ctime_ns, found.st_size, digest))

    def new_seal(self) -> str:
        """A word that nobody guesses."""
        return secrets.token_hex(16)

    def _file(self, index: Path) -> Path:
        return self._folder / f"{hashlib.sha256(os.fsencode(index)).hexdigest()[:24]}.json"

    def _others(self, inode: int) -> list[Entry]:
        found = [self._read(path) for path in sorted(self._folder.glob("*.json"))]
        return [each for each in found if each and (each.inode == inode or each.digest)]

    def _read(self, path: Path) -> Entry | None:
        try:
            return Entry(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError):  # nothing noted, or what was noted is damaged
            return None

    def _write(self, index: Path, entry: Entry) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(self._file(index), json.dumps(asdict(entry)).encode())


def _placed(index: Path) -> Path:
    """The index by one name, however its folder was named; what stands in its place is not followed."""
    return index.parent.resolve() / index.name


def _judge(entry: Entry, index: Path, found: os.stat_result) -> Known | None:
    if not entry.changed:  # it was not closed in order
        return Known(entry.seal, whole=False) if (entry.vault, entry.inode) == (str(index), found.st_ino) else None
    if found.st_size != entry.size or _has_changes_beside(index):
        return None
    if (found.st_ino, found.st_ctime_ns) == (entry.inode, entry.changed):
        return Known(entry.seal, whole=True)
    return Known(entry.seal, whole=True) if entry.digest and _digest(index, found.st_size) == entry.digest else None


def _has_changes_beside(index: Path) -> bool:
    """Whether changes that are not yet in the index lie in the write-ahead log beside it."""
    log = index.with_name(f"{index.name}-wal")
    return os.path.lexists(log) and log.lstat().st_size > 0


def _digest(index: Path, size: int) -> str:
    """The SHA-256 of a small index that nobody has open; empty for a large one."""
    if size > MOST_HASHED:
        return ""
    with index.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
