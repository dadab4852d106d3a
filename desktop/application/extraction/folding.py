"""Folding: text as names are compared, whatever case, marks, hyphens and line breaks somebody wrote."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

_SPACES = "\t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2028\u2029\u202f\u205f\u3000-_\u00ad" + "".join(
    map(chr, (*range(0x2000, 0x2016), 0x2212))
)
_APOSTROPHES = "\u2018\u2019\u02bc\u00b4`"
_LETTERS = (range(0x41, 0x5B), range(0xC0, 0x250), range(0x370, 0x530), range(0x1E00, 0x1F00), range(0xFF01, 0xFF5F))
_RUN = re.compile(" {2,}")
_PARTED = re.compile(r"(?<=[^\W\d_])(?=\d+$)|(?<=[^\W\d_])(?=\d+ )")
_CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])|(?<=[a-z]{2})(?=[A-Z]{2,}$)")
_MOST_PARTS = 5


def _table() -> dict[int, str]:
    """One character for one, so that offsets stay."""
    table = dict.fromkeys(map(ord, _SPACES), " ") | dict.fromkeys(map(ord, _APOSTROPHES), "'")
    for code in (each for letters in _LETTERS for each in letters):
        plain = unicodedata.normalize("NFKD", chr(code))[0].lower()
        if len(plain) == 1 and plain != chr(code):
            table[code] = plain
    return table | {ord(" "): " ", ord("ı"): "i", ord("ø"): "o", ord("Ø"): "o", ord("ł"): "l", ord("Ł"): "l", ord("đ"): "d", ord("Đ"): "d"}


_TABLE = str.maketrans(_table())
_ASCII_TABLE = bytes(ord(chr(code).translate(_TABLE)) for code in range(128)) + bytes(range(128, 256))
_ASCII_RUN = re.compile("[\x00-\x7f]{64,}")
"""ASCII is folded as bytes, which takes no time; shorter stretches of it are not worth it."""
_KEY_TABLE = _TABLE | {code: None if plain in " '" else plain for code, plain in _table().items()} | dict.fromkeys(map(ord, ".,/()&'"))


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A folded text, and how its offsets lead back: from `places[i]` on, `shifts[i]` characters of the original are missing."""

    text: str
    places: tuple[int, ...]
    shifts: tuple[int, ...]

    def original(self, offset: int) -> int:
        """Where a character of the folded text stands in the original."""
        at = bisect_right(self.places, offset) - 1
        return offset + self.shifts[at] if at >= 0 else offset


def fold_text(text: str) -> FoldedText:
    """Small letters without marks; every run of white space, hyphens and underscores is one space."""
    folded = _translated(text)
    pieces, places, shifts = [], [], []
    at = shift = length = 0
    for match in _RUN.finditer(folded):
        start, end = match.span()
        pieces.append(folded[at : start + 1])
        length += start + 1 - at
        shift += end - start - 1
        places.append(length)
        shifts.append(shift)
        at = end
    pieces.append(folded[at:])
    return FoldedText("".join(pieces) if places else folded, tuple(places), tuple(shifts))


def _translated(text: str) -> str:
    pieces: list[str] = []
    at = 0
    for match in _ASCII_RUN.finditer(text):
        pieces.append(text[at : match.start()].translate(_TABLE))
        pieces.append(match[0].encode("ascii").translate(_ASCII_TABLE).decode("ascii"))
        at = match.end()
    pieces.append(text[at:].translate(_TABLE))
    return "".join(pieces)


def fold_name(name: str) -> str:
    """A name as it stands in folded text."""
    return _RUN.sub(" ", name.translate(_TABLE)).strip()


@lru_cache(maxsize=1 << 15)
def name_key(name: str) -> str:
    """What all spellings of a name share: its letters and digits alone."""
    return squashed(name)


def squashed(text: str) -> str:
    """The letters and digits of a text of any length, as in keys of names."""
    key = text.translate(_KEY_TABLE)
    return key if key.isalnum() else "".join(filter(str.isalnum, key))


def spellings(name: str) -> list[str]:
    """The folded ways to write a name: each gap between its parts with a space or without, the name as it is first."""
    folded = fold_name(name)
    plain = folded if name.islower() else fold_name(_CAMEL.sub(" ", name))
    parted = plain if plain.isalpha() else _PARTED.sub(" ", plain)
    if parted == folded and " " not in parted:
        return [folded]
    parts = parted.split(" ")
    if len(parts) > _MOST_PARTS:
        return list(dict.fromkeys((folded, parted, plain, "".join(parts))))
    written = parts[:1]
    for part in parts[1:]:
        written = [f"{each} {part}" for each in written] + [each + part for each in written]
    return list(dict.fromkeys((folded, *written)))
