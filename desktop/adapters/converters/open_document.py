"""OpenDocument texts, sheets and slides, straight from their XML."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

from desktop.adapters.converters.markdown_tables import NumberedRow, markdown_table
from desktop.adapters.converters.markitdown import REPAIR_HINT, check_unpacked_size
from desktop.adapters.converters.spreadsheets import Sheet, sheets_as_pages
from desktop.application.ports import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-odf 1"
MOST_REPEATED = 1000
OASIS = "{urn:oasis:names:tc:opendocument:xmlns:"
TEXT, TABLE, DRAW, OFFICE, META = (f"{OASIS}{name}:1.0}}" for name in ("text", "table", "drawing", "office", "meta"))
DC = "{http://purl.org/dc/elements/1.1/}"
BLOCKS = frozenset({f"{TEXT}p", f"{TEXT}h", f"{TEXT}list", f"{TABLE}table", f"{DRAW}page"})
UNPRINTED = frozenset({f"{TEXT}tracked-changes", f"{TEXT}sequence-decls", f"{OFFICE}forms", f"{TEXT}table-of-content-source"})


def convert_open_document(path: Path, kind: str) -> Conversion:
    """The Markdown of an `odt`, `ods` or `odp` file."""
    check_unpacked_size(path)
    content, title, created = _read(path)
    body = content.find(f"{OFFICE}body")
    if body is None:
        raise ConversionFailed("It has no content.", REPAIR_HINT)
    if kind == "ods":
        sheets = [_sheet(each) for each in body.iter(f"{TABLE}table")]
        return replace(sheets_as_pages(sheets, kind, CONVERTER), title=title, published=created)
    slides = [*body.iter(f"{DRAW}page")] if kind == "odp" else []
    texts = ["\n\n".join(_blocks(slide)) for slide in slides]
    markdown = (
        "\n\n".join(f"{page_mark(number)}\n\n{text}".strip() for number, text in enumerate(texts, 1))
        if slides
        else "\n\n".join(_blocks(body))
    )
    return Conversion(
        f"{markdown}\n",
        kind,
        CONVERTER,
        title=title,
        published=created,
        pages=len(slides) or None,
        empty_pages=tuple(number for number, text in enumerate(texts, 1) if not text) if slides else (),
    )


def _read(path: Path) -> tuple[Element, str | None, str | None]:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        with zipfile.ZipFile(path) as archive:
            content = fromstring(archive.read("content.xml"))
            meta = fromstring(archive.read("meta.xml")) if "meta.xml" in archive.namelist() else None
    except (zipfile.BadZipFile, KeyError, ParseError, DefusedXmlException, OSError, RuntimeError) as error:
        raise ConversionFailed("It is damaged: its content cannot be read.", REPAIR_HINT) from error
    title = meta.findtext(f".//{DC}title") if meta is not None else None
    created = meta.findtext(f".//{META}creation-date") if meta is not None else None
    return content, title or None, created[:10] if created else None


def _sheet(table: Element) -> Sheet:
    return Sheet(table.get(f"{TABLE}name", ""), [NumberedRow(number, cells) for number, cells in enumerate(_rows(table), 1)])


def _blocks(parent: Element) -> Iterator[str]:
    """Headings, paragraphs, lists and tables below an element, in order."""
    for child in parent:
        if child.tag in UNPRINTED:
            continue
        if child.tag == f"{TEXT}h":
            yield f"{'#' * min(int(child.get(f'{TEXT}outline-level', '1')), 6)} {_plain(child)}"
        elif child.tag == f"{TEXT}p":
            yield from (text for text in (_plain(child), *_framed(child)) if text)
        elif child.tag == f"{TEXT}list":
            yield "\n".join(_items(child, 0))
        elif child.tag == f"{TABLE}table":
            rows = [row for row in _rows(child) if any(row)]
            yield from [markdown_table(rows)] if rows else []
        else:
            yield from _blocks(child)


def _framed(paragraph: Element) -> Iterator[str]:
    """What stands in text boxes that are anchored in a paragraph."""
    for box in paragraph.iter(f"{DRAW}text-box"):
        yield from _blocks(box)


def _items(parent: Element, depth: int) -> Iterator[str]:
    for item in parent:
        for child in item:
            if child.tag == f"{TEXT}list":
                yield from _items(child, depth + 1)
            elif text := _plain(child):
                yield f"{'  ' * depth}- {text}"


def _rows(table: Element) -> Iterator[list[str]]:
    for row in table.iter(f"{TABLE}table-row"):
        cells: list[str] = []
        for cell in row:
            if cell.tag in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                text = " ".join(filter(None, (_plain(block) for block in cell.iter() if block.tag in (f"{TEXT}p", f"{TEXT}h"))))
                cells += [text] * (min(int(cell.get(f"{TABLE}number-columns-repeated", "1")), MOST_REPEATED) if text else 1)
        times = min(int(row.get(f"{TABLE}number-rows-repeated", "1")), MOST_REPEATED) if any(cells) else 1
        yield from [cells] * times


def _plain(element: Element) -> str:
    return " ".join("".join(_pieces(element)).split(" ")).strip()


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag == f"{TEXT}s":
            yield " " * min(int(child.get(f"{TEXT}c", "1")), MOST_REPEATED)
        elif child.tag == f"{TEXT}tab":
            yield " "
        elif child.tag == f"{TEXT}line-break":
            yield "  \n"
        elif child.tag == f"{TEXT}note":
            yield f" ({' '.join(_plain(block) for block in child.iter(f'{TEXT}p'))})"
        elif child.tag not in BLOCKS and child.tag != f"{DRAW}text-box":
            yield from _pieces(child)
        yield child.tail or ""
