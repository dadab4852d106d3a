"""Lets the person pick a document, for whoever needs one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery
from desktop.domain.document import DocumentSummary
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.document_picker import SHOWN, DocumentPicker
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.library import Library

Found = tuple[str, int, tuple[DocumentSummary, ...]]


class PickingController(QObject):
    """Opens a picker and fills it; `picked` carries the id and the title of what was chosen."""

    picked = Signal(str, str)
    noticed = Signal(object)

    def __init__(self, library: Library, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._dialog: DocumentPicker | None = None
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._show)
        self._listing.failed.connect(self._fail)

    def pick(self, heading: str, choose: str, parent: QWidget | None) -> None:
        """Ask for a document."""
        dialog = self._dialog = DocumentPicker(heading, choose, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.listing_wanted.connect(self._fetch)
        dialog.picked.connect(self.picked)
        dialog.finished.connect(self._end)
        dialog.begin()

    def close(self) -> None:
        """Ask for nothing more."""
        self._listing.drop()

    @Slot(str)
    def _fetch(self, text: str) -> None:
        self._listing.start(_listing(self._library, text))

    @Slot(object)
    def _show(self, found: object) -> None:
        if self._dialog:
            self._dialog.show_rows(*cast("Found", found))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="picking"))

    @Slot()
    def _end(self) -> None:
        self._listing.drop()
        self._dialog = None


def _listing(library: Library, text: str) -> UseCase:
    query = DocumentQuery(text, "title", descending=False, offset=0, limit=SHOWN)

    def fetch(_: JobContext) -> Found:
        return text, library.count(query), library.rows(query)

    return fetch
