"""Migrations, and every schema that was ever shipped."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest

from desktop.adapters.sqlite import schema
from desktop.adapters.sqlite.database import Database, fetch
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.migrations import STEPS
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery, KeywordQuery, LedgerQuery
from desktop.domain.errors import VaultLocked, VaultTooNew
from desktop.domain.ledger import Outcome
from desktop.domain.passage import Filters
from tests.fakes.documents import names, unit

_WITH_GRAPH = 4
SAMPLES = Path(__file__).parents[2] / "data" / "schemas"


def test_a_sample_of_every_version_is_kept() -> None:
    assert sorted(path.name for path in SAMPLES.glob("*.db")) == [f"v{number}.db" for number in range(1, len(STEPS) + 1)]


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.db")), ids=lambda path: path.stem)
def test_a_sample_is_brought_up_to_date_and_works(sample: Path, tmp_path: Path) -> None:
    shutil.copy(sample, tmp_path / "coffer.db")
    database = Database(tmp_path / "coffer.db")
    try:
        reader = SqliteIndexReader(database)
        assert schema.schema_version(database.connection()) == len(STEPS)
        assert [each.document.title for each in reader.documents(DocumentQuery(sort="title", descending=False))] == ["Headlace", "Phishing"]
        found = reader.search_keyword(KeywordQuery(("implant",)), 10, Filters(), CancelToken())
        assert names(found) == [("headlace-00000001", 0)]
        assert names(reader.search_vector(unit(0, 1, 0, 0), 1, Filters(), CancelToken())) == [("phishing-00000002", 0)]
        assert [(row.path, row.job) for row in reader.ledger(LedgerQuery())] == [("one.md", "job-1"), ("two.md", "job-1")]
        assert [(job.id, job.totals[Outcome.IMPORTED]) for job in reader.import_jobs()] == [("job-1", 2)]
        assert reader.unextracted(9) == ("headlace-00000001", "phishing-00000002")[int(sample.stem[1:]) >= _WITH_GRAPH :]
        assert reader.problems() == []
    finally:
        database.close()


def test_rows_of_the_ledger_that_share_a_path_are_told_apart(tmp_path: Path) -> None:
    old = apsw.Connection(str(tmp_path / "coffer.db"))
    old.execute(STEPS[0])
    old.pragma("user_version", 1)
    put_row = "INSERT INTO jobs (job, path, outcome, reason, truncated, seconds) VALUES (?, ?, 'imported', 'Why', 0, 0)"
    jobs = ("2026-11-30T10:00:00Z-abc", "by hand")
    old.executemany(put_row, [(job, path) for job in jobs for path in ("a?.md", "b.md", "a?.md")])
    old.close()
    database = Database(tmp_path / "coffer.db")
    try:
        reader = SqliteIndexReader(database)
        assert [row.path for row in reader.ledger(LedgerQuery(jobs[0]))] == ["a?.md", "b.md", "a?.md (3)"]
        assert reader.count_ledger(LedgerQuery(text="A?.MD")) == 4
        assert [(job.id, job.started, job.ended, job.files) for job in reader.import_jobs()] == [
            ("by hand", "", "", 3),
            ("2026-11-30T10:00:00Z-abc", "2026-11-30T10:00:00Z", "2026-11-30T10:00:00Z", 3),
        ]
    finally:
        database.close()


def test_the_first_object_is_an_ordinary_table(database: Database) -> None:
    rows = fetch(database.connection(), "SELECT type, sql FROM sqlite_schema ORDER BY rowid LIMIT 1")
    assert rows[0][0] == "table"
    assert rows[0][1].startswith("CREATE TABLE meta")


def test_a_newer_index_is_refused_readably(tmp_path: Path, database: Database) -> None:
    database.connection().pragma("user_version", len(STEPS) + 1)
    for read_only in (False, True):
        with pytest.raises(VaultTooNew, match=f"schema {len(STEPS) + 1}"):
            Database(tmp_path / "coffer.db", read_only=read_only)


def test_a_reader_does_not_migrate(tmp_path: Path, database: Database) -> None:
    database.connection().pragma("user_version", 0)
    with pytest.raises(VaultLocked, match="older Coffer"):
        Database(tmp_path / "coffer.db", read_only=True)


def test_a_step_that_fails_leaves_the_version_before(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "STEPS", (*STEPS, "CREATE TABLE extra (a); INSERT INTO nowhere VALUES (1)"))
    connection = database.connection()
    with pytest.raises(Exception, match="nowhere"):
        schema.migrate(connection, tmp_path / "coffer.db")
    assert schema.schema_version(connection) == len(STEPS)
    assert fetch(connection, "SELECT 1 FROM sqlite_schema WHERE name = 'extra'") == []
    monkeypatch.setattr(schema, "STEPS", (*STEPS, "CREATE TABLE extra (a)"))
    schema.migrate(connection, tmp_path / "coffer.db")
    assert schema.schema_version(connection) == len(STEPS) + 1
