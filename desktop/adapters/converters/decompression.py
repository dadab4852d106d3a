"""Compressed bytes, piece by piece: whatever a stream says of its size, no piece is larger than asked for."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

PIECE = 256 * 1024
SMALL_PIECE = 4096
XZ_MEMORY = 256 * 2**20
GZIP_WINDOW = 31
RAW_WINDOW = -15


def read_pieces(file: BinaryIO, most: int | None = None) -> Iterator[bytes]:
    """What a file holds from where it stands, at most so many bytes."""
    left = most
    while left is None or left > 0:
        piece = file.read(PIECE if left is None else min(PIECE, left))
        if not piece:
            return
        if left is not None:
            left -= len(piece)
        yield piece


def gunzipped(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The content of gzip files, one after the other as they may stand in one."""
    return _streams(pieces, lambda: _Zlib(GZIP_WINDOW), b"\x1f\x8b")


def bunzipped(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The content of bzip2 files."""
    return _streams(pieces, bz2.BZ2Decompressor, b"BZh")


def unxzed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The content of xz files; one that asks for more memory than it gets is refused by the engine."""
    return _streams(pieces, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY), b"\xfd7zXZ")


def unzstded(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The content of Zstandard files."""
    from backports.zstd import ZstdDecompressor

    return _streams(pieces, ZstdDecompressor, b"\x28\xb5\x2f\xfd")


def inflated(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Deflate without any frame, as in ZIP."""
    engine = _Zlib(RAW_WINDOW)
    for piece in pieces:
        yield engine.decompress(piece, PIECE)
        while not engine.eof and not engine.needs_input:
            yield engine.decompress(b"", PIECE)
        if engine.eof:
            return
    raise EOFError


def inflated64(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Deflate64, as Windows writes it into large ZIPs."""
    from inflate64 import Inflater

    inflater = Inflater()
    for piece in pieces:
        for at in range(0, len(piece), SMALL_PIECE):  # the engine gives out all that a piece holds
            yield inflater.inflate(piece[at : at + SMALL_PIECE])
            if inflater.eof:
                return
    raise EOFError


def _streams(pieces: Iterable[bytes], new: Callable[[], Any], magic: bytes) -> Iterator[bytes]:
    """The content of one stream after the other; EOFError if the last one does not end. What follows and is none is left alone."""
    decompressor, data, ended = None, b"", False
    for piece in pieces:
        data += piece
        while True:
            if decompressor is None:
                data = data.lstrip(b"\x00") if ended else data
                if ended and not data.startswith(magic[: len(data)]):
                    return
                if len(data) < len(magic):
                    break
                decompressor = new()
            yield decompressor.decompress(data, PIECE)
            data = b""
            if decompressor.eof:
                data, decompressor, ended = decompressor.unused_data, None, True
            elif decompressor.needs_input:
                break
    if decompressor is not None or not ended:
        raise EOFError


class _Zlib:
    """zlib with the interface of the standard library's other decompressors."""

    def __init__(self, window: int) -> None:
        self._engine = zlib.decompressobj(window)
        self._full = False

    @property
    def eof(self) -> bool:
        return self._engine.eof

    @property
    def needs_input(self) -> bool:
        return not self._engine.unconsumed_tail and not self._full

    @property
    def unused_data(self) -> bytes:
        return self._engine.unused_data

    def decompress(self, data: bytes, most: int) -> bytes:
        piece = self._engine.decompress(self._engine.unconsumed_tail + data, most)
        self._full = len(piece) == most  # it may hold back more
        return piece
