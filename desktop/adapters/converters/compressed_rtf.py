"""Bodies of Outlook's messages in compressed RTF (MS-OXRTFCP), and the HTML that may be wrapped in one (MS-OXRTFEX)."""

from __future__ import annotations

import re
import struct

from desktop.adapters.converters.rich_text import TOKEN

COMPRESSED, PLAIN = b"LZFu", b"MELA"
KNOWN_TEXT = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial"
    b"Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
WINDOW = 4096
LONGEST = 64 * 2**20
WRAPPED_HTML = re.compile(rb"\\fromhtml1?\b")
LINE_BREAKS = {b"par": "\n", b"line": "\n", b"tab": "\t", b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”"}
SIGNS = {b"~": "\u00a0", b"_": "\u00ad", b"\\": "\\", b"{": "{", b"}": "}"}
UNPRINTED = frozenset({b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"generator"})


def decompress_rtf(data: bytes) -> bytes:
    """The RTF in a compressed body; ValueError if it is none."""
    if len(data) < 16:
        raise ValueError("too short")
    size, raw_size, magic, _ = struct.unpack_from("<II4sI", data)
    packed = data[16 : 4 + size]
    if magic == PLAIN:
        return packed[:raw_size]
    if magic != COMPRESSED or raw_size > LONGEST:
        raise ValueError("not compressed RTF")
    return _expanded(packed, raw_size)


def _expanded(packed: bytes, size: int) -> bytes:
    """LZ77 with a window of 4,096 bytes that begins with words which every RTF has."""
    window = bytearray(KNOWN_TEXT.ljust(WINDOW, b"\x00"))
    write, at = len(KNOWN_TEXT), 0
    out = bytearray()
    while at < len(packed) and len(out) < size:
        control = packed[at]
        at += 1
        for bit in range(8):
            if not control >> bit & 1:
                run = bytearray(packed[at : at + 1])
                at += 1
            else:
                token = int.from_bytes(packed[at : at + 2], "big")
                at += 2
                place, length = token >> 4, (token & 15) + 2
                if at > len(packed) or place == write:
                    return bytes(out[:size])
                run = bytearray()
                for step in range(length):
                    byte = window[(place + step) % WINDOW]
                    window[(write + step) % WINDOW] = byte
                    run.append(byte)
            for byte in run:
                window[write] = byte
                write = (write + 1) % WINDOW
            out += run
    return bytes(out[:size])


def wrapped_html(rtf: bytes) -> str | None:
    """The HTML that an RTF was made of, and keeps; None if it was made of none."""
    if not WRAPPED_HTML.search(rtf[:4000]):
        return None
    return _Unwrapper(rtf).html()


class _Unwrapper:
    """Keeps what stands in `htmltag` groups and the text between them, without what `htmlrtf` says is for RTF only."""

    def __init__(self, rtf: bytes) -> None:
        self._rtf = rtf
        self._out: list[str] = []
        self._bytes = bytearray()
        self._encoding = "cp1252"
        self._silent = False
        self._tag = False
        self._rtf_only = False
        self._outer: list[tuple[bool, bool, bool]] = []
        self._skip = 0
        self._opened = False

    def html(self) -> str:
        for match in TOKEN.finditer(self._rtf):
            word, number, code, sign, brace, plain = match.groups()
            opened, self._opened = self._opened, brace == b"{" or (self._opened and sign == b"*")
            if brace is not None:
                self._turn(brace)
            elif code is not None:
                self._take(bytes([int(code, 16)]))
            elif plain is not None:
                self._take(plain)
            elif word is not None:
                self._obey(word, int(number) if number else None, opened=opened)
            elif sign == b"*" and opened:
                self._silent = True
            elif sign in SIGNS:
                self._write(SIGNS[sign])
        self._flush()
        return "".join(self._out)

    def _turn(self, brace: bytes) -> None:
        self._flush()
        if brace == b"{":
            self._outer.append((self._silent, self._tag, self._rtf_only))
        elif self._outer:
            self._silent, self._tag, self._rtf_only = self._outer.pop()

    def _obey(self, word: bytes, number: int | None, *, opened: bool) -> None:
        if word == b"htmltag" and opened:
            self._flush()
            self._silent, self._tag = False, True
        elif word == b"htmlrtf":
            self._flush()
            self._rtf_only = number != 0
        elif word in UNPRINTED and opened:
            self._silent = True
        elif word == b"ansicpg" and number:
            self._encoding = f"cp{number}"
        elif word == b"u" and number is not None:
            self._write(chr(number % 65536))
            self._skip = 1
        elif word in LINE_BREAKS:
            self._write(LINE_BREAKS[word])

    def _take(self, data: bytes) -> None:
        skipped = min(self._skip, len(data))
        self._skip -= skipped
        if not self._silent and (self._tag or not self._rtf_only):
            self._bytes += data[skipped:]

    def _write(self, text: str) -> None:
        self._flush()
        if not self._silent and (self._tag or not self._rtf_only):
            self._out.append(text)

    def _flush(self) -> None:
        if self._bytes:
            try:
                self._out.append(self._bytes.decode(self._encoding, "replace"))
            except LookupError:
                self._out.append(self._bytes.decode("cp1252", "replace"))
            self._bytes.clear()
