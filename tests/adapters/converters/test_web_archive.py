"""A page saved in one file is read as a page; its pictures of some size are members."""

from __future__ import annotations

from email.message import MIMEPart
from email.mime.multipart import MIMEMultipart
from pathlib import Path

import pytest

from desktop.domain.errors import ConversionFailed
from tests.adapters.converters.archive_maker import opened


def part(kind: str, content: bytes, place: str, name: str | None = None) -> MIMEPart:
    made = MIMEPart()
    main, _, sub = kind.partition("/")
    made.set_content(content, maintype=main, subtype=sub)
    made["Content-Location"] = place
    if name:
        made.add_header("Content-Disposition", "inline", filename=name)
    return made


def archive(*parts: MIMEPart) -> bytes:
    saved = MIMEMultipart("related")
    saved["From"] = "<Saved by Blink>"
    saved["Snapshot-Content-Location"] = "https://blog.example/heron"
    saved["Subject"] = "Saved subject"
    saved["MIME-Version"] = "1.0"
    for each in parts:
        saved.attach(each)
    return bytes(saved)


PAGE = part(
    "text/html", b"<html><head><title>Grey Heron</title></head><body><h1>Grey Heron</h1><p>is back.</p></body></html>", "https://x/"
)


def test_the_page_is_read_with_its_title(tmp_path: Path) -> None:
    conversion = opened(tmp_path, "page.mhtml", archive(PAGE)).conversion
    assert (conversion.format, conversion.title) == ("mht", "Grey Heron")
    assert conversion.markdown.split() == ["#", "Grey", "Heron", "is", "back."]


def test_it_is_known_without_its_name(tmp_path: Path) -> None:
    assert opened(tmp_path, "saved", archive(PAGE)).conversion.format == "mht"


def test_pictures_are_members_and_design_is_not(tmp_path: Path) -> None:
    found = opened(
        tmp_path,
        "page.mht",
        archive(
            PAGE,
            part("image/png", b"P" * 9000, "https://x/img/graph.png?w=3"),
            part("image/gif", b"dot", "https://x/dot.gif"),
            part("text/css", b"p {}", "https://x/a.css"),
            part("image/jpeg", b"small", "https://x/y", "evidence.jpg"),
        ),
    )
    assert found.contents == {
        "graph.png": b"P" * 9000,
        "dot.gif": "It is a small picture of the page's design and was left in the file.",
        "evidence.jpg": b"small",
    }


def test_one_without_a_page_fails(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="No page"):
        opened(tmp_path, "page.mht", archive(part("image/png", b"P", "https://x/a.png")))
