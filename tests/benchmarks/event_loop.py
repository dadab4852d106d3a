"""The longest gap between 10 ms ticks of the window's event loop while 50 PDFs import and a model generates.

Everything is real: the window (offscreen), a drop of files, questions typed and asked, searches as they are typed, the list and the
search shown in turn. Beside it, in the same run: the window left alone, and left alone while two niced processes keep the processor busy.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QObject, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from desktop.adapters.state_file import StateFile
from desktop.application.services import Services
from desktop.ui.app import Coffer, Start
from desktop.ui.controllers.import_controller import ImportSummary
from desktop.ui.session import Session
from desktop.ui.widgets.navigation import Place
from desktop.ui.workspace import Workspace
from tests.benchmarks.corpus import DATA, TextMaker, differing_copies, pdfs_in, write_reports
from tests.benchmarks.engines import embedder
from tests.benchmarks.heartbeat import BUDGET_MS, Heartbeat
from tests.benchmarks.measuring import Figures, arguments, report
from tests.benchmarks.vaults import Embedding, fill, opener

BURNING = "import os; os.nice(19)\nwhile True: pass"
REPORTS = 12
LOOK_MS = 200
LOOKS_A_PLACE = 10
PATIENCE_SECONDS = 300
SEED = 17

Child = TypeVar("Child", bound=QObject)


class Person(QObject):
    """Drops files, asks the next question when the one before is answered, and looks at the list and the search in turn."""

    def __init__(self, coffer: Coffer, questions: Sequence[str]) -> None:
        super().__init__()
        self._window = coffer.window
        self.session = found_child(coffer, Session)
        self.workspace = found_child(coffer.window, Workspace)
        self._questions = cycle(questions)
        self._places = cycle([*[Place.DOCUMENTS] * LOOKS_A_PLACE, *[Place.SEARCH] * LOOKS_A_PLACE])
        self.asked = 0
        self.summary = ""
        self.session.imports.finished.connect(self._sum_up)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)

    def drop(self, files: Sequence[Path]) -> None:
        """Drop files on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        # Without a drag of Qt's own before it the application would not pass a drop on.
        self._window.dropEvent(QDropEvent(QPointF(400, 300), action, data, button, keys, QEvent.Type.Drop))

    def begin(self) -> None:
        """Be busy."""
        self._timer.start()

    def rest(self) -> None:
        """Do nothing more."""
        self._timer.stop()

    @property
    def working(self) -> bool:
        """Whether an import or embedding runs, or waits."""
        return self.session.imports.importing or self.session.services.backlog.pending() > 0

    def _sum_up(self, summary: ImportSummary) -> None:
        self.summary = summary.sentence

    def _look(self) -> None:
        self.workspace.show_place(next(self._places))
        search = self.workspace.search
        if search.busy.isHidden():
            search.box.setText(next(self._questions))
            search.ask.click()
            self.asked += 1


def found_child(parent: QObject, kind: type[Child]) -> Child:
    """The object of a kind below another."""
    child = parent.findChild(kind)
    if child is None:
        raise SystemExit(f"There is no {kind.__name__}.")
    return child


class Wait(QObject):
    """Lets the event loop run for so long, or until something is so (looked at ten times a second)."""

    def __init__(self, seconds: float, until: Callable[[], bool]) -> None:
        super().__init__()
        self._loop = QEventLoop(self)
        self._ends, self._until = time.monotonic() + seconds, until
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        self._loop.exec()
        self._timer.stop()

    def _look(self) -> None:
        if time.monotonic() >= self._ends or self._until():
            self._loop.quit()


def never() -> bool:
    """Nothing to wait for."""
    return False


def spin(seconds: float, until: Callable[[], bool] = never) -> None:
    """Let the event loop run; what waited is deleted here, not by a collection in some other thread."""
    Wait(seconds, until).deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def measure(seconds: float, until: Callable[[], bool] = never) -> Figures:
    """The gaps while the event loop runs."""
    heartbeat = Heartbeat()
    heartbeat.begin()
    spin(seconds, until)
    heartbeat.deleteLater()
    return heartbeat.end()


def measure_under_burning(seconds: float) -> Figures:
    """The gaps of the window left alone while two niced processes compute."""
    burning = [subprocess.Popen([sys.executable, "-c", BURNING]) for _ in range(2)]
    try:
        return measure(seconds)
    finally:
        for process in burning:
            process.kill()
            process.wait()


def measure_import(person: Person, files: Sequence[Path]) -> Figures:
    """The gaps while the files import and the model answers."""
    person.drop(files)
    person.begin()
    asked = person.asked
    gaps = measure(PATIENCE_SECONDS, until=lambda: not person.session.imports.importing)
    return {"import": person.summary, "questions": person.asked - asked, **gaps}


def measure_embedding(person: Person, seconds: float) -> Figures:
    """The gaps while chunks are embedded and the model answers."""
    asked = person.asked
    gaps = measure(seconds)
    return {"questions": person.asked - asked, **gaps}


def opens(folder: Path, *, create: bool) -> Services:
    """Open a vault as bootstrap does for the window; it is there already."""
    del create
    return opener().open(folder, write=True)


def run_phases(folder: Path, files: Sequence[Path], chunks: int, seconds: float) -> Figures:
    """All phases, in the same window."""
    engine = embedder()
    fill(folder / "vault", TextMaker(SEED), chunks, Embedding(engine.identity, engine.dimensions), SEED)
    engine.close()
    application = QApplication(["coffer"])
    coffer = Coffer(application, opens, StateFile(folder / "state.json"))
    coffer.begin(Start(folder / "vault", create=False))
    spin(PATIENCE_SECONDS, until=lambda: coffer.findChild(Session) is not None)
    spin(2)
    reports, questions = write_reports(REPORTS, folder / "reports", SEED)
    person = Person(coffer, questions)
    figures: Figures = {"left_alone": measure(seconds), "left_alone_beside_two_niced_processes": measure_under_burning(seconds)}
    person.drop(reports)
    spin(PATIENCE_SECONDS, until=lambda: not person.working)
    figures["importing_and_answering"] = measure_import(person, files)
    figures["embedding_and_answering"] = measure_embedding(person, seconds)
    person.rest()
    coffer.window.close()
    if not coffer.end():
        raise SystemExit("A thread of the window did not end.")
    return figures


def main() -> None:
    """Run the benchmark."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = arguments(__doc__ or "")
    parser.add_argument("--pdfs", type=Path, default=DATA, metavar="DIR", help="all PDFs below it (default: tests/data)")
    options = parser.parse_args()
    count, chunks, seconds = (5, 1000, 3.0) if options.quick else (50, 20_000, 20.0)
    with TemporaryDirectory(prefix="coffer-benchmark-") as name:
        folder = Path(name)
        files = differing_copies(pdfs_in(options.pdfs), count, folder / "pdfs")
        figures = run_phases(folder, files, chunks, seconds)
    longest = figures["importing_and_answering"]["longest_ms"]
    target = {"longest_ms": longest, "must": f"< {BUDGET_MS:g}", "met": longest < BUDGET_MS}
    report("event_loop", options.quick, figures, {"longest gap": target})


if __name__ == "__main__":
    main()
