"""The history of a document in a dialog, with its earlier texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.document_history import DocumentEvent
from desktop.domain.errors import DocumentNotFound
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.history import HistoryDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.document_history import DocumentHistory
    from desktop.application.library import Library


@dataclass(frozen=True, slots=True)
class Told:
    """What was done to a document."""

    document_id: str
    title: str
    events: tuple[DocumentEvent, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs between a text of a document and today's."""

    document_id: str
    body_sha256: str
    text: str


class HistoryController(QObject):
    """Answers the dialog on the lane of those who only read."""

    version_requested = Signal(str, str)
    noticed = Signal(object)

    def __init__(
        self,
        library: Library,
        history: DocumentHistory,
        lane: RunsJobs,
        window: QWidget,
        *,
        changeable: bool,
        parent: QObject | None = None,
    ) -> None:
        """`window` is what the dialog stands before."""
        super().__init__(parent)
        self._library = library
        self._history = history
        self._window = window
        self._changeable = changeable
        self._document_id = ""
        self.dialog: HistoryDialog | None = None
        self._telling, self._comparing = LatestJob(lane, self), LatestJob(lane, self)
        self._telling.succeeded.connect(self._show)
        self._comparing.succeeded.connect(self._show_comparison)
        for job in (self._telling, self._comparing):
            job.failed.connect(self._fail)

    def show(self, document_id: str) -> None:
        """Show the history of a document."""
        if self.dialog is None:
            self.dialog = HistoryDialog(self._window)
            self.dialog.comparison_wanted.connect(self._compare)
            self.dialog.version_requested.connect(self.version_requested)
        self._document_id = document_id
        self._telling.start(_telling(self._library, self._history, document_id))

    def take_changes(self, changes: Changes) -> None:
        """Show what was done just now."""
        if self.dialog and self.dialog.isVisible() and self._document_id in changes.documents:
            self.show(self._document_id)

    def close(self) -> None:
        """Ask for nothing more."""
        for job in (self._telling, self._comparing):
            job.drop()

    @Slot(object)
    def _show(self, told: object) -> None:
        found = cast("Told", told)
        if self.dialog:
            self.dialog.show_history(found.document_id, found.title, found.events, changeable=self._changeable)
            self.dialog.show()

    @Slot(str, str)
    def _compare(self, document_id: str, body_sha256: str) -> None:
        self._comparing.start(_comparing(self._history, document_id, body_sha256))

    @Slot(object)
    def _show_comparison(self, compared: object) -> None:
        found = cast("Compared", compared)
        if self.dialog:
            self.dialog.show_comparison(found.document_id, found.body_sha256, found.text)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="history"))


def _telling(library: Library, history: DocumentHistory, document_id: str) -> UseCase:
    def tell(_: JobContext) -> Told:
        try:
            title = library.read(document_id).document.title
        except DocumentNotFound:
            title = document_id  # what was deleted has a history all the same
        return Told(document_id, title, history.of(document_id))

    return tell


def _comparing(history: DocumentHistory, document_id: str, body_sha256: str) -> UseCase:
    def compare(_: JobContext) -> Compared:
        return Compared(document_id, body_sha256, history.compare(document_id, body_sha256))

    return compare
