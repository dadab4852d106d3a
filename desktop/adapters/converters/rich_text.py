"""RTF: the text between the control words."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.application.ports import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-rtf 1"
TOKEN = re.compile(rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|[\r\n]+|([^\\{}\r\n]+)")
UNPRINTED = (
    b"fonttbl colortbl stylesheet info pict object themedata datastore generator listtable listoverridetable rsidtbl latentstyles",
    b"xmlnstbl filetbl nonshppict fldinst colorschememapping mmathPr",
)
SILENT = frozenset(word for line in UNPRINTED for word in line.split())
CUT_OFF = "The file ends in the middle of its formatting: it was cut off, or text at its end may be missing."
SIGNS = {
    **dict.fromkeys((b"par", b"sect", b"page"), "\n\n"),
    **dict.fromkeys((b"row", b"nestrow"), "\n"),
    **dict.fromkeys((b"cell", b"nestcell"), " | "),
    **{b"line": "  \n", b"tab": " ", b"emdash": "—", b"endash": "–", b"bullet": "•", b"lquote": "‘", b"rquote": "’"},
    **{b"ldblquote": "“", b"rdblquote": "”", b"~": "\u00a0", b"_": "‑", b"-": ""},
}


@dataclass(frozen=True, slots=True)
class _Group:
    silent: bool = False
    fallback: int = 1


def convert_rtf(path: Path) -> Conversion:
    """The Markdown of an RTF file; one that ends within a group comes with a warning, for its rest may be lost."""
    data = path.read_bytes()
    markdown, whole = rtf_markdown(data)
    if not markdown and len(data) > 2000:
        raise ConversionFailed("No text was found in the RTF file.", "Open it in a word processor and save it as DOCX or PDF.")
    return Conversion(f"{markdown}\n", "rtf", CONVERTER, warnings=() if whole else (CUT_OFF,))


def rtf_markdown(data: bytes) -> tuple[str, bool]:
    """The Markdown of RTF, and whether all of its groups come to their end."""
    stripper = _Stripper(data)
    text = stripper.text()
    paragraphs = [" ".join(line.split()) if not line.endswith("  ") else f"{' '.join(line.split())}  " for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(paragraphs)).strip(), not stripper.unfinished


class _Stripper:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._group = _Group()
        self._outer: list[_Group] = []
        self._encoding = "cp1252"
        self._skip = 0
        self._opened = False
        self._out: list[str] = []
        self._bytes = bytearray()

    def text(self) -> str:
        for match in TOKEN.finditer(self._data):
            word, number, code, sign, brace, plain = match.groups()
            if code is not None:
                self._take_bytes(bytes([int(code, 16)]))
            elif plain is not None:
                self._take_bytes(plain)
            elif brace is not None:
                self._turn(brace)
            elif sign is not None:
                self._take_sign(sign)
            elif word is not None:
                self._take_word(word, int(number) if number else None)
            self._opened = brace == b"{" or (self._opened and sign == b"*")
        self._flush()
        # Letters beyond the first plane come as two halves, one control word each.
        return "".join(self._out).encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    @property
    def unfinished(self) -> bool:
        """Whether the file ended before its groups did."""
        return bool(self._outer)

    def _turn(self, brace: bytes) -> None:
        self._flush()
        self._skip = 0
        if brace == b"{":
            self._outer.append(self._group)
        elif self._outer:
            self._group = self._outer.pop()

    def _take_bytes(self, data: bytes) -> None:
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        if not self._group.silent:
            self._bytes += data[skipped:]

    def _take_sign(self, sign: bytes) -> None:
        if sign == b"*" and self._opened:
            self._group = replace(self._group, silent=True)
        elif sign in b"\\{}":
            self._take_bytes(sign)
        else:
            self._write("\n\n" if sign in b"\r\n" else SIGNS.get(sign, ""))

    def _take_word(self, word: bytes, number: int | None) -> None:
        if word in SILENT and self._opened:
            self._group = replace(self._group, silent=True)
        elif word == b"u" and number is not None:
            self._write(chr(number % 65536))
            self._skip = self._group.fallback
        elif word == b"uc" and number is not None:
            self._group = replace(self._group, fallback=number)
        elif word == b"ansicpg" and number:
            self._encoding = _known(f"cp{number}", self._encoding)
        elif word == b"bin" and number:
            self._skip = number
        else:
            self._write(SIGNS.get(word, ""))

    def _write(self, text: str) -> None:
        self._flush()
        if text and not self._group.silent:
            self._out.append(text)

    def _flush(self) -> None:
        if self._bytes:
            self._out.append(self._bytes.decode(self._encoding, "replace"))
            self._bytes.clear()


def _known(encoding: str, otherwise: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return otherwise
