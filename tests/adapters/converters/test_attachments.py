"""Files attached to a PDF are members; passwords open it."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from desktop.domain.errors import PasswordNeeded
from tests.adapters.converters.archive_maker import opened

DATA = Path(__file__).parents[2] / "data" / "converters"


def test_attached_files_come_out(tmp_path: Path) -> None:
    document = pypdfium2.PdfDocument.new()
    document.new_page(200, 200)
    document.new_attachment("note.txt").set_data(b"attached words")
    document.save(tmp_path / "made.pdf")
    document.close()
    found = opened(tmp_path, "a.pdf", (tmp_path / "made.pdf").read_bytes())
    assert found.contents == {"note.txt": b"attached words"}


def test_a_password_opens_a_pdf(tmp_path: Path) -> None:
    content = (DATA / "r5-user-password.pdf").read_bytes()
    assert opened(tmp_path, "a.pdf", content, ["wrong", "asdfzxcv"]).conversion.pages == 1
    with pytest.raises(PasswordNeeded, match="needs a password"):
        opened(tmp_path, "a.pdf", content, ["wrong"])
