"""EPUB: every chapter in order, what the book states, and nothing silently left out."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters.books import convert_book
from desktop.domain.errors import ConversionFailed

CONTAINER = '<container xmlns="c"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
PACKAGE = """<package xmlns="p" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Grey Heron</dc:title>
<dc:creator>Ana Sol</dc:creator><dc:date>2023-05-12</dc:date><dc:language>en</dc:language></metadata>
<manifest><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="one%20a.xhtml" media-type="application/xhtml+xml"/>
<item id="c" href="aside.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
</manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>"""
PARTS = {
    "META-INF/container.xml": CONTAINER,
    "OPS/book.opf": PACKAGE,
    "OPS/one a.xhtml": "<html><body><h1>One</h1></body></html>",
    "OPS/two.xhtml": "<html><body><p>second</p><p hidden>words nobody sees</p></body></html>",
    "OPS/aside.xhtml": "<p>left out of the order</p>",
}


def made(tmp_path: Path, parts: dict[str, str]) -> Path:
    path = tmp_path / "a.epub"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def test_chapters_come_in_reading_order_after_what_the_book_states(tmp_path: Path) -> None:
    conversion = convert_book(made(tmp_path, PARTS))
    assert conversion.markdown == (
        "**Title:** Grey Heron  \n**Creator:** Ana Sol  \n**Date:** 2023-05-12  \n**Language:** en\n\n"
        "# One\n\nsecond\n\nwords nobody sees\n\nleft out of the order\n"
    )
    assert (conversion.title, conversion.author, conversion.published, conversion.language) == ("Grey Heron", "Ana Sol", "2023-05-12", "en")
    assert [flag.quote for flag in conversion.flags] == ["words nobody sees"]
    assert conversion.warnings == ()


def test_a_chapter_that_is_not_there_is_missed(tmp_path: Path) -> None:
    conversion = convert_book(made(tmp_path, {name: part for name, part in PARTS.items() if name != "OPS/two.xhtml"}))
    assert conversion.warnings == ("1 of its 3 chapters are not in the file.",)


@pytest.mark.parametrize("package", ["<broken", '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><package>&x;</package>', None])
def test_a_damaged_book_fails_with_its_reason(tmp_path: Path, package: str | None) -> None:
    parts = {"META-INF/container.xml": CONTAINER} | ({"OPS/book.opf": package} if package else {})
    with pytest.raises(ConversionFailed, match="The book is damaged"):
        convert_book(made(tmp_path, parts))
