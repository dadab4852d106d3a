"""Legacy presentations: slides in their order with titles and notes; where their tables are damaged, all their text."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from desktop.adapters.converters.compound_file import compound_file
from desktop.application.ports import Conversion
from desktop.domain.errors import ConversionFailed, PasswordNeeded
from tests.adapters.converters.archive_maker import opened


def record(kind: int, content: bytes, instance: int = 0, *, container: bool = False) -> bytes:
    return struct.pack("<HHI", instance << 4 | (0xF if container else 0), kind, len(content)) + content


def group(kind: int, *inner: bytes, instance: int = 0) -> bytes:
    return record(kind, b"".join(inner), instance, container=True)


def words(text: str, kind: int | None = None) -> bytes:
    head = b"" if kind is None else record(3999, struct.pack("<I", kind))
    return head + record(4000, text.encode("utf-16-le"))


def place(reference: int, slide: int) -> bytes:
    return record(1011, struct.pack("<IIiII", reference, 0, 0, slide, 0))


OUTLINE = (
    group(4080, words("master"), instance=1)
    + group(4080, place(3, 257), words("Second slide", 0), place(2, 256), words("First slide", 0), words("A point\rAnother"), place(4, 258))
    + group(4080, place(5, 0), instance=2)
)
DOCUMENT = group(1000, OUTLINE)
MASTER = group(1016, words("Click to edit Master title style"))
SLIDE_2 = group(1006, group(1036, record(3998, struct.pack("<I", 0)), record(4008, "Gr\xfc\xdfe".encode("latin-1"))))
SLIDE_3 = group(1006, group(1036, record(3998, struct.pack("<I", 0)), words("In a box\x0bof its own")))
SLIDE_4 = group(1006, group(1036))
NOTES = group(1008, record(1009, struct.pack("<II", 257, 0)), words("*"), words("Say this aloud."))


def presentation(token: int = 0xE391C05F) -> dict[tuple[str, ...], bytes]:
    stream, places = b"", []
    for part in (DOCUMENT, SLIDE_2, SLIDE_3, SLIDE_4, NOTES, MASTER):
        places.append(len(stream))
        stream += part
    directory = len(stream)
    stream += record(6002, struct.pack("<I5I", 5 << 20 | 1, *places[:5]))
    edit = len(stream)
    stream += record(4085, struct.pack("<IIIII", 256, 0, 0, directory, 1))
    user = record(4086, struct.pack("<III", 20, token, edit))
    return {("PowerPoint Document",): stream, ("Current User",): user}


def read(tmp_path: Path, streams: dict[tuple[str, ...], bytes]) -> Conversion:
    return opened(tmp_path, "a.ppt", compound_file(streams)).conversion


def test_slides_come_in_the_order_of_the_show(tmp_path: Path) -> None:
    conversion = read(tmp_path, presentation())
    assert conversion.markdown == (
        "<!-- page: 1 -->\n\n## Second slide\n\nIn a box  \nof its own\n\n### Notes\n\nSay this aloud.\n\n"
        "<!-- page: 2 -->\n\n## First slide\n\nGrüße\n\nA point\n\nAnother\n\n<!-- page: 3 -->\n"
    )
    assert (conversion.format, conversion.pages, conversion.empty_pages) == ("ppt", 3, (3,))


@pytest.mark.parametrize("user", [b"", b"\xff" * 40, record(4086, struct.pack("<III", 20, 0, 12))])
def test_damaged_tables_cost_the_order_and_no_text(tmp_path: Path, user: bytes) -> None:
    conversion = read(tmp_path, presentation() | {("Current User",): user})
    for text in ("Second slide", "First slide", "Grüße", "In a box", "Say this aloud."):
        assert text in conversion.markdown
    assert "Master title style" not in conversion.markdown
    assert conversion.warnings == ("Its slides could not be told apart; all text that was found follows in the order of the file.",)


def test_a_locked_one_asks_for_its_password(tmp_path: Path) -> None:
    with pytest.raises(PasswordNeeded):
        read(tmp_path, presentation(token=0xF3D1C4DF))


def test_one_without_text_fails(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="No text was found"):
        read(tmp_path, {("PowerPoint Document",): bytes(5000)})
