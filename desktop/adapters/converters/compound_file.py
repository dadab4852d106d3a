"""Writes Microsoft's compound files, so that a message or an object kept inside another one can be a file of its own.

Version 4 of the format (MS-CFB), whose sectors of 4,096 bytes need no second table of tables below 450 MB.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SECTOR = 4096
SMALL_SECTOR = 64
SMALL_STREAM = 4096
ENTRY = struct.Struct("<64sHBBIII16sIQQIQ")
FREE, END, TABLE, NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5
BLACK = 1
MOST_TABLES = 109
LONGEST_NAME = 31

Streams = Mapping[tuple[str, ...], bytes]


@dataclass(slots=True)
class _Entry:
    name: str
    kind: int
    data: bytes = b""
    children: dict[str, _Entry] = field(default_factory=dict)
    number: int = 0
    left: int = NONE
    right: int = NONE
    child: int = NONE
    start: int = END
    size: int = 0


def compound_file(streams: Streams) -> bytes:
    """A compound file of streams by their paths; ValueError if they are too many or too large for one."""
    root = _tree(streams)
    entries = list(_numbered(root))
    sectors: list[bytes] = []
    table: list[int] = []
    small, small_table = bytearray(), list[int]()
    for entry in entries:
        if entry.kind == STREAM and entry.data:
            entry.size = len(entry.data)
            if entry.size < SMALL_STREAM:
                entry.start = _chain_small(entry.data, small, small_table)
            else:
                entry.start = _chain(entry.data, sectors, table)
    root.size = len(small)
    root.start = _chain(bytes(small), sectors, table)
    small_start = _chain(_numbers(small_table), sectors, table)
    directory = b"".join(_packed(entry) for entry in entries)
    directory_start = _chain(directory, sectors, table)
    return _assembled(sectors, table, directory_start, -(-len(directory) // SECTOR), small_start, len(small_table))


def _tree(streams: Streams) -> _Entry:
    root = _Entry("Root Entry", ROOT)
    for path, data in streams.items():
        place = root
        for name in path[:-1]:
            place = place.children.setdefault(name, _Entry(name, STORAGE))
        place.children[path[-1]] = _Entry(path[-1], STREAM, data)
    return root


def _numbered(root: _Entry) -> Iterator[_Entry]:
    """All entries in the order of their numbers, each with its place in the tree of its siblings."""
    ordered = [root]
    for entry in ordered:  # it grows while it is gone through
        siblings = sorted(entry.children.values(), key=lambda each: (len(each.name), each.name.upper()))
        for each in siblings:
            each.number = len(ordered)
            ordered.append(each)
        entry.child = _balanced(siblings)
    yield from ordered


def _balanced(siblings: list[_Entry]) -> int:
    if not siblings:
        return NONE
    middle = len(siblings) // 2
    siblings[middle].left = _balanced(siblings[:middle])
    siblings[middle].right = _balanced(siblings[middle + 1 :])
    return siblings[middle].number


def _chain(data: bytes, sectors: list[bytes], table: list[int]) -> int:
    """Put bytes into sectors that follow each other; the number of the first."""
    if not data:
        return END
    first = len(sectors)
    for at in range(0, len(data), SECTOR):
        sectors.append(data[at : at + SECTOR].ljust(SECTOR, b"\x00"))
        table.append(len(sectors))
    table[-1] = END
    return first


def _chain_small(data: bytes, small: bytearray, table: list[int]) -> int:
    first = len(table)
    padded = data + bytes(-len(data) % SMALL_SECTOR)
    small += padded
    table += [first + number + 1 for number in range(len(padded) // SMALL_SECTOR)]
    table[-1] = END
    return first


def _packed(entry: _Entry) -> bytes:
    name = entry.name[:LONGEST_NAME].encode("utf-16-le")
    return ENTRY.pack(name, len(name) + 2, entry.kind, BLACK, entry.left, entry.right, entry.child, b"", 0, 0, 0, entry.start, entry.size)


def _assembled(sectors: list[bytes], table: list[int], directory: int, directory_sectors: int, small: int, small_entries: int) -> bytes:
    entries = SECTOR // 4
    tables = -(-len(table) // (entries - 1))
    if tables > MOST_TABLES:
        raise ValueError("too large")
    first_table = len(sectors)
    table += [TABLE] * tables
    table += [FREE] * (tables * entries - len(table))
    packed = _numbers(table)
    places = [first_table + number for number in range(tables)] + [FREE] * (MOST_TABLES - tables)
    small_sectors = -(-small_entries * 4 // SECTOR)
    header = struct.pack(
        "<8s16sHHHHH6sIIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        b"",
        *(0x3E, 4, 0xFFFE, 12, 6),
        b"",
        *(directory_sectors, tables, directory, 0, SMALL_STREAM, small, small_sectors, END, 0),
        places[0],
    ) + _numbers(places[1:])
    return b"".join([header.ljust(SECTOR, b"\x00"), *sectors, packed])


def _numbers(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)
