"""Reports set as PDF where there is no window: by the worker, which the window and the command line start alike."""

from __future__ import annotations

import pypdfium2

from desktop.adapters.pdf_worker import PdfWorker
from desktop.adapters.worker_process.client import worker_command
from desktop.domain.marking import Marking
from desktop.domain.report import Report

REPORT = Report("Ein Täter", Marking.AMBER_STRICT, Marking.RED, "# Ein Täter\n\n" + "Er nutzt 工具 <b>so</b>. [1]\n\n" * 90, 1, 1)


def test_every_page_bears_the_marking_twice_and_the_text_is_whole() -> None:
    with pypdfium2.PdfDocument(PdfWorker(worker_command("pdf"))(REPORT)) as document:
        pages = ["".join(page.get_textpage().get_text_range().split()) for page in document]
        assert document.get_metadata_value("Title") == "Ein Täter"
    assert len(pages) > 1
    assert [page.count("TLP:AMBER+STRICT") for page in pages] == [2] * len(pages)
    together = "".join(pages)
    assert (together.count("<b>so</b>.[1]"), together.count("EinTäter")) == (90, 1)
