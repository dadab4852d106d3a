"""Tables for spreadsheet programs, on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.csv_tables import as_csv, write_table
from desktop.domain.errors import StorageProblem
from desktop.domain.golden import GoldenQuery


def test_a_table_is_written_as_it_is(tmp_path: Path) -> None:
    text = as_csv(("query", "expected"), [GoldenQuery("=bear", ("a", "b"))])
    assert text == "query,expected\r\n'=bear,a | b\r\n"
    write_table(text, tmp_path / "golden.csv")
    assert (tmp_path / "golden.csv").read_bytes().decode() == text


def test_where_it_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="could not be written"):
        write_table("a", tmp_path / "no" / "such" / "folder.csv")
