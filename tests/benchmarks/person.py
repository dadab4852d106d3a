"""A person at Coffer's window, for benchmarks: drops files, types, asks, looks around; and waiting while the window works."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QObject, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from desktop.ui.app import Coffer
from desktop.ui.controllers.import_controller import ImportSummary
from desktop.ui.session import Session
from desktop.ui.widgets.navigation import Place
from desktop.ui.workspace import Workspace

LOOK_MS = 200
LOOKS_A_PLACE = 10

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

    @property
    def scans_waiting(self) -> int:
        """How many pages OCR has still to read."""
        return self.session.services.recognition.pending()

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
