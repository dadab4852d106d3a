"""Bytes of a text in an unknown encoding become characters, and what was uncertain is said."""

from __future__ import annotations

import codecs
import re
import unicodedata

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
JAPANESE_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\([BJ])")
SURROGATE = re.compile("[\ud800-\udfff]")
WESTERN = frozenset("àâäáãåæçèéêëìíîïñòóôöøùúûüßÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖØÙÚÛÜœŒ’‘“”–—…«»°€£§·¿¡©®™•\u00a0".encode("cp1252"))
SAMPLE_BYTES = 256 * 1024


def decode_text(data: bytes, stated: str | None = None) -> tuple[str, tuple[str, ...]]:
    """The text, and a warning where its encoding had to be guessed; `stated` is what the file itself claims."""
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return _strictly(data, encoding)
    if not JAPANESE_ESCAPE.search(data) and not looks_like_utf16(data[:SAMPLE_BYTES]):
        for candidate in (stated, "utf-8"):
            text = _attempt(data, candidate)
            if text is not None:
                return text, ()
    return _strictly(data, _guess(data), guessed=True)


def looks_like_utf16(sample: bytes) -> bool:
    """Whether every other byte is zero, as in most texts of UTF-16."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    return max(even, odd) > 0.4 * half and min(even, odd) <= 0.05 * half


def _attempt(data: bytes, encoding: str | None) -> str | None:
    if not encoding:
        return None
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _strictly(data: bytes, encoding: str, *, guessed: bool = False) -> tuple[str, tuple[str, ...]]:
    name = encoding.replace("_", "-")
    text = _attempt(data, encoding)
    if text is not None:
        return text, (f"The text's encoding was taken to be {name}.",) if guessed else ()
    text = data.decode(encoding, "replace")
    return text, (f"{text.count(chr(0xFFFD))} characters could not be read as {name} and are shown as \ufffd.",)


def _guess(data: bytes) -> str:
    if JAPANESE_ESCAPE.search(data):
        return "iso2022_jp"
    if looks_like_utf16(data[:SAMPLE_BYTES]):
        return "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"
    high = [byte for byte in data[:SAMPLE_BYTES] if byte > 127]
    if len(high) < 0.12 * min(len(data), SAMPLE_BYTES) and all(byte in WESTERN for byte in high):
        return "cp1252"
    return _measured(data) or "cp1252"


def _measured(data: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:SAMPLE_BYTES]).best()
    return best.encoding if best is not None else None


def tidy(text: str) -> str:
    """`\\n` line ends, composed letters (NFC), no NUL, no half of a surrogate pair."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd").replace("\f", "\n")
    if not unicodedata.is_normalized("NFC", text):
        text = unicodedata.normalize("NFC", text)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if SURROGATE.search(text) else text
