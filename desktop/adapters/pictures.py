"""Pictures in image files, by Pillow: their frames, the right way up and of a bounded size.

Decoders are what hostile files aim at, so this is for worker processes only; those that convert, show and recognise share it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageOps, ImageStat, UnidentifiedImageError

from desktop.domain.errors import ConversionFailed

FORMATS = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "BMP": "bmp", "TIFF": "tiff", "WEBP": "webp"}
"""What is decoded, by Pillow's name, and Coffer's name of it."""

CAMERA = "MPO"
"""Pillow's name of a JPEG that holds several pictures."""

MOST_PIXELS = 120_000_000
NEARLY_WHITE = 200


def picture_format(path: Path) -> str:
    """Coffer's name of an image file's format; ConversionFailed if it is none that can be read."""
    with opened(path) as image:
        return FORMATS["JPEG" if image.format == CAMERA else str(image.format)]


def count_frames(path: Path) -> int:
    """How many frames an image file has; ConversionFailed if it cannot be read."""
    with opened(path) as image:
        return _frames(image)


def read_frame(path: Path, frame: int, most_pixels: int) -> Image.Image:
    """Frame `frame` (from 1) in RGB as a person is meant to see it, made smaller if it has more than `most_pixels`."""
    with opened(path) as image:
        count = _frames(image)
        if not 1 <= frame <= count:
            raise ConversionFailed(f"There is no page {frame}: the image has {count}.")
        image.seek(frame - 1)
        image.draft("RGB", _within(image, most_pixels))
        seen = _on_paper(_grey_in_bytes(ImageOps.exif_transpose(image)))
        size = _within(seen, most_pixels)
        return seen if size == seen.size else seen.resize(size, Image.Resampling.LANCZOS)


def _frames(image: Image.Image) -> int:
    """A camera's file may hold a preview beside its picture; that is no second page."""
    return 1 if image.format == CAMERA else int(getattr(image, "n_frames", 1))


def _within(image: Image.Image, most_pixels: int) -> tuple[int, int]:
    shrink = min(1.0, (most_pixels / (image.width * image.height)) ** 0.5)
    return max(1, int(image.width * shrink)), max(1, int(image.height * shrink))


def _grey_in_bytes(image: Image.Image) -> Image.Image:
    """Scanners give grey in 16 bits, of which a plain conversion keeps the wrong ones."""
    if not image.mode.startswith("I"):
        return image
    return image.convert("I").point(lambda value: value * (1 / 256)).convert("L")


def _on_paper(image: Image.Image) -> Image.Image:
    """What is transparent becomes white, or black where what is to be seen is white itself."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    seen = image.convert("RGBA")
    alpha = seen.getchannel("A")
    shown = ImageStat.Stat(seen.convert("L"), alpha.point(lambda value: 255 if value > 127 else 0))
    paper = "black" if shown.count[0] and shown.mean[0] > NEARLY_WHITE else "white"
    page = Image.new("RGB", seen.size, paper)
    page.paste(seen, mask=alpha)
    return page


@contextmanager
def opened(path: Path) -> Iterator[Image.Image]:
    """An image file with its header read; whatever a decoder says of it is said in a sentence."""
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path, formats=tuple(FORMATS)) as image:
                yield image
    except (ConversionFailed, MemoryError):
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise ConversionFailed(
            f"The image has more than {MOST_PIXELS // 1_000_000} million pixels.", "Save it smaller, or in parts, and import that."
        ) from error
    except UnidentifiedImageError as error:
        raise ConversionFailed("The image is damaged or of a kind that Coffer does not read.", "Save it as PNG and import that.") from error
    except Exception as error:
        raise ConversionFailed(f"The image is damaged and cannot be decoded ({error}).", "Fetch it again, or save it as PNG.") from error
