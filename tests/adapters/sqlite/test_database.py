"""Connections, transactions, cancellation, damage."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from desktop.adapters.sqlite.database import Database, fetch, fetch_number
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.problems import DamagedIndex
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery
from desktop.domain.errors import Cancelled, StorageProblem, VaultLocked
from tests.fakes.documents import put

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


def in_thread(work: Callable[[], object]) -> list[BaseException]:
    """Run `work` in a thread to its end; returns what it raised."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - handed to the test
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    return raised


def test_connections_are_set_up_as_agreed(database: Database) -> None:
    connection = database.connection()
    assert connection.pragma("journal_mode") == "wal"
    assert connection.pragma("synchronous") == 1
    assert connection.pragma("busy_timeout") == 5000
    assert connection.pragma("foreign_keys") == 1
    assert connection.pragma("cell_size_check") == 1
    assert connection.pragma("mmap_size") == 0
    assert fetch(connection, "SELECT vec_version()") == [("v0.1.9",)]
    with pytest.raises(apsw.SQLError):
        connection.execute("SELECT load_extension('anything')")


def test_what_reads_much_in_one_go_has_the_file_mapped(database: Database) -> None:
    with database.reading(mapped=True) as mapped, database.reading() as other:
        assert mapped.pragma("mmap_size") > 1_000_000_000
        assert other.pragma("mmap_size") == 0
    assert database.connection(mapped=True) is mapped
    database.close()
    with pytest.raises(apsw.ConnectionClosedError):
        mapped.execute("SELECT 1")


def test_each_thread_has_its_own_connection(database: Database) -> None:
    mine = database.connection()
    theirs: list[apsw.Connection] = []
    assert in_thread(lambda: theirs.append(database.connection())) == []
    assert theirs[0] is not mine
    assert database.connection() is mine


def test_close_closes_all_connections_and_says_so(database: Database) -> None:
    theirs: list[apsw.Connection] = []
    in_thread(lambda: theirs.append(database.connection()))
    database.close()
    with pytest.raises(apsw.ConnectionClosedError):
        theirs[0].execute("SELECT 1")
    with pytest.raises(StorageProblem, match="closed"):
        database.connection()


def test_close_leaves_a_question_that_still_runs_to_its_end_and_closes_all_else(database: Database) -> None:
    cancel, begun = CancelToken(), threading.Event()
    raised: list[BaseException] = []

    def ask() -> None:
        with database.reading(cancel) as connection:
            connection.set_progress_handler(lambda: begun.set() or False, 1000)
            fetch(connection, ENDLESS)

    asking = threading.Thread(target=lambda: raised.extend(in_thread(ask)))
    asking.start()
    assert begun.wait(20)
    theirs: list[apsw.Connection] = []
    in_thread(lambda: theirs.append(database.connection()))
    mine = database.connection()
    try:
        database.close()
        for each in (mine, *theirs):
            with pytest.raises(apsw.ConnectionClosedError):
                each.execute("SELECT 1")
    finally:
        cancel.cancel()
        asking.join(20)
    assert [type(each) for each in raised] == [Cancelled]


def test_a_closed_index_is_one_file(tmp_path: Path, database: Database, writer: SqliteIndexWriter) -> None:
    put(writer, "one", "first")
    assert (tmp_path / "coffer.db-wal").stat().st_size > 0
    database.close()
    assert [path.name for path in tmp_path.iterdir()] == ["coffer.db"]


def test_a_transaction_keeps_all_or_nothing(database: Database) -> None:
    with database.transaction() as connection:
        connection.execute("INSERT INTO meta VALUES ('a', '1')")
    with pytest.raises(apsw.ConstraintError), database.transaction() as connection:
        connection.execute("INSERT INTO meta VALUES ('b', '1'); INSERT INTO meta VALUES ('a', '1')")
    assert fetch(database.connection(), "SELECT name FROM meta WHERE name IN ('a', 'b')") == [("a",)]
    assert not database.connection().in_transaction


def test_a_reader_sees_the_last_whole_state_while_another_thread_writes(
    database: Database, reader: SqliteIndexReader, writer: SqliteIndexWriter
) -> None:
    put(writer, "one", "first")
    with database.transaction() as connection:
        connection.execute("DELETE FROM chunks")
        counted: list[int] = []
        assert in_thread(lambda: counted.append(reader.counts().chunks)) == []
        assert counted == [1]
    assert reader.counts().chunks == 0


def test_a_second_writer_waits_only_for_its_busy_time(database: Database) -> None:
    def write() -> None:
        database.connection().set_busy_timeout(20)
        with database.transaction():
            pass

    with database.transaction():
        raised = in_thread(write)
    assert [type(each) for each in raised] == [VaultLocked]


def test_cancel_stops_a_running_statement_within_50_ms(database: Database) -> None:
    cancel = CancelToken()
    stopped: list[float] = []

    def ask() -> None:
        try:
            with database.reading(cancel) as connection:
                fetch(connection, ENDLESS)
        finally:
            stopped.append(time.perf_counter())

    database.connection()
    asked: list[float] = []

    def stop() -> None:
        asked.append(time.perf_counter())
        cancel.cancel()

    timer = threading.Timer(0.1, stop)
    timer.start()
    raised = in_thread(ask)
    timer.join()
    assert [type(each) for each in raised] == [Cancelled]
    assert stopped[0] - asked[0] < 0.05


def test_a_cancel_between_two_statements_stops_the_next(database: Database) -> None:
    cancel = CancelToken()

    def ask_twice(connection: apsw.Connection) -> None:
        assert fetch_number(connection, "SELECT 1") == 1
        cancel.cancel()
        fetch(connection, ENDLESS)

    with pytest.raises(Cancelled), database.reading(cancel) as connection:
        ask_twice(connection)
    assert fetch_number(database.connection(), "SELECT 2") == 2


@pytest.mark.parametrize(("stops", "raised"), [(True, Cancelled), (False, apsw.SQLError)])
def test_an_extension_that_calls_an_interrupt_an_error_was_cancelled_all_the_same(
    database: Database, stops: bool, raised: type[Exception]
) -> None:
    cancel = CancelToken()

    def ask() -> None:
        with database.reading(cancel):
            if stops:
                cancel.cancel()
            raise apsw.SQLError("chunks iter error")

    with pytest.raises(raised):
        ask()


def test_what_is_cancelled_before_it_begins_is_not_asked(database: Database) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled), database.reading(cancel):
        pytest.fail("was asked")


def test_a_reader_of_a_held_vault_reads_and_cannot_write(tmp_path: Path, database: Database, writer: SqliteIndexWriter) -> None:
    put(writer, "one", "first")
    second = Database(tmp_path / "coffer.db", read_only=True)
    try:
        assert [each.document.id for each in SqliteIndexReader(second).documents(DocumentQuery())] == ["one"]
        assert SqliteIndexReader(second).problems() == []
        with pytest.raises(StorageProblem, match="only be read"):
            put(SqliteIndexWriter(second), "two", "second")
    finally:
        second.close()


def test_where_nothing_can_be_written_an_index_is_read_without_files_beside_it(
    tmp_path: Path, database: Database, writer: SqliteIndexWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(writer, "one", "first")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with_log = Database(tmp_path / "coffer.db", read_only=True)  # the write-ahead log still holds it
    assert SqliteIndexReader(with_log).counts().documents == 1
    with_log.close()
    database.close()
    folder = tmp_path / "100 %? #1"
    folder.mkdir()
    (tmp_path / "coffer.db").rename(folder / "coffer.db")
    second = Database(folder / "coffer.db", read_only=True)
    try:
        assert SqliteIndexReader(second).counts().documents == 1
        assert [each.name for each in folder.iterdir()] == ["coffer.db"]
    finally:
        second.close()


def test_a_missing_index_cannot_be_opened_for_reading(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="could not be opened"):
        Database(tmp_path / "nothing.db", read_only=True)


def test_a_damaged_index_is_set_aside_and_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "coffer.db"
    path.write_bytes(b"this was never a database" * 400)
    with pytest.raises(DamagedIndex) as raised:
        Database(path, read_only=True)
    assert "reindex --full" in raised.value.hint
    opened = Database(path)
    try:
        assert opened.set_aside == tmp_path / "coffer.db.damaged"
        assert opened.set_aside.read_bytes().startswith(b"this was never")
        assert SqliteIndexReader(opened).counts().documents == 0
    finally:
        opened.close()


@pytest.mark.parametrize(
    "planted",
    [
        "CREATE TRIGGER planted AFTER INSERT ON documents BEGIN DELETE FROM documents; END",
        "CREATE VIEW planted AS SELECT * FROM documents",
    ],
)
def test_an_index_in_which_a_stranger_planted_something_is_set_aside(tmp_path: Path, planted: str) -> None:
    path = tmp_path / "coffer.db"
    first = Database(path)
    first.connection().execute(planted)
    first.close()
    with pytest.raises(DamagedIndex, match="did not put there: planted"):
        Database(path, read_only=True)
    opened = Database(path)
    try:
        assert opened.set_aside == tmp_path / "coffer.db.damaged"
        put(SqliteIndexWriter(opened), "one", "some words")
        assert SqliteIndexReader(opened).counts().documents == 1
    finally:
        opened.close()


def test_clearing_a_damaged_index_begins_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "coffer.db"
    first = Database(path)
    put(SqliteIndexWriter(first), "one", "some words")
    damaged = 4096 * (fetch_number(first.connection(), "SELECT rootpage FROM sqlite_schema WHERE name = 'documents'") - 1)
    first.close()
    content = bytearray(path.read_bytes())
    content[damaged : damaged + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    opened = Database(path)
    try:
        reader, writer = SqliteIndexReader(opened), SqliteIndexWriter(opened)
        assert len(reader.problems()) > 0
        with pytest.raises(DamagedIndex):
            put(writer, "two", "other words")
        writer.clear()
        put(writer, "two", "other words")
        assert (reader.counts().documents, reader.problems()) == (1, [])
    finally:
        opened.close()


def test_a_full_disk_is_said_and_leaves_nothing_half(database: Database, reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    put(writer, "one", "some words")
    connection = database.connection()
    connection.pragma("max_page_count", connection.pragma("page_count") + 1)
    with pytest.raises(StorageProblem, match="disk is full") as raised:
        put(writer, "two", "\n\n".join(f"word{number} " * 200 for number in range(200)))
    assert "space" in raised.value.hint
    connection.pragma("max_page_count", 1_000_000)
    assert (reader.counts().documents, reader.problems()) == (1, [])


def test_our_own_mistakes_are_not_called_the_machine_s(database: Database) -> None:
    with pytest.raises(apsw.SQLError), database.reading() as connection:
        connection.execute("SELECT nonsense")
