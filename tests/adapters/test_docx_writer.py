"""What a word processor would show."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest

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
