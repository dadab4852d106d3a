"""Text of a PDF that a person who looks at the page does not see: white on white, transparent, tiny, off the page, never painted.

Only what looks doubtful by its colour, size, place or way of painting is asked after, for most pages have none of it. The text
that OCR lays under a scan is never painted either, and is not hidden: the picture over it shows it.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.pdf.out_numbers import OutNumbers

LEAST_LETTERS = 6
LEAST_WORDS_OFF_PAGE = 5
TINY = 1.0
PALE = 225
FAINT = 26
LEAST_CONTRAST = 24
MOST_OBJECTS = 5000
MOST_PAINTED = 8
BAND_GAP = 36.0
UNPAINTED = frozenset({3, 7})

Box = tuple[float, float, float, float]


class Doubt(Enum):
    """Why a text may not be seen."""

    PALE = auto()
    UNPAINTED = auto()
    TINY = auto()
    OFF_PAGE = auto()


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A text, its place (left, bottom, right, top), why it may not be seen, and how light it is from 0 to 255."""

    text: str
    box: Box
    doubt: Doubt
    light: int = 0


class DoubtFinder:
    """Tells of single characters of a page why they may not be seen."""

    def __init__(self, text_page: pypdfium2.PdfTextPage, page_box: Box) -> None:
        self._page = text_page.raw
        self._page_box = page_box
        self._colour = OutNumbers(ctypes.c_uint, 4)
        self.light = 0

    def of(self, place: int, size: float) -> Doubt | None:
        """The doubt about the character at an index of PDFium's, of a font of `size` points; None if it is painted like any."""
        if 0 < size < TINY:
            return Doubt.TINY
        painted = pdfium.FPDFText_GetTextObject(self._page, place)
        if painted and pdfium.FPDFTextObj_GetTextRenderMode(painted) in UNPAINTED:
            return Doubt.UNPAINTED
        if painted and pdfium.FPDFText_GetFillColor(self._page, place, *self._colour.references):
            red, green, blue, opacity = self._colour.values
            self.light = (red + green + blue) // 3
            if opacity < FAINT or min(red, green, blue) >= PALE:
                return Doubt.PALE
        return None

    def off_page(self, box: Box) -> bool:
        """Whether a place lies off the page as it is shown."""
        left, bottom, right, top = self._page_box
        return box[2] < left or box[0] > right or box[3] < bottom or box[1] > top


class HiddenTextFinder:
    """Finds, page after page of a document, which doubtful texts cannot be seen.

    What was seen at a place of one page is taken to be seen at the same place of the others, as headings on a coloured bar are.
    """

    def __init__(self) -> None:
        self._seen_places: set[tuple[int, ...]] = set()
        self._painted_pages = 0

    def find(self, page: pypdfium2.PdfPage, doubtful: Sequence[Doubtful], seen: Sequence[Box]) -> list[str]:
        """Those of the doubtful texts of a page that cannot be seen, neighbours joined; `seen` are the places of its other text."""
        if not doubtful:
            return []
        asked = [each.box for each in doubtful if each.doubt in (Doubt.PALE, Doubt.UNPAINTED)]
        behind = _Behind(page, asked, may_paint=self._painted_pages < MOST_PAINTED)
        texts: list[str] = []
        joined = False
        for each in doubtful:
            hidden = self._is_hidden(each, behind, seen)
            if hidden and joined:
                texts[-1] += f" {each.text}"
            elif hidden:
                texts.append(each.text)
            joined = hidden
        self._painted_pages += behind.was_painted
        return [text for text in texts if sum(map(str.isalnum, text)) >= LEAST_LETTERS]

    def _is_hidden(self, each: Doubtful, behind: _Behind, seen: Sequence[Box]) -> bool:
        if each.doubt is Doubt.TINY:
            return True
        if each.doubt is Doubt.OFF_PAGE:
            return len(each.text.split()) >= LEAST_WORDS_OFF_PAGE  # printers' marks are shorter
        place = (each.doubt.value, each.light, *(round(edge / 4) for edge in each.box))
        if place in self._seen_places:
            return False
        hidden = _is_unpainted(each, behind, seen) if each.doubt is Doubt.UNPAINTED else _is_faint(each, behind)
        if not hidden:
            self._seen_places.add(place)
        return hidden


def _is_unpainted(each: Doubtful, behind: _Behind, seen: Sequence[Box]) -> bool:
    if behind.has_picture(each.box) or (not seen and behind.has_anything):
        return False
    return any(_overlap(each.box, other) for other in seen) or not behind.shows_something(each.box)


def _is_faint(each: Doubtful, behind: _Behind) -> bool:
    light = behind.light_at(each.box)
    return abs(light - each.light) < LEAST_CONTRAST if light is not None else not behind.shows_something(each.box)


class _Behind:
    """What is painted on a page behind its text, found out as far as it is asked about; `asked` are the places."""

    def __init__(self, page: pypdfium2.PdfPage, asked: Sequence[Box], *, may_paint: bool) -> None:
        self._page = page
        self._bands = _bands(asked)
        self._may_paint = may_paint
        self._pictures: dict[Box, _Picture] = {}

    @cached_property
    def _objects(self) -> list[tuple[int, Box, int | None]]:
        return list(_painted(self._page))

    @property
    def was_painted(self) -> bool:
        return bool(self._pictures)

    @property
    def has_anything(self) -> bool:
        return bool(self._objects)

    def has_picture(self, box: Box) -> bool:
        return any(kind == pdfium.FPDF_PAGEOBJ_IMAGE and _covers(each, box) for kind, each, _ in self._objects)

    def light_at(self, box: Box) -> int | None:
        """How light the ground of a place is; None where that can only be seen by painting it."""
        light: int | None = 255
        for kind, each, colour in self._objects:
            if kind == pdfium.FPDF_PAGEOBJ_PATH and colour is not None and _covers(each, box):
                light = colour
            elif kind != pdfium.FPDF_PAGEOBJ_PATH and _covers(each, box):
                light = None
        return light

    def shows_something(self, box: Box) -> bool:
        """Whether the page, painted, is not of one colour at a place; so it is said where it may not be painted any more."""
        if not self._may_paint or self._page.get_rotation():
            return True
        band = next(each for each in self._bands if each[1] <= box[1] and box[3] <= each[3])
        if band not in self._pictures:
            self._pictures[band] = _Picture(self._page, band)
        pixels = self._pictures[band].pixels(box)
        return bool(pixels) and max(pixels) - min(pixels) >= LEAST_CONTRAST


class _Picture:
    """A part of a page, painted in greys of a point each: a whole page takes several times longer."""

    def __init__(self, page: pypdfium2.PdfPage, part: Box) -> None:
        self._edge, _, _, self._head = page.get_cropbox()
        width, height = math.ceil(page.get_width()), math.ceil(page.get_height())
        self._left = min(max(math.floor(part[0] - self._edge), 0), width - 1)
        self._top = min(max(math.floor(self._head - part[3]), 0), height - 1)
        right = min(max(math.ceil(part[2] - self._edge) + 1, self._left + 1), width)
        bottom = min(max(math.ceil(self._head - part[1]) + 1, self._top + 1), height)
        crop = (self._left, height - bottom, width - right, self._top)
        bitmap = page.render(scale=1, crop=crop, grayscale=True, may_draw_forms=False)
        painted = bytes(bitmap.buffer)
        self._rows = [painted[at : at + bitmap.width] for at in range(0, bitmap.stride * bitmap.height, bitmap.stride)]
        bitmap.close()

    def pixels(self, box: Box) -> bytes:
        """What is painted at a place within the part, a little less than its height."""
        shrink = 0.15 * (box[3] - box[1])
        top, bottom = round(self._head - box[3] + shrink) - self._top, round(self._head - box[1] - shrink) - self._top
        left, right = round(box[0] - self._edge) - self._left, round(box[2] - self._edge) - self._left
        rows = self._rows[max(0, top) : max(0, bottom + 1)]
        return b"".join(row[max(0, left) : max(0, right + 1)] for row in rows)


def _painted(page: pypdfium2.PdfPage) -> Iterator[tuple[int, Box, int | None]]:
    """(kind, place, how light) of what is painted but text, in order; of a path that is filled, the light of its colour."""
    edges, colour = OutNumbers(ctypes.c_float, 4), OutNumbers(ctypes.c_uint, 4)
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    for at in range(min(pdfium.FPDFPage_CountObjects(page.raw), MOST_OBJECTS)):
        each = pdfium.FPDFPage_GetObject(page.raw, at)
        kind = pdfium.FPDFPageObj_GetType(each)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT or not pdfium.FPDFPageObj_GetBounds(each, *edges.references):
            continue
        left, bottom, right, top = edges.values
        light = None
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            pdfium.FPDFPath_GetDrawMode(each, ctypes.byref(mode), ctypes.byref(stroke))
            if not mode.value or not pdfium.FPDFPageObj_GetFillColor(each, *colour.references) or colour.values[3] < FAINT:
                continue
            light = sum(colour.values[:3]) // 3
        yield kind, (left, bottom, right, top), light


def _bands(boxes: Sequence[Box]) -> list[Box]:
    """Where these places are, those together that stand at nearly the same height, as in a header."""
    bands: list[Box] = []
    for box in sorted(boxes, key=lambda each: each[1]):
        if bands and box[1] - bands[-1][3] < BAND_GAP:
            bands[-1] = around((bands[-1], box))
        else:
            bands.append(box)
    return bands


def around(boxes: Sequence[Box]) -> Box:
    """The place that all of these lie in."""
    if len(boxes) == 1:
        return boxes[0]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def _covers(outer: Box, inner: Box) -> bool:
    """Whether the middle of a place lies within another."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def _overlap(one: Box, other: Box) -> bool:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width > 2 and height > 0.3 * math.fabs(one[3] - one[1])
