"""Frames: a JSON header and a blob, length-prefixed, over a pipe."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

LENGTHS = struct.Struct(">II")
MAX_HEADER = 64 * 2**20
MAX_BLOB = 1024 * 2**20


class BadFrame(ValueError):
    """What came over the pipe is no frame, or larger than any frame may be."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message between a process and its worker."""

    header: dict[str, Any]
    blob: bytes = b""

    def encode(self) -> bytes:
        """The bytes that go over the pipe; BadFrame if there are too many."""
        header = json.dumps(self.header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        _check_lengths(len(header), len(self.blob))
        return b"".join((LENGTHS.pack(len(header), len(self.blob)), header, self.blob))


class FrameBuffer:
    """Collects bytes as they come and gives the frames that are whole."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> None:
        """Take more bytes."""
        self._bytes += data

    def frames(self) -> Iterator[Frame]:
        """Every frame that has arrived whole; BadFrame if one cannot be."""
        while len(self._bytes) >= LENGTHS.size:
            header_length, blob_length = LENGTHS.unpack_from(self._bytes)
            _check_lengths(header_length, blob_length)
            end = LENGTHS.size + header_length + blob_length
            if len(self._bytes) < end:
                return
            body = bytes(memoryview(self._bytes)[LENGTHS.size : end])
            del self._bytes[:end]
            yield Frame(_parse_header(body[:header_length]), body[header_length:])


def read_frame(pipe: BinaryIO) -> Frame | None:
    """Wait for the next frame of a pipe; None when the other side has closed it."""
    lengths = pipe.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    header_length, blob_length = LENGTHS.unpack(lengths)
    _check_lengths(header_length, blob_length)
    header, blob = pipe.read(header_length), pipe.read(blob_length)
    if len(header) + len(blob) < header_length + blob_length:
        return None
    return Frame(_parse_header(header), blob)


def _check_lengths(header: int, blob: int) -> None:
    if header > MAX_HEADER or blob > MAX_BLOB:
        raise BadFrame(f"A frame of {header + blob:,} bytes is over the limit.")


def _parse_header(data: bytes) -> dict[str, Any]:
    try:
        header = json.loads(data.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise BadFrame("The header of a frame is no JSON.") from error
    if not isinstance(header, dict):
        raise BadFrame("The header of a frame is no JSON object.")
    return header
