"""Names of files in archives: bytes of an unstated encoding, and whatever a hostile hand wrote in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from desktop.adapters.converters.decoding import WESTERN

SHOWN_AS_CODES = frozenset({"Cc", "Cs", "Zl", "Zp"})
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LONGEST = 1000
CYRILLIC = ("cp866", "cp1251", "koi8-r")
USUAL = (
    *("gb18030", "big5", "cp949", "cp932", "cp874"),
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257"),
    *("cp437", "cp850", "cp852", "cp857", "cp862", "cp866", "cp737"),
)
"""The encodings in which archivers of any country wrote names."""

FREQUENT = frozenset("оеаинтсрвлкмдпуяыбз")
LEAST_LETTERS, LEAST_WIDE = 4, 2
HANGUL, KANA, WIDE = re.compile("[\uac00-\ud7a3]"), re.compile("[\u3041-\u30fc]"), re.compile("[\u3000-\u9fff\uff01-\uff5e]")
EAST_ASIAN = (("cp932", WIDE, KANA), ("cp949", HANGUL, HANGUL), ("gb2312", WIDE, WIDE), ("big5", WIDE, WIDE))
MOST_FOREIGN = 0.3
"""The share of letters beyond ASCII in a name of western Europe."""


def decode_names(names: Sequence[bytes], otherwise: str = "cp437") -> list[str]:
    """Names of one archive that does not say how they are encoded: all alike, as UTF-8 if they are, else as they measure.

    Bytes that are no text become halves of surrogate pairs, which `plain_name` shows as codes.
    """
    encoding = "utf-8" if _all_decode(names, "utf-8") else _measured(names) or otherwise
    return [name.decode(encoding, "surrogateescape") for name in names]


def plain_name(name: str) -> str:
    """A name as it can be shown: `/` between folders, and codes for characters that control, turn or end a line."""
    if "\\" in name and "/" not in name:
        name = name.replace("\\", "/")
    shown = "".join(_code(each) if each in TURNING or unicodedata.category(each) in SHOWN_AS_CODES else each for each in name)
    if len(shown) > LONGEST:
        shown = f"{shown[: LONGEST // 2]}…{shown[-LONGEST // 2 :]}"
    return unicodedata.normalize("NFC", shown)


def _measured(names: Sequence[bytes]) -> str | None:
    """The encoding that fits all names at once: single ones are too short to tell."""
    from charset_normalizer import from_bytes

    foreign = b"\n".join(name for name in names if not name.isascii())
    high = [byte for byte in foreign if byte > 127]
    if len(high) <= MOST_FOREIGN * len(foreign) and all(byte in WESTERN for byte in high):
        return "cp1252"
    if told := _russian(foreign) or _east_asian(foreign):
        return told
    best = from_bytes(foreign[:65_536], cp_isolation=list(USUAL)).best() if len(foreign) >= 12 else None
    return best.encoding if best is not None and _all_decode(names, best.encoding) else None


def _russian(foreign: bytes) -> str | None:
    """Of the three encodings of Russian the one in which all letters are Cyrillic, most of them such as are frequent."""
    found = []
    for encoding in CYRILLIC:
        letters = [each for each in foreign.decode(encoding, "replace") if ord(each) > 127]
        if len(letters) >= LEAST_LETTERS and all("\u0400" <= each <= "\u045f" for each in letters):
            found.append((sum(each.lower() in FREQUENT for each in letters) / len(letters), encoding))
    share, encoding = max(found, default=(0.0, ""))
    return encoding if share >= 0.5 else None


def _east_asian(foreign: bytes) -> str | None:
    """The encoding in which all letters are of the script that it was made for; Japanese has kana among them."""
    for encoding, script, telling in EAST_ASIAN:
        try:
            letters = [each for each in foreign.decode(encoding) if ord(each) > 127]
        except UnicodeDecodeError:
            continue
        if len(letters) >= LEAST_WIDE and all(map(script.match, letters)) and any(map(telling.match, letters)):
            return encoding
    return None


def _all_decode(names: Sequence[bytes], encoding: str) -> bool:
    try:
        for name in names:
            name.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _code(character: str) -> str:
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:  # a byte that is no text
        number -= 0xDC00
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"
