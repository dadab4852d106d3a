"""Reading order, worked out on lines that stand where each test puts them."""

from __future__ import annotations

from itertools import permutations

from desktop.adapters.converters.pdf.lines import Cell, Line, merge_neighbours
from desktop.adapters.converters.pdf.reading_order import order_blocks


def line(left: float, y: float, text: str, width: float = 200) -> Line:
    return Line((Cell(text, left, left + width),), y, 10)


def column(left: float, top: float, name: str, count: int = 4) -> list[Line]:
    return [line(left, top - 12 * row, f"{name}{row} words that fill a line of it") for row in range(count)]


def names(lines: list[Line]) -> list[str]:
    return [each.text.split(" ")[0] for block in order_blocks(lines) for each in block.lines]


def expected(*blocks: str, count: int = 4) -> list[str]:
    return [f"{block}{row}" for block in blocks for row in range(count)]


def test_blocks_one_below_the_other_in_any_drawing_order() -> None:
    blocks = [column(50, 700, "a"), column(50, 500, "b"), column(50, 300, "c")]
    for order in permutations(blocks):
        assert names([each for block in order for each in block]) == expected("a", "b", "c")


def test_a_gap_that_runs_through_both_columns_by_chance_does_not_cut_them() -> None:
    left = column(50, 700, "a") + column(50, 600, "b")
    right = column(300, 700, "c") + column(300, 600, "d")
    assert names(left + right) == expected("a", "b", "c", "d")


def test_a_title_above_and_a_note_below_two_columns() -> None:
    title, note = line(50, 760, "title", 450), line(50, 400, "note", 450)
    left, right = column(50, 700, "a", 12), column(300, 700, "b", 12)
    assert names([note, *left, *right, title]) == ["title", *expected("a", "b", count=12), "note"]


def test_cells_of_a_table_are_read_row_by_row() -> None:
    cells = [line(left, 700 - 30 * row, f"{name}{row}", 60) for row in range(4) for left, name in ((50, "a"), (200, "b"), (350, "c"))]
    assert names(cells) == [f"{name}{row}" for row in range(4) for name in "abc"]


def test_a_block_knows_the_edges_of_its_column() -> None:
    blocks = order_blocks(column(50, 700, "a") + column(300, 700, "b") + [line(560, 20, "7", 5)])
    edges = {block.lines[0].text[:2]: block.edges for block in blocks}
    assert (edges["a0"], edges["b0"]) == ((50, 250), (300, 500))


def test_two_columns_drawn_row_by_row_are_parted() -> None:
    rows = [
        Line((Cell(f"a{row} words that fill a line", 50, 250), Cell(f"b{row} words that fill a line", 300, 500)), 700 - 12 * row, 10)
        for row in range(8)
    ]
    assert names(rows) == expected("a", "b", count=8)
    assert [len(each.cells) for block in order_blocks(rows[:4]) for each in block.lines] == [2] * 4  # too few to tell from a table


def test_pieces_of_a_line_are_merged_by_place() -> None:
    pieces = [line(120, 700, "middle", 40), line(50, 700, "begin", 66), line(163, 700.5, "end", 30), line(400, 700, "far", 30)]
    assert [each.text for each in merge_neighbours(pieces)] == ["begin middle end", "far"]


def test_no_lines_have_no_order() -> None:
    assert order_blocks([]) == []
