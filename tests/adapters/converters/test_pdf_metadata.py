"""What PDFs state of themselves, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.converters.pdf.document import convert_pdf
from desktop.application.ports import Conversion
from tests.adapters.converters.pdf_maker import Put, make_pdf

PACKET = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><rdf:Description><dc:title><rdf:Alt><rdf:li>Grey Heron Report</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ana Sol</rdf:li><rdf:li>Bo Berg</rdf:li></rdf:Seq></dc:creator>
<dc:date><rdf:Seq><rdf:li>2023-05-12</rdf:li></rdf:Seq></dc:date></rdf:Description></rdf:RDF></x:xmpmeta>"""


def made(tmp_path: Path, after: str = "", **info: str) -> Conversion:
    path = tmp_path / "a.pdf"
    path.write_bytes(make_pdf([[Put(50, 700, "Small words of a page")]], **info) + after.encode())
    return convert_pdf(path, 10)


def test_the_dictionary_is_asked_first(tmp_path: Path) -> None:
    conversion = made(tmp_path, title="Heron and Otter", created="D:20240506070809Z")
    assert (conversion.title, conversion.published) == ("Heron and Otter", "2024-05-06")
    assert conversion.origins == (("title", "the PDF's Title"), ("published", "the PDF's CreationDate"))


def test_the_packet_says_the_rest(tmp_path: Path) -> None:
    conversion = made(tmp_path, PACKET, created="D:20240506070809Z")
    assert (conversion.title, conversion.author, conversion.published) == ("Grey Heron Report", "Ana Sol, Bo Berg", "2023-05-12")
    assert dict(conversion.origins)["published"] == "the PDF's XMP date"


@pytest.mark.parametrize("packet", ["<x:xmpmeta", "<x:xmpmeta><a></x:xmpmeta>", "<x:xmpmeta>&bomb;</x:xmpmeta>"])
def test_a_damaged_packet_says_nothing(tmp_path: Path, packet: str) -> None:
    assert made(tmp_path, packet).origins == ()


@pytest.mark.parametrize("title", ["Microsoft Word - a.docx", "report.indd", "Untitled", "slide 1"])
def test_names_of_files_are_no_titles(tmp_path: Path, title: str) -> None:
    assert made(tmp_path, title=title).title is None
