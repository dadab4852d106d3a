"""What an import is about, piece by piece: the files given, and what lies inside them."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass
from pathlib import Path

Place = tuple[int, ...]
"""Where a row stands in its ledger: (3,) is the fourth file given, (3, 0) the first member of it."""


_WHAT_TO_DO = {
    errno.EACCES: "Get the right to read it, then import it again.",
    errno.EPERM: "Get the right to read it, then import it again.",
    errno.ENOENT: "Look for where it is now, and import it from there.",
    errno.EIO: "The disk it lies on reports an error; copy it from elsewhere and import that.",
    errno.ENXIO: "The disk it lies on is gone; connect it and import it again.",
    errno.ENODEV: "The disk it lies on is gone; connect it and import it again.",
    errno.ESTALE: "The network folder it lies in is gone; connect it and import it again.",
}


_ESCAPED = re.compile(rb"\\x([89a-f][0-9a-f])")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file on its way to becoming a document, if it can be converted.

    `path` is where its bytes lie, `shown` what the ledger calls it, `name` its own name. `parent` is the document of the mail or
    archive that it came out of.
    """

    place: Place
    path: Path
    shown: str
    name: str
    parent: str | None = None
    sha256: str = ""

    @property
    def given(self) -> int:
        """Which of the files given it is, or lies in."""
        return self.place[0]

    @property
    def depth(self) -> int:
        """In how many mails and archives it lies."""
        return len(self.place) - 1


def given_file(order: int, path: Path) -> Candidate:
    """The candidate of a file that was given."""
    return Candidate((order,), path, shown_path(path), printable(path.name))


def shown_path(path: Path) -> str:
    """A path as text that no other path has: bytes that are no text in it become escapes such as `\\xe9`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def real_path(shown: str) -> Path:
    """The file that `shown_path` calls this, as far as that can be told: a name may also have such escapes of its own."""
    path = Path(shown)
    if not _ESCAPED.search(shown.encode()) or os.path.lexists(path):
        return path
    return Path(os.fsdecode(_ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), shown.encode())))


def printable(name: str) -> str:
    """A name as text: bytes that are no text in it become question marks."""
    return name.encode("utf-8", "replace").decode()


def unreadable(error: OSError, what: str = "It") -> str:
    """That something could not be read, why, and what to do about it."""
    why = os.strerror(error.errno or 0)
    return f"{what} could not be read: {why}. {_WHAT_TO_DO.get(error.errno or 0, '')}".strip()
