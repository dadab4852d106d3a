"""Outlook messages: who, when and what, every attachment, messages within messages."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from desktop.adapters.converters.compound_file import compound_file
from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import opened

DATA = Path(__file__).parents[2] / "data" / "converters"
PROPERTIES = "__properties_version1.0"
Streams = dict[tuple[str, ...], bytes]


def text(tag: str, value: str) -> Streams:
    return {(f"__substg1.0_{tag}001F",): value.encode("utf-16-le")}


def fixed(header: int, *properties: tuple[int, int, int]) -> Streams:
    """The table of fixed properties: kind, tag and value each."""
    rows = [struct.pack("<HHIQ", kind, tag, 6, value) for kind, tag, value in properties]
    return {(PROPERTIES,): bytes(header) + b"".join(rows)}


def below(place: str, streams: Streams) -> Streams:
    return {(place, *path): data for path, data in streams.items()}


def attachment(number: int, method: int, streams: Streams) -> Streams:
    return below(f"__attach_version1.0_#{number:08X}", fixed(8, (3, 0x3705, method)) | streams)


BASE = text("0037", "Subject") | text("0C1A", "Heron") | text("5D01", "h@evil.example") | fixed(32)


def test_a_real_message(tmp_path: Path) -> None:
    found = opened(tmp_path, "a.msg", (DATA / "msg_with_attachment.msg").read_bytes())
    assert found.conversion.markdown == (
        "# Email with Attachment\n\n**From:** Alice Example <alice@example.com>  \n**To:** Bob Example <bob@example.com>  \n"
        "**Date:** 2026-05-20 10:30 UTC\n\nThis email contains an attachment.\n\nAttachments:\n\n- test.txt\n- report.pdf\n"
    )
    assert (found.conversion.published, found.conversion.author) == ("2026-05-20", "Alice Example")
    assert list(found.contents) == ["test.txt", "report.pdf"]
    assert str(found.contents["report.pdf"]).startswith("b'%PDF-1.4")


def test_a_message_within_a_message_is_one_of_its_own(tmp_path: Path) -> None:
    inner = text("0037", "Inside") | text("1000", "inner words") | fixed(24, (3, 0x3FFD, 1252))
    deepest = attachment(0, 1, {("__substg1.0_37010102",): b"bytes of it"} | text("3707", "deep.bin"))
    embedded = attachment(0, 5, text("3001", "Inside") | below("__substg1.0_3701000D", inner | deepest))
    outer = opened(tmp_path, "a.msg", compound_file(BASE | embedded))
    assert [member.name for member in outer.conversion.members] == ["Inside.msg"]
    taken = next(outer.folder.iterdir())
    again = opened(tmp_path / "inside", "b.msg", taken.read_bytes())
    assert again.conversion.markdown == "# Inside\n\ninner words\n\nAttachments:\n\n- deep.bin\n"
    assert again.contents == {"deep.bin": b"bytes of it"}


def test_everybody_is_named_by_what_they_are(tmp_path: Path) -> None:
    people: Streams = {}
    for number, (name, address, kind) in enumerate([("Ann", "ann@x.org", 1), ("Ben", "/O=EX/CN=BEN", 2), ("", "c@x.org", 3)]):
        place = f"__recip_version1.0_#{number:08X}"
        people |= below(place, fixed(8, (3, 0x0C15, kind)) | text("3001", name) | text("39FE", address))
    conversion = opened(tmp_path, "a.msg", compound_file(BASE | people)).conversion
    assert conversion.markdown.startswith(
        "# Subject\n\n**From:** Heron <h@evil.example>  \n**To:** Ann <ann@x.org>  \n**Cc:** Ben  \n**Bcc:** c@x.org"
    )


def test_the_headers_it_came_with_are_read_where_its_properties_are_silent(tmp_path: Path) -> None:
    transport = "Date: Mon, 03 Nov 2025 18:23:00 +0100\r\nMessage-ID: <1@evil.example>\r\nX-Originating-IP: [203.0.113.7]\r\n"
    conversion = opened(tmp_path, "a.msg", compound_file(BASE | text("007D", transport))).conversion
    assert conversion.published == "2025-11-03"
    assert "**Message-ID:** <1@evil.example>  \n**X-Originating-IP:** [203.0.113.7]" in conversion.markdown


@pytest.mark.parametrize(
    ("streams", "body"),
    [
        ({("__substg1.0_10130102",): b"<p>styled <b>words</b></p>"}, "styled **words**"),
        (text("1000", "plain words") | {("__substg1.0_10130102",): b"<p>plain words</p>"}, "plain words"),
        (
            text("1000", "click") | {("__substg1.0_10130102",): b'<a href="http://evil.example/x">click</a>'},
            "[click](http://evil.example/x)",
        ),
        ({("__substg1.0_1000001E",): "Grüße".encode("cp1252")} | fixed(32, (3, 0x3FFD, 1252)), "Grüße"),
    ],
)
def test_bodies(tmp_path: Path, streams: Streams, body: str) -> None:
    markdown = opened(tmp_path, "a.msg", compound_file(BASE | streams)).conversion.markdown
    assert markdown.split("\n\n", 2)[2] == f"{body}\n"


def test_a_body_of_compressed_rich_text(tmp_path: Path) -> None:
    rtf = rb"{\rtf1\ansi only in {\b rich} text\par}"
    packed = struct.pack("<II4sI", len(rtf) + 12, len(rtf), b"MELA", 0) + rtf
    assert "only in rich text" in opened(tmp_path, "a.msg", compound_file(BASE | {("__substg1.0_10090102",): packed})).conversion.markdown


def test_attachments_of_every_method(tmp_path: Path) -> None:
    content = {("__substg1.0_37010102",): b"x"}
    found = opened(
        tmp_path,
        "a.msg",
        compound_file(
            BASE
            | attachment(0, 1, content)
            | attachment(1, 7, text("3707", "cloud.docx"))
            | attachment(2, 1, text("3704", "empty.txt") | {("__substg1.0_37010102",): b""})
            | attachment(3, 6, below("__substg1.0_3701000D", {("CONTENTS",): b"y" * 5000}))
        ),
    )
    contents = found.contents
    assert contents["part-1.bin"] == b"x"
    assert contents["cloud.docx"] == "It is not in the message, which only says where it lies; Coffer fetches nothing."
    assert contents["empty.txt"] == "It is empty: nothing but its name is there."
    assert b"y" * 4000 in bytes(contents["object-4"])  # type: ignore[arg-type]


def test_a_damaged_message_fails(tmp_path: Path) -> None:
    content = compound_file(BASE)
    with pytest.raises(ConversionFailed, match="message is damaged"):
        opened(tmp_path, "a.msg", content[:512] + bytes(200) + "__properties_version1.0".encode("utf-16-le"))
