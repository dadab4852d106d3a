"""Tables are found where cells stand in columns beyond doubt, and nowhere else."""

from __future__ import annotations

from desktop.adapters.converters.pdf.lines import Cell, Line
from desktop.adapters.converters.pdf.tables import find_tables, table_markdown


def row(y: float, *cells: tuple[float, str]) -> Line:
    return Line(tuple(Cell(text, left, left + 6 * len(text)) for left, text in cells), y, 10)


def drawn(lines: list[Line]) -> list[str]:
    return [table_markdown(table, lines) for table in find_tables(lines)]


def test_rows_of_unequal_cells() -> None:
    lines = [
        row(700, (50, "hash"), (200, "name")),
        row(686, (50, "aa")),
        row(672, (50, "bb"), (200, "b.exe")),
        row(658, (50, "cc"), (200, "c")),
    ]
    assert drawn(lines) == ["| hash | name |\n| --- | --- |\n| aa |  |\n| bb | b.exe |\n| cc | c |"]


def test_a_cell_of_two_lines_is_one_cell() -> None:
    lines = [
        row(700, (50, "name"), (200, "use")),
        row(680, (50, "one"), (200, "first part")),
        row(669, (200, "and second")),
        row(649, (50, "two"), (200, "short")),
        row(629, (50, "three"), (200, "short")),
    ]
    assert "| one | first part and second |" in drawn(lines)[0]


def test_prose_is_no_table() -> None:
    lines = [row(700 - 12 * at, (50, "a line of words that goes on and on")) for at in range(6)]
    assert drawn(lines) == []


def test_two_rows_are_too_few() -> None:
    assert drawn([row(700, (50, "a"), (200, "b")), row(686, (50, "c"), (200, "d"))]) == []


def test_text_across_the_columns_ends_a_table() -> None:
    rows = [row(700 - 14 * at, (50, f"a{at}"), (200, f"b{at}")) for at in range(4)]
    note = row(640, (50, "a note that runs right through both of the columns"))
    lines = [*rows, note, *[row(600 - 14 * at, (50, f"c{at}"), (200, f"d{at}")) for at in range(3)]]
    assert [(table.start, table.end) for table in find_tables(lines)] == [(0, 4), (5, 8)]


def test_cells_that_share_a_column_are_no_table() -> None:
    lines = [row(700 - 14 * at, (50 + 35 * at, "abcdef"), (120 + 35 * at, "ghijkl")) for at in range(5)]
    assert drawn(lines) == []
