"""The reader on documents of a megabyte: the gaps between ticks while one is opened, jumped about in, paged, resized, searched."""

from __future__ import annotations

import os
import time

from tests.benchmarks.measuring import Figures, arguments, at_most, report

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.domain.document import Document, page_mark
from desktop.domain.reading import OriginalKind, ReadingDocument
from desktop.ui.panes.reader import ReaderPane
from tests.benchmarks.heartbeat import BUDGET_MS, Heartbeat

PARAGRAPH = (
    "The **Lazarus** group used `evil.dll` and [a link](http://example.com) to persist, see *CVE-2024-1234* in the report; the actors "
    "then moved laterally across the network and exfiltrated data to 10.0.0.1 over HTTPS.\n\n"
)
HEAD = "| n | hash | note | domain | seen |\n|---|---|---|---|---|\n"
ROW = "| {0} | hash{0}abcdef0123456789 | some *note* {0} | evil{0}.example | first seen in 2024 |\n"


def bodies(size: int) -> dict[str, str]:
    """Four documents of about `size` characters, each hard in its own way."""
    table = HEAD + "".join(map(ROW.format, range(30))) + "\n"
    page = "\n\n## Heading\n\n" + PARAGRAPH * 8 + "- one\n- two\n\n" + table
    return {
        "report": "".join(page_mark(number + 1) + page for number in range(size // len(page))),
        "spreadsheet": HEAD + "".join(map(ROW.format, range(size // len(ROW)))),
        "one line": '{"a": "0123456789abcdef", "b": [1,2,3]},' * (size // 40),
        "listing": "```\n" + "push ebp; mov ebp, esp ; evil comment\n" * (size // 38) + "```\n",
    }


def read(application: QApplication, body: str) -> Figures:
    """What each thing that a person does with a document costs."""
    pane = ReaderPane()
    pane.resize(1000, 800)
    pane.show()
    _spin(application, 0.3)
    heartbeat = Heartbeat()
    figures: Figures = {"characters": len(body)}

    def measure(what: str) -> None:
        found = heartbeat.end()
        figures[what] = {"longest_ms": found["longest_ms"], "longest_cpu_ms": found["own_work"]["longest_cpu_ms"]}
        heartbeat.begin()

    heartbeat.begin()
    pane.show_document(ReadingDocument(Document("d", "Title", "f.md", "md", "0", "c", "2026-01-01"), body, OriginalKind.NONE))
    _spin_until_done(application, pane)
    measure("open")
    for part in (0.5, 0.97, 0.2, 0.8, 0.05):
        pane.show_place(int(len(body) * part), int(len(body) * part) + 80)
        _spin_until_done(application, pane)
    measure("go to a place")
    for _ in range(40):
        QTest.keyClick(pane.markdown, Qt.Key.Key_PageDown)
        _spin(application, 0.02)
    measure("page on")
    for width in (800, 1100, 700):
        pane.resize(width, 800)
        _spin_until_done(application, pane)
    measure("resize")
    began = time.perf_counter()
    pane.markdown.find_text("evil")
    _spin_until_done(application, pane)
    measure("find")
    figures["find"]["seconds"] = round(time.perf_counter() - began, 2)
    heartbeat.end()
    pane.close()
    return figures


def _spin(application: QApplication, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        application.processEvents()
        time.sleep(0.001)


def _spin_until_done(application: QApplication, pane: ReaderPane) -> None:
    _spin(application, 0.05)
    while pane.markdown.is_working():
        _spin(application, 0.02)


def main() -> None:
    """Run the benchmark."""
    options = arguments(__doc__).parse_args()
    application = QApplication(["reading"])
    size = 200_000 if options.quick else 1_000_000
    found = {name: read(application, body) for name, body in bodies(size).items()}
    longest = max(step["longest_cpu_ms"] for document in found.values() for step in document.values() if isinstance(step, dict))
    report("reading", options.quick, found, {"longest_cpu_ms": at_most(longest, BUDGET_MS)})


if __name__ == "__main__":
    main()
