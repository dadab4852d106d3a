"""An image file as a document of pages without text, which OCR reads later."""

from __future__ import annotations

from pathlib import Path

import PIL

from desktop.adapters.converters.image_metadata import read_image_metadata
from desktop.adapters.pictures import count_frames, opened, picture_format
from desktop.domain.conversion import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed


def convert_image(path: Path, max_pages: int) -> Conversion:
    """A page mark for each frame; ConversionFailed with a reason if the file is no image that can be read."""
    count = count_frames(path)
    if count > max_pages:
        raise ConversionFailed(
            f"It has {count:,} frames, more than the {max_pages:,} pages that one file may have.",
            "Raise imports.max_pages in the vault's settings, or split the file.",
        )
    pages = range(1, count + 1)
    with opened(path) as image:
        stated = read_image_metadata(image)
    conversion = Conversion(
        markdown="\n\n".join(map(page_mark, pages)) + "\n",
        format=picture_format(path),
        converter=f"coffer-image 1 (Pillow {PIL.__version__})",
        pages=count,
        empty_pages=tuple(pages),
    )
    return stated.given_to(conversion)
