"""ZIP archives whose directory is damaged or missing: what stands before each file says enough to take most of them out."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from desktop.adapters.converters.archive_contents import CUT_OFF, Contents
from desktop.adapters.converters.archive_names import decode_names, plain_name
from desktop.adapters.converters.decompression import PIECE, inflated, read_pieces
from desktop.adapters.converters.member_folder import BrokenMember, MemberFolder
from desktop.domain.errors import ConversionFailed

HEADER = struct.Struct("<4sHHHHHIIIHH")
MAGIC = b"PK\x03\x04"
ENCRYPTED, SIZES_FOLLOW, UTF8 = 0x1, 0x8, 0x800
STORED, DEFLATED = 0, 8
OTHERWISE = "The archive's directory is damaged or missing, and this file cannot be read without it."


def recover_zip(path: Path, out: MemberFolder, contents: Contents) -> None:
    """Take out the files that can be found one after the other; ConversionFailed if there are none."""
    with path.open("rb") as file:
        at = _find(file, 0)
        while at is not None:
            at = _find(file, _Recovery(file, at, out, contents).run())
    if not contents.files:
        raise ConversionFailed("The archive is damaged or incomplete, and nothing in it can be read.", "Fetch it again.")
    contents.end_early(CUT_OFF)


class _Recovery:
    """One file that begins with its header at `start`."""

    def __init__(self, file: BinaryIO, start: int, out: MemberFolder, contents: Contents) -> None:
        self._file = file
        self._start = start
        self._out = out
        self._contents = contents

    def run(self) -> int:
        """Take the file out; where the next one may begin."""
        self._file.seek(self._start)
        header = self._file.read(HEADER.size)
        if len(header) < HEADER.size:
            return self._start + 1
        fields: tuple[int, ...] = HEADER.unpack(header)[1:]
        _, flags, method, _, _, checksum, packed, size, name_length, extra_length = fields
        raw = self._file.read(name_length)
        data = self._start + HEADER.size + name_length + extra_length
        if not raw or raw.endswith(b"/"):
            return data
        name = plain_name(raw.decode("utf-8", "surrogateescape") if flags & UTF8 else decode_names([raw])[0])
        known = not flags & SIZES_FOLLOW
        if flags & ENCRYPTED or method not in (STORED, DEFLATED) or (method == STORED and not known):
            self._contents.add(self._out.fail(name, OTHERWISE), size if known else None)
            return data + (packed if known else 0)
        self._file.seek(data)
        pieces = _checked(self._file, method, packed if known else None, checksum if known else None)
        self._contents.add(self._out.take(name, pieces), size if known else None)
        return data + packed if known else data


def _checked(file: BinaryIO, method: int, packed: int | None, checksum: int | None) -> Iterator[bytes]:
    raw = read_pieces(file, packed)
    found = 0
    for piece in inflated(raw) if method == DEFLATED else raw:
        found = zlib.crc32(piece, found)
        yield piece
    if checksum is not None and found != checksum:
        raise BrokenMember


def _find(file: BinaryIO, start: int) -> int | None:
    """Where the next header begins."""
    file.seek(start)
    kept = b""
    while block := file.read(PIECE):
        window = kept + block
        found = window.find(MAGIC)
        if found >= 0:
            return start + found
        kept = window[-3:]
        start += len(window) - len(kept)
    return None
