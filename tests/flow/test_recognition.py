"""A picture and a scan are found by their words after an import, with the real engines."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from desktop.application.job import JobContext
from desktop.application.ports import LedgerQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.import_job import ImportOptions
from desktop.domain.passage import Mode, Query
from tests.adapters.converters.pictures import scanned_pdf, text_picture


def found(services: Services, text: str) -> list[tuple[str, int | None]]:
    hits = services.searcher.search(JobContext(), Query(text, Mode.KEYWORD)).hits
    return [(hit.document_id.rpartition("-")[0], hit.page) for hit in hits]


def test_pictures_and_scans_are_searched_once_ocr_has_read_them(opener: Opener, tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    text_picture(["The relay was evil-heron[.]example", "and the loader BRASSKETTLE."]).save(given / "screenshot.png")
    scanned_pdf(given / "scan.pdf", [text_picture(["A cover sheet"]), text_picture(["Grey Otter used PEBBLESKIP."])])
    Image.new("L", (300, 200), 255).save(given / "blank.gif")
    opener.create(tmp_path / "vault")
    services = opener.open(tmp_path / "vault", write=True)

    services.importer.import_paths(JobContext(), [given], ImportOptions())
    assert services.recognition.pending() == 4
    assert found(services, "PEBBLESKIP") == []
    report = services.recognition.read_pending(JobContext())

    assert (report.pages, report.with_text, report.failed, report.remaining) == (4, 3, 0, 0)
    assert found(services, "PEBBLESKIP") == [("scan", 2)]
    assert found(services, "BRASSKETTLE") == [("screenshot", 1)]
    assert found(services, "evil-heron.example") == [("screenshot", 1)]
    rows = {Path(row.path).name: row for row in services.library.ledger(LedgerQuery())}
    assert (rows["scan.pdf"].reason, rows["scan.pdf"].ocr_pages) == ("2 of 2 pages had no text and were read by OCR.", 2)
    assert rows["blank.gif"].reason == "OCR got no text from it; look at the original."
    assert services.maintenance.verify(JobContext()) == ()
    services.close()

    again = opener.open(tmp_path / "vault", write=True)
    again.maintenance.reindex(JobContext(), full=True)
    assert again.recognition.pending() == 0
    assert found(again, "PEBBLESKIP") == [("scan", 2)]
    again.close()
