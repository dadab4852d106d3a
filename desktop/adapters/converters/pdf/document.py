"""A PDF file as Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.pdf.composing import Style, compose_page, measure_style
from desktop.adapters.converters.pdf.hiding import HiddenTextFinder
from desktop.adapters.converters.pdf.lines import Line, merge_neighbours
from desktop.adapters.converters.pdf.metadata import read_pdf_metadata
from desktop.adapters.converters.pdf.reading_order import order_blocks
from desktop.adapters.converters.pdf.running_lines import drop_running_lines
from desktop.adapters.converters.pdf.scans import is_scan
from desktop.adapters.converters.pdf.text_pages import read_lines
from desktop.adapters.converters.stated import Found, Stated
from desktop.application.ports import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed
from desktop.domain.quality import Flag, FlagKind

CONVERTER = "coffer-pdf 1"


def convert_pdf(path: Path, max_pages: int) -> Conversion:
    """The Markdown of a PDF, page by page; ConversionFailed with a reason if it cannot be read whole."""
    with open_pdf(path) as document:
        count = len(document)
        if count > max_pages:
            raise ConversionFailed(
                f"It has {count:,} pages, more than the {max_pages:,} that one file may have.",
                "Raise imports.max_pages in the vault's settings, or split the file.",
            )
        read = _read_pages(document, count)
        stated = read_pdf_metadata(path, document)
    style = measure_style(read.pages)
    bodies = [compose_page(order_blocks(page), style) for page in drop_running_lines(read.pages)]
    conversion = Conversion(
        markdown="\n\n".join(f"{page_mark(number)}\n\n{body}" if body else page_mark(number) for number, body in enumerate(bodies, 1))
        + "\n",
        format="pdf",
        converter=f"{CONVERTER} (PDFium {pypdfium2.PDFIUM_INFO.build})",
        pages=count,
        empty_pages=tuple(read.scanned),
        flags=tuple(Flag(FlagKind.HIDDEN_TEXT, text) for text in dict.fromkeys(read.hidden)),
        warnings=tuple(f"Page {number} is damaged and could not be read." for number in read.unreadable),
    )
    return stated.or_else(Stated(title=_largest_words(read.pages, style))).given_to(conversion)


@contextmanager
def open_pdf(path: Path) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF for reading; ConversionFailed with a reason if that cannot be."""
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
            raise ConversionFailed(
                "The PDF needs a password.", "Open it in a PDF reader, save a copy without a password, and import that."
            ) from error
        raise ConversionFailed(
            "The PDF is damaged or incomplete and cannot be opened.", "Fetch it again, or open and save it in a PDF reader."
        ) from error
    try:
        yield document
    finally:
        document.close()


@dataclass(slots=True)
class _Read:
    """The lines of each page, the numbers of those for OCR and of those that are damaged, and the texts nobody sees."""

    pages: list[list[Line]] = field(default_factory=list)
    scanned: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)


def _read_pages(document: pypdfium2.PdfDocument, count: int) -> _Read:
    read, finder = _Read(), HiddenTextFinder()
    for number in range(1, count + 1):
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            read.unreadable.append(number)
            read.scanned.append(number)
            read.pages.append([])
            continue
        try:
            lines, hidden = read_lines(page, finder)
            read.hidden += hidden
            read.pages.append(merge_neighbours(lines))
            if is_scan(page, read.pages[-1]):
                read.scanned.append(number)
        finally:
            page.close()
    if len(read.unreadable) == count > 0:
        raise ConversionFailed("No page of the PDF can be read: it is damaged.", "Fetch it again, or open and save it in a PDF reader.")
    return read


def _largest_words(pages: list[list[Line]], style: Style) -> Found | None:
    """The headings of the largest size on the first page that has any."""
    first = next((page for page in pages[:2] if any(style.level(line) for line in page)), [])
    largest = max((line.size for line in first if style.level(line)), default=0.0)
    title = " ".join(line.text for line in first if style.level(line) and line.size > 0.96 * largest)
    return Found(title[:200], "the largest words of its first page") if len(title) > 5 else None
