"""Every test of the window fails on what it leaves running or open, and on whatever Qt complains of."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import TypeVar

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

Kind = TypeVar("Kind", bound=QObject)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A Qt warning fails the test in which it comes; that the offscreen platform has no window manager is no news."""
    item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
    item.add_marker(pytest.mark.qt_log_ignore("^This plugin does not support (propagateSizeHints|raise)"))


@pytest.fixture(autouse=True)
def _nothing_left(qapp: QApplication) -> Iterator[None]:
    """Fail on threads that still run, timers that will still fire, and windows that were not closed."""
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [*running_things(), *(f"window {type(each).__name__}" for each in qapp.topLevelWidgets() if each.isVisible())]
    for thread in _wrapped(QThread):
        thread.quit()
        thread.wait(2000)
    assert left == []


def running_things() -> list[str]:
    """Threads that run and timers that will fire, of those that Python knows."""
    threads = [f"thread {each.objectName()}" for each in _wrapped(QThread) if each.isRunning()]
    timers = [f"timer of {type(each.parent()).__name__}" for each in _wrapped(QTimer) if each.isActive()]
    return threads + timers


def _wrapped(kind: type[Kind]) -> list[Kind]:
    return [each for each in gc.get_objects() if isinstance(each, kind) and isValid(each)]
