"""Word 97–2003 documents (.doc): their text, from the table of its pieces."""

from __future__ import annotations

import re
import struct
from itertools import pairwise
from pathlib import Path

from desktop.adapters.converters.ole_properties import ole_properties
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-doc 1"
HINT = "Open it in a word processor and save it as DOCX or PDF."
WORD_97 = 0x00C1
ENCRYPTED = 0x0100
SECOND_TABLE = 0x0200
CLX_PLACE = 0x01A2
PIECES = 2
FIELD = re.compile(r"\x13[^\x13\x14\x15]*(?:\x14([^\x13\x15]*))?\x15")
SIGNS = str.maketrans(
    {
        "\r": "\n\n",
        "\x0b": "  \n",
        "\x0c": "\n\n",
        "\x07": " | ",
        "\x1e": "-",
        "\x1f": None,
        "\x01": None,
        "\x08": None,
        "\x02": None,
        "\x05": None,
        "\x00": None,
    }
)


def convert_doc(path: Path) -> Conversion:
    """The Markdown of a legacy Word document: its text and cells, without its formats."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as container:
            main = container.openstream("WordDocument").read()
            (flags,) = struct.unpack_from("<H", main, 0x0A)
            table_name = "1Table" if flags & SECOND_TABLE else "0Table"
            table = container.openstream(table_name).read() if container.exists(table_name) else b""
            stated = ole_properties(container)
        if flags & ENCRYPTED:
            raise ConversionFailed("The document needs a password.", "Save a copy without a password and import that.")
        text = _read_text(main, table)
    except (OSError, struct.error, ValueError, IndexError) as error:
        raise ConversionFailed("The Word document is damaged, or older than Word 97.", HINT) from error
    return stated.given_to(Conversion(_markdown(text), "doc", CONVERTER))


def _read_text(main: bytes, table: bytes) -> str:
    """All text, footnotes and headers included: each piece is one or two bytes a character, somewhere in the stream."""
    (version,) = struct.unpack_from("<H", main, 2)
    if version < WORD_97:
        raise ValueError("too old")
    place, length = struct.unpack_from("<II", main, CLX_PLACE)
    clx, at = table[place : place + length], 0
    while clx[at] != PIECES:  # formats of pieces stand before the table
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    (size,) = struct.unpack_from("<I", clx, at + 1)
    count = (size - 4) // 12
    positions = struct.unpack_from(f"<{count + 1}I", clx, at + 5)
    parts = []
    for index, (start, end) in enumerate(pairwise(positions)):
        (offset,) = struct.unpack_from("<I", clx, at + 5 + 4 * (count + 1) + 8 * index + 2)
        if offset & 0x40000000:
            begin = (offset & 0x3FFFFFFF) // 2
            parts.append(main[begin : begin + end - start].decode("cp1252", "replace"))
        else:
            parts.append(main[offset : offset + 2 * (end - start)].decode("utf-16-le", "replace"))
    return "".join(parts)


def _markdown(text: str) -> str:
    before = ""
    while before != text:  # fields stand within fields
        before, text = text, FIELD.sub(lambda match: match[1] or "", text)
    text = re.sub(r"\x07\x07", "\x07\n", text).translate(SIGNS)
    text = re.sub(r"[\x00-\x08\x0e-\x1f]", "", text)
    text = "\n".join(line.rstrip(" ") + "  " if line.endswith("  ") and line.strip() else line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
