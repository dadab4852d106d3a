"""Tracked changes: both what was inserted and what was deleted is in the text, and says which it is."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from desktop.adapters.converters.markitdown import convert_markitdown
from desktop.adapters.converters.word_changes import with_changes_marked
from tests.adapters.converters.word_maker import make_docx

CHANGED = (
    '<w:p><w:r><w:t xml:space="preserve">The group </w:t></w:r><w:ins w:id="1" w:author="A"><w:r><w:t>may have</w:t></w:r></w:ins>'
    '<w:del w:id="2" w:author="A"><w:r><w:delText>has</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> left.</w:t></w:r></w:p>'
)


def test_inserted_and_deleted_words_are_kept_and_marked(tmp_path: Path) -> None:
    path = make_docx(tmp_path / "a.docx", CHANGED)
    assert convert_markitdown(path, "docx").markdown.strip() == "The group [inserted: may have][deleted: has] left."


def test_marks_of_changed_paragraphs_hold_no_text(tmp_path: Path) -> None:
    body = '<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="A"/><w:ins w:id="2"/></w:rPr></w:pPr><w:r><w:t>Kept.</w:t></w:r></w:p>'
    assert convert_markitdown(make_docx(tmp_path / "a.docx", body), "docx").markdown.strip() == "Kept."


def test_a_document_without_changes_is_not_copied(tmp_path: Path) -> None:
    stream = io.BytesIO(make_docx(tmp_path / "a.docx", "<w:p/>").read_bytes())
    assert with_changes_marked(stream) is stream
    assert zipfile.is_zipfile(stream)
