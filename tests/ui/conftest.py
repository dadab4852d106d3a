"""Every test of the window fails on what it leaves running or open, and on whatever Qt complains of."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QThread, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

PATIENCE = 60_000
"""Milliseconds until a test gives up on what it waits for: on a busy machine everything comes late, and what comes is not waited for."""


class PatientQtBot(QtBot):
    """Waits as long as a busy machine may take."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:  # noqa: N802 - named by pytest-qt
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **others: Any) -> Any:  # noqa: N802 - named by pytest-qt
        return super().waitSignal(signal, timeout=timeout, **others)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE, **others: Any) -> Any:  # noqa: N802 - named by pytest-qt
        return super().waitSignals(signals, timeout=timeout, **others)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The robot of a test, patient."""
    return PatientQtBot(request)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A Qt warning fails the test in which it comes; that the offscreen platform has no window manager is no news."""
    item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
    item.add_marker(pytest.mark.qt_log_ignore("^This plugin does not support (propagateSizeHints|raise|grabbing)"))


@pytest.fixture(scope="session", autouse=True)
def _imported_things_set_aside() -> Iterator[None]:
    """What modules hold is no test's doing: set aside, it need not be looked through after each test."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _nothing_left(qapp: QApplication) -> Iterator[None]:
    """Fail on threads that still run, timers that will still fire, and windows that were not closed."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    things = [each for each in gc.get_objects() if isinstance(each, QThread | QTimer) and isValid(each)]
    threads = [each for each in things if isinstance(each, QThread) and each.isRunning()]
    left = [f"thread {each.objectName()}" for each in threads]
    left += [f"timer of {type(each.parent()).__name__}" for each in things if isinstance(each, QTimer) and each.isActive()]
    left += [f"window {type(each).__name__}" for each in qapp.topLevelWidgets() if each.isVisible()]
    for thread in threads:
        thread.quit()
        thread.wait(2000)
    assert left == []


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The application, to be dressed in a theme and undressed afterwards."""
    style, palette, font = qapp.style().name(), qapp.palette(), qapp.font()
    yield qapp
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)
