"""A PDF file as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.pdf.composing import Style, compose_page, measure_style
from desktop.adapters.converters.pdf.lines import Line, merge_neighbours
from desktop.adapters.converters.pdf.reading_order import order_blocks
from desktop.adapters.converters.pdf.running_lines import drop_running_lines
from desktop.adapters.converters.pdf.scans import is_scan
from desktop.adapters.converters.pdf.text_pages import read_lines
from desktop.application.ports import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-pdf 1"
DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b|untitled|slide \d|document\d*$|\S+$|.*\.(?:docx?|pptx?|xlsx?|pdf|indd|rtf|html?|txt)$)",
    re.IGNORECASE,
)


def convert_pdf(path: Path, max_pages: int) -> Conversion:
    """The Markdown of a PDF, page by page; ConversionFailed with a reason if it cannot be read whole."""
    with open_pdf(path) as document:
        count = len(document)
        if count > max_pages:
            raise ConversionFailed(
                f"It has {count:,} pages, more than the {max_pages:,} that one file may have.",
                "Raise imports.max_pages in the vault's settings, or split the file.",
            )
        pages, scanned, warnings = _read_pages(document, count)
        metadata = document.get_metadata_dict(skip_empty=True)
    style = measure_style(pages)
    bodies = [compose_page(order_blocks(page), style) for page in drop_running_lines(pages)]
    return Conversion(
        markdown="\n\n".join(f"{page_mark(number)}\n\n{body}" if body else page_mark(number) for number, body in enumerate(bodies, 1))
        + "\n",
        format="pdf",
        converter=f"{CONVERTER} (PDFium {pypdfium2.PDFIUM_INFO.build})",
        title=_title(metadata.get("Title", ""), pages, style),
        pages=count,
        empty_pages=tuple(scanned),
        published=_date(metadata.get("CreationDate", "")),
        warnings=tuple(warnings),
    )


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


def _read_pages(document: pypdfium2.PdfDocument, count: int) -> tuple[list[list[Line]], list[int], list[str]]:
    """The lines of each page, the numbers of those that OCR has to read, and warnings."""
    pages: list[list[Line]] = []
    scanned: list[int] = []
    unreadable: list[int] = []
    for number in range(1, count + 1):
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError:
            unreadable.append(number)
            scanned.append(number)
            pages.append([])
            continue
        try:
            pages.append(merge_neighbours(read_lines(page)))
            if is_scan(page, pages[-1]):
                scanned.append(number)
        finally:
            page.close()
    if unreadable and len(unreadable) == count:
        raise ConversionFailed("No page of the PDF can be read: it is damaged.", "Fetch it again, or open and save it in a PDF reader.")
    return pages, scanned, [f"Page {number} is damaged and could not be read." for number in unreadable]


def _title(stated: str, pages: list[list[Line]], style: Style) -> str | None:
    stated = " ".join(stated.split())
    if stated and not NO_TITLE.match(stated):
        return stated
    first = next((page for page in pages[:2] if any(style.level(line) for line in page)), [])
    largest = max((line.size for line in first if style.level(line)), default=0.0)
    title = " ".join(line.text for line in first if style.level(line) and line.size > 0.96 * largest)
    return title[:200] if len(title) > 5 else None


def _date(stated: str) -> str | None:
    match = DATE.match(stated)
    if not match or not ("1990" <= match[1] <= "2100" and "01" <= match[2] <= "12" and "01" <= match[3] <= "31"):
        return None
    return f"{match[1]}-{match[2]}-{match[3]}"
