"""Tables: no cell is lost, the header is found, long ones come in sections that name their place."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.markdown_tables import (
    NumberedRow,
    column_letters,
    count_tables,
    header_index,
    markdown_table,
    table_sections,
)


def numbered(*rows: list[str]) -> list[NumberedRow]:
    return [NumberedRow(number, row) for number, row in enumerate(rows, 1)]


def test_rows_become_a_table_with_the_first_as_header() -> None:
    assert markdown_table([["a", "b"], ["1"], ["x|y", "two\nlines"]]) == "| a | b |\n| --- | --- |\n| 1 |  |\n| x\\|y | two lines |"


@pytest.mark.parametrize("rows", [[], [[]], [[], []]])
def test_without_cells_there_is_no_table(rows: list[list[str]]) -> None:
    assert markdown_table(rows) == ""
    assert table_sections(numbered(*rows)) == ""


def test_a_short_table_stays_in_one_piece_without_its_empty_columns_and_rows() -> None:
    rows = numbered(["host", "", "seen"], [], ["evil.example", "", "today"])
    assert table_sections(rows, "Sheet1") == "| host | seen |\n| --- | --- |\n| evil.example | today |"


def test_what_stands_above_the_header_stays_above_the_table() -> None:
    rows = numbered(["Indicators of May"], [], ["host", "port", "seen"], ["evil.example", "443", "today"])
    assert table_sections(rows) == "Indicators of May\n\n| host | port | seen |\n| --- | --- | --- |\n| evil.example | 443 | today |"


def test_a_long_table_is_cut_by_the_numbers_of_its_rows_and_repeats_its_header() -> None:
    rows = numbered(["host", "note"], *([f"h{number}.example", "seen"] for number in range(2, 252)))
    sections = table_sections(rows, "Sheet1").split("\n\n")
    assert sections[::2] == ["### Sheet1, rows 1–100", "### Sheet1, rows 101–200", "### Sheet1, rows 201–251"]
    assert [section.split("\n")[0] for section in sections[1::2]] == ["| host | note |"] * 3
    assert [section.count("\n") - 1 for section in sections[1::2]] == [99, 100, 51]


def test_a_long_table_without_header_names_its_columns_by_letters() -> None:
    rows = numbered(*([f"10.0.0.{number}", "seen"] for number in range(200)))
    assert table_sections(rows).startswith("### Rows 1–100\n\n| A | B |\n| --- | --- |\n| 10.0.0.0 | seen |\n")


def test_rows_too_wide_for_a_table_are_written_one_below_the_other() -> None:
    wide = [f"c{number}" for number in range(500)]
    text = table_sections(numbered(wide, [f"v{number}" if number % 2 else "" for number in range(500)]))
    assert text.startswith("#### Row 2\n\n- **c1:** v1\n- **c3:** v3\n")
    assert text.endswith("- **c499:** v499")


def test_a_cell_that_is_a_text_is_no_cell_of_a_table() -> None:
    assert (
        table_sections(numbered(["name", "text"], ["a", "word " * 500])) == f"#### Row 2\n\n- **name:** a\n- **text:** {'word ' * 499}word"
    )


@pytest.mark.parametrize(
    ("rows", "index"),
    [
        ([["name", "hits"], ["a", "3"]], 0),
        ([["country", "2023", "2024"], ["Chad", "5", "6"]], 0),
        ([["source.ip", "host.name"], ["10.0.0.1", "a"]], 0),
        ([["Report", "", ""], ["name", "hits", "seen"], ["a", "3", "x"]], 1),
        ([["evil.example", "C2"], ["bad.example", "C2"]], None),
        ([["198.51.100.1", "1"], ["198.51.100.2", "2"]], None),
        ([["x", "x", "x"], ["a", "b", "c"]], None),
        ([["only", "row"]], 0),
        ([], None),
    ],
)
def test_headers(rows: list[list[str]], index: int | None) -> None:
    assert header_index(rows) == index


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_have_the_names_of_spreadsheets(column: int, letters: str) -> None:
    assert column_letters(column) == letters


def test_tables_are_counted_outside_of_code() -> None:
    assert count_tables("| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\n| a |\n| --- |\n```\n\ntext | text\n\n| c |\n|:-:|\n") == 2
    assert count_tables("a\n---\n- - -\n| no rule |") == 0
