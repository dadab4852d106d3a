"""What an image file says of itself: when it was taken, by whom, and what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from PIL import Image

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.stated import Found, Stated

EXIF_FOLDER, TAKEN, CHANGED, DESCRIPTION, ARTIST, WINDOWS_TITLE, WINDOWS_AUTHOR = 0x8769, 36867, 306, 270, 315, 40091, 40093
XMP_TITLE = re.compile(r"<dc:title>.{0,200}?<rdf:li[^>]{0,100}>([^<]{1,400})</rdf:li>", re.DOTALL)
XMP_CREATOR = re.compile(r"<dc:creator>.{0,200}?<rdf:li[^>]{0,100}>([^<]{1,400})</rdf:li>", re.DOTALL)
XMP_DATE = re.compile(r"xmp:CreateDate(?:=\"|>)(\d{4}-\d\d-\d\d)")
MOST_XMP = 200_000
NO_DESCRIPTION = re.compile(
    r"(?:OLYMPUS|SONY|NIKON|KONICA|MINOLTA|SAMSUNG|Exif|DCIM|default|untitled|image|picture|screenshot)\b.*", re.IGNORECASE
)


def read_image_metadata(image: Image.Image) -> Stated:
    """What is stated in EXIF, in the text of a PNG, and in XMP, in this order."""
    stated = Stated()
    for found in (_exif(image), _texts(image), _xmp(image)):
        stated = stated.or_else(found)
    return stated


def _exif(image: Image.Image) -> Stated:
    exif = image.getexif()
    inner = exif.get_ifd(EXIF_FOLDER)
    where = "the picture's EXIF"
    return Stated(
        title=_found(_wide(exif.get(WINDOWS_TITLE)), where) or _found(_described(exif.get(DESCRIPTION)), where),
        author=_found(_wide(exif.get(WINDOWS_AUTHOR)), where) or _found(_plain(exif.get(ARTIST)), where),
        published=_day([inner.get(TAKEN), exif.get(CHANGED)], "the picture's EXIF date"),
    )


def _texts(image: Image.Image) -> Stated:
    texts = {key.lower(): str(value) for key, value in image.info.items() if isinstance(key, str) and isinstance(value, str)}
    where = "the picture's text chunks"
    return Stated(
        title=_found(texts.get("title", ""), where) or _found(_described(texts.get("description")), where),
        author=_found(texts.get("author", ""), where),
        published=_day([texts.get("creation time"), texts.get("date:create")], where),
    )


def _xmp(image: Image.Image) -> Stated:
    packet = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp") or b""
    text = packet if isinstance(packet, str) else decode_text(bytes(packet[:MOST_XMP]))[0]
    where = "the picture's XMP"
    title, creator, date = (
        match[1] if (match := pattern.search(text[:MOST_XMP])) else "" for pattern in (XMP_TITLE, XMP_CREATOR, XMP_DATE)
    )
    return Stated(title=_found(title, where), author=_found(creator, where), published=_day([date], where))


def _found(text: str, where: str) -> Found | None:
    text = " ".join(text.replace("\x00", "").split())
    return Found(text, where) if len(text) > 2 and any(map(str.isalpha, text)) else None


def _day(stated: list[Any], where: str) -> Found | None:
    days: Iterator[str | None] = (day_of(re.sub(r"^(\d{4}):(\d\d):(\d\d)", r"\1-\2-\3", str(each))) for each in stated if each)
    day = next(filter(None, days), None)
    return Found(day, where) if day else None


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else decode_text(value)[0] if isinstance(value, bytes) else ""


def _wide(value: Any) -> str:
    return value.decode("utf-16-le", "replace") if isinstance(value, bytes) else ""


def _described(value: Any) -> str:
    text = _plain(value).strip()
    return "" if NO_DESCRIPTION.fullmatch(text) else text
