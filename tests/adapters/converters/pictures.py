"""Makes pictures of text, and PDFs of pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont


def text_picture(lines: Sequence[str], size: int = 28, width: int = 1100, margin: int = 40) -> Image.Image:
    """Black lines on white, in Pillow's own font."""
    font = ImageFont.load_default(size=size)
    image = Image.new("RGB", (width, 2 * margin + round(1.7 * size * len(lines))), "white")
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((margin, margin + round(1.7 * size * number)), line, font=font, fill="black")
    return image


def scanned_pdf(path: Path, pictures: Sequence[Image.Image], dots_per_inch: int = 150) -> Path:
    """A PDF each of whose pages is a picture."""
    first, *rest = pictures
    first.save(path, "PDF", resolution=dots_per_inch, save_all=True, append_images=rest)
    return path


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    """The bytes of an image file."""
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()
