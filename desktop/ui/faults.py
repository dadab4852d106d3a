"""Catches what nobody caught: exceptions in any thread, and what Qt complains of."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from desktop.ui.jobs.bug_report import BugReport, describe_bug

LOG = logging.getLogger("coffer.window")
QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class Faults(QObject):
    """Turns uncaught exceptions into bug reports, told in the window's thread whatever thread they came from."""

    reported = Signal(object)

    def install(self) -> None:
        """Begin to catch."""
        sys.excepthook = self._take_exception
        threading.excepthook = self._take_thread_exception
        qInstallMessageHandler(_log_qt_message)

    def uninstall(self) -> None:
        """Catch no more."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)

    def _take_exception(self, _: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
        if isinstance(error, KeyboardInterrupt):
            sys.__excepthook__(type(error), error, traceback)
        else:
            self._tell(error, "")

    def _take_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            self._tell(arguments.exc_value, f"running {arguments.thread.name if arguments.thread else 'a thread'}")

    def _tell(self, error: BaseException, doing: str) -> None:
        LOG.error("Uncaught exception", exc_info=error)
        report: BugReport = describe_bug(error, doing)
        self.reported.emit(report)


def _log_qt_message(level: QtMsgType, _: QMessageLogContext, message: str) -> None:
    LOG.log(QT_LEVELS.get(level, logging.WARNING), "Qt: %s", message)
