"""A window's process as the benchmarks start it: says when it first painted and what it holds then, and ends.

`python -m tests.benchmarks.painting minimal` shows a bare QMainWindow, `… coffer VAULT` Coffer's window. Prints
`{"painted_at", "resident_bytes"}`; the time is the system's monotonic clock, so that the starter can compare.
"""

from __future__ import annotations

import json
import os
import sys
import time

import psutil
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget


class FirstPaint(QObject):
    """Watches an application for the first paint of a main window."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._seen = False
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Once the paint that begins here is over, report and end the process."""
        if (
            not self._seen
            and event.type() == QEvent.Type.Paint
            and isinstance(watched, QWidget)
            and isinstance(watched.window(), QMainWindow)
        ):
            self._seen = True
            QTimer.singleShot(0, self._report)
        return False

    def _report(self) -> None:
        said = {"painted_at": time.monotonic(), "resident_bytes": psutil.Process().memory_info().rss}
        print(json.dumps(said), flush=True)
        os._exit(0)  # what comes after is not measured; workers end with the pipes they listen to


def show_minimal() -> int:
    """Show a window with nothing in it."""
    application = QApplication(["minimal"])
    window = QMainWindow()
    window.resize(1200, 800)
    window.show()
    return application.exec()


def main() -> int:
    """Show the window that the command line names; every application that runs from here on is watched."""
    run = QApplication.exec

    def watched_run(*_: object) -> int:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        FirstPaint(application)
        return run()

    QApplication.exec = watched_run  # type: ignore[method-assign]
    if sys.argv[1] == "minimal":
        return show_minimal()
    from desktop.bootstrap import start

    return start(["--vault", sys.argv[2]])


if __name__ == "__main__":
    sys.exit(main())
