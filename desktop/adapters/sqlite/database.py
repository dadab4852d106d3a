"""The index file: one connection for each thread, transactions, cancellation."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakSet

import apsw
import sqlite_vec

from desktop.adapters.sqlite.problems import DamagedIndex, typed_errors
from desktop.adapters.sqlite.schema import migrate, refuse_foreign, refuse_newer, refuse_older
from desktop.application.job import CancelToken
from desktop.domain.errors import StorageProblem

Row = tuple[Any, ...]

BUSY_MILLISECONDS = 5000
MMAP_BYTES = 2_147_418_112  # SQLite's own upper bound
CACHE_KIB = 32_768


class Database:
    """An open index.

    Each thread that asks gets a connection of its own, so readers never wait for each other. With `read_only`
    another process holds the vault: nothing is written, not even the schema. A damaged file is set aside
    (`set_aside` names it) and an empty index begun, which the documents fill again.

    A `mapped` connection is for what reads much in one go, such as a scan of all vectors, which is 1.5 times faster mapped than
    read. For anything else it is slow: SQLite then looks at all cells of a page whenever it comes to it, not once.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self.set_aside: Path | None = None
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: WeakSet[apsw.Connection] = WeakSet()
        self._generation = 0
        self._closed = False
        try:
            self._prepare()
        except DamagedIndex:
            if read_only:
                raise
            self.start_over()

    def connection(self, *, mapped: bool = False) -> apsw.Connection:
        """This thread's connection of either kind, opened when first asked for."""
        if getattr(self._local, "generation", -1) != self._generation:
            self._local.connections = {}
            self._local.generation = self._generation
        connections: dict[bool, apsw.Connection] = self._local.connections
        if mapped not in connections:
            connections[mapped] = self._connect(mapped=mapped)
        return connections[mapped]

    @contextmanager
    def reading(self, cancel: CancelToken | None = None, *, mapped: bool = False) -> Iterator[apsw.Connection]:
        """Ask questions; raises Cancelled about 10 ms after someone cancels, whatever statement runs."""
        with typed_errors(self.path):
            connection = self.connection(mapped=mapped)
            if cancel is None:
                yield connection
                return
            cancel.raise_if_cancelled()
            # SQLite forgets an interrupt that comes while no statement runs. This one is open until the end of the
            # block, so that an interrupt just before or between the others stops the next of them.
            pinned = connection.execute("SELECT 1 UNION ALL SELECT 2")
            try:
                with cancel.on_cancel(connection.interrupt):
                    yield connection
            except (apsw.InterruptError, apsw.SQLError):  # of an interrupt within itself the vector extension says but "chunks iter error"
                cancel.raise_if_cancelled()
                raise
            finally:
                pinned.close(True)

    @contextmanager
    def transaction(self) -> Iterator[apsw.Connection]:
        """Change things together: all of the block is kept, or, if it raises, nothing; one within another is part of that."""
        with typed_errors(self.path):
            connection = self.connection()
            if not connection.get_autocommit():
                yield connection
                return
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk has rolled back by itself
                    connection.execute("ROLLBACK")
                raise

    def start_over(self) -> None:
        """Set the file aside and begin an empty index."""
        self._close_connections()
        self.set_aside = set_aside(self.path, "damaged")
        self._prepare()

    def close(self) -> None:
        """Close the connections of all threads; a statement that still runs ends by itself."""
        self._closed = True
        with suppress(apsw.ThreadingViolationError):  # what another thread asks ends by itself, and its connection with that thread
            self._close_connections()

    def _prepare(self) -> None:
        with typed_errors(self.path):
            connection = self.connection()
            refuse_foreign(connection, self.path)
            if self.read_only:
                refuse_newer(connection, self.path)
                refuse_older(connection, self.path)
            else:
                migrate(connection, self.path)

    def _connect(self, *, mapped: bool) -> apsw.Connection:
        if self._closed:
            raise StorageProblem(f"{self.path} is closed.", "Open the vault again.")
        connection = self._connect_to_read() if self.read_only else apsw.Connection(str(self.path))
        with self._lock:
            self._open.add(connection)
        connection.set_busy_timeout(BUSY_MILLISECONDS)
        connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)  # the index may have come with a vault from a stranger
        connection.enable_load_extension(True)
        connection.load_extension(sqlite_vec.loadable_path())
        connection.enable_load_extension(False)
        if not self.read_only:
            connection.pragma("journal_mode", "WAL")
            connection.pragma("synchronous", "NORMAL")
        connection.pragma("cell_size_check", True)
        connection.pragma("foreign_keys", True)
        connection.pragma("mmap_size", MMAP_BYTES if mapped else 0)
        connection.pragma("cache_size", -CACHE_KIB)
        connection.pragma("temp_store", "MEMORY")
        return connection

    def _connect_to_read(self) -> apsw.Connection:
        """A connection that writes nothing, not even the files beside the index that SQLite wants for sharing it.

        Those it cannot make where nothing can be written; nobody else can change the index there, so it needs none, unless
        the write-ahead log holds what the index itself does not yet.
        """
        log = self.path.with_name(f"{self.path.name}-wal")
        if os.access(self.path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
            return apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)
        address = f"file:{quote(str(self.path))}?immutable=1"
        return apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)

    def _close_connections(self) -> None:
        with self._lock:
            connections = list(self._open)
            self._open.clear()
            self._generation += 1
        busy: apsw.ThreadingViolationError | None = None
        for connection in connections:  # never interrupted first: that would also stop the write-ahead log from being folded in
            try:
                connection.close(True)
            except apsw.ThreadingViolationError as problem:
                busy = problem
        if busy:
            raise busy


def set_aside(path: Path, ending: str, *, replaces: bool = True) -> Path:
    """Give the file of an index that nobody has open a name with this ending; what SQLite keeps beside it goes. Returns where it is.

    Unless it `replaces` one that was set aside before, that stays as well.
    """
    aside = path.with_name(f"{path.name}.{ending}")
    kept = aside.is_dir() or (not replaces and os.path.lexists(aside))
    if path.is_dir() or kept:  # a folder takes no file's place, and gives its own to none
        aside = aside.with_name(f"{aside.name}-{secrets.token_hex(4)}")
    path.replace(aside)
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return aside


def fetch(connection: apsw.Connection, statement: str, values: Sequence[object] = ()) -> list[Row]:
    """All rows of an answer at once: a half-read one would keep the write-ahead log from shrinking."""
    return list(connection.execute(statement, values))


def fetch_number(connection: apsw.Connection, statement: str, values: Sequence[object] = ()) -> int:
    """The one number that a statement answers with."""
    return int(fetch(connection, statement, values)[0][0])
