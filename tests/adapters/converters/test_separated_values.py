"""CSV in every dialect: no row is lost; what is no table stays as it is."""

from __future__ import annotations

import csv
import io

import pytest

from desktop.adapters.converters.separated_values import separated_values


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    text = f"host{delimiter}seen\nevil.example{delimiter}today\n"
    assert separated_values(text, "csv") == ("| host | seen |\n| --- | --- |\n| evil.example | today |\n", 1)


def test_quoted_cells_keep_their_delimiters_and_lines() -> None:
    markdown, _ = separated_values('host,note\nevil.example,"C2, first\nthen ""sold"""\n', "csv")
    assert markdown.endswith('| evil.example | C2, first then "sold" |\n')


def test_ragged_rows_and_wide_ones_keep_every_cell() -> None:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow([f"c{number}" for number in range(300)])
    writer.writerow(["short"])
    writer.writerow([f"v{number}" for number in range(500)])
    markdown, tables = separated_values(stream.getvalue(), "csv")
    assert tables == 1
    assert all(f"v{number}\n" in f"{markdown}\n" for number in range(500))
    assert "c299" in markdown


@pytest.mark.parametrize("text", ['a,"b\nc,d', "one\ntwo\nthree\n", f"a,{'x' * 1_100_000}\n", ""])
def test_what_is_no_table_stays_as_it_is_written(text: str) -> None:
    markdown, tables = separated_values(text, "csv")
    assert (text.rstrip("\n") in markdown, tables) == (True, 0)
