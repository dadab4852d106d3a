"""Which pages of a PDF are pictures of text, with hardly any text of their own."""

from __future__ import annotations

from collections.abc import Sequence

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.pdf.lines import Line

FEW_CHARACTERS = 20
MOSTLY = 0.5


def is_scan(page: pypdfium2.PdfPage, lines: Sequence[Line]) -> bool:
    """Whether a page has to be read by OCR: it has no text, or no more than a page number or a scanner's stamp on a picture."""
    characters = sum(len(line.text) for line in lines)
    return not characters or (characters < FEW_CHARACTERS and _is_mostly_picture(page))


def _is_mostly_picture(page: pypdfium2.PdfPage) -> bool:
    width, height = page.get_size()
    area, covered = max(width * height, 1.0), 0.0
    for picture in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,)):
        left, bottom, right, top = picture.get_bounds()
        covered += min(abs((right - left) * (top - bottom)), area)
        if covered >= MOSTLY * area:
            return True
    return False
