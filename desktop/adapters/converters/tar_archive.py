"""TAR archives, plain or compressed, read once from front to back."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

from desktop.adapters.converters.archive_contents import Contents, minute_of
from desktop.adapters.converters.archive_names import decode_names, plain_name
from desktop.adapters.converters.decompression import PIECE
from desktop.adapters.converters.member_folder import ALWAYS_ALLOWED, BrokenMember, MemberFolder
from desktop.adapters.converters.zip_archive import DEVICE, LINK
from desktop.domain.errors import CofferError, ConversionFailed

BLOCK = 512
KEPT_BEHIND = 4 * BLOCK
MOST_AT_ONCE = 8 * 2**20
SPARSE = "It is a sparse file, mostly empty space: unpack the archive with another program and import the file."
OCTAL = re.compile(rb"[0-7]+")
PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)


def is_tar(head: bytes) -> bool:
    """Whether a file begins with the header of a tar archive: its checksum says so."""
    if len(head) < BLOCK or not head[0]:
        return False
    stated = head[148:156].strip(b"\x00 ")
    return OCTAL.fullmatch(stated) is not None and int(stated, 8) == sum(head[:148]) + 8 * ord(" ") + sum(head[156:BLOCK])


def unpack_tar(pieces: Iterator[bytes], out: MemberFolder, contents: Contents) -> None:
    """Take out all files of a tar archive."""
    reader = ForwardReader(pieces, out.most + ALWAYS_ALLOWED)
    try:
        with tarfile.open(fileobj=cast("BinaryIO", reader), mode="r:", encoding="utf-8", errors="surrogateescape") as archive:
            _take_all(archive, out, contents)
            reader.seek(archive.offset)
            if reader.read(BLOCK).strip(b"\x00"):  # the library takes a damaged header for the end
                contents.end_early()
    except (CofferError, MemoryError):
        raise
    except Exception as error:  # whatever the library says of a bad archive
        if not contents.files:
            raise ConversionFailed("The archive is damaged or incomplete, and nothing in it can be read.", "Fetch it again.") from error
        contents.end_early()


def _take_all(archive: Any, out: MemberFolder, contents: Contents) -> None:
    while (entry := archive.next()) is not None:
        archive.members.clear()  # the library keeps all of them otherwise
        if entry.isdir():
            continue
        name = _name(entry.name)
        if entry.issym() or entry.islnk():
            member = out.refuse(name, LINK)
        elif entry.issparse():
            member = out.refuse(name, SPARSE)
        elif entry.type not in PLAIN:
            member = out.refuse(name, DEVICE)
        else:
            member = out.take(name, _content(archive, entry))
        contents.add(member, entry.size, minute_of(entry.mtime))


def _content(archive: Any, entry: tarfile.TarInfo) -> Iterator[bytes]:
    stream = archive.extractfile(entry)
    if stream is None:
        raise BrokenMember
    left = entry.size
    while left > 0:
        piece = stream.read(min(PIECE, left))
        if not piece:
            raise BrokenMember
        left -= len(piece)
        yield piece


def _name(name: str) -> str:
    raw = name.encode("utf-8", "surrogateescape")
    return plain_name(decode_names([raw], otherwise="cp1252")[0])


class ForwardReader:
    """A stream of pieces as a file that can be read forward, and back by a few bytes, and never too much at once."""

    def __init__(self, pieces: Iterator[bytes], most: int) -> None:
        self._pieces = pieces
        self._left = most
        self._buffer = bytearray()
        self._start = 0
        self._at = 0

    def tell(self) -> int:
        """Where reading goes on."""
        return self._at

    def seek(self, position: int, whence: int = 0) -> int:
        """Go to a place, at most a little back."""
        if whence != 0 or position < self._start:
            raise tarfile.ReadError("out of reach")
        while position > self._start + len(self._buffer):
            self._at = self._start + len(self._buffer)
            self._forget()
            if not self._fill():
                raise tarfile.ReadError("unexpected end of data")
        self._at = position
        return position

    def read(self, size: int) -> bytes:
        """So many bytes, or what is left."""
        if not 0 <= size <= MOST_AT_ONCE:
            raise tarfile.ReadError("too much at once")
        while self._start + len(self._buffer) < self._at + size and self._fill():
            pass
        begin = self._at - self._start
        data = bytes(self._buffer[begin : begin + size])
        self._at += len(data)
        self._forget()
        return data

    def _fill(self) -> bool:
        piece = next(self._pieces, None)
        if piece is None:
            return False
        self._left -= len(piece)
        if self._left < 0:
            raise ConversionFailed(
                "More would come out of it than the limit for its size: it may be a bomb.",
                "If you trust it, unpack it and import what you need, or raise imports.max_unpacked_mb and imports.max_expansion in the "
                "vault's settings.",
            )
        self._buffer += piece
        return True

    def _forget(self) -> None:
        behind = self._at - self._start - KEPT_BEHIND
        if behind > PIECE:
            del self._buffer[:behind]
            self._start += behind
