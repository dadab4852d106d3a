"""Pages of originals as arrays of pixels, of a size that text is read well at; runs in the worker process `recognise`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from desktop.adapters.pictures import read_frame
from desktop.domain.errors import ConversionFailed

Pixels = NDArray[np.uint8]

DOTS_PER_INCH = 200
SMALLEST_SIDE = 1200
LARGEST_SCALE = 8.0
MOST_PIXELS = 20_000_000


def read_pixels(path: Path, page: int) -> Pixels:
    """Page `page` (from 1) of a PDF or image file: height, width, and blue, green, red."""
    try:
        with path.open("rb") as file:
            is_pdf = b"%PDF-" in file.read(1024)
    except OSError as error:
        raise ConversionFailed(f"The original could not be read: {error.strerror}.", "Restore it from a backup.") from error
    if is_pdf:
        return _draw(path, page)
    return np.ascontiguousarray(np.asarray(read_frame(path, page, MOST_PIXELS))[:, :, ::-1])


def _draw(path: Path, number: int) -> Pixels:
    with _page(path, number) as page:
        try:
            width, height = page.get_size()
            scale = max(DOTS_PER_INCH / 72, min(SMALLEST_SIDE / max(width, height, 1), LARGEST_SCALE))
            scale = min(scale, (MOST_PIXELS / max(width * height, 1)) ** 0.5)
            drawn: NDArray[Any] = page.render(scale=scale, may_draw_forms=False, rev_byteorder=False).to_numpy()
        except pypdfium2.PdfiumError as error:
            raise ConversionFailed(f"Page {number} cannot be drawn: it is damaged.", "Fetch the file again.") from error
        if drawn.ndim == 2 or drawn.shape[2] == 1:
            drawn = np.repeat(drawn.reshape(*drawn.shape[:2], 1), 3, axis=2)
        return np.ascontiguousarray(drawn[:, :, :3])


@contextmanager
def _page(path: Path, number: int) -> Iterator[pypdfium2.PdfPage]:
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium.FPDF_ERR_PASSWORD:
            raise ConversionFailed(
                "The PDF needs a password, which Coffer never keeps.", "Save a copy without a password, and import that."
            ) from error
        raise ConversionFailed("The PDF is damaged and cannot be opened.", "Fetch it again.") from error
    with closing(document):
        if not 1 <= number <= len(document):
            raise ConversionFailed(f"There is no page {number}: the PDF has {len(document)}.")
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError as error:
            raise ConversionFailed(f"Page {number} is damaged and cannot be read.", "Fetch the file again.") from error
        with closing(page):
            yield page
