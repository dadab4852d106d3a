"""`winmail.dat` gives its text and its attachments."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import opened

HEAD = b"\x78\x9f\x3e\x22\x01\x00"


def attribute(kind: int, value: bytes, level: int = 1) -> bytes:
    return struct.pack("<BII", level, kind, len(value)) + value + struct.pack("<H", sum(value) & 0xFFFF)


def variable(kind: int, number: int, value: bytes) -> bytes:
    return struct.pack("<HHII", kind, number, 1, len(value)) + value + bytes(-len(value) % 4)


def properties(*each: bytes) -> bytes:
    return struct.pack("<I", len(each)) + b"".join(each)


NAMED = struct.pack("<HH16sII", 0x1E, 0x8001, b"g" * 16, 1, 6) + "abc".encode("utf-16-le") + b"\x00\x00"
NAMED += struct.pack("<II", 1, 3) + b"xyz\x00"
FIXED = struct.pack("<HHI", 3, 0x0E08, 5)
RTF = rb"{\rtf1 styled words}"
PACKED = struct.pack("<II4sI", len(RTF) + 12, len(RTF), b"MELA", 0) + RTF
ATTACHED = (
    attribute(0x69002, bytes(14), 2)
    + attribute(0x18010, b"SHORT~1.DOC\x00", 2)
    + attribute(0x6800F, b"the bytes", 2)
    + attribute(0x69005, properties(FIXED, NAMED, variable(0x1F, 0x3707, "der lange Name.doc\0".encode("utf-16-le"))), 2)
)


def test_text_and_attachments(tmp_path: Path) -> None:
    content = HEAD + attribute(0x18004, b"A subject\x00") + attribute(0x69003, properties(FIXED, NAMED, variable(0x102, 0x1009, PACKED)))
    found = opened(tmp_path, "winmail.dat", content + ATTACHED)
    assert found.conversion.markdown == "# A subject\n\nstyled words\n\nAttachments:\n\n- der lange Name.doc\n"
    assert (found.conversion.format, found.conversion.title) == ("tnef", "A subject")
    assert found.contents == {"der lange Name.doc": b"the bytes"}


def test_plain_text_and_short_names(tmp_path: Path) -> None:
    content = HEAD + attribute(0x2800C, b"plain words\x00") + attribute(0x69002, b"", 2) + attribute(0x18010, b"a.txt\x00", 2)
    found = opened(tmp_path, "winmail.dat", content + attribute(0x6800F, b"x", 2))
    assert found.conversion.markdown.startswith("plain words")
    assert found.contents == {"a.txt": b"x"}


def test_what_is_cut_off_says_so(tmp_path: Path) -> None:
    conversion = opened(tmp_path, "winmail.dat", (HEAD + ATTACHED)[:-80]).conversion
    assert conversion.truncated
    assert conversion.warnings == ("The file ends too early: what stood behind is missing.",)


def test_damaged_properties_are_a_reason(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="damaged"):
        opened(tmp_path, "winmail.dat", HEAD + attribute(0x69003, struct.pack("<I", 9) + bytes.fromhex("1e003700ffffffff")))
