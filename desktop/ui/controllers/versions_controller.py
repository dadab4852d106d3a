"""Versions of a document: linked and parted where a person sees that two files are, or are not, one that changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, NoticeAction, Severity

if TYPE_CHECKING:
    from desktop.application.ingest.importer import Importer

SAID_SECONDS = 12.0


class VersionsController(QObject):
    """Links and unlinks on the writing lane; whatever it did can be taken back from its message."""

    changed = Signal(object)
    noticed = Signal(object)

    def __init__(self, importer: Importer, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._importer = importer
        self._writing = writing

    @Slot(str, str)
    def link(self, old: str, new: str) -> None:
        """Make one document the successor of another."""
        self._carry_out(self._importer.link_versions, old, new, "The two are linked as versions now.", Undo(self.unlink, old, new))

    @Slot(str, str)
    def unlink(self, old: str, new: str) -> None:
        """Part two versions; both stay."""
        self._carry_out(
            self._importer.unlink_versions, old, new, "The two are no longer versions of one document.", Undo(self.link, old, new)
        )

    def _carry_out(self, action: Callable[[str, str], Changes], old: str, new: str, said: str, undo: Undo) -> None:
        changing = Changing(
            _changing(action, old, new),
            Notice(Severity.SUCCESS, said, "", (NoticeAction("Undo", undo),), "versions", SAID_SECONDS, made_of=()),
            self,
        )
        changing.changed.connect(self.changed)
        changing.noticed.connect(self.noticed)
        self._writing.submit(changing.job)


class Changing(QObject):
    """One link made or parted, and what is said once it is."""

    changed = Signal(object)
    noticed = Signal(object)

    def __init__(self, use_case: UseCase, notice: Notice, parent: QObject) -> None:
        super().__init__(parent)
        self._notice = notice
        self.job = QtJob(use_case)
        self.job.succeeded.connect(self._tell)
        self.job.failed.connect(self._fail)
        self.job.ended.connect(self.deleteLater)

    @Slot(object)
    def _tell(self, changes: object) -> None:
        self.changed.emit(cast("Changes", changes))
        self.noticed.emit(self._notice)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="versions"))


class Undo:
    """Takes a link, or its parting, back."""

    def __init__(self, action: Callable[[str, str], None], old: str, new: str) -> None:
        self._action, self._old, self._new = action, old, new

    def __call__(self) -> None:
        """Do it."""
        self._action(self._old, self._new)


def _changing(action: Callable[[str, str], Changes], old: str, new: str) -> UseCase:
    def change(_: JobContext) -> Changes:
        return action(old, new)

    return change
