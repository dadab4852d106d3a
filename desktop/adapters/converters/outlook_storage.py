"""What Outlook keeps in a message's container: properties by their tags, and storages for recipients and attachments."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from desktop.adapters.converters.compound_file import compound_file
from desktop.adapters.converters.decoding import decode_text

PROPERTIES = "__properties_version1.0"
NAMES = "__nameid_version1.0"
UNICODE, NARROW, BINARY, OBJECT = "001F", "001E", "0102", "000D"
CODE_PAGE, INTERNET_CODE_PAGE = 0x3FFD, 0x3FDE
LONG, TIME = 0x0003, 0x0040
ROOT_HEADER, INNER_HEADER, OTHER_HEADER = 32, 24, 8
EARLIEST = 1980


@dataclass(frozen=True, slots=True)
class Storage:
    """A message, a recipient or an attachment: a folder of the container at `place`."""

    container: Any
    place: tuple[str, ...] = ()
    header: int = ROOT_HEADER

    def text(self, tag: str) -> str:
        """A property that is text."""
        data = self.stream(tag, UNICODE)
        if data is not None:
            text = data.decode("utf-16-le", "replace")
        else:
            text = decode_text(self.stream(tag, NARROW) or b"", self._encoding())[0]
        return text.replace("\x00", "").replace("\r\n", "\n").strip()

    def stream(self, tag: str, kind: str = BINARY) -> bytes | None:
        """The bytes of a property that has a stream of its own; None if it is not there."""
        path = [*self.place, f"__substg1.0_{tag}{kind}"]
        if not self.container.exists(path) or self.container.get_type(path) != 2:
            return None
        data: bytes = self.container.openstream(path).read()
        return data

    def number(self, tag: int) -> int | None:
        """A property that is a number, from the table of those that have no stream."""
        value = self._fixed(LONG, tag)
        return None if value is None else value & 0xFFFFFFFF

    def time(self, *tags: int) -> datetime | None:
        """The first of these properties that is a time: a count of 100 ns since 1601."""
        for tag in tags:
            value = self._fixed(TIME, tag)
            if value is not None:
                moment = _moment(value)
                if moment is not None:
                    return moment
        return None

    def inner(self, start: str) -> list[Storage]:
        """The storages in this one whose names begin so, in order."""
        depth = len(self.place)
        names = {
            entry[depth]
            for entry in self.container.listdir(streams=True, storages=True)
            if len(entry) > depth and tuple(entry[:depth]) == self.place and entry[depth].startswith(start)
        }
        return [Storage(self.container, (*self.place, name), OTHER_HEADER) for name in sorted(names)]

    def has_object(self, tag: str) -> bool:
        """Whether a property is a storage of its own: an embedded message, or another program's object."""
        path = [*self.place, f"__substg1.0_{tag}{OBJECT}"]
        return bool(self.container.exists(path)) and self.container.get_type(path) == 1

    def object_file(self, tag: str, *, message: bool) -> bytes:
        """The file that an embedded object would be by itself."""
        place = (*self.place, f"__substg1.0_{tag}{OBJECT}")
        streams = {path[len(place) :]: data for path, data in self._streams(place).items()}
        properties = streams.get((PROPERTIES,))
        if message and properties is not None:
            streams[PROPERTIES,] = properties[:INNER_HEADER] + bytes(ROOT_HEADER - INNER_HEADER) + properties[INNER_HEADER:]
            streams |= self._streams((NAMES,))
        return compound_file(streams)

    def _streams(self, place: Sequence[str]) -> dict[tuple[str, ...], bytes]:
        paths = [tuple(path) for path in self.container.listdir(streams=True, storages=False)]
        return {path: self.container.openstream(list(path)).read() for path in paths if path[: len(place)] == tuple(place)}

    def _fixed(self, kind: int, tag: int) -> int | None:
        path = [*self.place, PROPERTIES]
        if not self.container.exists(path):
            return None
        table: bytes = self.container.openstream(path).read()
        for at in range(self.header, len(table) - 15, 16):
            found_kind, found_tag = struct.unpack_from("<HH", table, at)
            if (found_kind, found_tag) == (kind, tag):
                return int.from_bytes(table[at + 8 : at + 16], "little")
        return None

    def _encoding(self) -> str | None:
        page = self.number(CODE_PAGE) or self.number(INTERNET_CODE_PAGE)
        if page is None and self.place:
            root = Storage(self.container)
            page = root.number(CODE_PAGE) or root.number(INTERNET_CODE_PAGE)
        return {65001: "utf-8", 28591: "latin-1", 20866: "koi8-r"}.get(page, f"cp{page}") if page else None


def _moment(count: int) -> datetime | None:
    try:
        moment = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=count // 10)
    except OverflowError:
        return None
    return moment if moment.year >= EARLIEST else None
