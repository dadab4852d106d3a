"""Signed messages of S/MIME that keep their text within the signature (PKCS #7): the message inside, taken out as a mail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop.adapters.converters.member_folder import MemberFolder
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed, UnsupportedFormat

CONVERTER = "coffer-p7m 1"
SIGNED_DATA = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
SEQUENCE, CONTENT, OCTETS, OCTETS_IN_PARTS = 0x30, 0xA0, 0x04, 0x24
CONSTRUCTED, INDEFINITE, LONG_FORM = 0x20, 0x80, 0x80
DEEPEST = 20
NAME = "signed-message.eml"


@dataclass(frozen=True, slots=True)
class _Value:
    """A value in ASN.1's basic encoding: its tag, where its content lies, and where the next value begins."""

    tag: int
    start: int
    end: int
    next: int


def convert_signed_message(path: Path, out: MemberFolder) -> Conversion:
    """What a signature holds; UnsupportedFormat if it is a signature alone, whose message lies elsewhere."""
    try:
        content = signed_content(path.read_bytes())
    except (ValueError, IndexError) as error:
        raise ConversionFailed("The signed message is damaged.", "Open it in a mail program and save the mail from there.") from error
    if content is None:
        raise UnsupportedFormat("It is a digital signature (S/MIME), which has no text; what it signs is in the mail itself.")
    with out:
        member = out.take(NAME, [content])
    text = "A signed message (S/MIME). Whether the signature is valid was not examined.\n"
    return Conversion(text, "p7m", CONVERTER, members=(member,))


def signed_content(data: bytes) -> bytes | None:
    """The content within a signature; None if it holds none. ValueError if it is no signature, or damaged."""
    outer = _value(data, 0)
    kind, wrapped, *_ = _children(data, outer)
    if data[kind.start - 2 : kind.end] != SIGNED_DATA:
        raise ValueError("not signed data")
    signed = next(_children(data, wrapped))
    _, _, inner, *_ = _children(data, signed)
    held = [each for each in _children(data, inner) if each.tag == CONTENT]
    return b"".join(_octets(data, each) for each in _children(data, held[0])) if held else None


def _octets(data: bytes, value: _Value, depth: int = 0) -> bytes:
    if value.tag == OCTETS_IN_PARTS and depth < DEEPEST:
        return b"".join(_octets(data, each, depth + 1) for each in _children(data, value))
    return data[value.start : value.end] if value.tag == OCTETS else b""


def _children(data: bytes, value: _Value) -> Iterator[_Value]:
    at = value.start
    while at < value.end:
        child = _value(data, at)
        yield child
        at = child.next


def _value(data: bytes, at: int, depth: int = 0) -> _Value:
    tag, length = data[at], data[at + 1]
    start = at + 2
    if length == INDEFINITE:
        if depth > DEEPEST or not tag & CONSTRUCTED:
            raise ValueError("nested too deeply")
        end = start
        while data[end : end + 2] != b"\x00\x00":
            end = _value(data, end, depth + 1).next
        return _Value(tag, start, end, end + 2)
    if length & LONG_FORM:
        size = length & ~LONG_FORM
        length = int.from_bytes(data[start : start + size], "big")
        start += size
    if start + length > len(data):
        raise ValueError("cut off")
    return _Value(tag, start, start + length, start + length)
