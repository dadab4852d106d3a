"""Writes down what is said, and reads what a person would read."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from desktop.application.job import Progress
from desktop.ui.jobs.qt_job import QtJob


class Hearing(QObject):
    """Everything a job said: partial results, progress, and how it ended."""

    def __init__(self, job: QtJob) -> None:
        super().__init__()
        self.job = job
        self.rows: list[object] = []
        self.progress: list[Progress] = []
        self.ends: list[tuple[str, object]] = []
        self.deliveries = 0
        job.partial.connect(self.hear_partial)
        job.progressed.connect(self.hear_progress)
        job.succeeded.connect(self.hear_success)
        job.failed.connect(self.hear_failure)
        job.cancelled.connect(self.hear_cancelled)
        job.ended.connect(self.hear_end)

    @Slot(object)
    def hear_partial(self, rows: tuple[object, ...]) -> None:
        self.deliveries += 1
        self.rows.extend(rows)

    @Slot(object)
    def hear_progress(self, progress: Progress) -> None:
        self.progress.append(progress)

    @Slot(object)
    def hear_success(self, result: object) -> None:
        self.ends.append(("succeeded", result))

    @Slot(object)
    def hear_failure(self, failure: object) -> None:
        self.ends.append(("failed", failure))

    @Slot()
    def hear_cancelled(self) -> None:
        self.ends.append(("cancelled", None))

    @Slot()
    def hear_end(self) -> None:
        self.ends.append(("ended", None))


def heard(signal: Any) -> list[Any]:
    """A list that grows by what a signal carries (by None where it carries nothing)."""
    said: list[Any] = []

    def hear(*values: object) -> None:
        said.append(values[0] if len(values) == 1 else values or None)

    signal.connect(hear)
    return said


def visible_texts(widget: QWidget) -> set[str]:
    """What can be read on labels and buttons."""
    kinds: list[QLabel | QAbstractButton] = [*widget.findChildren(QLabel), *widget.findChildren(QAbstractButton)]
    return {each.text() for each in kinds if each.isVisible() and each.text()}


def button(widget: QWidget, text: str) -> QAbstractButton:
    """The button that says `text`."""
    return next(each for each in widget.findChildren(QAbstractButton) if each.text() == text)
