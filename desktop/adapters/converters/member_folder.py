"""What lies inside a mail or an archive, taken out into a folder: under numbers for names, and never more than the limits allow."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from desktop.domain.conversion import ConversionLimits, Member
from desktop.domain.errors import ConversionFailed, PasswordNeeded, StorageProblem
from desktop.domain.ledger import EMPTY

ALWAYS_ALLOWED = 10_000_000
"""Bytes that may come out of even the smallest file: a kilobyte of archive may well hold a long log."""

SUFFIXES = re.compile(r"(?:\.[A-Za-z0-9]{1,12})?\.[A-Za-z0-9]{1,12}")
COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
DAMAGED = "It is damaged or incomplete in there, and could not be taken out whole: fetch the file again."
NOTHING_IN_IT = "It is empty: nothing but its name is there."
LOCKED = "It needs a password: import the file again and give it."


class BrokenMember(Exception):
    """A member cannot be taken out; the message is the sentence that says why."""

    def __init__(self, reason: str = DAMAGED, problem: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.problem = problem


class MemberFolder:
    """Takes members out; without a folder it names them only.

    As a context it removes what it wrote if the file turns out to be one that is refused.
    """

    def __init__(self, folder: Path | None, limits: ConversionLimits, size: int) -> None:
        self._folder = folder
        self._limits = limits
        self._left = self.most = min(limits.unpacked_bytes, max(limits.expansion * size, ALWAYS_ALLOWED))
        self._members = 0
        self._written: list[Path] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is not None:
            for path in self._written:
                path.unlink(missing_ok=True)

    @property
    def taking_out(self) -> bool:
        """Whether bytes are wanted, not only names."""
        return self._folder is not None

    def take(self, name: str, pieces: Iterable[bytes]) -> Member:
        """Take out one member; a failed one if its bytes cannot be read whole."""
        file = self.begin(name)
        if not self.taking_out:
            return Member(name)
        try:
            for piece in _readable(pieces):
                file.write(piece)
        except BrokenMember as error:
            return file.fail(error.reason, error.problem)
        except BaseException:
            file.close()
            raise
        return file.finish()

    def refuse(self, name: str, reason: str) -> Member:
        """Count a member that is passed over."""
        self._count_member()
        return Member(name, None, reason)

    def fail(self, name: str, reason: str = DAMAGED, problem: str = "") -> Member:
        """Count a member that could not be read."""
        self._count_member()
        return Member(name, None, reason, failed=True, problem=problem)

    def lock(self, name: str) -> Member:
        """Count a member that no given password opens."""
        return self.fail(name, LOCKED, PasswordNeeded.code)

    def begin(self, name: str) -> MemberFile:
        """A file for a member whose bytes come from elsewhere."""
        self._count_member()
        path = self._folder / f"{self._members:04}{_suffix(name)}" if self._folder is not None else None
        if path is not None:
            self._written.append(path)
        return MemberFile(self, name, path)

    def forget(self, file: MemberFile) -> None:
        """Take a member back, as if it had never been begun; what came out of it stays counted."""
        file.fail()
        self._members -= 1

    def count_bytes(self, count: int) -> None:
        """Count what came out; raises ConversionFailed when it is more than is allowed."""
        self._left -= count
        if self._left < 0:
            raise ConversionFailed(
                f"More than {max(1, self.most // 1_000_000):,} MB would come out of it, the limit for its size: it may be a bomb.",
                "If you trust it, unpack it and import what you need, or raise imports.max_unpacked_mb and imports.max_expansion in the "
                "vault's settings.",
            )

    def _count_member(self) -> None:
        self._members += 1
        if self._members > self._limits.members:
            raise ConversionFailed(
                f"It holds more than {self._limits.members:,} files, the limit.",
                "Unpack it and import what you need, or raise imports.max_members in the vault's settings.",
            )


class MemberFile:
    """The file of one member while it is written."""

    def __init__(self, folder: MemberFolder, name: str, path: Path | None) -> None:
        self.name = name
        self._folder = folder
        self._path = path
        self._file: BinaryIO | None = _opened(path) if path is not None else None

    def write(self, piece: bytes) -> None:
        """Write a piece, if what comes out may be that much; StorageProblem if the disk cannot take it."""
        self._folder.count_bytes(len(piece))
        if self._file is not None:
            try:
                self._file.write(piece)
            except OSError as error:
                raise _no_room(error) from error

    def close(self) -> None:
        """Close the file, whatever became of it."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def finish(self) -> Member:
        """The member as it was taken out; an empty one has nothing to take."""
        if self._file is None or self._path is None:
            return Member(self.name)
        try:
            self._file.close()
        except OSError as error:
            raise _no_room(error) from error
        if self._path.stat().st_size == 0:
            self._path.unlink()
            return Member(self.name, None, NOTHING_IN_IT, problem=EMPTY)
        return Member(self.name, self._path)

    def fail(self, reason: str = DAMAGED, problem: str = "") -> Member:
        """The member as one that could not be read; what was written of it is removed."""
        self.close()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
        return Member(self.name, None, reason, failed=True, problem=problem)


def _readable(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces; whatever an engine says of bad bytes becomes BrokenMember."""
    try:
        yield from pieces
    except (ConversionFailed, BrokenMember, MemoryError):
        raise
    except Exception as error:  # whatever an engine raises on a bad archive is the archive's fault
        raise BrokenMember from error


def _suffix(name: str) -> str:
    """The end of a name by which a program may know it; of a compressed file, also the suffix before it."""
    own = name.replace("\\", "/").rpartition("/")[2]
    stem, dot, last = own.rpartition(".")
    if not dot or not SUFFIXES.fullmatch(f".{last}"):
        return ""
    before = f".{stem.rpartition('.')[2]}" if "." in stem and f".{last}".lower() in COMPRESSED else ""
    return f"{before if SUFFIXES.fullmatch(before) else ''}.{last}".lower()


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("xb")
    except OSError as error:
        raise _no_room(error) from error


def _no_room(error: OSError) -> StorageProblem:
    return StorageProblem(
        f"What lies inside mails and archives could not be written into the vault: {os.strerror(error.errno or 0)}.",
        "Check the disk that holds the vault, and whether there is room on it.",
    )
