"""Opening the index of a vault: only one that this person's Coffer wrote; any other is made anew from the files."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import ExitStack
    from pathlib import Path

    from desktop.adapters.index_register import IndexRegister
    from desktop.adapters.sqlite.database import Database
    from desktop.adapters.sqlite.problems import DamagedIndex
    from desktop.domain.vault import VaultPaths

ELSEWHERE = "from-elsewhere"


def open_index(paths: VaultPaths, register: IndexRegister, opened: ExitStack, warnings: list[str], *, write: bool) -> Database:
    """The index of a vault; one that came from elsewhere is set aside, or, by whoever only reads, refused as DamagedIndex.

    How it lies is noted once `opened` is closed, after the index itself.
    """
    from desktop.adapters.sqlite.database import Database
    from desktop.adapters.sqlite.seal import seal_of

    known = register.known(paths.index) if os.path.lexists(paths.index) else None
    foreign = known is None and os.path.lexists(paths.index)
    if foreign and not write:
        raise _from_elsewhere(paths.index)
    if foreign:
        warnings.append(_set_aside(paths))
    database = Database(paths.index, read_only=not write)
    try:
        sealed = not known or known.whole or seal_of(database) == known.seal
        if not sealed and not write:
            raise _from_elsewhere(paths.index)
        if not sealed:
            database.close()
            warnings.append(_set_aside(paths))
            database = Database(paths.index)
        if database.set_aside:
            warnings.append(f"The index was damaged. It was set aside as {database.set_aside.name}, and a new one is made from the files.")
        if write:
            _keep_known(database, paths, register, opened)
    except BaseException:
        database.close()
        raise
    return database


def _keep_known(database: Database, paths: VaultPaths, register: IndexRegister, opened: ExitStack) -> None:
    """Seal the index, note it, and give it the ledger if it is a new one."""
    from desktop.adapters.ledger_file import LedgerFile
    from desktop.adapters.sqlite.index_reader import SqliteIndexReader
    from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
    from desktop.adapters.sqlite.seal import put_seal, seal_of
    from desktop.application.ingest.ledger_recovery import settle_ledger

    seal = seal_of(database)
    if not seal:
        seal = register.new_seal()
        put_seal(database, seal)
    register.note_open(paths.index, seal)
    opened.callback(partial(register.note_closed, paths.index, seal))
    with database.transaction():  # whole or not at all: an index that knows of one import is not given the others later
        settle_ledger(LedgerFile(paths.ledger), SqliteIndexReader(database), SqliteIndexWriter(database))


def _from_elsewhere(index: Path) -> DamagedIndex:
    from desktop.adapters.sqlite.problems import DamagedIndex

    return DamagedIndex(
        f"The index {index} was not written by this Coffer, so it is not opened.",
        "Copy the vault to a place where you may write and open it there: the index is made again from the files.",
    )


def _set_aside(paths: VaultPaths) -> str:
    """Give an index from elsewhere another name; what to say of it."""
    from desktop.adapters.durable_files import storing
    from desktop.adapters.sqlite.database import set_aside

    ledger_lost = not os.path.lexists(paths.ledger)  # a Coffer that kept the ledger in the index alone
    with storing(f"The index {paths.index}, which came from elsewhere, could not be set aside"):
        aside = set_aside(paths.index, ELSEWHERE, replaces=not ledger_lost)
    said = f"The index of this vault came from elsewhere, or is of an earlier Coffer. It was set aside unopened as {aside.name}, "
    if ledger_lost:
        said += (
            "and one is made anew from the files. The list of past imports stood only in it: keep it if you need that, and import again "
            "what an import did not come to. "
        )
    else:
        said += "which you may delete, and one is made anew from the files. "
    return f"{said}That happens once for a vault that was copied or carried here; vectors are made anew in the background."
