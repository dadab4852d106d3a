from __future__ import annotations

import pypdfium2
from PySide6.QtWidgets import QApplication

from desktop.domain.marking import Marking
from desktop.domain.report import Report
from desktop.ui.widgets.report_pdf import render_pdf

TEXT = (
    "# A title\n\n| Type | Value |\n| --- | --- |\n| url | hxxp://x[.]example |\n\n<b>HTML</b>\n\n"
    + "A sentence of the report. [1]\n\n" * 80
)


def report(text: str = TEXT) -> Report:
    return Report("A title", Marking.AMBER, Marking.RED, text, 1, 1)


def test_every_page_bears_the_marking_above_and_below_and_nothing_is_left_out(qapp: QApplication) -> None:
    document = pypdfium2.PdfDocument(render_pdf(report()))
    pages = ["".join(document[number].get_textpage().get_text_range().split()) for number in range(len(document))]
    document.close()
    assert len(pages) > 1
    assert [page.count("TLP:AMBER") for page in pages] == [2] * len(pages)
    assert [f"{number}/{len(pages)}" in page for number, page in enumerate(pages, 1)] == [True] * len(pages)
    together = "".join(pages)
    assert together.count("Asentenceofthereport.[1]") == 80
    assert "hxxp://x[.]example" in together
    assert "<b>HTML</b>" in together
