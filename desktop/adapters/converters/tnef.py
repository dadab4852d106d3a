"""What Outlook wraps into `winmail.dat` (MS-OXTNEF): the styled text of a mail and its attachments."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop.adapters.converters.compressed_rtf import decompress_rtf, wrapped_html
from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.mail_headers import decode_short
from desktop.adapters.converters.mail_layout import mail_markdown
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.adapters.converters.rich_text import rtf_markdown
from desktop.adapters.converters.web_pages import read_web_page
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-tnef 1"
HEADER = 6
ATTRIBUTE = struct.Struct("<BII")
SUBJECT, BODY, PROPERTIES = 0x18004, 0x2800C, 0x69003
RENDERED, TITLE, DATA, ATTACHED_PROPERTIES = 0x69002, 0x18010, 0x6800F, 0x69005
LONG_NAME, SHOWN_NAME, RTF, HTML, MAPI_SUBJECT, MAPI_DATA = 0x3707, 0x3001, 0x1009, 0x1013, 0x0037, 0x3701
NAMED = 0x8000
MANY = 0x1000
FIXED = {0x02: 4, 0x03: 4, 0x04: 4, 0x0A: 4, 0x0B: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x14: 8, 0x40: 8, 0x48: 16, 0x01: 4, 0x00: 4}
WIDE = 0x1F
GUID = 16
MESSAGE_GUID = bytes.fromhex("0703020000000000c000000000000046")
CUT_OFF = "The file ends too early: what stood behind is missing."


@dataclass(slots=True)
class _Attached:
    name: str = ""
    data: bytes = b""


@dataclass(slots=True)
class _Wrapped:
    subject: str = ""
    body: str = ""
    attached: list[_Attached] = field(default_factory=list)
    cut: bool = False


def convert_tnef(path: Path, out: MemberFolder) -> Conversion:
    """The Markdown of the text, and the attachments as members."""
    try:
        wrapped = _read(path.read_bytes())
    except (struct.error, IndexError, OverflowError) as error:
        raise ConversionFailed("The file is damaged and cannot be read.", "Open the mail in Outlook and save it as .eml.") from error
    names = [each.name or f"part-{number}.bin" for number, each in enumerate(wrapped.attached, 1)]
    with out:
        members = tuple(out.take(name, [each.data]) for name, each in zip(names, wrapped.attached, strict=True))
    return Conversion(
        mail_markdown([("Subject", wrapped.subject)], wrapped.body, names),
        "tnef",
        CONVERTER,
        title=wrapped.subject or None,
        truncated=wrapped.cut,
        warnings=(CUT_OFF,) if wrapped.cut else (),
        members=members,
    )


def _read(data: bytes) -> _Wrapped:
    wrapped = _Wrapped()
    for kind, value in _attributes(data, wrapped):
        if kind == SUBJECT:
            wrapped.subject = _words(value)
        elif kind == BODY:
            wrapped.body = wrapped.body or decode_text(value.rstrip(b"\x00"))[0].strip()
        elif kind == PROPERTIES:
            _take_properties(wrapped, dict(_properties(value)))
        elif kind == RENDERED:
            wrapped.attached.append(_Attached())
        elif wrapped.attached and kind == TITLE:
            wrapped.attached[-1].name = wrapped.attached[-1].name or _words(value)
        elif wrapped.attached and kind == DATA:
            wrapped.attached[-1].data = value
        elif wrapped.attached and kind == ATTACHED_PROPERTIES:
            _take_attached(wrapped.attached[-1], dict(_properties(value)))
    return wrapped


def _attributes(data: bytes, wrapped: _Wrapped) -> Iterator[tuple[int, bytes]]:
    at = HEADER
    while at + ATTRIBUTE.size <= len(data):
        _, kind, size = ATTRIBUTE.unpack_from(data, at)
        at += ATTRIBUTE.size
        if at + size > len(data):
            wrapped.cut = True
            return
        yield kind, data[at : at + size]
        at += size + 2  # a checksum


def _take_properties(wrapped: _Wrapped, properties: dict[int, bytes | str]) -> None:
    wrapped.subject = wrapped.subject or _words(properties.get(MAPI_SUBJECT, b""))
    html, rtf = properties.get(HTML), properties.get(RTF)
    if isinstance(rtf, bytes):
        try:
            unpacked = decompress_rtf(rtf)
        except ValueError:
            unpacked = b""
        html = html or wrapped_html(unpacked)
        if not html and unpacked:
            wrapped.body = rtf_markdown(unpacked)[0] or wrapped.body
    if html:
        wrapped.body = read_web_page(html if isinstance(html, str) else decode_text(html)[0]).markdown or wrapped.body


def _take_attached(attached: _Attached, properties: dict[int, bytes | str]) -> None:
    name = properties.get(LONG_NAME) or properties.get(SHOWN_NAME)
    attached.name = _words(name) if name else attached.name
    data = properties.get(MAPI_DATA)
    if isinstance(data, bytes) and not attached.data:
        is_message = data.startswith(MESSAGE_GUID)
        attached.data = data[GUID:] if is_message else data
        attached.name = f"{attached.name or 'message'}.tnef" if is_message else attached.name


def _properties(data: bytes) -> Iterator[tuple[int, bytes | str]]:
    """The properties of a message or an attachment by their numbers, without those that have names for numbers."""
    (count,) = struct.unpack_from("<I", data)
    at = 4
    for _ in range(count):
        if at + 4 > len(data):
            return
        kind, number = struct.unpack_from("<HH", data, at)
        at += 4
        if number >= NAMED:
            at = _behind_name(data, at)
        values, at = _values(data, at, kind)
        if values and number < NAMED:
            yield number, values[0]


def _behind_name(data: bytes, at: int) -> int:
    (is_text,) = struct.unpack_from("<I", data, at + GUID)
    if not is_text:
        return at + GUID + 8
    (size,) = struct.unpack_from("<I", data, at + GUID + 4)
    return at + GUID + 8 + _padded(size)


def _values(data: bytes, at: int, kind: int) -> tuple[list[Any], int]:
    several, kind = bool(kind & MANY), kind & ~MANY
    if kind in FIXED:
        count = 1
        if several:
            (count,) = struct.unpack_from("<I", data, at)
            at += 4
        return [], at + count * FIXED[kind]
    (count,) = struct.unpack_from("<I", data, at)
    at += 4
    values: list[bytes | str] = []
    for _ in range(count):
        (size,) = struct.unpack_from("<I", data, at)
        value = data[at + 4 : at + 4 + size]
        values.append(value.decode("utf-16-le", "replace") if kind == WIDE else value)
        at += 4 + _padded(size)
    return values, at


def _padded(size: int) -> int:
    return size + -size % 4


def _words(value: bytes | str) -> str:
    text = value if isinstance(value, str) else decode_short(value)
    return " ".join(text.replace("\x00", "").split())
