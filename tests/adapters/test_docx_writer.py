"""What a word processor would show."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import docx
import pytest
from docx.shared import Inches
from PIL import Image

from desktop.adapters.docx_writer import render_docx
from desktop.domain.marking import Marking
from desktop.domain.report import Report

TEXT = """# A title

Some **bold** and *slanted* words with `code` and <b>HTML</b>, [a link](hxxp://x.example) and ![a picture](x.png).

- one
  - deeper
1. first

> quoted

    code

| Type | Value |
| --- | --- |
| url | hxxp://x[.]example |

A sign that XML cannot hold: \x02.
"""


def test_a_picture_of_the_report_s_own_is_in_it_with_its_words_and_no_larger_than_a_page(tmp_path: Path) -> None:
    large = BytesIO()
    Image.new("RGB", (4000, 1000), "red").save(large, "PNG")
    text = "![A graph](graph-1.png)\n\n![Another](graph-2.png)"
    report = Report("A title", Marking.GREEN, Marking.RED, text, 1, 1, images={"graph-1.png": small_png(), "graph-2.png": large.getvalue()})
    path = tmp_path / "report.docx"
    path.write_bytes(render_docx(report))
    document = docx.Document(str(path))
    section = document.sections[0]
    small, wide = document.inline_shapes
    room = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
    assert (round(small.width / Inches(1), 2), round(small.height / Inches(1), 2)) == (0.5, 1.0)
    assert abs(wide.width - room) < 10
    assert abs(wide.height * 4 - room) < 10
    assert [each._inline.docPr.get("descr") for each in document.inline_shapes] == ["A graph", "Another"]
    with zipfile.ZipFile(path) as archive:
        assert small_png() in [archive.read(each) for each in archive.namelist() if each.startswith("word/media/")]


def small_png() -> bytes:
    """96 pixels across and 192 down, for screens of 96 pixels an inch."""
    content = BytesIO()
    Image.new("RGB", (96, 192), "red").save(content, "PNG", dpi=(96, 96))
    return content.getvalue()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "report.docx"
    path.write_bytes(render_docx(Report("A title", Marking.AMBER_STRICT, Marking.RED, TEXT, 1, 1)))
    return path


def test_the_marking_stands_in_header_and_footer(target: Path) -> None:
    section = docx.Document(str(target)).sections[0]
    for place in (section.header, section.footer):
        run = place.paragraphs[0].runs[0]
        assert (run.text, str(run.font.color.rgb), run.font.size.pt) == (" TLP:AMBER+STRICT ", "FFC000", 12)
        assert 'w:fill="000000"' in run._r.xml


def test_markdown_becomes_the_styles_of_a_word_processor(target: Path) -> None:
    document = docx.Document(str(target))
    assert [(each.style.name, each.text) for each in document.paragraphs if each.text] == [
        ("Heading 1", "A title"),
        ("Normal", "Some bold and slanted words with code and <b>HTML</b>, a link and a picture."),
        ("List Bullet", "one"),
        ("List Bullet 2", "deeper"),
        ("List Number", "first"),
        ("Quote", "quoted"),
        ("Normal", "code"),
        ("Normal", "A sign that XML cannot hold: \ufffd."),
    ]
    runs = {run.text: (run.bold, run.italic) for run in document.paragraphs[1].runs}
    assert (runs["bold"], runs["slanted"]) == ((True, False), (False, True))
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [["Type", "Value"], ["url", "hxxp://x[.]example"]]


def test_nothing_in_it_leads_anywhere(target: Path) -> None:
    with zipfile.ZipFile(target) as archive:
        links = archive.read("word/_rels/document.xml.rels").decode()
    assert "External" not in links
    assert "hyperlink" not in links
