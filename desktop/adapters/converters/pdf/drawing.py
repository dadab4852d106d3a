"""Draws pages of a PDF and finds quotes on them; runs in the worker process `render`."""

from __future__ import annotations

import ctypes
import io
import unicodedata
from contextlib import ExitStack
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.pdf.document import open_pdf
from desktop.adapters.worker_process.server import Reply, Request
from desktop.domain.errors import ConversionFailed

MOST_PIXELS = 40_000_000
FINE = 100_000
SHORTEST_PART = 24

Edges = tuple[float, float, float, float]


class PageDrawer:
    """Handles the calls of the worker; the PDF used last stays open."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._opened: tuple[str, int] | None = None
        self._document: pypdfium2.PdfDocument | None = None

    def page_count(self, request: Request) -> Reply:
        """How many pages the PDF has."""
        return Reply({"pages": len(self._pdf(request.args["path"]))})

    def render(self, request: Request) -> Reply:
        """A page as PNG."""
        page = self._page(request)
        try:
            width, height = page.get_size()
            scale = min(request.args["width"] / max(width, 1), (MOST_PIXELS / max(width * height, 1)) ** 0.5)
            image = page.render(scale=scale, may_draw_forms=False).to_pil()
        except pypdfium2.PdfiumError as error:
            raise ConversionFailed(f"Page {request.args['page']} cannot be drawn: it is damaged.") from error
        finally:
            page.close()
        png = io.BytesIO()
        image.save(png, "PNG", compress_level=1)
        return Reply({"width": image.width, "height": image.height}, png.getvalue())

    def locate(self, request: Request) -> Reply:
        """Where on a page a quote stands, a box for each line."""
        page = self._page(request)
        text_page = page.get_textpage()
        try:
            return Reply({"boxes": _locate(page, text_page, request.args["quote"])})
        finally:
            text_page.close()
            page.close()

    def _page(self, request: Request) -> pypdfium2.PdfPage:
        document, number = self._pdf(request.args["path"]), int(request.args["page"])
        if not 1 <= number <= len(document):
            raise ConversionFailed(f"There is no page {number}: the PDF has {len(document)}.")
        try:
            return document[number - 1]
        except pypdfium2.PdfiumError as error:
            raise ConversionFailed(f"Page {number} is damaged and cannot be read.") from error

    def _pdf(self, path: str) -> pypdfium2.PdfDocument:
        try:
            identity = (path, Path(path).stat().st_mtime_ns)
        except OSError as error:
            raise ConversionFailed(f"The original could not be read: {error.strerror}.") from error
        if self._document is None or identity != self._opened:
            self._document = None  # the next may not open
            self._open.close()
            self._document, self._opened = self._open.enter_context(open_pdf(Path(path))), identity
        return self._document


def _locate(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, quote: str) -> list[Edges]:
    letters, places = _letters(text_page)
    sought = "".join(_folded(character) for character in quote)
    lines: list[Edges] = []
    for start, end in _spans(letters, sought):
        for box in _rectangles(page, text_page, places[start], places[end - 1]):
            _add_to_line(lines, box)
    return lines


def _letters(text_page: pypdfium2.PdfTextPage) -> tuple[str, list[int]]:
    """The page's letters and digits, and PDFium's index of each."""
    letters: list[str] = []
    places: list[int] = []
    for place in range(text_page.count_chars()):
        folded = _folded(chr(pdfium.FPDFText_GetUnicode(text_page.raw, place)))
        letters.append(folded)
        places += [place] * len(folded)
    return "".join(letters), places


def _folded(character: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", character).casefold()))


def _spans(letters: str, sought: str) -> list[tuple[int, int]]:
    """Where the letters stand on the page: in one piece, else those halves that are there."""
    if not sought:
        return []
    at = letters.find(sought)
    if at >= 0:
        return [(at, at + len(sought))]
    if len(sought) < 2 * SHORTEST_PART:
        return []
    middle = len(sought) // 2
    return _spans(letters, sought[:middle]) + _spans(letters, sought[middle:])


def _rectangles(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, first: int, last: int) -> list[Edges]:
    numbers = [ctypes.c_double() for _ in range(4)]
    left, top, right, bottom = numbers
    boxes = []
    for index in range(pdfium.FPDFText_CountRects(text_page.raw, first, last - first + 1)):
        pdfium.FPDFText_GetRect(text_page.raw, index, *map(ctypes.byref, numbers))
        one, other = _on_screen(page, left.value, top.value), _on_screen(page, right.value, bottom.value)
        boxes.append((min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])))
    return boxes


def _on_screen(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """A place of the page as fractions of what is seen of it, from the top left, whatever its rotation and crop."""
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page.raw, 0, 0, FINE, FINE, 0, x, y, across, down)
    return min(max(across.value / FINE, 0.0), 1.0), min(max(down.value / FINE, 0.0), 1.0)


def _add_to_line(lines: list[Edges], box: Edges) -> None:
    """Join a box to the line before it if they stand side by side."""
    if lines:
        left, top, right, bottom = lines[-1]
        shared = min(bottom, box[3]) - max(top, box[1])
        if shared > 0.5 * min(bottom - top, box[3] - box[1]) and box[0] - right < 0.05:
            lines[-1] = (min(left, box[0]), min(top, box[1]), max(right, box[2]), max(bottom, box[3]))
            return
    lines.append(box)
