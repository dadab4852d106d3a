from __future__ import annotations

import pytest

from desktop.application.ingest.describing import title_of
from desktop.application.ports import Conversion


@pytest.mark.parametrize(
    ("filename", "stated", "title"),
    [
        ("report.v2.pdf", None, "report.v2"),
        ("report.pdf", "Grey\n  Heron", "Grey Heron"),
        ("\u202egpj.exe", None, "\\u202egpj"),
        ("mail.eml", "Invoice \u202efdp.exe", "Invoice \\u202efdp.exe"),
    ],
)
def test_titles(filename: str, stated: str | None, title: str) -> None:
    assert title_of(filename, Conversion("text", "txt", "test 1", stated)) == title
