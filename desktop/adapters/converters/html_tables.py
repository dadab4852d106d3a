"""Tables of web pages made plain: merged cells laid out, the header marked, what only lays out a page no table any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from desktop.adapters.converters.markdown_tables import header_index

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

MOST_COLUMNS = 200
MOST_ROWS_MERGED = 1000
DEEPEST = 20
LONG_CELL = 1500
HEADINGS = ["h1", "h2", "h3", "h4"]
PARTS = frozenset({"thead", "tbody", "tfoot"})
CELLS = frozenset({"td", "th"})


def lay_out_tables(soup: BeautifulSoup) -> None:
    """Change the tables of a page so that each row has a cell for each column."""
    for table in soup.find_all("table"):
        if table.decomposed:
            continue  # it was within a cell, and is text of that now
        if _lays_out(table):
            _unwrap(table)
            continue
        for cell in _cells(table):
            for inner in cell.find_all("table"):
                if not inner.decomposed:
                    _flatten(inner)
        _spread(soup, table)
        _mark_header(table)


def _rows(table: Tag) -> Iterator[Tag]:
    for child in table.find_all(True, recursive=False):
        if child.name == "tr":
            yield child
        elif child.name in PARTS:
            yield from child.find_all("tr", recursive=False)


def _row_cells(row: Tag) -> list[Tag]:
    return [cell for cell in row.find_all(True, recursive=False) if cell.name in CELLS]


def _cells(table: Tag) -> Iterator[Tag]:
    for row in _rows(table):
        yield from _row_cells(row)


def _lays_out(table: Tag) -> bool:
    """Whether it is there for the looks of the page: it says so, or its cells are whole parts of a page."""
    if table.get("role") in ("presentation", "none"):
        return True
    widest = max((len(_row_cells(row)) for row in _rows(table)), default=0)
    for cell in _cells(table):
        inner = cell.find("table")
        if inner is not None and (widest == 1 or inner.find("table") is not None):
            return True
        if cell.find(HEADINGS) is not None or (inner is not None and len(cell.get_text()) > LONG_CELL):
            return True
    return False


def _unwrap(table: Tag) -> None:
    for row in list(_rows(table)):
        for cell in _row_cells(row):
            cell.name = "div"
        row.name = "div"
    for part in table.find_all(list(PARTS), recursive=False):
        part.unwrap()
    table.name = "div"


def _flatten(table: Tag) -> None:
    """A table within a cell becomes its text: rows apart by semicolons."""
    rows = [", ".join(filter(None, (" ".join(cell.get_text(" ").split()) for cell in _row_cells(row)))) for row in _rows(table)]
    text = "; ".join(filter(None, rows))
    table.insert_before(f" {text} ")
    table.decompose()


def _spread(soup: BeautifulSoup, table: Tag) -> None:
    """Give merged cells their place in each row: what spans rows is said in each, what spans columns once."""
    above: dict[int, tuple[int, str]] = {}
    for row in _rows(table):
        column = 0
        for cell in _row_cells(row):
            column = _fill(soup, above, column, cell)
            wide, high = _span(cell, "colspan", MOST_COLUMNS), _span(cell, "rowspan", MOST_ROWS_MERGED)
            text = " ".join(cell.get_text(" ").split()) if high > 1 else ""
            for at in range(column, column + wide):
                if high > 1:
                    above[at] = (high - 1, text if at == column else "")
            for _ in range(wide - 1):
                cell.insert_after(soup.new_tag("td"))
            del cell["colspan"], cell["rowspan"]
            column += wide
        while column in above:
            column = _append(soup, above, column, row)


def _fill(soup: BeautifulSoup, above: dict[int, tuple[int, str]], column: int, cell: Tag) -> int:
    """Put the cells that reach down from above before a cell; the column that it stands in."""
    while column in above and column < MOST_COLUMNS:
        cell.insert_before(_carried(soup, above, column))
        column += 1
    return column


def _append(soup: BeautifulSoup, above: dict[int, tuple[int, str]], column: int, row: Tag) -> int:
    row.append(_carried(soup, above, column))
    return column + 1


def _carried(soup: BeautifulSoup, above: dict[int, tuple[int, str]], column: int) -> Tag:
    left, text = above.pop(column)
    if left > 1:
        above[column] = (left - 1, text)
    cell = soup.new_tag("td")
    cell.string = text
    return cell


def _span(cell: Tag, name: str, most: int) -> int:
    stated = str(cell.get(name, "1"))
    return max(1, min(int(stated), most)) if stated.isascii() and stated.isdigit() and len(stated) < 6 else 1


def _mark_header(table: Tag) -> None:
    """Make the first row's cells headers where nothing is marked as one and they name the columns."""
    rows = list(_rows(table))[:3]
    if not rows or table.find("th") is not None:
        return
    texts = [[" ".join(cell.get_text(" ").split()) for cell in _row_cells(row)] for row in rows]
    if header_index(texts) == 0 and all(texts[0]):
        for cell in _row_cells(rows[0]):
            cell.name = "th"
