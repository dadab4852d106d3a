from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import qWarning
from pytestqt.qtbot import QtBot

from desktop.ui.faults import Faults
from tests.ui.hearing import heard


@pytest.fixture
def faults(qapp: object) -> Iterator[Faults]:
    hooks = sys.excepthook, threading.excepthook
    faults = Faults()
    faults.install()
    yield faults
    faults.uninstall()
    sys.excepthook, threading.excepthook = hooks
    faults.deleteLater()


def test_an_uncaught_exception_becomes_a_report(qtbot: QtBot, faults: Faults, caplog: pytest.LogCaptureFixture) -> None:
    reports = heard(faults.reported)
    error = ZeroDivisionError("oops")
    sys.excepthook(type(error), error, None)

    assert [each.summary for each in reports] == ["ZeroDivisionError: oops"]
    assert "Uncaught exception" in caplog.text


def test_a_threads_exception_is_told_in_the_windows_thread(qtbot: QtBot, faults: Faults) -> None:
    def fail() -> None:
        raise ValueError("from afar")

    with qtbot.waitSignal(faults.reported) as told:
        thread = threading.Thread(target=fail, name="far away")
        thread.start()
        thread.join()

    assert told.args[0].summary == "ValueError: from afar"
    assert "While: running far away" in told.args[0].details


@pytest.mark.no_qt_log
def test_what_qt_complains_of_is_logged(qtbot: QtBot, faults: Faults, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "coffer.window"):
        qWarning("something is odd")
    assert "Qt: something is odd" in caplog.text
