"""Hidden text of Word documents is found; white letters on a ground are seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.converters.word_hiding import hidden_words
from tests.adapters.converters.word_maker import make_docx


def run(properties: str, text: str = "words nobody sees") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


HIDDEN, NOT_HIDDEN = "<w:vanish/>", '<w:vanish w:val="0"/>'
WHITE, HIGHLIGHT = '<w:color w:val="FFFFFF"/>', '<w:highlight w:val="blue"/>'
SHADED, SMALL = '<w:shd w:fill="000080"/>', '<w:sz w:val="12"/>'
SEEN = "<w:p><w:r><w:t>Seen.</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    "properties", ["<w:vanish/>", '<w:vanish w:val="1"/>', '<w:color w:val="FFFFFF"/>', '<w:color w:val="fefefe"/>', '<w:sz w:val="2"/>']
)
def test_hidden_words_are_found(tmp_path: Path, properties: str) -> None:
    assert list(hidden_words(make_docx(tmp_path / "a.docx", f"{SEEN}<w:p>{run(properties)}</w:p>"))) == ["words nobody sees"]


@pytest.mark.parametrize(
    "body",
    [
        f"<w:p>{run(NOT_HIDDEN)}</w:p>",
        f"<w:p>{run(WHITE + HIGHLIGHT)}</w:p>",
        f"<w:p>{run(WHITE + SHADED)}</w:p>",
        f"<w:p><w:pPr>{SHADED}</w:pPr>{run(WHITE)}</w:p>",
        f"<w:tbl><w:tr><w:tc><w:p>{run(WHITE)}</w:p></w:tc></w:tr></w:tbl>",
        f"<w:p>{run(SMALL)}</w:p>",
        f"<w:p>{run(HIDDEN, '1')}</w:p>",
    ],
)
def test_what_is_seen_is_not(tmp_path: Path, body: str) -> None:
    assert list(hidden_words(make_docx(tmp_path / "a.docx", body))) == []


def test_neighbours_are_one_text_and_seen_words_part_them(tmp_path: Path) -> None:
    runs = [run(HIDDEN, "one two "), run(HIDDEN, "three"), run("", " seen "), run(HIDDEN, "four five")]
    assert list(hidden_words(make_docx(tmp_path / "a.docx", f"<w:p>{''.join(runs)}</w:p>"))) == ["one two three", "four five"]
