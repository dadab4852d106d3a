"""OpenDocument texts, sheets and slides, straight from their XML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

from desktop.adapters.converters.markdown_tables import NumberedRow, markdown_table
from desktop.adapters.converters.markitdown import REPAIR_HINT, check_unpacked_size
from desktop.adapters.converters.open_document_styles import PackageParts, hidden_texts, read_package
from desktop.adapters.converters.spreadsheets import Sheet, refuse_too_many, sheets_as_pages
from desktop.domain.conversion import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed
from desktop.domain.quality import Flag, FlagKind

CONVERTER = "coffer-odf 1"
MOST_REPEATED = 1000
OASIS = "{urn:oasis:names:tc:opendocument:xmlns:"
TEXT, TABLE, DRAW, OFFICE = (f"{OASIS}{name}:1.0}}" for name in ("text", "table", "drawing", "office"))
NAME = f"{TABLE}name"
CHANGES = frozenset({f"{TEXT}change", f"{TEXT}change-start", f"{TEXT}change-end"})
SVG = f"{OASIS}svg-compatible:1.0}}"
TITLES = frozenset({f"{SVG}title", f"{SVG}desc"})
APART = frozenset({f"{DRAW}text-box", *TITLES})
NOT_VISIBLE = frozenset({"collapse", "filter"})
MOST_EMPTY = 50
DC = "{http://purl.org/dc/elements/1.1/}"
BLOCKS = frozenset({f"{TEXT}p", f"{TEXT}h", f"{TEXT}list", f"{TABLE}table", f"{DRAW}page"})
UNPRINTED = frozenset({f"{TEXT}tracked-changes", f"{TEXT}sequence-decls", f"{OFFICE}forms", f"{TEXT}table-of-content-source"})


def convert_open_document(path: Path, kind: str, max_pages: int | None = None) -> Conversion:
    """The Markdown of an `odt`, `ods` or `odp` file."""
    check_unpacked_size(path)
    parts = read_package(path)
    try:
        conversion = _convert(parts, kind, max_pages)
    except RecursionError as error:
        raise ConversionFailed("It is nested too deeply to be read.", REPAIR_HINT) from error
    flags = tuple(Flag(FlagKind.HIDDEN_TEXT, text) for text in dict.fromkeys(hidden_texts(parts)))
    return parts.stated().given_to(replace(conversion, flags=conversion.flags + flags))


def _convert(parts: PackageParts, kind: str, max_pages: int | None) -> Conversion:
    body = parts.content.find(f"{OFFICE}body")
    if body is None:
        raise ConversionFailed("It has no content.", REPAIR_HINT)
    reader = _Reader(parts)
    if kind == "ods":
        sheets = [reader.sheet(each) for each in body.iter(f"{TABLE}table") if each.find(f"{TABLE}table-row") is not None or each.get(NAME)]
        refuse_too_many(len(sheets), max_pages, "sheets")
        return sheets_as_pages(sheets, kind, CONVERTER)
    slides = [*body.iter(f"{DRAW}page")] if kind == "odp" else []
    refuse_too_many(len(slides), max_pages, "slides")
    texts = ["\n\n".join(reader.blocks(slide)) for slide in slides]
    pages = (
        [f"{page_mark(number)}\n\n{text}".strip() for number, text in enumerate(texts, 1)] if slides else ["\n\n".join(reader.blocks(body))]
    )
    return Conversion(
        "\n\n".join([*pages, *reader.beside_the_body()]) + "\n",
        kind,
        CONVERTER,
        pages=len(slides) or None,
        empty_pages=tuple(number for number, text in enumerate(texts, 1) if not text) if slides else (),
    )


class _Reader:
    """Reads the elements of a document, knowing its tracked changes and styles."""

    def __init__(self, parts: PackageParts) -> None:
        self._parts = parts
        self._deleted: dict[str, str] = {}
        self._inserted: set[str] = set()
        for region in parts.content.iter(f"{TEXT}changed-region"):
            id_ = region.get(f"{TEXT}id") or region.get("{http://www.w3.org/XML/1998/namespace}id") or ""
            if (deletion := region.find(f"{TEXT}deletion")) is not None:
                self._deleted[id_] = " ".join(
                    filter(None, (self._plain(each) for each in deletion if each.tag in (f"{TEXT}p", f"{TEXT}h")))
                )
            elif region.find(f"{TEXT}insertion") is not None:
                self._inserted.add(id_)

    def beside_the_body(self) -> Iterator[str]:
        """Headers and footers, and the figures behind charts."""
        texts = [text for each in self._parts.headers() for text in self.blocks(each)]
        if texts:
            yield "\n".join(["## Headers and footers", "", *(f"- {' '.join(text.split())}" for text in dict.fromkeys(texts))])
        tables = [table for chart in self._parts.charts for table in self.blocks(chart)]
        if tables:
            yield "\n\n".join(["## Charts", *tables])

    def sheet(self, table: Element) -> Sheet:
        """A sheet with what of it is hidden."""
        rows = list(self._rows(table))
        columns = list(table.iter(f"{TABLE}table-column"))
        hidden, at = [], 0
        for column in columns:
            wide = min(_repeated(column, "columns"), MOST_REPEATED)
            hidden += [at + each for each in range(wide)] if column.get(f"{TABLE}visibility") in NOT_VISIBLE else []
            at += wide
        return Sheet(
            table.get(NAME, ""),
            [NumberedRow(number, cells) for number, cells, _ in rows],
            hidden=table.get(f"{TABLE}style-name", "") in self._parts.hidden_tables,
            hidden_rows=tuple(number for number, cells, visible in rows if not visible and any(cells)),
            hidden_columns=tuple(hidden),
        )

    def blocks(self, parent: Element) -> Iterator[str]:
        """Headings, paragraphs, lists and tables below an element, in order."""
        for child in parent:
            if child.tag in UNPRINTED:
                continue
            if child.tag == f"{TEXT}h":
                level = child.get(f"{TEXT}outline-level", "1")
                yield f"{'#' * (min(int(level), 6) if level.isdigit() and len(level) < 3 else 6)} {self._plain(child)}"
            elif child.tag == f"{TEXT}p":
                yield from (text for text in (self._plain(child), *self._framed(child)) if text)
            elif child.tag == f"{TEXT}list":
                yield "\n".join(self._items(child, 0))
            elif child.tag == f"{TABLE}table":
                rows = [cells for _, cells, _ in self._rows(child) if any(cells)]
                yield from [markdown_table(rows)] if rows else []
            elif child.tag == f"{OFFICE}annotation":
                yield self._comment(child)
            elif child.tag in TITLES and child.text:
                yield f"[picture: {' '.join(child.text.split())}]"
            else:
                yield from self.blocks(child)

    def _framed(self, paragraph: Element) -> Iterator[str]:
        """What stands in text boxes that are anchored in a paragraph, and what its pictures are said to show."""
        for frame in paragraph.iter():
            if frame.tag == f"{DRAW}text-box":
                yield from self.blocks(frame)
            elif frame.tag in TITLES and frame.text:
                yield f"[picture: {' '.join(frame.text.split())}]"

    def _items(self, parent: Element, depth: int) -> Iterator[str]:
        for item in parent:
            for child in item:
                if child.tag == f"{TEXT}list":
                    yield from self._items(child, depth + 1)
                elif text := self._plain(child):
                    yield f"{'  ' * depth}- {text}"

    def _rows(self, table: Element) -> Iterator[tuple[int, list[str], bool]]:
        """The number of each row, its cells, and whether it is shown."""
        number = 1
        for row in table.iter(f"{TABLE}table-row"):
            cells: list[str] = []
            for cell in row:
                if cell.tag in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                    text = self._cell(cell)
                    cells += [text] * (
                        min(_repeated(cell, "columns"), MOST_REPEATED) if text else min(_repeated(cell, "columns"), MOST_EMPTY)
                    )
            repeated = _repeated(row, "rows")
            for at in range(min(repeated, MOST_REPEATED) if any(cells) else 1):
                yield number + at, cells, row.get(f"{TABLE}visibility") not in NOT_VISIBLE
            number += repeated

    def _cell(self, cell: Element) -> str:
        """The text of a cell; of a formula that was never worked out, the formula."""
        text = " ".join(filter(None, (self._plain(block) for block in cell.iter() if block.tag in (f"{TEXT}p", f"{TEXT}h"))))
        return (
            text
            or cell.get(f"{OFFICE}value")
            or cell.get(f"{OFFICE}string-value")
            or (cell.get(f"{TABLE}formula") or "").removeprefix("of:")
        )

    def _plain(self, element: Element) -> str:
        return " ".join("".join(self._pieces(element)).split(" ")).strip()

    def _pieces(self, element: Element) -> Iterator[str]:
        yield element.text or ""
        for child in element:
            if child.tag == f"{TEXT}s":
                count = child.get(f"{TEXT}c", "1")
                yield " " * (min(int(count), MOST_REPEATED) if count.isdigit() and len(count) < 6 else 1)
            elif child.tag == f"{TEXT}tab":
                yield " "
            elif child.tag == f"{TEXT}line-break":
                yield "  \n"
            elif child.tag == f"{TEXT}note":
                yield f" ({' '.join(self._plain(block) for block in child.iter(f'{TEXT}p'))})"
            elif child.tag == f"{OFFICE}annotation":
                yield f" {self._comment(child)}"
            elif child.tag in CHANGES:
                yield self._change(child)
            elif child.tag not in BLOCKS and child.tag not in APART:
                yield from self._pieces(child)
            yield child.tail or ""

    def _comment(self, annotation: Element) -> str:
        said = " ".join(filter(None, (self._plain(block) for block in annotation.iter(f"{TEXT}p"))))
        by = " ".join((annotation.findtext(f"{DC}creator") or "").split())
        return f"[comment: {by + ': ' if by else ''}{said}]"

    def _change(self, mark: Element) -> str:
        """What a mark of the tracked changes stands for."""
        id_ = mark.get(f"{TEXT}change-id", "")
        if mark.tag == f"{TEXT}change":
            return f"[deleted: {self._deleted[id_]}]" if self._deleted.get(id_) else ""
        if id_ not in self._inserted:
            return ""
        return "[inserted: " if mark.tag == f"{TEXT}change-start" else "]"


def _repeated(element: Element, what: str) -> int:
    stated = element.get(f"{TABLE}number-{what}-repeated", "1")
    return max(1, int(stated)) if stated.isascii() and stated.isdigit() and len(stated) < 9 else 1
