from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "coffer.db")
    yield opened
    opened.close()


@pytest.fixture
def writer(database: Database) -> SqliteIndexWriter:
    return SqliteIndexWriter(database)


@pytest.fixture
def reader(database: Database) -> SqliteIndexReader:
    return SqliteIndexReader(database)
