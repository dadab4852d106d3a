"""Words made anew where they were made another way."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.sqlite import word_index
from desktop.adapters.sqlite.database import Database, fetch
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.retrieve.query import read_query
from desktop.domain.passage import Filters
from tests.fakes.documents import names, put


def test_words_made_another_way_are_made_anew_when_the_index_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(tmp_path / "coffer.db")
    put(SqliteIndexWriter(database), "one", "alpha\n\nгруппа", title="Ёлка")
    with database.transaction() as connection:
        connection.execute("INSERT INTO documents_fts (documents_fts) VALUES ('delete-all')")
        connection.execute("DELETE FROM spellings")
        connection.execute("UPDATE documents SET folded_title = 'old'")
    database.close()
    monkeypatch.setattr(word_index, "VERSION", "another")
    monkeypatch.setattr(word_index, "_BATCH", 1)
    database = Database(tmp_path / "coffer.db")
    reader = SqliteIndexReader(database)
    assert names(reader.search_keyword(read_query("alpha группа.").words, 5, Filters(), CancelToken())) == [("one", 0), ("one", 1)]
    assert reader.alike("gruppa") == ("группа",)
    assert fetch(database.connection(), "SELECT folded_title FROM documents") == [("елка",)]
    assert fetch(database.connection(), "SELECT value FROM meta WHERE name = 'words'") == [("another",)]
    database.close()


def test_words_that_are_current_stay(database: Database, writer: SqliteIndexWriter) -> None:
    put(writer, "one", "alpha")
    with database.transaction() as connection:
        connection.execute("INSERT INTO documents_fts (documents_fts) VALUES ('delete-all')")
    word_index.rebuild_if_stale(database.connection())
    assert SqliteIndexReader(database).search_keyword(read_query("alpha").words, 5, Filters(), CancelToken()) == []
