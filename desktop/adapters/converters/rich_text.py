"""RTF: the text between the control words, with its tables, its links' addresses, and what it hides."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.adapters.converters.dates import believable_day
from desktop.adapters.converters.office_properties import is_author
from desktop.adapters.converters.rich_text_flow import Flow
from desktop.adapters.converters.stated import FILE_MADE, Found, Stated
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed
from desktop.domain.quality import Flag, FlagKind

CONVERTER = "coffer-rtf 2"
TOKEN = re.compile(rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|[\r\n]+|([^\\{}\r\n]+)|\\")
UNPRINTED = (
    b"fonttbl colortbl stylesheet info pict object themedata datastore generator listtable listoverridetable rsidtbl latentstyles",
    b"xmlnstbl filetbl nonshppict fldinst colorschememapping mmathPr sp title author creatim",
)
SILENT = frozenset(word for line in UNPRINTED for word in line.split())
PLAIN = frozenset({b"title", b"author"})
CAPTURED = frozenset({b"fonttbl", b"colortbl", b"fldinst", b"title", b"author", b"creatim"})
SPOKEN = frozenset({b"shpinst", b"annotation", b"footnote"})
"""Groups marked as ones that a reader may pass over, and that hold text all the same."""
CUT_OFF = "The file ends in the middle of its formatting: it was cut off, or text at its end may be missing."
SIGNS = {
    **dict.fromkeys((b"par", b"sect", b"page"), "\n\n"),
    **{b"nestcell": " | ", b"nestrow": "; "},
    **{b"line": "  \n", b"tab": " ", b"emdash": "—", b"endash": "–", b"bullet": "•", b"lquote": "‘", b"rquote": "’"},
    **{b"ldblquote": "“", b"rdblquote": "”", b"~": "\u00a0", b"_": "‑", b"-": ""},
}
CHARSETS = {77: "mac-roman", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258"}
CHARSETS |= {177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 0: "cp1252"}
FONT = re.compile(r"\\f(\d{1,6})(?!\d)(?:(?!\\f\d).){0,400}?\\fcharset(\d{1,3})", re.DOTALL)
LINK = re.compile(r'HYPERLINK\s{1,9}(?:\\\w\s{1,9})?"?([^"\s]{1,2000})', re.IGNORECASE)
CREATED = re.compile(r"\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})")
LONGEST_CAPTURE = 200_000
LEAST_HIDDEN = 4


@dataclass(frozen=True, slots=True)
class _Group:
    silent: bool = False
    fallback: int = 1
    encoding: str = ""
    hidden: bool = False
    white: bool = False
    closing: str = ""
    captures: bytes = b""


def convert_rtf(path: Path) -> Conversion:
    """The Markdown of an RTF file; one that ends within a group comes with a warning, for its rest may be lost."""
    data = path.read_bytes()
    stripper = _Stripper(data)
    markdown = stripper.markdown()
    if not markdown and len(data) > 2000:
        raise ConversionFailed("No text was found in the RTF file.", "Open it in a word processor and save it as DOCX or PDF.")
    hidden = tuple(Flag(FlagKind.HIDDEN_TEXT, text) for text in dict.fromkeys(stripper.hidden))
    conversion = Conversion(f"{markdown}\n", "rtf", CONVERTER, flags=hidden, warnings=(CUT_OFF,) if stripper.unfinished else ())
    return stripper.stated().given_to(conversion)


def rtf_markdown(data: bytes) -> tuple[str, bool]:
    """The Markdown of RTF, and whether all of its groups come to their end."""
    stripper = _Stripper(data)
    return stripper.markdown(), not stripper.unfinished


class _Stripper:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._group = _Group()
        self._outer: list[_Group] = []
        self._encoding = "cp1252"
        self._fonts: dict[int, str] = {}
        self._white_colours: set[int] = set()
        self._skip = 0
        self._opened = False
        self._starred = False
        self._flow = Flow()
        self._bytes = bytearray()
        self._captured: dict[bytes, list[str]] = {}
        self._link = ""
        self._hidden: list[str] = []
        self._hiding = False

    @property
    def unfinished(self) -> bool:
        """Whether the file ended before its groups did."""
        return bool(self._outer)

    @property
    def hidden(self) -> list[str]:
        """What the file marks as hidden or writes white on white."""
        return [text for text in (" ".join(each.split()) for each in self._hidden) if sum(map(str.isalnum, text)) >= LEAST_HIDDEN]

    def stated(self) -> Stated:
        """What the group of information states."""
        title, author = (" ".join("".join(self._captured.get(name, [])).split()) for name in (b"title", b"author"))
        made = CREATED.search("".join(self._captured.get(b"creatim", [])))
        day = believable_day(int(made[1]), int(made[2]), int(made[3])) if made else None
        return Stated(
            title=Found(title, "the file's properties") if len(title) > 2 else None,
            author=Found(author, "the file's properties") if is_author(author) else None,
            published=Found(day, FILE_MADE) if day else None,
        )

    def markdown(self) -> str:
        at, data = 0, self._data
        while (match := TOKEN.match(data, at)) is not None:
            at = match.end()
            word, number, code, sign, brace, plain = match.groups()
            if word == b"bin" and number:
                at += max(0, int(number))  # bytes that are no RTF, whatever they look like
            elif code is not None:
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
        return self._flow.markdown()

    def _turn(self, brace: bytes) -> None:
        self._flush()
        self._skip, self._starred = 0, False
        if brace == b"{":
            self._outer.append(self._group)
            if self._group.closing:
                self._group = replace(self._group, closing="")
        elif self._outer:
            closing, captured = self._group.closing, self._group.captures
            self._group = self._outer.pop()
            if closing:
                self._write(closing)
            if captured and self._group.captures != captured:
                self._learn(captured)

    def _learn(self, name: bytes) -> None:
        """What a table of the head, or the instruction of a field, says."""
        text = "".join(self._captured.get(name, []))
        if name == b"fonttbl":
            self._fonts = {int(font): CHARSETS.get(int(charset), "") for font, charset in FONT.findall(text)}
        elif name == b"colortbl":
            colours = text.split(";")
            self._white_colours = {at for at, each in enumerate(colours) if re.fullmatch(r"\s*\\red255\\green255\\blue255\s*", each)}
        elif name == b"fldinst":
            link = LINK.search(text)
            self._link = link[1] if link else ""
            self._captured.pop(name, None)

    def _take_bytes(self, data: bytes) -> None:
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        if not self._group.silent or self._group.captures:
            self._bytes += data[skipped:]

    def _take_sign(self, sign: bytes) -> None:
        if sign == b"*" and self._opened:
            self._group = replace(self._group, silent=True)
            self._starred = True
        elif sign in b"\\{}":
            self._take_bytes(sign)
        else:
            self._write("\n\n" if sign in b"\r\n" else SIGNS.get(sign, ""))

    def _take_word(self, word: bytes, number: int | None) -> None:
        starred, self._starred = self._starred, False
        if starred and word in SPOKEN:
            outer_silent = bool(self._outer and self._outer[-1].silent)
            closing = "]" if word == b"annotation" and not outer_silent else ""
            self._group = replace(self._group, silent=outer_silent, closing=closing)
            self._write("[comment: " if closing else " ")
        elif word in SILENT and (self._opened or starred):
            self._group = replace(self._group, silent=True, captures=word if word in CAPTURED else b"")
        elif self._group.captures:
            self._flush()
            if self._group.captures not in PLAIN:
                self._capture(f"\\{word.decode('ascii')}{'' if number is None else number}")
        elif word == b"fldrslt" and self._link:
            self._group = replace(self._group, closing=f" ({self._link})")
            self._link = ""
        elif word == b"u" and number is not None:
            self._write(chr(number % 65536))
            self._skip = self._group.fallback
        elif word == b"ansicpg" and number:
            self._encoding = _known(f"cp{number}", self._encoding)
        elif word in STATES:
            self._flush()
            self._group = STATES[word](self, self._group, number)
        elif word in (b"trowd", b"intbl", b"cell", b"row"):
            self._flush()
            if not self._group.silent:
                self._flow.take(word)
        else:
            self._write(SIGNS.get(word, ""))

    def _with_font(self, group: _Group, number: int | None) -> _Group:
        return replace(group, encoding=self._fonts.get(number or 0, ""))

    def _with_colour(self, group: _Group, number: int | None) -> _Group:
        return replace(group, white=number in self._white_colours)

    def _capture(self, text: str) -> None:
        kept = self._captured.setdefault(self._group.captures, [])
        if len(kept) < LONGEST_CAPTURE:
            kept.append(text)

    def _write(self, text: str) -> None:
        self._flush()
        if not text or self._group.silent:
            return
        if self._group.hidden or self._group.white:
            if not self._hiding:
                self._hidden.append("")
            self._hidden[-1] += text
            self._hiding = True
        elif text.strip():
            self._hiding = False
        self._flow.write(text)

    def _flush(self) -> None:
        if self._bytes:
            text = self._bytes.decode(self._group.encoding or self._encoding, "replace")
            self._bytes.clear()
            if self._group.captures:
                self._capture(text)
            else:
                self._write(text)


STATES: dict[bytes, Callable[[_Stripper, _Group, int | None], _Group]] = {
    b"uc": lambda _, group, number: replace(group, fallback=number or 0),
    b"v": lambda _, group, number: replace(group, hidden=number != 0),
    b"plain": lambda _, group, __: replace(group, hidden=False, white=False, encoding=""),
    b"f": _Stripper._with_font,
    b"cf": _Stripper._with_colour,
}
"""Words that change how what follows is written, until their group ends."""


def _known(encoding: str, otherwise: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return otherwise
