"""What an image file says of itself."""

from __future__ import annotations

import io

from PIL import Image, PngImagePlugin

from desktop.adapters.converters.image_metadata import read_image_metadata
from desktop.adapters.converters.stated import Found, Stated


def reopened(kind: str, **options: object) -> Image.Image:
    stream = io.BytesIO()
    Image.new("L", (4, 4)).save(stream, kind, **options)
    return Image.open(io.BytesIO(stream.getvalue()))


def test_exif() -> None:
    exif = Image.Exif()
    exif[315], exif[270], exif[306] = "A. Photographer", "The server room", "2020:01:01 00:00:00"
    exif.get_ifd(0x8769)[36867] = "2024:05:06 10:00:00"
    assert read_image_metadata(reopened("JPEG", exif=exif)) == Stated(
        title=Found("The server room", "the picture's EXIF"),
        author=Found("A. Photographer", "the picture's EXIF"),
        published=Found("2024-05-06", "the picture's EXIF date"),
    )


def test_text_chunks() -> None:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Title", "Attack chain")
    texts.add_text("Author", "The analyst")
    texts.add_text("Creation Time", "Mon, 03 Nov 2025 18:23:00 +0100")
    where = "the picture's text chunks"
    assert read_image_metadata(reopened("PNG", pnginfo=texts)) == Stated(
        title=Found("Attack chain", where), author=Found("The analyst", where), published=Found("2025-11-03", where)
    )


def test_xmp() -> None:
    packet = '<x xmp:CreateDate="2023-02-01"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A map</rdf:li></rdf:Alt></dc:title></x>'
    texts = PngImagePlugin.PngInfo()
    texts.add_itxt("XML:com.adobe.xmp", packet)
    stated = read_image_metadata(reopened("PNG", pnginfo=texts))
    assert (stated.title, stated.published) == (Found("A map", "the picture's XMP"), Found("2023-02-01", "the picture's XMP"))


def test_what_a_camera_writes_for_want_of_words_is_no_title() -> None:
    exif = Image.Exif()
    exif[270], exif[306] = "OLYMPUS DIGITAL CAMERA", "0000:00:00 00:00:00"
    assert read_image_metadata(reopened("JPEG", exif=exif)) == Stated()
