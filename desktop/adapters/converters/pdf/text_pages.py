"""Reads the lines of a PDF's pages from PDFium.

A call for each character costs more than the whole extraction, so a page's text is taken at once, cut into the lines
that PDFium found, and only a few places of each line are asked for: its rectangles, its baseline, the size of its font.
"""

from __future__ import annotations

import ctypes
import math
import re
from bisect import bisect_left
from itertools import groupby, pairwise

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.pdf.hiding import Box, Doubt, DoubtFinder, Doubtful, HiddenTextFinder, around
from desktop.adapters.converters.pdf.lines import LABEL, RIGHT_TO_LEFT, Cell, Line
from desktop.adapters.converters.pdf.out_numbers import OutNumbers

LINE = re.compile(r"([^\r\n\ufffe\x02]*)(\r\n?|\n|\ufffe|\x02|$)")
UNWANTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u00ad]")
SPACES = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u205f]+")
LIGATURES = str.maketrans(
    {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)
LIGATURE = re.compile("[\ufb00-\ufb06]")
COLUMN_GAP = 1.3
BOLD_WEIGHT = 600


def read_lines(page: pypdfium2.PdfPage, hidden: HiddenTextFinder) -> tuple[list[Line], list[str]]:
    """The lines of a page in the order in which the file draws them, and those texts of theirs that cannot be seen."""
    text_page = page.get_textpage()
    try:
        reader = _Reader(text_page, page.get_rotation(), page.get_cropbox())
        lines = reader.lines()
        return lines, hidden.find(page, reader.doubtful, reader.seen)
    finally:
        text_page.close()


class _Reader:
    def __init__(self, text_page: pypdfium2.PdfTextPage, rotation: int, page_box: Box) -> None:
        self.doubtful: list[Doubtful] = []
        self.seen: list[Box] = []
        self._doubts = DoubtFinder(text_page, page_box)
        self._page = text_page.raw
        self._text: str = text_page.get_text_range()
        self._places = _places(text_page, self._text)
        self._rotation = rotation
        self._edges = OutNumbers(ctypes.c_double, 4)
        self._matrix = pdfium.FS_MATRIX()

    def lines(self) -> list[Line]:
        found: list[Line] = []
        for match in LINE.finditer(self._text):
            whole, end = match.groups()
            content = whole.strip()
            if not (content if content.isprintable() else UNWANTED.sub("", content)):
                continue
            start = match.start() + whole.index(content)
            line = self._line(start, start + len(content), found[-1] if found else None)
            line.hyphen = end in ("\ufffe", "\x02") or content.endswith("\u00ad")
            line.spaced = whole[-1].isspace()
            found.append(line)
        return found

    def _line(self, start: int, end: int, before: Line | None) -> Line:
        first = self._place(start)
        rectangles = self._rectangles(first, self._place(end))
        size = self._size(first) or (before.size if before else 10.0)
        if not rectangles:
            left, y = (before.left, before.y - 1.2 * size) if before else (0.0, 0.0)
            return Line((Cell(_clean(self._text[start:end]), left, left),), y, size)
        self._doubt(start, end, rectangles, size)
        turned = [self._turn(each) for each in rectangles] if self._rotation else rectangles
        cells = self._cells(start, end, rectangles, turned, size)
        return Line(cells, self._baseline(first, turned), size, self._is_bold(start, end))

    def _doubt(self, start: int, end: int, rectangles: list[Box], size: float) -> None:
        """Note what of a line may not be seen: its ends and its middle are asked, and each character if they differ."""
        box = around(rectangles)
        if self._doubts.off_page(box):
            self.doubtful.append(Doubtful(_clean(self._text[start:end]), box, Doubt.OFF_PAGE))
            return
        first = self._doubts.of(self._place(start), size)
        others = () if len(rectangles) == 1 else ((start + end) // 2, end - 1)  # one rectangle was painted at once
        if any(self._doubts.of(self._place(at), size) is not first for at in others):
            self._doubt_each(start, end, size)
        elif first is not None:
            self.doubtful.append(Doubtful(_clean(self._text[start:end]), box, first, self._doubts.light))
        else:
            self.seen.append(box)

    def _doubt_each(self, start: int, end: int, size: float) -> None:
        doubts = [self._doubts.of(self._place(at), size) if not self._text[at].isspace() else None for at in range(start, end)]
        for doubt, run in groupby(range(start, end), key=lambda at: doubts[at - start]):
            places = list(run)
            rectangles = self._rectangles(self._place(places[0]), self._place(places[-1]) + 1)
            if doubt is not None and rectangles:
                box = around(rectangles)
                self._doubts.of(self._place(places[0]), size)
                self.doubtful.append(Doubtful(_clean(self._text[places[0] : places[-1] + 1]), box, doubt, self._doubts.light))

    def _place(self, offset: int) -> int:
        return self._places[offset] if self._places is not None else offset

    def _rectangles(self, start: int, end: int) -> list[tuple[float, float, float, float]]:
        found = []
        for index in range(pdfium.FPDFText_CountRects(self._page, start, end - start)):
            pdfium.FPDFText_GetRect(self._page, index, *self._edges.references)
            left, top, right, bottom = self._edges.values
            found.append((left, bottom, right, top))
        return found

    def _turn(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """The box as a person sees it on the turned page; distances count, the origin does not."""
        left, bottom, right, top = box
        if self._rotation == 90:
            return bottom, -right, top, -left
        if self._rotation == 180:
            return -right, -top, -left, -bottom
        if self._rotation == 270:
            return -top, left, -bottom, right
        return box

    def _size(self, place: int) -> float:
        size = float(pdfium.FPDFText_GetFontSize(self._page, place))
        if not pdfium.FPDFText_GetMatrix(self._page, place, self._matrix):
            return size
        return size * math.hypot(self._matrix.c, self._matrix.d)

    def _baseline(self, place: int, turned: list[tuple[float, float, float, float]]) -> float:
        if self._rotation == 0 and pdfium.FPDFText_GetCharOrigin(self._page, place, *self._edges.references[:2]):
            return float(self._edges.values[1])
        return turned[0][1]

    def _is_bold(self, start: int, end: int) -> bool:
        return self._is_bold_at(self._place(start)) and self._is_bold_at(self._place(end - 1))

    def _is_bold_at(self, place: int) -> bool:
        weight = pdfium.FPDFText_GetFontWeight(self._page, place)
        if weight > 0:
            return bool(weight >= BOLD_WEIGHT)
        name, flags = ctypes.create_string_buffer(64), ctypes.c_int()
        pdfium.FPDFText_GetFontInfo(self._page, place, name, len(name), flags)
        return b"bold" in name.value.lower()

    def _cells(
        self,
        start: int,
        end: int,
        rectangles: list[tuple[float, float, float, float]],
        turned: list[tuple[float, float, float, float]],
        size: float,
    ) -> tuple[Cell, ...]:
        """The line cut where a gap is too wide for a space between words."""
        left, _, right, _ = around(turned)
        if self._rotation or len(rectangles) == 1 or RIGHT_TO_LEFT.search(self._text, start, end):
            return (Cell(_clean(self._text[start:end]), left, right),)
        cuts: list[tuple[int, float, float]] = [(start, left, left)]
        ordered = sorted(rectangles)
        reached = ordered[0][2]
        for box in ordered[1:]:
            if box[0] - reached > COLUMN_GAP * size:
                offset = self._offset_at(box)
                if cuts[-1][0] < offset < end and not (len(cuts) == 1 and LABEL.match(self._text[start:offset])):
                    cuts.append((offset, box[0], reached))
            reached = max(reached, box[2])
        edges = [*cuts, (end, right, reached)]
        return tuple(Cell(_clean(self._text[at:until]), begins, ends) for (at, begins, _), (until, _, ends) in pairwise(edges))

    def _offset_at(self, box: tuple[float, float, float, float]) -> int:
        left, bottom, _, top = box
        place = int(pdfium.FPDFText_GetCharIndexAtPos(self._page, left + 0.5, (bottom + top) / 2, 2.0, 2.0))
        return bisect_left(self._places, place) if self._places is not None else place


def _places(text_page: pypdfium2.PdfTextPage, text: str) -> list[int] | None:
    """PDFium's index of each character of the text; None where the two are the same, as on most pages."""
    if len(text) == text_page.count_chars():
        return None
    places, at = [], 0
    for character in text:
        places.append(int(pdfium.FPDFText_GetCharIndexFromTextIndex(text_page.raw, at)))
        at += 2 if character > "\uffff" else 1  # PDFium counts in units of UTF-16
    return [*places, text_page.count_chars()]


def _clean(text: str) -> str:
    if not text.isprintable():  # of spaces only the plain one counts as that
        text = SPACES.sub(" ", UNWANTED.sub("", text))
    elif "  " in text:
        text = SPACES.sub(" ", text)
    return (text.translate(LIGATURES) if LIGATURE.search(text) else text).strip()
