"""A PDF file as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.member_folder import MemberFolder
from desktop.adapters.converters.pdf.attachments import take_attachments
from desktop.adapters.converters.pdf.composing import Style, compose_page, measure_style
from desktop.adapters.converters.pdf.hiding import HiddenTextFinder
from desktop.adapters.converters.pdf.lines import Line, merge_neighbours
from desktop.adapters.converters.pdf.metadata import read_pdf_metadata
from desktop.adapters.converters.pdf.reading_order import order_blocks
from desktop.adapters.converters.pdf.running_lines import drop_running_lines
from desktop.adapters.converters.pdf.scans import is_scan
from desktop.adapters.converters.pdf.text_pages import read_lines
from desktop.adapters.converters.stated import Found, Stated
from desktop.domain.conversion import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed, PasswordNeeded
from desktop.domain.quality import Flag, FlagKind

CONVERTER = "coffer-pdf 1"


def convert_pdf(path: Path, max_pages: int, out: MemberFolder | None = None, passwords: Sequence[str] = ()) -> Conversion:
    """The Markdown of a PDF, page by page; ConversionFailed with a reason if it cannot be read whole.

    Files that are attached to it are taken out.
    """
    with open_pdf(path, passwords) as document, out or nullcontext():
        count = len(document)
        if count > max_pages:
            raise ConversionFailed(
                f"It has {count:,} pages, more than the {max_pages:,} that one file may have.",
                "Raise imports.max_pages in the vault's settings, or split the file.",
            )
        read = _read_pages(document, count)
        stated = read_pdf_metadata(path, document)
        members = take_attachments(document, out) if out is not None else ()
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
        members=members,
    )
    return stated.or_else(Stated(title=_largest_words(read.pages, style))).given_to(conversion)


@contextmanager
def open_pdf(path: Path, passwords: Sequence[str] = ()) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF for reading, by one of the passwords if it has one; ConversionFailed with a reason if that cannot be."""
    document = next((opened for password in (None, *passwords) if (opened := _opened_by(path, password))), None)
    if document is None:
        raise PasswordNeeded("The PDF needs a password.", "Import it again and give the password, or save a copy without a password.")
    try:
        yield document
    finally:
        document.close()


def _opened_by(path: Path, password: str | None) -> pypdfium2.PdfDocument | None:
    """The opened PDF; None if it has another password."""
    try:
        return pypdfium2.PdfDocument(path, password=password)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
            return None
        raise ConversionFailed(
            "The PDF is damaged or incomplete and cannot be opened.", "Fetch it again, or open and save it in a PDF reader."
        ) from error


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
