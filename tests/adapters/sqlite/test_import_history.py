"""What the index remembers of imports, where the contract leaves it open."""

from __future__ import annotations

from desktop.adapters.sqlite.database import Database, fetch
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.ports import LedgerQuery
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome


def test_no_password_reaches_the_disk(database: Database, writer: SqliteIndexWriter) -> None:
    writer.begin_import(ImportJob("one", "2026", ("a.zip",), ImportOptions(passwords=("s3cret",))), ["a.zip"])
    assert "s3cret" not in repr(fetch(database.connection(), "SELECT * FROM imports"))


def test_clearing_the_index_forgets_no_import(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.begin_import(ImportJob("one", "2026", ("a",)), ["a", "b"])
    writer.put_ledger([LedgerRow("a", Outcome.IMPORTED, job="one")], ["a"])
    writer.clear()
    assert (reader.count_ledger(LedgerQuery()), reader.waiting_files("one")) == (1, ("b",))


def test_diacritics_and_case_do_not_matter_where_words_are_sought(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.put_ledger([LedgerRow("/in/Überblick.PDF", Outcome.IMPORTED, job="one")])
    assert [reader.count_ledger(LedgerQuery(text=text)) for text in ("uberblick.pdf", "ÜBERBLICK", "%", "_")] == [1, 1, 0, 0]


def test_a_given_path_need_not_be_text(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.begin_import(ImportJob("one", "2026", ("/in/caf\udce9",)), [])
    assert reader.import_jobs()[0].given == ("/in/caf\udce9",)
