"""Why not: explains why a document that was expected is not among what a search shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.domain.passage import Query
from desktop.domain.why import WhyNot
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.why_not import WhyNotDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.retrieve.why import WhyNotFound


class WhyController(QObject):
    """Explains, and shows the explanation over the window."""

    open_requested = Signal(object)
    expect_requested = Signal(str, str)
    noticed = Signal(object)

    def __init__(self, why: WhyNotFound, lane: RunsJobs, window: QWidget, *, writable: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._why = why
        self._window = window
        self._writable = writable
        self._job = LatestJob(lane, self)
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._fail)

    def explain(self, query: Query, document_id: str) -> None:
        """Explain where a document stands in a search."""
        self._job.start(_explaining(self._why, query, document_id))

    def close(self) -> None:
        """Ask for nothing more."""
        self._job.drop()

    @Slot(object)
    def _show(self, why: object) -> None:
        dialog = WhyNotDialog(cast("WhyNot", why), changeable=self._writable, parent=self._window.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open_requested.connect(self.open_requested)
        dialog.expect_requested.connect(self.expect_requested)
        dialog.open()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="why"))


def _explaining(why: WhyNotFound, query: Query, document_id: str) -> UseCase:
    def explain(context: JobContext) -> WhyNot:
        return why.explain(context, query, document_id)

    return explain
