"""SQLite's failures as Coffer's typed errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from desktop.domain.errors import EnvironmentProblem, StorageProblem, VaultLocked


class DamagedIndex(StorageProblem):
    """The index file is not what SQLite wrote; everything in it but the ledger can be made again from the files."""


_REBUILD = "Run `coffer reindex --full`: the index is made again from the documents, which are not affected."

_KNOWN: tuple[tuple[tuple[type[apsw.Error], ...], type[EnvironmentProblem], str, str], ...] = (
    (
        (apsw.FullError,),
        StorageProblem,
        "The disk is full: {path} could not grow.",
        "Free some space, then try again; nothing was half written.",
    ),
    ((apsw.CorruptError, apsw.NotADBError, apsw.FormatError), DamagedIndex, "The index {path} is damaged.", _REBUILD),
    (
        (apsw.BusyError, apsw.LockedError, apsw.ProtocolError),
        VaultLocked,
        "Another process is writing {path}.",
        "Close the other Coffer, or wait for it, then try again.",
    ),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError, apsw.AuthError),
        StorageProblem,
        "{path} may only be read.",
        "Check who may write to the vault's folder and whether its disk is mounted for writing.",
    ),
    ((apsw.CantOpenError,), StorageProblem, "{path} could not be opened.", "Check that the vault's folder is there and may be entered."),
    (
        (apsw.IOError,),
        StorageProblem,
        "The disk failed on reading or writing {path}.",
        "Check the disk; if it was taken out, put it back and open the vault again.",
    ),
    ((apsw.NoMemError,), StorageProblem, "There was not enough memory to work on {path}.", "Close other programs, then try again."),
    (
        (apsw.TooBigError,),
        StorageProblem,
        "A text is too large for {path}.",
        "Split the document; SQLite keeps at most a gigabyte in one piece.",
    ),
    (
        (apsw.ExtensionLoadingError,),
        EnvironmentProblem,
        "The vector extension of the index could not be loaded.",
        "Install Coffer again: a file of it (vec0) is missing or made for another machine.",
    ),
)


@contextmanager
def typed_errors(path: Path) -> Iterator[None]:
    """Raise what SQLite says about the machine as a typed error; what it says about our own statements stays a bug."""
    try:
        yield
    except apsw.Error as failure:
        for kinds, error, message, hint in _KNOWN:
            if isinstance(failure, kinds):
                raise error(message.format(path=path), hint) from failure
        raise
